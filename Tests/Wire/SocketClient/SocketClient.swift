import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP/1.1 client of bare sockets that blocks no thread while it waits, so that hundreds of tests can run at once.
/// Each request has a connection of its own.
package struct SocketClient: Sendable {
    private let port: Int

    /// A client of the server that listens on this port of 127.0.0.1.
    package init(port: Int) {
        self.port = port
    }

    /// Sends a request and reads its response to the end of the connection.
    ///
    /// - Throws: `SocketClientError` if a system call fails; the task's cancellation ends the wait.
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = ""
    ) async throws -> SocketResponse {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let connection = try SocketConnection(port: port)
        try connection.send(Array((lines + ["", body]).joined(separator: "\r\n").utf8))
        return SocketResponse(try await connection.readToEnd())
    }
}

/// A failed system call of the client.
package struct SocketClientError: Error, Equatable {
    package let call: String
    package let errno: Int32
}

/// A response as it was on the wire.
package struct SocketResponse: Sendable {
    /// 0 if the connection ended without a status.
    package let status: Int
    package let body: String

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        status = Int(text.dropFirst(9).prefix(3)) ?? 0
        // CR and LF together are one character.
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        body = lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\r\n")
    }
}
