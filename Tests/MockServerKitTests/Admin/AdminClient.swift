import ExactJSON
import Foundation
import Testing

@testable import MockServerKit

/// A suite that uses a server's admin API through curl.
struct AdminClient {
    let server: MockServer

    struct Response {
        let status: Int
        let json: JSON
    }

    init(_ lines: String, token: String? = nil, options: (inout MockServer.Options) -> Void = { _ in }) throws {
        var serverOptions = MockServer.Options.patient
        serverOptions.admin = MockServer.AdminOptions()
        serverOptions.admin?.token = token
        options(&serverOptions)
        server = try MockServer(playing: lines, options: serverOptions)
    }

    /// Sends a request with curl; `rest` contains further arguments.
    func ask(_ method: String, _ target: String, _ rest: String = "") throws -> Response {
        let url = try #require(server.adminURL)
        let tool = try Tool(
            "curl -sS --max-time 600 -X \(method) -w '\\n%{http_code}' \(rest) '\(url)\(target)'", server)
        let lines = tool.output.split(separator: "\n", omittingEmptySubsequences: false)
        let status = try #require(lines.last.flatMap { Int($0) }, "\(tool)")
        return Response(status: status, json: try JSON(parsing: Array(lines.dropLast().joined(separator: "\n").utf8)))
    }

    func get(_ target: String, _ rest: String = "") throws -> Response { try ask("GET", target, rest) }
}
