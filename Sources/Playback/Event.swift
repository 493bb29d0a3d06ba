public import HTTPMessage
public import Scenarios

/// One request and its response, by its connection and its index on that; so a transport names it without asking
/// anyone, and the name is never used again within a run.
public struct ExchangeID: Hashable, Sendable {
    /// The connection's number in its server, from 1.
    public let connection: Int
    /// The request's number on its connection, from 1.
    public let exchange: Int

    public init(connection: Int, exchange: Int) {
        self.connection = connection
        self.exchange = exchange
    }

    public init(_ facts: ConnectionInfo) {
        self.init(connection: facts.index, exchange: facts.exchange)
    }
}

/// A request that is not HTTP, as far as it could be read.
public struct MalformedRequest: Hashable, Sendable {
    /// What is wrong, as a failure's text begins.
    public enum Problem: String, Hashable, Sendable {
        case noHTTP = "a request is not HTTP"
        case tooLarge = "a request is too large"
        case handshake = "a TLS handshake failed"
        case protocolNotSpoken = "a client speaks a protocol that this server does not"
    }

    public let problem: Problem
    /// What it was answered.
    public let status: Int
    /// What was wrong with it, a sentence.
    public let reason: String
    /// Empty where the request line could not be read.
    public let method: String
    public let target: String
    public let connection: ConnectionInfo

    public init(
        _ problem: Problem? = nil, status: Int, reason: String, method: String, target: String,
        connection: ConnectionInfo
    ) {
        self.problem = problem ?? ([413, 414, 431].contains(status) ? .tooLarge : .noHTTP)
        self.status = status
        self.reason = reason
        self.method = method
        self.target = target
        self.connection = connection
    }
}

/// Why a planned response can't be made.
public enum ResponseProblem: Sendable {
    /// A template made no value.
    case template(EvaluationError)
    /// The response holds what the connection's protocol cannot carry: a sentence, and where the scenario says it.
    case unsendable(String, Position)
}
