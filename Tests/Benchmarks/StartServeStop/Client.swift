import CTLSClient

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A failed system call: its name and errno.
struct CallFailure: Error {
    let call: String
    let code = errno

    init(_ call: String) { self.call = call }
}

/// One request on its own connection, by blocking calls.
enum Client {
    static let request = Array("GET /bench HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n".utf8)

    /// Connects and sends the request.
    static func ask(port: UInt16) throws -> Int32 {
        let descriptor = try Socket.make()
        var address = Socket.loopback(port: port)
        guard Socket.withGeneric(&address, { connect(descriptor, $0, $1) }) == 0 else { throw CallFailure("connect") }
        guard send(descriptor, request, request.count, 0) == request.count else { throw CallFailure("send") }
        return descriptor
    }

    /// Reads the response, whose only `}` is its last byte, and closes.
    static func readResponse(_ descriptor: Int32, into buffer: inout [UInt8]) throws {
        var length = 0
        repeat {
            let count = buffer.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[length...])
                return recv(descriptor, rest.baseAddress, rest.count, 0)
            }
            guard count > 0 else { throw CallFailure("recv") }
            length += count
        } while buffer[length - 1] != UInt8(ascii: "}")
        guard buffer.starts(with: "HTTP/1.1 200".utf8) else { throw CallFailure("a status of 200") }
        close(descriptor)
    }

    /// One request over TLS and its response.
    static func askSecurely(port: UInt16, into buffer: inout [UInt8]) throws {
        let length = buffer.withUnsafeMutableBytes { bytes in
            request.withUnsafeBytes { request in
                tls_client_ask(port, request.baseAddress, request.count, bytes.baseAddress, bytes.count)
            }
        }
        guard length > 0 else { throw CallFailure("TLS") }
        guard buffer.starts(with: "HTTP/1.1 200".utf8) else { throw CallFailure("a status of 200") }
    }
}

/// Socket functions that differ between C libraries.
enum Socket {
    static func make() throws -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
        #endif
        guard descriptor >= 0 else { throw CallFailure("socket") }
        return descriptor
    }

    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func withGeneric<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
