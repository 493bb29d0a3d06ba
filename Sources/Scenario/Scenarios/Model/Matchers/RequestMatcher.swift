package import HTTPMessage

/// The conditions of `request`, `assert` or a branch of a combination, which must all match a request.
package final class RequestMatcher: Sendable {
    package let conditions: [Condition]
    package let position: Position
    /// The conditions in a simple form if there are only method and path; nil if there are others.
    let plain: Plain?
    /// The conditions on method and path, which rank the matcher when a request is not taken.
    let outline: RequestMatcherOutline
    package let cost: RequestMatcherCost

    /// The conditions of most request matchers.
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

/// One key of a request matcher. A class, so that iterating over the conditions copies nothing.
package final class Condition: Sendable {
    package let kind: Kind
    /// The position of the key's value.
    package let position: Position
    /// Whether it compares something in the body. A combination does not: its branches do.
    let isAboutBody: Bool

    package init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
        isAboutBody = kind.isAboutBody
    }

    package indirect enum Kind: Sendable {
        case method([String])
        case path(PathMatcher)
        /// A part with one value at most: `host`, `target`, `bearer`, `text`.
        case value(RequestPart, ValueMatcher)
        /// Several of these, in written order: `basic`, `body`.
        case values([PartValueMatcher])
        /// Parts with names: `query`, `headers`, `cookies`, `form`.
        case named(NamedPart, NamedMatchers)
        /// A subset of the body's value at every depth, or the whole of it.
        case json(JSONMatcher, exact: Bool)
        /// Queries on the body's value.
        case jsonPath(JSONPathMatcher)
        /// A schema that the body's value must comply with.
        case jsonSchema(JSONSchemaMatcher)
        /// The body's bytes as they came.
        case bytes(BytesMatcher)
        case multipart(MultipartMatcher)
        case graphQL(GraphQLMatcher)
        case applicationProtocol(ApplicationProtocol)
        /// Fields in written order.
        case tls([TLSMatcher])
        case connection(ConnectionMatcher)
        case allOf([RequestMatcher])
        case anyOf([RequestMatcher])
        case not(RequestMatcher)
    }
}

extension Condition.Kind {
    fileprivate var isAboutBody: Bool {
        switch self {
        case .value(let part, _): part.isInBody
        case .values(let matchers): matchers.contains(where: \.part.isInBody)
        case .named(let part, _): part.isInBody
        case .json, .jsonPath, .jsonSchema, .bytes, .multipart, .graphQL: true
        case .method, .path, .applicationProtocol, .tls, .connection, .allOf, .anyOf, .not: false
        }
    }
}

/// A part of a request and the matcher of its value.
package struct PartValueMatcher: Sendable {
    package let part: RequestPart
    package let matcher: ValueMatcher

    package init(_ part: RequestPart, _ matcher: ValueMatcher) {
        self.part = part
        self.matcher = matcher
    }
}

/// A matcher of named values: headers, query, cookies, a form.
package struct NamedMatchers: Sendable {
    /// A name and the matcher of its values.
    package struct Entry: Sendable {
        package let name: String
        package let matcher: ValueMatcher

        package init(name: String, matcher: ValueMatcher) {
            self.name = name
            self.matcher = matcher
        }
    }

    package let entries: [Entry]
    /// Whether other names are forbidden.
    package let exact: Bool

    package init(entries: [Entry], exact: Bool) {
        self.entries = entries
        self.exact = exact
    }
}
