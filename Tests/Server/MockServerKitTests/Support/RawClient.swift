import MockServerKit

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

/// How a connection ended for its client.
enum ConnectionEnd: Equatable {
    /// The server closed after its last byte.
    case fin
    /// The server reset the connection.
    case rst
}

/// A blocking HTTP/1.1 client that sends any text, valid or not, and reads the bytes of responses unchanged. It gives
/// up after 20 seconds, so that a failing test ends too. Confined to one thread at a time.
final class RawClient: @unchecked Sendable {
    let descriptor: Int32
    private var isOpen = true
    /// Bytes that were read but belong to no response yet.
    private(set) var pending: [UInt8] = []

    convenience init(_ server: MockServer, receiveBuffer: Int32? = nil, timeout seconds: Int = 600) throws {
        try self.init(port: server.port, receiveBuffer: receiveBuffer, timeout: seconds)
    }

    convenience init(port: Int, receiveBuffer: Int32? = nil, timeout seconds: Int = 600) throws {
        try self.init(AF_INET, timeout: seconds)
        if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try connect(to: name)
    }

    /// A client of a Unix-domain socket: what it has sent is in the server's socket when `send` returns.
    convenience init(unixSocketPath path: String) throws {
        try self.init(AF_UNIX, timeout: 600)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: name.sun_path) else {
            throw ClientError(call: "connect", errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        try connect(to: name)
    }

    private init(_ family: Int32, timeout seconds: Int) throws {
        #if canImport(Darwin)
        descriptor = socket(family, SOCK_STREAM, 0)
        #else
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw ClientError(call: "socket", errno: errno) }
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { set(SOL_SOCKET, option, timeval(tv_sec: seconds, tv_usec: 0)) }
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    private func connect<Name>(to name: Name) throws {
        let size = socklen_t(MemoryLayout<Name>.size)
        let status = withUnsafeBytes(of: name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { systemConnect(descriptor, $0.baseAddress, size) }
        }
        guard status == 0 else {
            let code = errno
            close()
            throw ClientError(call: "connect", errno: code)
        }
    }

    deinit {
        close()
    }

    private func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) {
        withUnsafePointer(to: value) {
            _ = setsockopt(descriptor, level, option, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }

    // MARK: - Sending

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                sendSome(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, flags: 0)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ClientError(call: "send", errno: errno) }
            sent += count
        }
    }

    /// Sends FIN; responses can still be read.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    #if canImport(Glibc) || canImport(Musl)
    /// Has the client's system acknowledge the next bytes as late as it may, 40 ms or more.
    func delayAcknowledgements() { set(Int32(IPPROTO_TCP), TCP_QUICKACK, Int32(0)) }
    #endif

    func close() {
        guard isOpen else { return }
        isOpen = false
        closeDescriptor(descriptor)
    }

    /// Closes with RST.
    func reset() {
        set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    // MARK: - Receiving

    /// Reads more into `pending`; returns false at the end.
    @discardableResult
    func receive() throws -> Bool {
        let size = 65_536
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var got: Int
            repeat { got = recv(descriptor, buffer.baseAddress, size, 0) } while got < 0 && errno == EINTR
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        guard failure == 0 else { throw ClientError(call: "recv", errno: failure) }
        pending += bytes
        return !bytes.isEmpty
    }

    /// The next response, whose body ends by `Content-Length` or, without that, with the connection.
    ///
    /// - Parameter toHead: whether it is the response to a HEAD, which has no body.
    func response(toHead: Bool = false) throws -> RawResponse {
        var searched = 0
        var found: Int?
        while true {
            found = pending[searched...].firstHeadEnd
            if found != nil { break }
            searched = max(0, pending.count - 3)
            guard try receive() else { throw ClientError(call: "end in a head after \(text(pending))", errno: 0) }
        }
        let end = found ?? 0
        var response = RawResponse(head: text(pending[..<end]))
        pending.removeFirst(end)
        if toHead || response.hasNoBody { return response }
        if let length = response["Content-Length"].flatMap({ Int($0) }) {
            while pending.count < length {
                guard try receive() else { throw ClientError(call: "end in a body", errno: 0) }
            }
            response.body = Array(pending[..<length])
            pending.removeFirst(length)
        } else {
            while try receive() {}
            response.body = pending
            pending = []
        }
        return response
    }

    /// Removes the bytes that were read, and returns them.
    func takePending() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// Whether at least one byte of a response has arrived.
    var hasResponse: Bool { !pending.isEmpty || hasMore }

    /// Whether bytes have arrived that were not read yet.
    var hasMore: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// Sends a request and reads its response.
    func ask(_ text: String) throws -> RawResponse {
        try send(text)
        return try response()
    }

    /// Reads to the end, into `pending`, and returns how the connection ended.
    func end() throws -> ConnectionEnd {
        do {
            while try receive() {}
            return .fin
        } catch let error as ClientError where error.errno == ECONNRESET {
            return .rst
        }
    }
}

/// A response as it was on the wire.
struct RawResponse {
    /// The head, including its empty line.
    let head: String
    var body: [UInt8] = []

    var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }

    var hasNoBody: Bool { status < 200 || status == 204 || status == 304 }

    /// The value of the first field with exactly that name.
    subscript(name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() where line.hasPrefix("\(name): ") {
            return String(line.dropFirst(name.utf8.count + 2))
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The index after the first empty line.
    fileprivate var firstHeadEnd: Int? {
        withUnsafeBytes { bytes in
            guard bytes.count >= 4 else { return nil }
            for index in 0...bytes.count - 4
            where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10 {
                return startIndex + index + 4
            }
            return nil
        }
    }
}

func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

// The methods above hide the system's functions of the same names.

private func sendSome(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, flags: Int32) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, flags)
    #else
    send(descriptor, bytes, count, flags | Int32(MSG_NOSIGNAL))
    #endif
}

private func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

/// `connect`, which a method of `RawClient` hides there.
private func systemConnect(_ descriptor: Int32, _ name: UnsafePointer<sockaddr>?, _ size: socklen_t) -> Int32 {
    connect(descriptor, name, size)
}
