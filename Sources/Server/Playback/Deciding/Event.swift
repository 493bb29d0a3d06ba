package import HTTPMessage
package import Scenarios

/// The identity of a request and its response: the connection and the index on it. So a transport needs no lookup to
/// name an exchange, and an identity is never used twice within a run.
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

/// A request that can't be taken, as far as it could be read: it is not HTTP, or HTTP that the server does not take.
package struct MalformedRequest: Hashable, Sendable {
    /// The problem, in the words that a failure's text begins with.
    package enum Problem: String, Hashable, Sendable {
        case noHTTP = "a request is not HTTP"
        case tooLarge = "a request is too large"
        case tooMany = "a client has too many requests at once"
        case tooSlow = "a request came too slowly"
        case misdirected = "a request is misdirected"
        case notSupported = "a request is not supported"
        case handshake = "a TLS handshake failed"
        case tls = "a client broke TLS"
        case protocolNotSpoken = "a client speaks a protocol that this server does not"

        /// What the status of the response says (RFC 9110, section 15; RFC 6585, section 5).
        package init(status: Int) {
            switch status {
            case 408: self = .tooSlow
            case 413, 414, 431: self = .tooLarge
            case 417, 501, 505: self = .notSupported
            case 429: self = .tooMany
            case 421: self = .misdirected
            default: self = .noHTTP
            }
        }
    }

    package let problem: Problem
    /// The status of its response; nil if nothing could be sent, as in a TLS handshake that failed.
    package let status: Int?
    /// The problem as a sentence.
    package let reason: String
    /// Empty if the request line could not be read.
    package let method: String
    package let target: String
    package let connection: ConnectionInfo

    package init(
        _ problem: Problem? = nil, status: Int?, reason: String, method: String, target: String,
        connection: ConnectionInfo
    ) {
        self.problem = problem ?? status.map(Problem.init) ?? .noHTTP
        self.status = status
        self.reason = reason
        self.method = method
        self.target = target
        self.connection = connection
    }
}

/// Why a planned response can't be produced.
package enum ResponseProblem: Sendable {
    /// A template has no value.
    case template(EvaluationError)
    /// The connection's protocol can't carry a part of the response: a sentence, and the position in the scenario.
    case unsendable(String, Position)
    /// The closure that makes the response threw an error, whose text this is.
    case responder(String, Position)
}
