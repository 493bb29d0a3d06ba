import CPlatform
import Locking

/// A listening descriptor, and its address with the real port.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let address: ServerAddress
    /// The file of a Unix-domain socket, removed when the descriptor is closed.
    let file: UnixSocket?

    private static let handedOut = Locked(RecentPorts())

    /// The most connections that wait to be accepted before the kernel drops more: more than tests open at once. The
    /// kernel may reduce it to its own limit.
    private static let backlog: Int32 = 1_024

    /// The most recently used ports that are rejected in a row before one is accepted. With the 28,000 ports from which
    /// a kernel usually chooses this does not happen. With fewer than 4,096, no server could start otherwise.
    private static let attempts = 64

    /// A socket that listens on exactly `address`.
    static func open(_ address: ServerAddress) throws(SocketError) -> ListeningSocket {
        switch address {
        case .internet(let asked):
            let (descriptor, real) = try open(asked)
            return ListeningSocket(descriptor: descriptor, address: .internet(real), file: nil)
        case .unix(let path):
            let (descriptor, file) = try UnixSocket.open(path, backlog: backlog)
            return ListeningSocket(descriptor: descriptor, address: address, file: file)
        }
    }

    private static func open(
        _ address: InternetAddress
    ) throws(SocketError) -> (descriptor: Int32, address: InternetAddress) {
        guard address.port == 0 else { return (try bind(address), address) }
        // Rejected sockets stay open until the end, or the kernel could return the same port again.
        var repeated: [Int32] = []
        defer { repeated.forEach(cplatform_close) }
        while true {
            let descriptor = try bind(address)
            let port = cplatform_bound_port(descriptor)
            guard let port = UInt16(exactly: port) else {
                cplatform_close(descriptor)
                throw .system(call: "getsockname", errno: -port, address: .internet(address))
            }
            if handedOut.withLock({ $0.take(port) }) || repeated.count == attempts {
                return (descriptor, address.with(port: port))
            }
            repeated.append(descriptor)
        }
    }

    private static func bind(_ address: InternetAddress) throws(SocketError) -> Int32 {
        guard var system = address.system else { throw .notAnAddress(host: address.host) }
        func failure(_ call: String, _ status: Int32) -> SocketError {
            .system(call: call, errno: -status, address: .internet(address))
        }
        let descriptor = cplatform_socket(address.isIPv6)
        guard descriptor >= 0 else { throw failure("socket", descriptor) }
        var isOpen = false
        defer { if !isOpen { cplatform_close(descriptor) } }

        if address.isIPv6 {
            // `::` means all addresses, including IPv4, regardless of the system's default.
            let status = cplatform_set_ipv6_only(descriptor, !address.isUnspecified)
            guard status >= 0 else { throw failure("setsockopt IPV6_V6ONLY", status) }
        }
        // SO_REUSEADDR lets a server return to its port at once, even if its predecessor's connections are in
        // TIME_WAIT. On Linux and Darwin it does not let two servers listen on the same address and port. With port 0
        // it must not be set before `bind`: Linux may then give the same port to two sockets that do not listen yet.
        // Set after `bind`, it is inherited by the connections, so that their TIME_WAIT does not keep anybody from
        // asking for the port by number.
        if address.port != 0 { try reuse() }
        var status = cplatform_bind(descriptor, &system)
        guard status >= 0 else { throw failure("bind", status) }
        if address.port == 0 { try reuse() }
        // Accepted sockets inherit it, which saves a call for each; failure costs only latency.
        _ = cplatform_set_no_delay(descriptor)
        status = cplatform_listen(descriptor, backlog)
        guard status >= 0 else { throw failure("listen", status) }
        isOpen = true
        return descriptor

        func reuse() throws(SocketError) {
            let status = cplatform_set_reuse_address(descriptor)
            guard status >= 0 else { throw failure("setsockopt SO_REUSEADDR", status) }
        }
    }
}
