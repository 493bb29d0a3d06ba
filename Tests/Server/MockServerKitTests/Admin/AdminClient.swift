import ExactJSON
import Foundation
import Testing

@testable import MockServerKit

/// A suite that uses a server's admin API through curl.
struct AdminClient {
    let server: MockServer

    struct Response: Sendable {
        let status: Int
        let json: JSON
    }

    init(server: MockServer) { self.server = server }

    /// - Parameter checks: closures that judge the requests of each rule.
    init(
        _ lines: String, token: String? = nil, checks: [@Sendable (RecordedRequest) throws -> Bool] = [],
        options: (inout MockServer.Options) -> Void = { _ in }
    ) throws {
        var serverOptions = MockServer.Options.patient
        serverOptions.admin = MockServer.AdminOptions()
        serverOptions.admin?.token = token
        options(&serverOptions)
        var scenario = try Scenario(yaml: "mockserver: 1\n" + lines)
        if !checks.isEmpty {
            let position = scenario.position
            let closures = RuleClosures(
                checks: checks.map { RequestCheck(position: position, body: $0) }, responder: nil)
            scenario = scenario.adding { _ in closures }
        }
        server = try MockServer(scenario, options: serverOptions)
    }

    /// Sends a request, over a socket of its own. Each process that a test runs costs much more.
    func send(_ method: String, _ target: String, body: String = "") throws -> Response {
        let client = try RawClient(port: try #require(server.adminURL?.port))
        defer { client.close() }
        let response = try client.ask(
            "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return Response(status: response.status, json: try JSON(parsing: response.body))
    }

    /// Sends a request with curl; `rest` contains its further arguments. Without any it needs no curl.
    func ask(_ method: String, _ target: String, _ rest: String = "") throws -> Response {
        guard !rest.isEmpty else { return try send(method, target) }
        let url = try #require(server.adminURL)
        let tool = try Tool(
            "curl -sS --max-time 3600 -X \(method) -w '\\n%{http_code}' \(rest) '\(url)\(target)'", server)
        let lines = tool.output.split(separator: "\n", omittingEmptySubsequences: false)
        let status = try #require(lines.last.flatMap { Int($0) }, "\(tool)")
        return Response(status: status, json: try JSON(parsing: Array(lines.dropLast().joined(separator: "\n").utf8)))
    }

    func get(_ target: String, _ rest: String = "") throws -> Response { try ask("GET", target, rest) }
}
