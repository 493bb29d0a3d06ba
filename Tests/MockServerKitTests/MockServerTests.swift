import Foundation
import MockServerKit
import Testing

@Suite struct MockServerTests {
    @Test("a server starts on a port of its own and stops")
    func startStop() async throws {
        let server = try MockServer(Scenario(yaml: "mockserver: 1\nsteps: [{request: GET /x}]"))
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
        await server.stop()
    }
}
