#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The minimum of what a server can do: a listening socket, one connection, one fixed response, all by blocking calls
/// on the client's own thread.
enum Baseline {
    static func round(_ response: [UInt8], _ buffer: inout [UInt8]) throws {
        let listener = try Socket.make()
        var address = Socket.loopback(port: 0)
        guard Socket.withGeneric(&address, { bind(listener, $0, $1) }) == 0 else { throw CallFailure("bind") }
        guard listen(listener, 16) == 0 else { throw CallFailure("listen") }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard Socket.withGeneric(&address, { name, _ in getsockname(listener, name, &length) }) == 0 else {
            throw CallFailure("getsockname")
        }
        let client = try Client.ask(port: UInt16(bigEndian: address.sin_port))
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { throw CallFailure("accept") }
        guard recv(connection, &buffer, buffer.count, 0) > 0 else { throw CallFailure("recv") }
        guard send(connection, response, response.count, 0) == response.count else { throw CallFailure("send") }
        try Client.readResponse(client, into: &buffer)
        close(connection)
        close(listener)
    }
}
