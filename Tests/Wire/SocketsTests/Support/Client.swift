import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A failed system call of the client.
struct ClientError: Error, Equatable {
    let call: String
    let errno: Int32
}

/// A plain blocking TCP client, which gives up after 20 seconds so that a failing test ends too.
final class Client: @unchecked Sendable {
    let descriptor: Int32
    private var isOpen = true

    init(_ address: ServerAddress, receiveBuffer: Int32? = nil) throws {
        switch address {
        case .internet(let address): descriptor = Self.makeSocket(address.isIPv6 ? AF_INET6 : AF_INET)
        case .unix: descriptor = Self.makeSocket(AF_UNIX)
        }
        guard descriptor >= 0 else { throw ClientError(call: "socket", errno: errno) }
        if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
        try connect(to: address)
    }

    /// A client with a descriptor but no connection yet.
    init(unconnected: Void) throws {
        descriptor = Self.makeSocket(AF_INET)
        guard descriptor >= 0 else { throw ClientError(call: "socket", errno: errno) }
    }

    deinit {
        close()
    }

    private static func makeSocket(_ family: Int32) -> Int32 {
        #if canImport(Darwin)
        return socket(family, SOCK_STREAM, 0)
        #else
        return socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
    }

    private func set(_ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    func connect(to address: ServerAddress) throws {
        var timeout = timeval(tv_sec: 300, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        let status =
            switch address {
            case .internet(let address): connect(to: address)
            case .unix(let path): connect(to: path)
            }
        guard status == 0 else { throw ClientError(call: "connect", errno: errno) }
    }

    private func connect(to address: InternetAddress) -> Int32 {
        if address.isIPv6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = address.port.bigEndian
            inet_pton(AF_INET6, address.host, &name.sin6_addr)
            return connect(&name)
        } else {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = address.port.bigEndian
            inet_pton(AF_INET, address.host, &name.sin_addr)
            return connect(&name)
        }
    }

    private func connect(to path: UnixSocketPath) -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.description.utf8) }
        return connect(&name)
    }

    private func connect<Name>(_ name: inout Name) -> Int32 {
        let size = socklen_t(MemoryLayout<Name>.size)
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connectSocket(descriptor, $0, size) }
        }
    }

    /// The local port.
    var localPort: UInt16 {
        var name = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: name.sin_port)
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { sendSome($0, flags: 0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ClientError(call: "send", errno: errno) }
            sent += count
        }
    }

    /// Sends as many bytes as the system takes without waiting; returns 0 if it takes none.
    func sendNow(_ bytes: [UInt8]) throws -> Int {
        let count = bytes.withUnsafeBytes { sendSome($0, flags: Int32(MSG_DONTWAIT)) }
        if count < 0 {
            guard errno == EAGAIN || errno == EWOULDBLOCK else { throw ClientError(call: "send", errno: errno) }
            return 0
        }
        return count
    }

    private func sendSome(_ bytes: UnsafeRawBufferPointer, flags: Int32) -> Int {
        #if canImport(Darwin)
        set(SO_NOSIGPIPE, 1)
        return sendSocket(descriptor, bytes.baseAddress, bytes.count, flags)
        #else
        return sendSocket(descriptor, bytes.baseAddress, bytes.count, flags | Int32(MSG_NOSIGNAL))
        #endif
    }

    /// Waits for bytes and returns them; empty at the end.
    func receive(_ most: Int = 65_536) throws -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var got: Int
            repeat { got = recv(descriptor, buffer.baseAddress, most, 0) } while got < 0 && errno == EINTR
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        guard failure == 0 else { throw ClientError(call: "recv", errno: failure) }
        return bytes
    }

    func receive(exactly count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try receive(min(1 << 20, count - bytes.count))
            guard !more.isEmpty else { return bytes }
            bytes += more
        }
        return bytes
    }

    func receiveText(_ count: Int) throws -> String { String(decoding: try receive(exactly: count), as: UTF8.self) }

    func receiveToEnd() throws -> [UInt8] { try receive(exactly: .max) }

    func finishSending() {
        shutdownSocket(descriptor)
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        closeDescriptor(descriptor)
    }

    /// Closes with RST.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}

// The methods above hide the system's functions of the same names.

private func connectSocket(_ descriptor: Int32, _ name: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, name, size)
}

private func sendSocket(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

private func shutdownSocket(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
}

private func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}
