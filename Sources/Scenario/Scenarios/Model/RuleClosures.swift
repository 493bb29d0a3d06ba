package import HTTPMessage

/// The closures of a step or a stub that was written in Swift.
package struct RuleClosures: Sendable {
    /// The closures that judge the requests that it took.
    package let checks: [RequestCheck]
    /// The closure that makes the response.
    package let responder: Responder?

    package init(checks: [RequestCheck], responder: Responder?) {
        self.checks = checks
        self.responder = responder
    }
}

/// A closure that judges a request: false, or an error, is a failure of the run.
package struct RequestCheck: Sendable {
    package let position: Position
    package let body: @Sendable (RecordedRequest) throws -> Bool

    package init(position: Position, body: @escaping @Sendable (RecordedRequest) throws -> Bool) {
        self.position = position
        self.body = body
    }
}

/// A closure that makes the response to a request; an error is a failure of the run, and the response is 500.
package struct Responder: Sendable {
    package let position: Position
    package let body: @Sendable (RecordedRequest) throws -> ResponseTemplate

    package init(position: Position, body: @escaping @Sendable (RecordedRequest) throws -> ResponseTemplate) {
        self.position = position
        self.body = body
    }
}
