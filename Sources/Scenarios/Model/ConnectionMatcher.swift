/// What is wanted of the connection that a request came on.
package struct ConnectionMatcher: Sendable {
    package enum Kind: Hashable, Sendable {
        /// No request came on it before, whoever took it.
        case new
        /// That of the last request that this step took; `step` is its index in `Scenario.steps`. No connection is, as
        /// long as the step took none.
        case sameAs(step: Int, id: String)
    }

    package let kind: Kind
    /// Where `new` or the step's id stands.
    package let position: Position

    package init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }
}

/// What is wanted of a fact that the connection's TLS handshake settled; without TLS, every fact is absent.
package struct TLSMatcher: Sendable {
    package enum Field: Hashable, Sendable {
        /// The name that the client asked for by SNI, its case aside.
        case serverName
        /// The subject of the client's certificate as RFC 2253 writes it: `CN=alice,O=Example`.
        case clientSubject
    }

    package let field: Field
    package let matcher: ValueMatcher

    package init(_ field: Field, _ matcher: ValueMatcher) {
        self.field = field
        self.matcher = matcher
    }
}
