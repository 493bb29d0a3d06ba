public import HTTPMessage
public import HTTPTypes
public import ScenarioWords
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What steps and stubs have in common: the requests that they take, what must be true of those, and the responses.
/// Each method returns a copy with one more property; the words are those of the file format.
///
/// `Step`, `Stub` and `StubChain` are the only rules. An extension of this protocol gives all of them a word of your own:
///
/// ```swift
/// extension Rule {
///     func respondWithProfile() -> Self { respond(json: ["name": "Ada Lovelace"]) }
/// }
/// ```
public protocol Rule: Sendable {}

/// A rule as this package makes it. `Rule` can't require the parts, which would have to be public then.
package protocol BuiltRule: Rule {
    /// The parts of the rule so far.
    var content: RuleContent { get set }
}

/// The parts of a step or a stub.
package struct RuleContent: Sendable {
    var entries: [(key: String, value: DocumentNode)]
    var assertions: [[Condition]] = []
    var responses: [Response] = []
    /// The closures that judge the requests that it took.
    package var checks: [RequestCheck] = []
    /// The closure that makes the response.
    package var responder: Responder?
    package internal(set) var site: CallSite

    init(_ request: RequestMatcher, id: String?, at site: CallSite) {
        self.site = site
        entries = id.map { [("id", .string($0, at: site))] } ?? []
        entries.append(("request", request.node))
    }

    mutating func set(_ key: String, _ value: DocumentNode) {
        entries.removeAll { $0.key == key }
        entries.append((key: key, value: value))
    }

    /// Adds a name to the map of a key.
    mutating func add(to key: String, _ name: String, _ value: DocumentNode) {
        let map = entries.first { $0.key == key }?.value ?? .map([], at: value.site)
        set(key, map.adding([(name, value)]))
    }

    /// The rule as the format writes it.
    var node: DocumentNode {
        var all = entries.map { ($0.key, Optional($0.value)) }
        if !assertions.isEmpty {
            let conditions = assertions.flatMap { $0 }
            all.append(("assert", Condition.request(conditions, at: assertions[0].first?.value.site ?? site)))
        }
        if let responder, !responses.isEmpty {
            let message = "respond { } makes every response, so no other can stand beside it"
            all.append(("response", DocumentNode(.invalid(message), at: responder.site)))
        } else if responses.count == 1 {
            all.append(("response", responses[0].node))
        } else if !responses.isEmpty {
            all.append(("responses", .list(responses.map(\.node), at: responses[0].site)))
        }
        return .map(all, at: site)
    }
}

/// A closure that judges a request that a step or stub took.
package struct RequestCheck: Sendable {
    /// Whether it returned false or threw decides; of `verify` only throwing.
    package let body: @Sendable (RecordedRequest) throws -> Bool
    package internal(set) var site: CallSite
}

/// A closure that makes the response to a request.
package struct Responder: Sendable {
    package let body: @Sendable (RecordedRequest) throws -> Response
    package internal(set) var site: CallSite
}

extension Rule {
    /// The rule with other parts.
    private func changed(_ change: (inout RuleContent) -> Void) -> Self {
        // Every rule that a scenario or a server takes is built.
        guard var rule = self as? any BuiltRule else { return self }
        change(&rule.content)
        return rule as? Self ?? self
    }

    private func setting(_ key: String, _ value: DocumentNode) -> Self { changed { $0.set(key, value) } }

    // MARK: - What must be true

