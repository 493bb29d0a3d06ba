import CPlatform

/// An IP address and a port.
package struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as a literal in its shortest form, an IPv6 one without brackets.
    package let host: String
    /// The port; 0 asks for a free one.
    package let port: UInt16

    /// An address from an IPv4 or IPv6 literal (brackets allowed) or `localhost`.
    ///
    /// `localhost` is always 127.0.0.1: a statically linked program has no name service, and a client that tries `::1`
    /// first is refused at once and then tries 127.0.0.1. For IPv6 loopback use `::1`. No name is looked up.
    ///
    /// - Throws: `SocketError.notAnAddress` for any other host.
    package init(host: String, port: UInt16 = 0) throws(SocketError) {
        var literal = host[...]
        if literal.hasPrefix("["), literal.hasSuffix("]"), literal.contains(":") {
            literal = literal.dropFirst().dropLast()
        }
        let isLocalhost = literal.lowercased() == "localhost" || literal.lowercased() == "localhost."
        guard let address = Self.parse(isLocalhost ? "127.0.0.1" : String(literal)), let text = Self.print(address)
        else {
            throw .notAnAddress(host: host)
        }
        self.host = text
        self.port = port
    }

    private init(literal: String, port: UInt16) {
        self.host = literal
        self.port = port
    }

    /// The local address of a connection; nil if it is not an Internet connection.
    init?(localOf descriptor: Int32) {
        var address = cplatform_address()
        guard cplatform_local_address(descriptor, &address), let text = Self.print(address) else { return nil }
        self.init(literal: text, port: address.port)
    }

    /// The address of a connection's peer; nil if it is not an Internet connection.
    init?(peerOf descriptor: Int32) {
        var address = cplatform_address()
        guard cplatform_peer_address(descriptor, &address), let text = Self.print(address) else { return nil }
        self.init(literal: text, port: address.port)
    }

    /// 127.0.0.1, with a port of the system's choice unless one is given.
    package static func loopback(port: UInt16 = 0) -> InternetAddress {
        InternetAddress(literal: "127.0.0.1", port: port)
    }

    /// Whether it is an IPv6 address.
    package var isIPv6: Bool { host.utf8.contains(UInt8(ascii: ":")) }

    /// Whether only programs on this machine can reach it.
    package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    /// Whether it means all addresses of the machine: `0.0.0.0` all of IPv4, `::` all of IPv6 and IPv4.
    package var isUnspecified: Bool { host == "0.0.0.0" || host == "::" }

    /// The address for a client on this machine: the loopback address for an unspecified one, which can't be a
    /// destination (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.2).
    package var destination: InternetAddress {
        isUnspecified ? InternetAddress(literal: isIPv6 ? "::1" : "127.0.0.1", port: port) : self
    }

    /// `host:port` as in a URL's authority, with an IPv6 literal in brackets.
    package var description: String { Self.authority(host: host, port: Int(port)) }

    /// `host:port` as in a URL's authority, with an IPv6 literal in brackets.
    package static func authority(host: String, port: Int) -> String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The same address with another port.
    func with(port: UInt16) -> InternetAddress { InternetAddress(literal: host, port: port) }

    /// The address in the system's form; never nil for a value made by `init`.
    var system: cplatform_name? {
        guard var address = Self.parse(host) else { return nil }
        address.port = port
        return cplatform_internet_name(&address)
    }

    private static func parse(_ text: String) -> cplatform_address? {
        // C would end the text at a zero inside, and take "127.0.0.1\0x" for an address.
        guard !text.utf8.contains(0) else { return nil }
        var address = cplatform_address()
        return cplatform_address_parse(text, &address) ? address : nil
    }

    private static func print(_ address: cplatform_address) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress else { return nil }
            var address = address
            return cplatform_address_print(&address, start) ? String(cString: start) : nil
        }
    }
}
