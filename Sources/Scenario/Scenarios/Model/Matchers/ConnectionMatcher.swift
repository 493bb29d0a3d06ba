/// A condition on the connection of a request.
package struct ConnectionMatcher: Sendable {
    package enum Kind: Hashable, Sendable {
        /// The request is the first on its connection, regardless of which rules took others.
        case new
        /// The connection of the last request that this step took; `step` is its index in `Scenario.steps`. Nothing
        /// matches until the step has taken a request.
        case sameAs(step: Int, id: String)
    }

    package let kind: Kind
    /// The position of `new` or of the step's id.
    package let position: Position

    package init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }
}

/// A condition on a result of the connection's TLS handshake; without TLS, every field is absent.
package struct TLSMatcher: Sendable {
    package enum Field: Hashable, Sendable {
        /// The name that the client requested by SNI, ignoring case.
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
