import Foundation
import MockServerKit
import TestSupport

/// A client program of the system that was run to its end.
struct Tool {
    let status: Int32
    let output: String

    /// Runs a shell script with the server's URL as `$url`, and with `$ca` as the file of the authority to trust.
    init(_ script: String, _ server: MockServer, variables: [String: String] = [:]) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pem")
        try (server.certificateAuthority?.pem ?? "").write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            environment[name] = nil
        }
        environment["url"] = server.urlText
        environment["address"] = server.endpoint.description
        environment["ca"] = file.path
        (status, output) = try Subprocess.run(["sh", "-c", script], environment: environment, mergesError: true)
    }
}

extension Tool {
    /// Runs a script while the caller goes on.
    static func beside(_ script: String, _ server: MockServer) -> Task<Tool, any Error> {
        Task { try await OwnThread.run { try Tool(script, server) } }
    }
}

/// The protocols by which a client can reach the same scenario.
enum Transport: String, CaseIterable, Sendable {
    case http1 = "--http1.1"
    case http2 = "--http2-prior-knowledge"
    case upgradedHTTP2 = "--http2"
    case secureHTTP1 = "--cacert $ca --http1.1"
    case secureHTTP2 = "--cacert $ca --http2"

    /// curl with the option for this protocol. Its limit is for what hangs: a response may be long in coming on a busy
    /// machine.
    var curl: String { "curl -sS --max-time 3600 \(rawValue)" }

    var isHTTP2: Bool { self != .http1 && self != .secureHTTP1 }

    var isSecure: Bool { self == .secureHTTP1 || self == .secureHTTP2 }

    var options: MockServer.Options {
        var options = MockServer.Options()
        options.tls = isSecure ? .init() : nil
        return options
    }
}
