import CPlatform

/// The address that a server listens on.
package enum ServerAddress: Hashable, Sendable, CustomStringConvertible {
    case internet(InternetAddress)
    case unix(UnixSocketPath)

    /// An IP address and a port, as `InternetAddress` reads them.
    ///
    /// - Throws: `SocketError.notAnAddress` for a host that is neither an IP literal nor `localhost`.
    package init(host: String, port: UInt16 = 0) throws(SocketError) {
        self = .internet(try InternetAddress(host: host, port: port))
    }

    /// 127.0.0.1, with a port of the system's choice unless one is given.
    package static func loopback(port: UInt16 = 0) -> ServerAddress { .internet(.loopback(port: port)) }

    /// The address in the system's form; never nil for a value made by `init`.
    var system: cplatform_name? {
        switch self {
        case .internet(let address): address.system
        case .unix(let path): path.system
        }
    }

    /// The IP address; nil for a Unix-domain socket.
    package var host: String? {
        if case .internet(let address) = self { address.host } else { nil }
    }

    /// The port; nil for a Unix-domain socket.
    package var port: UInt16? {
        if case .internet(let address) = self { address.port } else { nil }
    }

    /// `host:port` as in a URL's authority, or `unix:` and the path.
    package var description: String {
        switch self {
        case .internet(let address): address.description
        case .unix(let path): "unix:\(path)"
        }
    }
}
