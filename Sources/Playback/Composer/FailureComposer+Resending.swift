import HTTPMessage
import Scenarios

// Requests that come again after a response that was not whole, or that should have and did not.
extension FailureComposer {
    /// What the client is to do in place of sending a request again whose response was a fault; then how the scenario
    /// allows it, if it looks as though the HTTP stack had done that by itself.
    func resendRemark(_ interruption: Interruption?, _ decided: DecidedFailure) -> [String] {
        guard let interruption, let entry = decided.entry, let loss = interruption.lossText else { return [] }
        let rule = scenario.rule(interruption.rule)
        guard entry.isIdempotent || interruption.isUnprocessed else {
            return [
                "do not send a \(entry.methodText) again by itself: the server may have acted on "
                    + "#\(interruption.entry.number), which \(loss);",
                "first ask what came of it, and turn off such retries in the HTTP library",
            ]
        }
        let attempts = rule.times.upper.map { "make at most \(EnglishText.count($0, "attempt")): " } ?? ""
        let cure = "\(attempts)#\(interruption.entry.number) \(loss)"
        guard interruption.isResentByStacks, mayBeOfStack(entry, interruption, rule) else { return [cure] }
        return [
            cure,
            "HTTP stacks send such a request again by themselves; if yours does and you want to allow it,",
            interruption.rule >= scenario.steps.count
                ? "raise `times` or leave it out at \(rule.position)"
                : "write `times: { at_least: \(max(1, rule.times.lower)) }` at \(rule.position)",
        ]
    }

    /// Whether a request came at once, and for the first time or on a connection that had been used before, which the
    /// server may have closed while the request was sent: then stacks repeat it (RFC 9110, section 9.2.2).
    private func mayBeOfStack(_ entry: TimelineEntry, _ interruption: Interruption, _ rule: Rule) -> Bool {
        entry.number == interruption.entry.number + 1
            && (rule.times.upper == 1 || interruption.entry.connection.exchange > 1)
    }

    /// What the client is to do in place of sending a request again that it had given up itself.
    func leftRemark(_ facts: FailureFacts.Exhausted, _ decided: DecidedFailure) -> [String] {
        guard facts.interruption == nil, let last = facts.last, last.left != nil, let entry = decided.entry,
            !entry.isIdempotent
        else { return [] }
        return [
            "do not send a \(entry.methodText) again by itself: the server may have acted on #\(last.number), whose "
                + "client left;", "first ask what came of it",
        ]
    }
}

extension Interruption {
    /// `got bytes that are not HTTP (fault garbage)`: words behind the request's number; nil if the client lost nothing
    /// of the response.
    var lossText: String? {
        guard let fault else { return isWhole ? nil : "got \(name)" }
        let start = "of a response"
        let words: String
        switch (fault.kind, fault.phase) {
        case (_, .responseEnd): return nil
        case (.garbage, .responseBody): words = "got a body that breaks HTTP"
        case (.garbage, _): words = "got bytes that are not HTTP"
        case (.truncate, _): words = "got a body that ended early"
        case (.malformedChunk, _): words = "got a chunk without a valid size"
        case (.reset, .responseBody): words = "got a connection reset within the body"
        case (.reset, _): words = "got a connection reset in place \(start)"
        case (.stall, .responseBody): words = "got a body that stopped"
        case (.stall, _): words = "got no byte \(start), on a connection that stayed open"
        case (.close, .responseBody): words = "got the end of its connection within the body"
        case (.close, _), (.empty, _): words = "got the end of its connection in place \(start)"
        }
        let bytes =
            fault.phase == .responseBody ? fault.afterBytes.map { " after \(EnglishText.count($0, "byte"))" } : nil
        return "\(words)\(bytes ?? "") (fault \(name))"
    }

    /// How clients see the fault, as a sentence for those that overlook it.
    private var symptom: String? {
        guard let fault else { return "the client sees that as an error of the stream or connection, not as a status" }
        switch (fault.kind, fault.phase) {
        case (_, .responseEnd): return nil
        case (.garbage, .responseBody), (.malformedChunk, _):
            return "HTTP libraries report that by a parse error while the body is read, after the status"
        case (.garbage, _): return "HTTP libraries report that by a parse error, not by an error of the network"
        case (.truncate, _), (.close, .responseBody):
            return
                "a body shorter than its Content-Length or without its last chunk is not whole, even if it can be read"
        case (.stall, _):
            return
                "no error ever comes of that, as the connection stays open: only a timeout of the client's own ends it"
        case (.reset, .responseBody): return "clients see that while they read the body, after the status"
        case (.reset, _), (.close, _), (.empty, _):
            return "HTTP libraries report that by an error of the connection, some by one of their own, not by a status"
        }
    }

    /// That the request did not come again, and how clients see the fault.
    ///
    /// - Parameter isRepeatable: whether a request like it is awaited, so that it was to come again.
    func missedText(isRepeatable: Bool = true) -> [String] {
        guard let lossText, let symptom else { return [] }
        let request = "#\(entry.number) \(entry.requestText), which \(lossText):"
        return [isRepeatable ? "the client did not repeat \(request)" : "nothing came after \(request)", symptom]
    }

    /// Whether a response without a fault is whole, though its connection or stream ends with it.
    private var isWhole: Bool {
        if case .status = entry.response { !name.hasPrefix("rst_stream") } else { false }
    }

    /// Whether the server says that it has not processed the request (RFC 9113, section 8.7).
    fileprivate var isUnprocessed: Bool {
        fault == nil && (name == "rst_stream REFUSED_STREAM" || name.hasPrefix("goaway"))
    }

    /// Whether HTTP stacks send a request again by themselves that got this.
    fileprivate var isResentByStacks: Bool {
        guard let fault else { return isUnprocessed }
        switch fault.kind {
        case .empty, .close, .reset: return fault.phase != .responseBody
        case .stall, .garbage, .truncate, .malformedChunk: return false
        }
    }
}

extension TimelineEntry {
    fileprivate var methodText: String { Printable.text(method) }

    /// Whether the method is idempotent (RFC 9110, section 9.2.2).
    fileprivate var isIdempotent: Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains { method.elementsEqual($0.utf8) }
    }
}
