public import HTTPMessage
public import HTTPTypes
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A condition on a request: a key of `request` or `assert` in a scenario file.
///
/// ```swift
/// let step = Step(.post, "/orders", .header("Content-Type", "application/json"))
///     .assert(.bearer("{{accessToken}}"), .json(["items": [["id": 7]]]))
/// ```
public struct Condition: Sendable {
    let key: String
    let value: DocumentNode

    private init(_ key: String, _ value: DocumentNode) {
        self.key = key
        self.value = value
    }

    private init(_ key: String, name: String, _ value: some ValueExpectation, at site: CallSite) {
        self.init(key, .map([(name, value.matcher.node(at: site))], at: site))
    }

    /// A request that satisfies all conditions, as the format's map.
    ///
    /// Names of one key join in one map; what can't stand in one map is joined by `all_of`.
    static func request(_ conditions: [Condition], at site: CallSite) -> DocumentNode {
        var maps: [DocumentNode] = []
        for condition in conditions {
            if !maps.indices.contains(where: { maps[$0].take(condition) }) {
                maps.append(.map([(condition.key, condition.value)], at: site))
            }
        }
        if maps.count <= 1 { return maps.first ?? .map([], at: site) }
        return .map([("all_of", .list(maps, at: site))], at: site)
    }

    /// The keys whose values are maps of names.
    fileprivate static let namedKeys: Set<String> = [
        "query", "headers", "cookies", "form", "json_path", "body",
    ]

    /// A name as names of a key are compared: headers ignore case.
    fileprivate static func name(_ name: String, of key: String) -> String {
        key == "headers" ? name.lowercased() : name
    }
}

extension DocumentNode {
    /// Adds a condition to the map; false if the map has another with that key or name.
    fileprivate mutating func take(_ condition: Condition) -> Bool {
        var entries = self.entries
        guard let index = entries.firstIndex(where: { $0.key == condition.key }) else {
            self = DocumentNode(.map(entries + [Entry(condition.key, condition.value)]), at: site)
            return true
        }
        let names = entries[index].value.entries.map { Condition.name($0.key, of: condition.key) }
        let added = condition.value.entries
        guard Condition.namedKeys.contains(condition.key), added.count == 1,
            !added.contains(where: { names.contains(Condition.name($0.key, of: condition.key)) })
        else { return false }
        entries[index].value = entries[index].value.adding(added.map { ($0.key, $0.value) })
        self = DocumentNode(.map(entries), at: site)
        return true
    }
}

// What is asked for.
extension Condition {
    /// One of these methods. `GET` does not match `HEAD`.
    public static func method(
        _ methods: HTTPRequest.Method..., filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        let site = CallSite(filePath, line, column)
        let names = methods.map { DocumentNode.string($0.rawValue, at: site) }
        return Condition("method", names.count == 1 ? names[0] : .list(names, at: site))
    }

    /// The authority asked for; case, port and brackets don't count.
    public static func host(
        _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("host", value.matcher.node(at: CallSite(filePath, line, column)))
    }

    /// The path, decoded segment by segment: a template such as `/users/{id}`, or an operator.
    public static func path(
        _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("path", value.matcher.node(at: CallSite(filePath, line, column)))
    }

    /// The request target as it was sent.
    public static func target(
        _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("target", value.matcher.node(at: CallSite(filePath, line, column)))
    }

    /// A query value; others may be there.
    public static func query(
        _ name: String, _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        Condition("query", name: name, value, at: CallSite(filePath, line, column))
    }

    /// The query values by name, and no others.
    public static func queryExact(
        _ values: [String: ValueMatcher], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("query_exact", .named(values, at: CallSite(filePath, line, column)))
    }

    /// The query values by name, and no others.
    public static func queryExact(
        _ values: [String: some ValueExpectation], filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        Condition("query_exact", .named(values, at: CallSite(filePath, line, column)))
    }

    /// A header, whose name ignores case.
    public static func header(
        _ name: String, _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        Condition("headers", name: name, value, at: CallSite(filePath, line, column))
    }

    /// A header.
    public static func header(
        _ name: HTTPField.Name, _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        Condition("headers", name: name.rawName, value, at: CallSite(filePath, line, column))
    }

    /// A cookie.
    public static func cookie(
        _ name: String, _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        Condition("cookies", name: name, value, at: CallSite(filePath, line, column))
    }

    /// The bearer token.
    public static func bearer(
        _ token: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("bearer", token.matcher.node(at: CallSite(filePath, line, column)))
    }

    /// The user and the password of Basic authentication; what is left out may be anything.
    public static func basic(
        user: some ValueExpectation = ValueMatcher.unstated, password: some ValueExpectation = ValueMatcher.unstated,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        let site = CallSite(filePath, line, column)
        return Condition(
            "basic",
            .map(
                [
                    ("user", user.matcher.optionalNode(at: site)),
                    ("password", password.matcher.optionalNode(at: site)),
                ], at: site))
    }
}

// The connection.
extension Condition {
    /// A protocol of HTTP.
    public typealias ProtocolVersion = ApplicationProtocol

