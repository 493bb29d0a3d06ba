public import HTTPMessage
public import Scenarios

/// One request and its answer, by its connection and its place on that; so a transport names it without asking anyone,
/// and the name is never used again within a run.
public struct ExchangeID: Hashable, Sendable {
    /// The connection's number in its server, from 1.
    public let connection: Int
    /// The request's number on its connection, from 1.
    public let exchange: Int

    public init(connection: Int, exchange: Int) {
        self.connection = connection
        self.exchange = exchange
    }

    public init(_ facts: ConnectionFacts) {
        self.init(connection: facts.index, exchange: facts.exchange)
    }
}

/// What a script asked to be woken for.
public struct DeadlineID: Hashable, Sendable {
    public let value: Int

    public init(_ value: Int) {
        self.value = value
    }
}

/// What happens to a script.
public enum Event: Sendable {
    /// A client connected, by the connection's number in its server.
    case connectionOpened(Int)
    case connectionClosed(Int)
    /// A request's head is there, its body not yet.
    case headArrived(ExchangeID, RequestHead, ConnectionFacts)
    /// A request is there whole.
    case arrived(ExchangeID, RequestView)
    /// A client broke HTTP; the transport has answered for itself.
    case malformed(ExchangeID, MalformedRequest)
    /// The last byte of an answer is written.
    case answered(ExchangeID)
    /// The client left before its answer was written.
    case gone(ExchangeID)
    /// What came of making an answer that the script only planned.
    case checked(ExchangeID, CheckResult)
    /// The instant came that the script asked to be woken at.
    case deadline(DeadlineID)
    /// Nothing comes any more: the end checks are due.
    case ended
}

/// A request that is no HTTP, as far as it could be read.
public struct MalformedRequest: Hashable, Sendable {
    /// What is wrong, as a failure's text begins.
    public enum Problem: String, Hashable, Sendable {
        case noHTTP = "a request is no HTTP"
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
    public let connection: ConnectionFacts

    public init(
        _ problem: Problem = .noHTTP, status: Int, reason: String, method: String, target: String,
        connection: ConnectionFacts
    ) {
        self.problem = problem
        self.status = status
        self.reason = reason
        self.method = method
        self.target = target
        self.connection = connection
    }
}

/// What came of making a planned answer.
public enum CheckResult: Sendable {
    case made
    /// A template made no value.
    case template(EvaluationError)
    /// The answer holds what the connection's protocol cannot carry: a sentence, and where the scenario says it.
    case unsendable(String, Position)
}

/// What a script wants done.
public enum Effect: Sendable {
    /// Answer an exchange.
    case reply(ExchangeID, ReplyPlan)
    /// Let a held answer go.
    case release(ExchangeID)
    /// Hand in `Event.deadline` at that instant.
    case wake(at: Instant, DeadlineID)
    /// A failure of the run, as it happens.
    indirect case fail(Failure)
}

/// What a script wants done: failures to tell, then at most one answer. A request that is only answered takes no array.
public struct Effects: Sendable {
    /// How the exchange is answered that the event was about; nil where it is not yet, or was before.
    public let reply: ReplyPlan?
    /// Failures of the run, as they happened.
    public let failures: [Failure]
    private let exchange: ExchangeID?

    init(failures: [Failure] = []) {
        (reply, exchange) = (nil, nil)
        self.failures = failures
    }

    public init(_ exchange: ExchangeID, _ reply: ReplyPlan, failures: [Failure] = []) {
        self.exchange = exchange
        self.reply = reply
        self.failures = failures
    }
}

extension Effects: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { failures.count + (reply == nil ? 0 : 1) }

    public subscript(index: Int) -> Effect {
        if index == failures.count, let exchange, let reply { return .reply(exchange, reply) }
        return .fail(failures[index])
    }
}

/// How an exchange is answered.
public struct ReplyPlan: Sendable {
    public enum Answer: Sendable {
        /// As the scenario states it.
        case scripted(ResponseTemplate)
        /// With the text of a failure.
        indirect case failure(Failure, status: Int)
    }

    private final class Snapshot: Sendable {
        let scope: Scope

        init(_ scope: Scope) { self.scope = scope }
    }

    public let answer: Answer
    private let snapshot: Snapshot?
    /// What the answer's templates see; nil for one that has none.
    public var scope: Scope? { snapshot?.scope }
    /// The answer that the scenario states; nil where a failure's text is the answer.
    public var template: ResponseTemplate? { if case .scripted(let template) = answer { template } else { nil } }
    /// Whether the answer is one without templates of a rule that only answers, so that it says nothing of its request.
    public var isConstant: Bool { snapshot == nil && template != nil }
    /// The request's place in the run, as reports give it.
    public let entry: TimelineEntry
    /// Whether it must not start before `Effect.release`.
    public let isHeld: Bool
    /// Whether the request is no failure although nothing took it.
    public let isAllowed: Bool

    public init(
        answer: Answer, scope: Scope?, entry: TimelineEntry, isHeld: Bool = false, isAllowed: Bool = false
    ) {
        self.isAllowed = isAllowed
        self.answer = answer
        snapshot = scope.map(Snapshot.init)
        self.entry = entry
        self.isHeld = isHeld
    }
}
