package import ExactJSON

/// The members of the objects in JSON reports and in the admin API. The server writes them and `MockServerRemote` reads
/// them; `Scenarios/report.schema.json` explains each.
package enum ReportMember {
    package enum Verdict: String, CodingKey, CaseIterable {
        case scenario, passed, requests, steps, timeout, failures
        case completeSteps = "complete_steps"
        case seedText = "seed"
        case expiry = "expired"
        case omittedFailures = "omitted_failures"
        case droppedResponses = "dropped_answers"
    }

    package enum Failure: String, CodingKey, CaseIterable {
        case kind, step, stub, path, line, column, title, note, difference, remarks, requests, repeats
        case cause = "follows_from"
        case wholeText = "text"
    }

    package enum Difference: String, CodingKey, CaseIterable { case expected, received }

    package enum Line: String, CodingKey, CaseIterable { case text, origin }

    /// Members of requests and of their responses. Several objects have some of them: a request in a few members or
    /// whole, a response, an unfinished request.
    package enum Exchange: String, CodingKey, CaseIterable {
        case number, method, target, path, query, host, headers, text, base64, size, cut, trailers
        case connection, exchange, stream, tls, at, status, fault, answered, left
        case step, stub, preflight, refused, allowed, failure
        case response, reason, informational, began, wrote, complete
        case version = "protocol"
        case beforeStep = "before_step"
    }

    /// The result of a TLS handshake.
    package enum Handshake: String, CodingKey, CaseIterable {
        case version
        case serverName = "sni"
        case applicationProtocol = "alpn"
        case clientSubject = "client_subject"
    }

    package enum InterimResponse: String, CodingKey, CaseIterable { case status, headers }

    package enum Field: String, CodingKey, CaseIterable { case name, value }

    package enum Diagnostic: String, CodingKey, CaseIterable { case severity, path, line, column, message, code }

    /// The response to `GET /journal`.
    package enum Journal: String, CodingKey, CaseIterable {
        case journal
        case unfinishedRequests = "unfinished_requests"
    }

    package enum Clock: String, CodingKey, CaseIterable { case now, sleepers }

    /// The response to a request that the admin API refuses.
    package enum Refusal: String, CodingKey, CaseIterable { case error, diagnostics }
}

extension CodingKey {
    /// Members of an object; those without a value are left out.
    package typealias Members = [(Self, JSON?)]

    /// An object with the members that have a value, in this order.
    package static func object(_ members: Members) -> JSON {
        .members(members.map { ($0.0.stringValue, $0.1) })
    }
}
