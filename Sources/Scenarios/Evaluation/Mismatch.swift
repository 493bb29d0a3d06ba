/// One leaf of a pattern that a request does not fulfil.
public struct Mismatch: Sendable {
    /// What was compared.
    public enum Subject: Hashable, Sendable {
        case method, host, path, target, text, bearer, protocolName, connection
        /// What the TLS handshake settled.
        case serverName, clientSubject
        case query(String), header(String), cookie(String), form(String)
        /// A place in the body's JSON, `$` the whole.
        case json(String)
        /// A branch of `any_of` or `not`.
        case combination(String)

        /// As a failure names it: `header Authorization`, `json $.items[0]`, `path`.
        public var description: String {
            Excerpt.visible(words)
        }

        private var words: String {
            switch self {
            case .method: "method"
            case .host: "host"
            case .path: "path"
            case .target: "target"
            case .text: "text"
            case .bearer: "bearer token"
            case .protocolName: "protocol"
            case .connection: "connection"
            case .serverName: "tls sni"
            case .clientSubject: "tls client_certificate subject"
            case .query(let name): "query \(name)"
            case .header(let name): "header \(name)"
            case .cookie(let name): "cookie \(name)"
            case .form(let name): "form \(name)"
            case .json(let path): "json \(path)"
            case .combination(let name): name
            }
        }
    }

    /// A side of the comparison as text for people, in which nothing moves a terminal's cursor or begins a line.
    public struct Side: Hashable, Sendable {
        public internal(set) var text: String
        /// Variables that the text was made from, by their place in `Scenario.variables`.
        public var variables: [Int]

        public init(_ text: String, variables: [Int] = []) {
            self.text = Excerpt.visible(text)
            self.variables = variables
        }
    }

    public let subject: Subject
    /// What is wrong, behind the subject: `differs`, `is missing`, `must not be there`.
    public let problem: String
    /// What the scenario wants, a line each; empty where the problem says it all.
    public let expected: [Side]
    /// What came, a line each.
    public let received: [Side]
    /// The leaf in the scenario.
    public let position: Position
    /// The expression without a value that alone is the reason; `problem` says so too.
    public let blocked: EvaluationError?

    public init(
        subject: Subject, problem: String, expected: [Side] = [], received: [Side] = [], position: Position,
        blocked: EvaluationError? = nil
    ) {
        self.subject = subject
        self.problem = Excerpt.visible(problem)
        self.expected = expected
        self.received = received
        self.position = position
        self.blocked = blocked
    }
}

/// Whether a request fits a pattern.
public enum PatternMatch: Sendable {
    /// It does; the values of the path's `{parameters}` by name.
    case matched(parameters: [PathParameter])
    case notMatched
    /// It might, were this variable set.
    case waiting(variable: Int)
}

/// A value that a path template took from a path.
public struct PathParameter: Hashable, Sendable {
    public let name: String
    /// Decoded.
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
