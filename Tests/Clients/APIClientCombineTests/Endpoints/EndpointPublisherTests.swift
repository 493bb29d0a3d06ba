#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import Testing

@Suite("An endpoint as a publisher") struct EndpointPublisherTests {
    private let token = AccessToken("at-1")
    private let profile = PrivateEndpoint<Profile>(APIEndpoint.User.current())

    @Test("is called with its token, once for each subscription, and gives its value on the scheduler")
    func privateEndpoint() async throws {
        let transport = RecordingTransport { _ in .ada }
        let queue = MarkedQueue()
        let publisher = transport.publisher(for: profile, with: token, host: .staging, on: queue.queue)
            .map { "\($0.name), \(queue.isCurrent)" }
        #expect(transport.requests == [])
        for _ in 0..<2 {
            let publication = await published(by: publisher)
            #expect(publication.values == ["Ada Lovelace, true"])
            #expect(publication.hasFinished)
        }
        let request = try profile.makeRequest(with: token, host: .staging)
        #expect(transport.requests == [request, request])
    }

    @Test("needs nothing if it is public, and fails as the call does")
    func publicEndpoint() async throws {
        let items = PublicEndpoint<[String]>("/items")
        let found = await published(
            by: try Responder.json(["lamp"]).publisher(for: items, host: .staging, on: ImmediateScheduler.shared))
        #expect(found.values == [["lamp"]])
        let missing = await published(
            by: try Responder.json([""], status: 404)
                .publisher(for: items, host: .staging, on: ImmediateScheduler.shared))
        #expect(missing.values.isEmpty)
        guard case .status(let response) = missing.error as? RESTError else {
            Issue.record("\(missing)")
            return
        }
        #expect(response.status == 404)
    }
}
#endif
