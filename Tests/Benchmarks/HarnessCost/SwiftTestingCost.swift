import Dispatch
import Foundation
import MockServerTesting
import MockServerURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Prints how long each case of a test takes, with the traits after this one: `cost NAME NANOSECONDS`.
struct Timed: TestTrait, TestScoping {
    let name: String

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let begin = DispatchTime.now().uptimeNanoseconds
        try await function()
        print("cost \(name) \(DispatchTime.now().uptimeNanoseconds - begin)")
    }
}

extension Trait where Self == Timed {
    static func timed(_ name: String) -> Self { Timed(name: name) }
}

/// What a server costs a Swift Testing test, beside a test without one.
@Suite(.serialized) struct SwiftTestingCost {
    @Test(.timed("swift-testing-empty"), arguments: 1...500) func empty(number: Int) async {}

    @Test(.timed("swift-testing"), .mockServer("health"), arguments: 1...500) func served(number: Int) async {}

    @Test(.timed("url-session"), arguments: 1...500) func servedInProcess(number: Int) async throws {
        let server = try InProcessMockServer(
            Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health, response: { text: ok } }]"))
        _ = try await server.session.data(from: server.url.appendingPathComponent("health"))
        #expect(await server.finish().passed)
    }
}
