import ExactJSON
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
                askFirst(entry, after: interruption.entry, ", whose \(loss)", decided),
                "first ask the server for the outcome, and turn off such retries in your code or in the HTTP library",
            ]
        }
        let attempts = rule.times.upper.map { "make at most \(EnglishText.count($0, "attempt")): " } ?? ""
        let cure = "\(attempts)#\(interruption.entry.number)'s \(loss)"
        guard interruption.isResentByStacks, mayBeOfStack(entry, interruption, rule) else { return [cure] }
        return [
            cure,
            "HTTP libraries send such a request again automatically; if yours does and you want to allow it,",
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
        return [askFirst(entry, after: last, "", decided), "first ask the server for the outcome"]
    }

    /// Whether a request came again whose response was lost, though the first one may have had an effect.
    func asksForOutcome(_ facts: FailureFacts.Exhausted, _ decided: DecidedFailure) -> Bool {
        guard let entry = decided.entry, !entry.isIdempotent else { return false }
        guard let interruption = facts.interruption else { return facts.last?.left != nil }
        return interruption.lossText != nil && !interruption.isUnprocessed
    }

    /// Why a request that is not idempotent must not come again by itself, up to what is to be done instead.
    ///
    /// - Parameter loss: what became of the response before, as a clause that begins with a comma.
    private func askFirst(
        _ entry: TimelineEntry, after before: TimelineEntry, _ loss: String, _ decided: DecidedFailure
    ) -> String {
        let again = "do not send a \(entry.methodText) again automatically"
        let acted = "the server may have acted on #\(before.number)\(loss)"
        let asNew = otherKey(than: before, decided).map {
            ", and #\(entry.number), with another \($0), asks for it a second time"
        }
        return "\(again): \(acted)\(asNew ?? "");"
    }

    /// The header by which a server would know a request again, if one that comes again has another value there.
    private func otherKey(than before: TimelineEntry, _ decided: DecidedFailure) -> String? {
        guard let fields = decided.view?.request.head.fields,
            let former = earlier.last(where: { $0.entry.number == before.number })?.view.request.head.fields,
            let name = ["Idempotency-Key", "X-Idempotency-Key"].first(where: { fields.first(named: $0) != nil }),
            let key = former.first(named: name), key != fields.first(named: name)
        else { return nil }
        return name
    }

    /// That the same came again while a rule's last request was under way, or after it had succeeded, so that its response
    /// could serve both.
    func sharingRemark(_ facts: FailureFacts.Exhausted, _ decided: DecidedFailure) -> [String] {
        guard let last = facts.last, last.left == nil, facts.interruption == nil,
            scenario.rule(facts.rule).times.upper == 1, let entry = decided.entry, let view = decided.view,
            entry.groupingKey == last.groupingKey, !entry.isTargetCut,
            let former = earlier.last(where: { $0.entry.number == last.number }),
            former.view.request.body == view.request.body
        else { return [] }
        let (first, second) = ("#\(last.number)", "#\(entry.number)")
        let bringsToken = lastResponse(facts)?.bringsToken ?? false
        guard last.answered != nil else {
            let use = bringsToken ? "use the token that it brings" : "share it"
            return [
                "\(first) and \(second) ran at once: send one, and let all callers wait for its response and \(use)"
            ]
        }
        guard !entry.isIdempotent, !view.request.body.isEmpty, case .status(200..<300) = last.response else {
            return []
        }
        let response = "the response to \(first)"
        let share = bringsToken ? "use the token that \(response) brought" : "share \(response)"
        return ["\(second) asks the same as \(first): do not send it, \(share)"]
    }
}

extension ResponseTemplate {
    /// The most objects of a body that are looked at.
    private static var objectLimit: Int { 100 }

    /// Whether the response succeeds and an object of its JSON has a member that is named like a token: `accessToken`.
    fileprivate var bringsToken: Bool {
        guard case .constant(200..<300) = status, case .json(let json) = body else { return false }
        var left = Self.objectLimit
        return Self.hasToken(json, &left)
    }

    private static func hasToken(_ json: JSONTemplate, _ left: inout Int) -> Bool {
        switch json {
        case .constant(let value): return hasToken(value, &left)
        case .string, .array: return false
        case .object(let members):
            left -= 1
            guard left > 0 else { return false }
            for member in members {
                if member.name.constant.map(isToken) == true || hasToken(member.value, &left) { return true }
            }
            return false
        }
    }