    /// Variables that must have these values for the rule to be open.
    public func when(
        _ variables: [String: JSONValue], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let site = CallSite(filePath, line, column)
        let entries = variables.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value.variable(at: site))) }
        return setting("when", .map(entries, at: site))
    }

    /// What must be true of a request that it took, beside what was asserted before.
    public func assert(_ conditions: Condition...) -> Self { assert(all: conditions) }

    package func assert(all conditions: [Condition]) -> Self {
        changed { $0.assertions.append(conditions) }
    }

    /// Judges each request that it took: false, or an error, is a failure. Called when the run is verified, on the
    /// test's own thread or task, once for each request.
    public func assert(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ check: @escaping @Sendable (RecordedRequest) throws -> Bool
    ) -> Self {
        changed { $0.checks.append(RequestCheck(body: check, site: CallSite(filePath, line, column))) }
    }

    /// Looks at each request that it took: an error is a failure, and assertions of a test framework count for the
    /// test. Called when the run is verified, on the test's own thread or task, once for each request.
    public func verify(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ check: @escaping @Sendable (RecordedRequest) throws -> Void
    ) -> Self {
        let check = RequestCheck(
            body: { request in
                try check(request)
                return true
            }, site: CallSite(filePath, line, column))
        return changed { $0.checks.append(check) }
    }

    /// Whether the assertion of `Defaults` is checked; true unless said.
    public func assertDefaults(
        _ isChecked: Bool, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("assert_defaults", .bool(isChecked, at: CallSite(filePath, line, column)))
    }

    /// What a failed assertion does to the response.
    public func onAssertFailure(
        _ action: AssertFailureAction, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("on_assert_failure", .string(action.rawValue, at: CallSite(filePath, line, column)))
    }

    /// How many requests it takes.
    public func times(
        _ times: Times, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("times", times.node(at: CallSite(filePath, line, column)))
    }

    /// At most so many of its requests may be unanswered at a time.
    public func maxInFlight(
        _ count: Int, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("max_in_flight", .number(count, at: CallSite(filePath, line, column)))
    }

    /// The time since the last response of this step or, for its first request, of the steps that it waits for.
    public func interval(
        _ interval: Interval, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("interval", interval.node(at: CallSite(filePath, line, column)))
    }

    /// Whether the client stays to the end of the response.
    public func client(
        _ behavior: ClientBehavior, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("client", .string(behavior.rawValue, at: CallSite(filePath, line, column)))
    }

    /// Decides when the request's head is there, before its body.
    public func early(
        _ isEarly: Bool = true, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("early", .bool(isEarly, at: CallSite(filePath, line, column)))
    }

    // MARK: - Variables

    /// Gives a variable a value of the request.
    public func capture(
        _ name: String, _ source: Capture, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        changed { $0.add(to: "capture", name, source.node(at: CallSite(filePath, line, column))) }
    }

    /// Gives a variable a value, which may have templates.
    public func set(
        _ name: String, _ value: JSONValue, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        changed { $0.add(to: "set", name, value.data(at: CallSite(filePath, line, column))) }
    }

    // MARK: - The response

    /// The response; further calls add responses that are sent in turn.
    public func respond(_ response: Response) -> Self {
        changed { $0.responses.append(response) }
    }

    /// A response with a status, headers and without a body.
    public func respond(
        _ status: HTTPResponse.Status, headers: KeyValuePairs<String, String> = [:], filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let response = Response(status, filePath: filePath, line: line, column: column)
        return respond(headers.reduce(response) { $0.header($1.key, $1.value) })
    }

    /// A response with a JSON body.
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], json: JSONValue,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let response = Response(status, filePath: filePath, line: line, column: column)
        return respond(headers.reduce(response) { $0.header($1.key, $1.value) }.json(json))
    }

    // With `some Encodable` the compiler takes a trailing closure for the value, and explains by it whatever is wrong in
    // `respond { }`.
    /// A response whose body is the JSON that `encoder` makes of a value.
    @_disfavoredOverload
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], json value: any Encodable,
        by encoder: JSONEncoder = .stable, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        respond(
            status, headers: headers, json: JSONValue(encoding: value, by: encoder), filePath: filePath, line: line,
            column: column)
    }

    /// A response with a body of text.
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], text: String,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let response = Response(status, filePath: filePath, line: line, column: column)
        return respond(headers.reduce(response) { $0.header($1.key, $1.value) }.text(text))
    }

    /// A response with the body of a file in the folder of the Swift source, or below.
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], file path: String,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let response = Response(status, filePath: filePath, line: line, column: column)
        return respond(headers.reduce(response) { $0.header($1.key, $1.value) }.file(path))
    }

    /// Makes the response from the request, outside the server's event loops. An error is a failure, and the response is
    /// 500.
    ///
    /// A server calls as many closures at a time as there are processors, but at least two; further ones wait until one
    /// returns. To keep responses back until several requests have come, use `hold`, which blocks nothing.
    public func respond(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ make: @escaping @Sendable (RecordedRequest) throws -> Response
    ) -> Self {
        changed { $0.responder = Responder(body: make, site: CallSite(filePath, line, column)) }
    }

    /// What follows the last of several responses.
    public func then(
        _ next: AfterLastResponse, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("then", .string(next.rawValue, at: CallSite(filePath, line, column)))
    }

    /// Keeps the response back until something else has happened.
    public func hold(
        _ hold: Hold, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        setting("hold", hold.node(at: CallSite(filePath, line, column)))
    }
}
