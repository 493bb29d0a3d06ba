package import HTTPMessage

/// What `request`, `assert` and each branch of a combination say of a request: conditions that must all hold.
package final class RequestMatcher: Sendable {
    package let conditions: [Condition]
    package let position: Position
    /// What it comes to where it says no more than a method and a path; nil where it says more.
    let plain: Plain?
    /// What it says of method and path, to rank it by when a request is not taken.
    let outline: RequestMatcherOutline
    package let cost: RequestMatcherCost

    /// What most request matchers say.
    final class Plain: Sendable {
        let methods: [[UInt8]]?
        let path: [UInt8]?

        init(methods: [[UInt8]]?, path: [UInt8]?) {
            self.methods = methods
            self.path = path
        }
    }

    package init(conditions: [Condition], position: Position) {
        self.conditions = conditions
        self.position = position
        plain = Self.plain(conditions)
        outline = RequestMatcherOutline(conditions)
        cost = RequestMatcherCost(conditions)
    }

    private static func plain(_ conditions: [Condition]) -> Plain? {
        var methods: [[UInt8]]?
        var path: [UInt8]?
        for condition in conditions {
            switch condition.kind {
            case .method(let names) where methods == nil: methods = names.map { Array($0.utf8) }
            case .path(.template(let template)) where path == nil:
                guard let literal = template.literalBytes else { return nil }
                path = literal
            default: return nil
            }
        }
        return Plain(methods: methods, path: path)
    }
}

/// One key of a request matcher. By reference, so that going through those of a request matcher copies none.
package final class Condition: Sendable {
    package let kind: Kind
    /// Where the key's value stands.
    package let position: Position

    package init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }

    package indirect enum Kind: Sendable {
        case method([String])
        case path(PathMatcher)
        /// A part with one value at most: `host`, `target`, `bearer`, `text`.
        case value(RequestPart, ValueMatcher)
        /// Parts with names: `query`, `headers`, `cookies`, `form`.
        case named(NamedPart, NamedMatchers)
        /// A subset of the body's value at every depth, or the whole of it.
        case json(JSONMatcher, exact: Bool)
        case applicationProtocol(ApplicationProtocol)
        /// Facts in written order.
        case tls([TLSMatcher])
        case connection(ConnectionMatcher)
        case allOf([RequestMatcher])
        case anyOf([RequestMatcher])
        case not(RequestMatcher)
    }
}

/// What is wanted of values with names: headers, query, cookies, a form.
package struct NamedMatchers: Sendable {
    /// A name and what is wanted of its values.
    package struct Entry: Sendable {
        package let name: String
        package let matcher: ValueMatcher

        package init(name: String, matcher: ValueMatcher) {
            self.name = name
            self.matcher = matcher
        }
    }

    package let entries: [Entry]
    /// Whether no other names may be there.
    package let exact: Bool

    package init(entries: [Entry], exact: Bool) {
        self.entries = entries
        self.exact = exact
    }
}
