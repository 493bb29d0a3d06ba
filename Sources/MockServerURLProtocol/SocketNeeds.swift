import HTTPMessage
import Scenarios

/// The keys of a scenario that are about connections or frames, which requests in process don't have.
struct SocketNeeds {
    /// A key, and the position of its value.
    struct Key: Hashable {
        let name: String
        let position: Position
    }

    private(set) var keys: [Key] = []

    init(_ scenario: Scenario) {
        for rule in scenario.steps.map(\.rule) + scenario.stubs {
            add(rule.request)
            rule.assertions.forEach { add($0) }
            rule.responses.forEach { add($0) }
        }
        if let response = scenario.unmatched?.response { add(response) }
        for expectation in scenario.expectations {
            switch expectation.kind {
            case .count(let wanted, _, _): add(wanted)
            case .connections: add("connections", expectation.position)
            case .before: break
            }
        }
        // What `defaults` states is found at each rule.
        keys = Set(keys).sorted { ($0.position, $0.name) < ($1.position, $1.name) }
    }

    private mutating func add(_ name: String, _ position: Position) { keys.append(Key(name: name, position: position)) }

    private mutating func add(_ matcher: Scenarios.RequestMatcher) {
        for condition in matcher.conditions {
            switch condition.kind {
            case .connection: add("connection", condition.position)
            case .tls: add("tls", condition.position)
            case .applicationProtocol(.http2): add("protocol: h2", condition.position)
            case .allOf(let matchers), .anyOf(let matchers): for matcher in matchers { add(matcher) }
            case .not(let matcher): add(matcher)
            case .applicationProtocol(.http1), .method, .path, .value, .values, .named, .json, .jsonPath, .jsonSchema,
                .bytes, .multipart, .graphQL:
                break
            }
        }
    }

    private mutating func add(_ response: ResponseTemplate) {
        if let h2 = response.h2 { add("h2", h2.position) }
        if case .raw(_, let position) = response.body { add("raw", position) }
    }
}

/// Why a scenario can't be played without a socket: it states something about connections or frames.
public struct SocketNeeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// A key that needs a socket, and its position in the scenario.
    public struct Key: Hashable, Sendable {
        /// The key, such as `connection` or `protocol: h2`.
        public let name: String
        /// The position of its value.
        public let position: Position
    }

    /// Each such key, in the order of the file.
    public let keys: [Key]

    /// nil if the scenario needs no socket.
    init?(_ scenario: Scenario) {
        keys = SocketNeeds(scenario).keys.map { Key(name: $0.name, position: $0.position) }
        if keys.isEmpty { return nil }
    }

    /// A line for each key, in the form that editors read:
    /// `garbage.yaml:29:19: error: "connection" needs a socket: …`.
    public var description: String {
        keys.map { key in
            "\(key.position): error: \"\(key.name)\" needs a socket: a request that URLSession loads in process has no "
                + "connection, TLS handshake or frames; play this scenario with MockServer"
        }
        .joined(separator: "\n")
    }
}