    /// The protocol of the connection.
    public static func `protocol`(
        _ version: ProtocolVersion, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("protocol", .string(version.rawValue, at: CallSite(filePath, line, column)))
    }

    /// The request is the first of its connection.
    public static func newConnection(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("connection", .string("new", at: CallSite(filePath, line, column)))
    }

    /// The request comes on the connection of another step's last request.
    public static func connection(
        sameAs step: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        let site = CallSite(filePath, line, column)
        return Condition("connection", .map([("same_as", .string(step, at: site))], at: site))
    }

    /// The server name that the client asked for by TLS, and the subject of its certificate; what is left out may be
    /// anything.
    public static func tls(
        sni: some ValueExpectation = ValueMatcher.unstated,
        clientCertificateSubject subject: some ValueExpectation = ValueMatcher.unstated,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        let site = CallSite(filePath, line, column)
        let certificate = subject.matcher.optionalNode(at: site).map {
            DocumentNode.map([("subject", $0)], at: site)
        }
        return Condition(
            "tls", .map([("sni", sni.matcher.optionalNode(at: site)), ("client_certificate", certificate)], at: site))
    }
}

// Combinations.
extension Condition {
    /// All of these requests' conditions.
    public static func allOf(
        _ requests: [RequestMatcher], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("all_of", .list(requests.map(\.node), at: CallSite(filePath, line, column)))
    }

    /// The conditions of at least one of these requests.
    public static func anyOf(
        _ requests: [RequestMatcher], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        Condition("any_of", .list(requests.map(\.node), at: CallSite(filePath, line, column)))
    }

    /// Not such a request.
    public static func not(_ request: RequestMatcher) -> Condition { Condition("not", request.node) }
}

// The body: for each condition there is one on a part of a multipart body.
extension Condition {
    /// A condition on the body.
    public static func body(_ condition: BodyCondition) -> Condition { Condition(condition.key, condition.value) }

    /// The members and elements that the JSON body has, at every depth.
    public static func json(
        _ value: JSONValue, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.json(value, filePath: filePath, line: line, column: column))
    }

    /// The members and elements that the JSON body has, at every depth: those that `encoder` makes of a value.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable, by encoder: JSONEncoder = .stable, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.json(JSONValue(encoding: value, by: encoder), filePath: filePath, line: line, column: column))
    }

    /// The whole JSON body; the order of members doesn't count.
    public static func jsonExact(
        _ value: JSONValue, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.jsonExact(value, filePath: filePath, line: line, column: column))
    }

    /// The whole JSON body, as `encoder` makes it of a value; the order of members doesn't count.
    @_disfavoredOverload
    public static func jsonExact(
        _ value: some Encodable, by encoder: JSONEncoder = .stable, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.jsonExact(JSONValue(encoding: value, by: encoder), filePath: filePath, line: line, column: column))
    }

    /// The value that a JSONPath (RFC 9535) yields: the value itself if it can name only one, else the array of all.
    public static func jsonPath(
        _ query: String, _ value: JSONPathExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        body(.jsonPath(query, value, filePath: filePath, line: line, column: column))
    }

    /// The JSON Schema (draft 2020-12) of the body.
    public static func jsonSchema(
        _ schema: JSONValue, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.jsonSchema(schema, filePath: filePath, line: line, column: column))
    }

    /// The JSON Schema of the body in a file of the scenario's folder.
    public static func jsonSchema(
        inFile path: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.jsonSchema(inFile: path, filePath: filePath, line: line, column: column))
    }

    /// The body as text.
    public static func text(
        _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.text(value, filePath: filePath, line: line, column: column))
    }

    /// A value of a form; others may be there.
    public static func form(
        _ name: String, _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        body(.form(name, value, filePath: filePath, line: line, column: column))
    }

    /// The values of a form by name, and no others.
    public static func formExact(
        _ values: [String: ValueMatcher], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.formExact(values, filePath: filePath, line: line, column: column))
    }

    /// The values of a form by name, and no others.
    public static func formExact(
        _ values: [String: some ValueExpectation], filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Condition {
        body(.formExact(values, filePath: filePath, line: line, column: column))
    }

    /// Parts of a multipart body in this order; others may be there.
    public static func multipart(
        _ parts: [Part], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.multipart(parts, filePath: filePath, line: line, column: column))
    }

    /// The parts of a multipart body in this order, and no others.
    public static func multipartExact(
        _ parts: [Part], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        body(.multipartExact(parts, filePath: filePath, line: line, column: column))
    }

    /// A GraphQL request: the operation's name, the query by its tokens, the variables compared like `json`; what is
    /// left out may be anything.
    public static func graphQL(
        operation: some ValueExpectation = ValueMatcher.unstated, query: String? = nil, variables: JSONValue? = nil,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Condition {
        let site = CallSite(filePath, line, column)
        return Condition(
            "graphql",
            .map(
                [
                    ("operation", operation.matcher.optionalNode(at: site)),
                    ("query", query.map { .string($0, at: site) }),
                    ("variables", variables?.expectation(at: site)),
                ], at: site))
    }
}
