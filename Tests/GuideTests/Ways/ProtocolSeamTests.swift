import APIClient
import Foundation

struct OrderCounter: Sendable {
    let networking: any Networking

    func count(queue: DispatchQueue = .main, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
        networking.request("/orders", parameters: ["page": 1]).validate()
            .responseObject(.json([PlacedOrder].self), queue: queue) { result in
                completion(result.map(\.count))
            }
    }
}

import Testing
import ClientTestSupport  // not in the guide

@Suite("The guide: protocol seam and mocks") struct ProtocolSeamGuide {  // not in the guide
    @Test func ordersAreCounted() async throws {
        let page = try APIRequest(.get, "/orders", parameters: ["page": 1], expecting: .json([PlacedOrder].self))
        let networking = NetworkingDouble()
        networking.answer(page, with: [PlacedOrder(id: "o-7", item: "Lamp", quantity: 2)])
        let recorder = CompletionRecorder<Int>()
        OrderCounter(networking: networking).count(queue: recorder.queue, completion: recorder.completion())
        let count = try await recorder.result().get()
        #expect(count == 1)
        #expect(networking.calls(of: page) == 1)
    }
}  // not in the guide
