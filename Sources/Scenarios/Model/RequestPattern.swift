/// What `request`, `assert` and each branch of a combination say of a request: conditions that must all hold.
public struct RequestPattern: Sendable {
    public let conditions: [Condition]
    public let position: Position

    public init(conditions: [Condition], position: Position) {
        self.conditions = conditions
        self.position = position
    }
}

/// One key of a request pattern.
public struct Condition: Sendable {
    public let kind: Kind
    /// Where the key's value stands.
    public let position: Position

    public init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }

    public indirect enum Kind: Sendable {
        case method([String])
        case host(ValueMatcher)
        case path(PathMatcher)
        case target(ValueMatcher)
        case query(NamedMatchers)
        case headers(NamedMatchers)
        case cookies(NamedMatchers)
        case form(NamedMatchers)
        case bearer(ValueMatcher)
        /// A subset of the body's value at every depth, or the whole of it.
        case json(JSONMatcher, exact: Bool)
        case text(ValueMatcher)
        case protocolName(ProtocolName)
        /// Facts in written order.
        case tls([SecurityMatcher])
        case connection(ConnectionMatcher)
        case allOf([RequestPattern])
        case anyOf([RequestPattern])
        case not(RequestPattern)
    }
}

/// What is wanted of values with names: headers, query, cookies, a form.
public struct NamedMatchers: Sendable {
    /// A name and what is wanted of its values.
    public struct Entry: Sendable {
        public let name: String
        public let matcher: ValueMatcher

        public init(name: String, matcher: ValueMatcher) {
            self.name = name
            self.matcher = matcher
        }
    }

    public let entries: [Entry]
    /// Whether no other names may be there.
    public let exact: Bool

    public init(entries: [Entry], exact: Bool) {
        self.entries = entries
        self.exact = exact
    }
}
