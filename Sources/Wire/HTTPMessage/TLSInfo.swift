/// The result of a connection's TLS handshake. Copies share their storage: each request of the connection has one.
public struct TLSInfo: Sendable {
    private final class Facts: Hashable, Sendable {
        let version: String
        let serverName: String?
        let applicationProtocol: String?
        let clientSubject: String?

        init(_ version: String, _ serverName: String?, applicationProtocol: String?, clientSubject: String?) {
            self.version = version
            self.serverName = serverName
            self.applicationProtocol = applicationProtocol
            self.clientSubject = clientSubject
        }

        static func == (a: Facts, b: Facts) -> Bool {
            a === b
                || a.version == b.version && a.serverName == b.serverName
                    && a.applicationProtocol == b.applicationProtocol && a.clientSubject == b.clientSubject
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(version)
            hasher.combine(serverName)
            hasher.combine(applicationProtocol)
            hasher.combine(clientSubject)
        }
    }

    private let facts: Facts

    package init(
        version: String, serverName: String? = nil, applicationProtocol: String? = nil, clientSubject: String? = nil
    ) {
        facts = Facts(version, serverName, applicationProtocol: applicationProtocol, clientSubject: clientSubject)
    }

    /// The version, such as `TLSv1.3`.
    public var version: String { facts.version }
    /// The name that the client requested by SNI; nil if it sent none, as clients of an IP address do.
    public var serverName: String? { facts.serverName }
    /// The protocol that ALPN chose; nil if the client offered none.
    public var applicationProtocol: String? { facts.applicationProtocol }
    /// The subject of the client's certificate in RFC 2253 form, such as `CN=alice,O=Example`; nil if it sent none.
    public var clientSubject: String? { facts.clientSubject }
}

extension TLSInfo: Hashable {
    public static func == (a: TLSInfo, b: TLSInfo) -> Bool { a.facts == b.facts }

    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}
