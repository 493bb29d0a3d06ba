import Sockets

/// The address that a server listens on.
public enum ServerEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// An IP address, without brackets, and a port.
    case tcp(host: String, port: Int)
    /// The path of a Unix-domain socket.
    case unix(path: String)

    init(_ address: ServerAddress) {
        switch address {
        case .internet(let address): self = .tcp(host: address.host, port: Int(address.port))
        case .unix(let path): self = .unix(path: path.description)
        }
    }

    /// `127.0.0.1:40123`, `[::1]:40123` or `unix:/tmp/mock.sock`.
    public var description: String {
        switch self {
        case .tcp(let host, let port): InternetAddress.authority(host: host, port: port)
        case .unix(let path): "unix:\(path)"
        }
    }

    /// The port of a TCP endpoint; nil for a Unix-domain socket.
    public var port: Int? { if case .tcp(_, let port) = self { port } else { nil } }
}
