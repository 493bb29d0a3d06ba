import Foundation
import MockServerKit
import TestSupport

/// A request that curl sent, and what it got.
struct Curl: Sendable {
    /// curl's exit status: 0 for a response, 56 for a reset connection.
    let exit: Int32
    /// The status of the response; 0 without one.
    let status: Int
    let body: String

    /// Sends a request over HTTP/1.1, or over HTTP/2 by prior knowledge. Gives up after ten minutes.
    static func get(
        _ server: MockServer, _ path: String, _ arguments: String..., http2: Bool = false
    ) async throws -> Curl {
        let options = ["-sS", "--noproxy", "*", "--max-time", "3600", "-w", "\n%{http_code}"]
        let version = http2 ? "--http2-prior-knowledge" : "--http1.1"
        let url = server.url.absoluteString + path
        return try await OwnThread.run { try run(options + [version] + arguments + [url]) }
    }

    private static func run(_ arguments: [String]) throws -> Curl {
        let (exit, output) = try Subprocess.run(["curl"] + arguments)
        let end = output.lastIndex(of: "\n") ?? output.endIndex
        return Curl(
            exit: exit, status: Int(output[end...].dropFirst()) ?? 0, body: String(output[..<end]))
    }
}

/// What a closure of a test throws.
struct Refusal: Error, CustomStringConvertible {
    let description: String
}
