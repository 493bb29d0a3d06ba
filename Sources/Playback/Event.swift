package import HTTPMessage
package import Scenarios

/// One request and its response, by its connection and its index on that; so a transport names it without asking
/// anyone, and the name is never used again within a run.
package struct ExchangeID: Hashable, Sendable {
    /// The connection's number in its server, from 1.
    package let connection: Int
    /// The request's number on its connection, from 1.
    package let exchange: Int

    package init(connection: Int, exchange: Int) {
        self.connection = connection
        self.exchange = exchange
    }

    package init(_ facts: ConnectionInfo) {
        self.init(connection: facts.index, exchange: facts.exchange)
    }
}

/// A request that is not HTTP, as far as it could be read.
package struct MalformedRequest: Hashable, Sendable {
    /// What is wrong, as a failure's text begins.
    package enum Problem: String, Hashable, Sendable {
        case noHTTP = "a request is not HTTP"
        case tooLarge = "a request is too large"
        case handshake = "a TLS handshake failed"
        case protocolNotSpoken = "a client speaks a protocol that this server does not"
    }

    package let problem: Problem
    /// What it was answered.
    package let status: Int
    /// What was wrong with it, a sentence.
    package let reason: String
    /// Empty where the request line could not be read.
    package let method: String
    package let target: String
    package let connection: ConnectionInfo

    package init(
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
package enum ResponseProblem: Sendable {
    /// A template made no value.
    case template(EvaluationError)
    /// The response holds what the connection's protocol cannot carry: a sentence, and where the scenario says it.
    case unsendable(String, Position)
}
