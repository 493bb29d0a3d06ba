import MockServerKit

extension MockServer {
    /// The port of a server on an IP address.
    var port: Int { endpoint.port ?? 0 }
}