    private static func hasToken(_ json: JSON, _ left: inout Int) -> Bool {
        guard case .object(let object) = json else { return false }
        left -= 1
        guard left > 0 else { return false }
        for (name, value) in zip(object.names, object.values) {
            if isToken(name) || hasToken(value, &left) { return true }
        }
        return false
    }

    private static func isToken(_ name: String) -> Bool { name.lowercased().hasSuffix("token") }
}

extension Interruption {
    /// `connection was closed without a response (fault empty)`: words behind the possessive form of the request's number;
    /// nil if the client lost nothing of the response.
    var lossText: String? {
        guard let fault else { return isWhole ? nil : "response was \(name)" }
        return fault.lossText.map { "\($0) (fault \(name))" }
    }

    /// What is wrong, before words on the request that came in place of the repeated one; nil if the client lost nothing of
    /// the response.
    var oversightText: String? {
        guard let loss = fault?.lossText ?? lossText else { return nil }
        let start = "#\(entry.number)'s \(loss)"
        switch (fault?.kind, fault?.phase) {
        case (.truncate, _), (.close, .responseBody): return "\(start), and was taken for whole"
        default: return "\(start), and #\(entry.number) was not repeated"
        }
    }

    /// How clients see the fault, as a sentence for those that overlook it.
    private func symptom(wantsRest: Bool) -> String? {
        guard let fault else { return "the client sees that as an error of the stream or connection, not as a status" }
        switch (fault.kind, fault.phase) {
        case (_, .responseEnd): return nil
        case (.garbage, .responseBody), (.malformedChunk, _):
            return "HTTP libraries report that as a parse error while the body is read, after the status"
        case (.garbage, _): return "HTTP libraries report that as a parse error, not as a network error: handle both"
        case (.truncate, _), (.close, .responseBody):
            return "a body shorter than its Content-Length or without its last chunk is incomplete, even if your "
                + "library returns it: " + (wantsRest ? "ask for the rest" : "reject it")
        case (.stall, _):
            return
                "no error ever comes of that, as the connection stays open: only a timeout of the client's own ends it"
        case (.reset, .responseBody): return "clients see that while they read the body, after the status"
        case (.reset, _), (.close, _), (.empty, _):
            return "HTTP libraries report that as a connection error, some as one of their own, not as a status"
        }
    }

    /// What the client should have done with the interrupted request, and how clients see the fault.
    ///
    /// - Parameter step: the step that awaits a request like it, so that it was to come again; nil if none does.
    func missedText(awaitedBy step: Rule?) -> [String] {
        let wantsRest = step?.wantsRange ?? false
        guard let lossText, let symptom = symptom(wantsRest: wantsRest) else { return [] }
        let request = "#\(entry.number) \(entry.requestText), whose \(lossText):"
        let start =
            wantsRest
            ? "the client did not ask for the rest of"
            : step == nil ? "nothing came after" : "the client did not repeat"
        return ["\(start) \(request)", symptom]
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

extension Fault {
    /// `body ended early after 20 bytes`: words behind the possessive form of a request's number; nil if the client loses
    /// nothing of the response.
    var lossText: String? {
        let bytes = phase == .responseBody ? afterBytes.map { " after \(EnglishText.count($0, "byte"))" } ?? "" : ""
        let words: String
        switch (kind, phase) {
        case (_, .responseEnd): return nil
        case (.malformedChunk, _): return "body broke off\(bytes) at a chunk without a valid size"
        case (.garbage, .responseBody): words = "body broke HTTP"
        case (.garbage, _): words = "response was bytes that are not HTTP"
        case (.truncate, _): words = "body ended early"
        case (.reset, .responseBody): words = "connection was reset within the body"
        case (.reset, _): words = "connection was reset without a response"
        case (.stall, .responseBody): words = "body stalled"
        case (.stall, _): words = "connection stayed open without a response"
        case (.close, .responseBody): words = "connection was closed within the body"
        case (.close, _), (.empty, _): words = "connection was closed without a response"
        }
        return words + bytes
    }
}

extension Rule {
    /// Whether its requests are for a part of a resource.
    fileprivate var wantsRange: Bool {
        (assertions + [request]).flatMap(\.conditions).contains { condition in
            guard case .named(.header, let named) = condition.kind else { return false }
            return named.entries.contains { entry in
                guard entry.name.lowercased() == "range" else { return false }
                if case .absent = entry.matcher.kind { return false }
                return true
            }
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
