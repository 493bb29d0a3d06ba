import HTTPMessage
import Scenarios

/// The keys of a scenario that can't be played in process: those about connections or frames, which requests don't have
/// there, and responses without an end, of which a client would get nothing.
struct SocketNeeds {
    /// A key, and the position of its value.
    struct Key: Hashable {
        let name: String
        let position: Position
        var reason = SocketNeeded.Reason.connection

        /// Why it can't be played, as a sentence for people.
        var text: String { "\"\(name)\" \(reason.text)" }
    }

    /// Whether a body is handed over in pieces.
    private let streams: Bool
    private(set) var keys: [Key] = []

    init(_ scenario: Scenario, streams: Bool) {
        self.streams = streams
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

    /// The keys of one response.
    init(_ response: ResponseTemplate, streams: Bool) {
        self.streams = streams
        add(response)
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
        switch response.body {
        case .raw(_, let position): add("raw", position)
        case .events(_, then: .keepOpen, let position):
            // What is handed over as a whole when it ends would never come.
            if response.delivery?.encoding != nil {
                keys.append(Key(name: "then: keep_open", position: position, reason: .decodedAtItsEnd))
            } else if !streams {
                keys.append(Key(name: "then: keep_open", position: position, reason: .loadedAtItsEnd))
            }
        case .none, .json, .text, .file, .templatedFile, .bytes, .base64, .chunks, .events: break
        }
    }
}

/// Why a scenario can't be played without a socket: it states something about connections or frames, or a response without
/// an end.
public struct SocketNeeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// A key that needs a socket, and its position in the scenario.
    public struct Key: Hashable, Sendable {
        /// The key, such as `connection` or `protocol: h2`.
        public let name: String
        /// The position of its value.
        public let position: ScenarioPosition
        let reason: Reason
    }

    /// Why a key can't be played.
    enum Reason: Hashable, Sendable {
        /// It is about connections or frames.
        case connection
        /// The body has no end, and is handed over when it ends.
        case loadedAtItsEnd
        /// The body has no end, and is encoded, so that it is decoded when it ends.
        case decodedAtItsEnd

        /// What follows the key in the text.
        var text: String {
            switch self {
            case .connection:
                "needs a socket: a request that URLSession loads in process has no connection, TLS handshake or frames; "
                    + "play this scenario with MockServer"
            case .loadedAtItsEnd:
                "leaves the body without an end, and in process it is handed over when it ends, so the client would get "
                    + "no event: set options.streams = true for a session with a delegate, write then: close, or play this "
                    + "scenario with MockServer"
            case .decodedAtItsEnd:
                "leaves the body without an end, and in process an encoded body is decoded when it ends, so the client "
                    + "would get no event: leave out encoding, write then: close, or play this scenario with MockServer"
            }
        }
    }

    /// Each such key, in the order of the file.
    public let keys: [Key]

    /// nil if the scenario needs no socket.
    ///
    /// - Parameter streams: whether bodies are handed over in pieces.
    init?(_ scenario: Scenario, streams: Bool) {
        keys = SocketNeeds(scenario, streams: streams).keys.map {
            Key(name: $0.name, position: $0.position, reason: $0.reason)
        }
        if keys.isEmpty { return nil }
    }

    /// A line for each key, in the form that editors read:
    /// `garbage.yaml:29:19: error: "connection" needs a socket: …`.
    public var description: String {
        keys.map { "\($0.position): error: \"\($0.name)\" \($0.reason.text)" }.joined(separator: "\n")
    }
}
