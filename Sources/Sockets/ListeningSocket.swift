import CPlatform
import Locking

/// The descriptor a listener listens on, and the address with its real port.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let address: ServerAddress
    /// The file of a Unix-domain socket, to be removed when the descriptor is closed.
    let file: UnixSocket?

    private static let handedOut = Locked(RecentPorts())

    /// How many connections wait to be accepted before the kernel drops more: above what tests open at once, and cut
    /// by the kernel to its own limit.
    private static let backlog: Int32 = 1_024

    /// How many ports that were handed out before are refused in a row before one is taken all the same. With the
    /// 28,000 ports a kernel usually chooses from this does not happen; where it has been given fewer than 4,096, the
    /// alternative would be that no server starts.
    private static let attempts = 64

    /// A socket that listens on `address`, exactly.
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
        // What repeats is held until the end, or the kernel could go on giving it.
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
            // `::` means all addresses, those of IPv4 too, whatever the system's default for it is.
            let status = cplatform_set_ipv6_only(descriptor, !address.isUnspecified)
            guard status >= 0 else { throw failure("setsockopt IPV6_V6ONLY", status) }
        }
        // SO_REUSEADDR lets a server come back to its port at once, past connections of its predecessor in TIME_WAIT;
        // on Linux and Darwin it does not let two servers listen on one address and port. With port 0 it must not be
        // set before `bind`: Linux may then give two sockets that do not listen yet the same port. Set after it, it
        // is inherited by the connections, and so their TIME_WAIT keeps nobody from asking for the port by number.
        if address.port != 0 { try reuse() }
        var status = cplatform_bind(descriptor, &system)
        guard status >= 0 else { throw failure("bind", status) }
        if address.port == 0 { try reuse() }
        // Accepted sockets inherit it, which saves a call for each; a failure costs only latency.
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
