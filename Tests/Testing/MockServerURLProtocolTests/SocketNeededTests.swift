import Foundation
import MockServerURLProtocol
import Testing

@Suite("A scenario that needs a socket") struct SocketNeededTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        let lines: String
        let key: String
        let position: String

        var testDescription: String { key }
    }

    static let vectors = [
        Refused(lines: "steps: [{request: {path: /x, connection: new}}]", key: "connection", position: "2:42"),
        Refused(lines: "steps: [{request: /x, assert: {not: {connection: new}}}]", key: "connection", position: "2:50"),
        Refused(
            lines: "stubs: [{request: {any_of: [{path: /x}, {protocol: h2}]}}]", key: "protocol: h2", position: "2:52"),
        Refused(
            lines: "defaults: {assert: {tls: {sni: a}}}\nsteps: [{request: /x}, {request: /y}]", key: "tls",
            position: "2:26"),
        Refused(lines: "stubs: [{request: /x}]\nexpect: [{connections: 1}]", key: "connections", position: "3:11"),
        Refused(
            lines: "expect: [{request: {path: /x, protocol: h2}, never: true}]", key: "protocol: h2", position: "2:41"),
        Refused(lines: "steps: [{request: /x, response: {raw: 'HTTP/1.1 200 OK'}}]", key: "raw", position: ""),
        Refused(
            lines: "steps: [{request: /x, responses: [200, {h2: {rst_stream: CANCEL}}]}]", key: "h2", position: ""),
    ]

    @Test("is refused with a text that names the key and its position", arguments: vectors)
    func named(refused: Refused) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\n" + refused.lines, path: "s.yaml")
        let error = #expect(throws: SocketNeeded.self) { try InProcessMockServer(scenario) }
        let text = error?.description ?? ""
        #expect(error?.keys.map(\.name) == [refused.key])
        #expect(text.hasPrefix("s.yaml:\(refused.position)"), "\(text)")
        let end =
            ": error: \"\(refused.key)\" needs a socket: a request that URLSession loads in process has no connection, "
            + "TLS handshake or frames; play this scenario with MockServer"
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test("is told of each of its keys")
    func several() throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nsteps: [{request: {path: /x, connection: new, protocol: h2}}]", path: "s.yaml")
        let error = #expect(throws: SocketNeeded.self) { try InProcessMockServer(scenario) }
        #expect(error?.keys.map(\.name) == ["connection", "protocol: h2"])
    }

    @Test("is none that says protocol: http/1.1, or connection: close of a response")
    func accepted() async throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{request: {path: /x, protocol: http/1.1}, response: {connection: close}}]")
        let server = try InProcessMockServer(scenario)
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("is one of these, of those that are shipped")
    func shipped() throws {
        let refused = try ShippedScenario.names.filter { name in
            do {
                let server = try InProcessMockServer(ShippedScenario.load(name))
                _ = server.verdict
                return false
            } catch is SocketNeeded {
                return true
            }
        }
        #expect(refused == ["garbage"])
    }
}
