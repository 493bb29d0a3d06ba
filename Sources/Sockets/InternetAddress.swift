import CPlatform

/// An IP address and a port.
package struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as a literal in its shortest form, an IPv6 one without brackets.
    package let host: String
    /// The port; 0 asks for one that is free.
    package let port: UInt16

    /// An address from an IPv4 or IPv6 literal (brackets allowed) or `localhost`.
    ///
    /// `localhost` is always 127.0.0.1: a statically linked program has no name service, and a client that tries `::1`
    /// first is refused there at once and goes on to 127.0.0.1. For IPv6 loopback ask for `::1`. No name is looked up.
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

    /// The address at this end of a connection; nil where that is not an Internet connection.
    init?(localOf descriptor: Int32) {
        var address = cplatform_address()
        guard cplatform_local_address(descriptor, &address), let text = Self.print(address) else { return nil }
        self.init(literal: text, port: address.port)
    }

    /// 127.0.0.1, with a port of the system's choice unless one is given.
    package static func loopback(port: UInt16 = 0) -> InternetAddress {
        InternetAddress(literal: "127.0.0.1", port: port)
    }

    /// Whether it is an IPv6 address.
    package var isIPv6: Bool { host.utf8.contains(UInt8(ascii: ":")) }

    /// Whether only programs of this machine can reach it.
    package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    /// Whether it stands for all addresses of the machine: `0.0.0.0` for those of IPv4, `::` for those of IPv6 and IPv4.
    package var isUnspecified: Bool { host == "0.0.0.0" || host == "::" }

    /// Where a client on this machine connects to: the loopback address for an unspecified one, which can't be a
    /// destination (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.2).
    package var destination: InternetAddress {
        isUnspecified ? InternetAddress(literal: isIPv6 ? "::1" : "127.0.0.1", port: port) : self
    }

    /// `host:port` as an authority is written in a URL, an IPv6 literal in brackets.
    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The same address with another port.
    func with(port: UInt16) -> InternetAddress { InternetAddress(literal: host, port: port) }

    /// The address as the system takes it; nil never happens for a value that was made by `init`.
    var system: cplatform_name? {
        guard var address = Self.parse(host) else { return nil }
        address.port = port
        return cplatform_internet_name(&address)
    }

    private static func parse(_ text: String) -> cplatform_address? {
        // A zero inside would end the text early for C, and make "127.0.0.1\0x" an address.
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
