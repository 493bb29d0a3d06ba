import ExactJSON
import HTTPMessage
import Scenarios

// Where a wrong value is from, and the expected one: earlier requests and responses of the run. Values are compared and
// never shown, so the sentences may be about redacted ones.
extension FailureComposer {
    /// Lines of a failure about a value, and the earlier requests that they name.
    struct Trace: Equatable {
        var lines: [String]
        var entries: [TimelineEntry]

        static func == (a: Trace, b: Trace) -> Bool { a.lines == b.lines }
    }

    /// The most leaves of a request that are traced.
    private static var tracedLeaves: Int { 3 }
    /// The fewest characters of a value that is not there by chance.
    private static var tellingSize: Int { 6 }

    /// Adds what is known of the values of the first failed assertions, the same only once.
    func addTraces(of mismatches: [Mismatch], to findings: inout [FailureDraft], _ decided: DecidedFailure) {
        guard !earlier.isEmpty else { return }
        var known: [Trace] = []
        let responses = SentValues(self, decided.scope)
        for (index, mismatch) in mismatches.prefix(min(Self.tracedLeaves, findings.count)).enumerated() {
            guard mismatch.blocked == nil, let trace = trace(of: mismatch, responses, decided), !known.contains(trace)
            else {
                continue
            }
            known.append(trace)
            findings[index].failure.remarks.insert(contentsOf: trace.lines, at: 0)
            findings[index].failure.requests = trace.entries
        }
    }

    /// What earlier requests and responses have to do with a value; nil if nothing.
    func trace(of mismatch: Mismatch, _ decided: DecidedFailure) -> Trace? {
        guard !earlier.isEmpty, mismatch.blocked == nil else { return nil }
        return redirectTrace(of: mismatch) ?? trace(of: mismatch, SentValues(self, decided.scope), decided)
    }

    /// That a response has set the cookie that a request lacks, if clients send it back with that request, or why not.
    private func cookieTrace(
        _ name: String, _ responses: SentValues, _ view: RequestView, _ number: Int?
    ) -> Trace? {
        guard let (entry, cookie) = responses.cookie(named: name),
            cookie.path == "/" || view.request.head.droppedFromPath == 0
        else { return nil }
        let start = "the response to #\(entry.number) set it (Set-Cookie)"
        let line: String
        if !cookie.isSent(to: view.request.head.path) {
            line = "\(start) for the path \(Printable.text(cookie.path))"
        } else if cookie.isSecure, view.request.connection.tls == nil {
            line = "\(start) with Secure, so that most clients send it only over TLS"
        } else {
            let isAlone = view.request.head.fields.first(named: "Cookie") == nil
            line = "\(start); send it back" + (isAlone ? number.map { ": #\($0) sent no Cookie at all" } ?? "" : "")
        }
        return Trace(lines: [line], entries: [entry])
    }

    private func trace(of mismatch: Mismatch, _ responses: SentValues, _ decided: DecidedFailure) -> Trace? {
        guard let view = decided.view else { return nil }
        if case .cookie(let name) = mismatch.subject, mismatch.saysMissing {
            return cookieTrace(name, responses, view, decided.entry?.number)
        }
        if mismatch.isInBody, let last = earlier.last, let status = last.entry.keptBody, last.hasBody(of: view) {
            return Trace(
                lines: ["this is the body of #\(last.entry.number), which its redirect by \(status) kept"],
                entries: [last.entry])
        }
        let (received, expected) = (mismatch.soleReceived, mismatch.soleExpected)
        var entries: [TimelineEntry] = []
        var clauses: [String] = []

        let wantedSource = expected.flatMap { wanted -> SentValues.Source? in
            let isTelling = !wanted.variables.isEmpty || wanted.value.count >= Self.tellingSize
            return responses.source(of: mismatch.bare(wanted.value), isTelling: isTelling)
        }
        let isFromRun = wantedSource != nil || expected.map { !$0.variables.isEmpty } ?? false
        if let received {
            let source = responses.source(
                of: mismatch.bare(received),
                isTelling: wantedSource != nil || received.count >= Self.tellingSize && !mismatch.isInBody)
            let sender = earlier.last { !$0.hasFailed && mismatch.isSame(received, in: $0.view) }
            let resent = mismatch.isInBody ? earlier.last { !$0.hasFailed && $0.hasBody(of: view) } : nil
            let isStated = expected != nil && (isFromRun || resent != nil || sender?.wasRefused == true)
            let origin = (resent == nil ? source : nil).map {
                "came in the response to #\($0.entry.number) (\($0.part))"
            }
            if isStated, let sender = resent ?? sender {
                let number = "#\(sender.entry.number)"
                let refusal = sender.wasRefused ? "got \(sender.entry.responseText)" : nil
                clauses.append(
                    resent == nil
                        ? "\(number) sent the same value" + (refusal.map { " and \($0)" } ?? "")
                            + (origin.map { "; it \($0)" } ?? "")
                        : "this is the body of \(number)" + (refusal.map { ", which \($0)" } ?? "") + ", sent again")
                entries.append(sender.entry)
                if let (cure, read) = cure(after: sender) {
                    clauses.append(cure)
                    if let read { entries.append(read) }
                }
            } else if let origin,
                source?.entry.number != wantedSource?.entry.number || source?.part != wantedSource?.part
            {
                clauses.append("the received value \(origin)")
            }
            if let source, !clauses.isEmpty { entries.append(source.entry) }
        }
        let sender = expected.flatMap { self.sender(of: $0, mismatch, isFromRun: isFromRun, before: view) }
        if let sender, let number = decided.entry?.number, isFromRun, mismatch.isNew(in: view, after: earlier),
            sender.entry.number <= wantedSource?.entry.number ?? .max, received != nil, clauses.isEmpty
        {
            let part = mismatch.subject == .path ? ", in its path" : ""
            clauses.append(
                "#\(sender.entry.number) sent the expected value\(part); that of #\(number) is new, so the client made "
                    + "another one: use that of #\(sender.entry.number) again")
            entries.append(sender.entry)
        } else if let wantedSource {
            clauses.append(
                "the expected one came in the response to #\(wantedSource.entry.number) (\(wantedSource.part))")
            entries.append(wantedSource.entry)
        } else if let sender {
            clauses.append("#\(sender.entry.number) sent the expected value; send the same again")
            entries.append(sender.entry)
        }
        guard !clauses.isEmpty else { return brokenTrace(of: mismatch, responses, decided) }
        return Trace(lines: clauses, entries: entries.inOrder)
    }

    /// The last request that had an expected value.
    private func sender(
        of expected: Mismatch.ComparedValue, _ mismatch: Mismatch, isFromRun: Bool, before view: RequestView
    ) -> EarlierRequest? {
        earlier.last {
            !$0.hasFailed && (isFromRun || $0.wasRefused && $0.isRepeated(by: view))
                && mismatch.isSame(expected.value, in: $0.view)
        }
    }

    /// What a response that broke off within its body has to do with a value: it is there twice, since the same came again
    /// with a whole response, or it is missing where the request is to go on from what came.
    private func brokenTrace(of mismatch: Mismatch, _ responses: SentValues, _ decided: DecidedFailure) -> Trace? {
        if mismatch.saysDuplicate, let (broken, fault, whole) = responses.brokenThenWhole(),
            let loss = fault.lossText
        {
            return Trace(
                lines: [
                    "#\(broken.number)'s \(loss), and #\(whole.number) brought the whole: drop what came of "
                        + "#\(broken.number) before reading #\(whole.number)"
                ], entries: [broken, whole])
        }
        guard mismatch.saysMissing, mismatch.isInQueryOrHeader, let entry = decided.entry,
            let (broken, fault, line) = responses.broken(like: entry), let loss = fault.lossText
        else { return nil }
        let isShown = !compiled.redactor.redaction.concernsBodies
        let last = isShown ? line.map { "the last whole line, \(Printable.text($0))" } : nil
        return Trace(
            lines: [
                "#\(broken.number)'s \(loss), and #\(entry.number) starts from the beginning: continue after "
                    + (last ?? "the last part that came whole")
            ], entries: [broken])
    }

    /// From which response a client has what it asks for though it must not, and whether one came before that response
    /// which may be to a newer request.
    func neverTrace(_ recent: [TimelineEntry], _ decided: DecidedFailure) -> Trace? {
        guard let view = decided.view, !earlier.isEmpty else { return nil }
        let responses = SentValues(self, decided.scope)
        let segments = view.path.split(separator: UInt8(ascii: "/")).filter { $0.count >= Self.tellingSize }
        for segment in segments.reversed() {
            guard let source = responses.source(of: String(decoding: segment, as: UTF8.self), isTelling: true) else {
                continue
            }
            let start = "a part of its path came in the response to #\(source.entry.number) (\(source.part))"
            guard let other = response(before: source, recent, decided) else {
                return Trace(lines: [start], entries: [source.entry])
            }
            let lines =
                other.number > source.entry.number
                ? [
                    "\(start), which is older than #\(other.number) and was answered after it:",
                    "drop a response if a newer request has been sent",
                ]
                : [
                    "\(start), which came after the response to #\(other.number):",
                    "a response that comes last may be out of date: drop it if a newer request has been sent",
                ]
            return Trace(lines: lines, entries: [source.entry, other].inOrder)
        }
        return nil
    }

    /// A request of the same path that was answered before another one, which was on its way then or is held.
    private func response(
        before source: SentValues.Source, _ recent: [TimelineEntry], _ decided: DecidedFailure
    ) -> TimelineEntry? {
        let entry = source.entry
        guard let taken = recent.first(where: { $0.number == entry.number }) else { return nil }
        // A client that has the response may ask before its end is noted.
        let ended = taken.answered ?? decided.instant
        let isHeld = scenario.rule(source.rule).timing?.hold != nil
        return recent.last { other in
            guard other.number != entry.number, other.groupingKeyOfPath == entry.groupingKeyOfPath,
                let answered = other.answered
            else { return false }
            return answered < ended && (isHeld || answered > entry.arrival && other.arrival < ended)
        }
    }

    /// What a redirect says of the method (RFC 9110, sections 15.4.4, 15.4.8 and 15.4.9), if the request just before was
    /// redirected and the expected method follows from that.
    private func redirectTrace(of mismatch: Mismatch) -> Trace? {
        guard mismatch.subject == .method, let last = earlier.last, case .status(let status) = last.entry.response
        else { return nil }
        func isExpected(_ method: some Sequence<UInt8>) -> Bool {
            mismatch.expected.contains { $0.value.utf8.elementsEqual(method) }
        }
        let words: String
        switch status {
        case 307 where isExpected(last.entry.method), 308 where isExpected(last.entry.method):
            words = "keeps the method and the body"
        case 303 where isExpected("GET".utf8): words = "asks for GET, without the body"
        default: return nil
        }
        return Trace(
            lines: ["#\(last.entry.number) was redirected by \(status), which \(words)"], entries: [last.entry])
    }

    /// That a request has the credentials that were refused before.
    func refusedCredentials(_ decided: DecidedFailure) -> Trace? {
        guard let fields = decided.view?.request.head.fields, let given = fields.first(named: "Authorization"),
            let refused = earlier.last(where: {
                $0.entry.response == .status(401) && $0.view.request.head.fields.first(named: "Authorization") == given
            })
        else { return nil }
        return Trace(
            lines: ["#\(refused.entry.number) sent the same Authorization and got 401; get new credentials first"],
            entries: [refused.entry])
    }

    /// That the response before a request that came too soon says how long to wait.
    func retryAfterTrace(_ decided: DecidedFailure) -> Trace? {
        let responses = SentValues(self, decided.scope)
        guard let last = earlier.last, let entry = responses.entry(withHeader: "Retry-After"),
            entry.number == last.entry.number
        else { return nil }
        let seconds = responses.constantHeader("Retry-After", of: entry).flatMap { Int($0) }
        let words =
            seconds.map { "Retry-After: \($0); wait \($0) s after that response before sending the request again" }
            ?? "by Retry-After how long to wait"
        return Trace(lines: ["the response to #\(entry.number) says \(words)"], entries: [entry])
    }

    /// What a client is to do that sends the same again after a refusal.
    ///
    /// - Returns: a sentence, and the request that it names.
    private func cure(after refused: EarlierRequest) -> (sentence: String, read: TimelineEntry?)? {
        guard case .status(let status) = refused.entry.response, status == 409 || status == 412 else { return nil }
        let read = earlier.last {
            $0.entry.number > refused.entry.number && $0.entry.method.elementsEqual("GET".utf8) && !$0.wasRefused
        }
        let source = read.map { "the response to #\($0.entry.number)" } ?? "a new GET"
        return ("after a \(status) the change is made again, from what \(source) brought", read?.entry)
    }
}

extension Mismatch {
    fileprivate var isInQueryOrHeader: Bool {
        switch subject {
        case .query, .header: true
        default: false
        }
    }

    /// Whether no request before had what a request has in this part: all of the run are known.
    fileprivate func isNew(in view: RequestView, after earlier: [EarlierRequest]) -> Bool {
        guard let received = soleReceived, earlier.first?.entry.number == 1 else { return false }
        return !earlier.contains { isSame(received, in: $0.view) }
    }
}

extension TimelineEntry {
    /// The status by which it was redirected with its body (RFC 9110, sections 15.4.8 and 15.4.9); nil if it was not.
    fileprivate var keptBody: Int? {
        if case .status(let status) = response, status == 307 || status == 308 { status } else { nil }
    }

    /// This with the fault that ends the response within its body.
    fileprivate func breaking(off fault: Fault) -> TimelineEntry {
        var entry = self
        entry.breaksOff = fault.kind
        return entry
    }

    /// The outcome that says only which rule took the request.
    fileprivate var taker: Outcome {
        if case .stubBeforeStep(let id, _) = outcome { .stub(id) } else { outcome }
    }
}

extension EarlierRequest {
    /// Whether another one has the same method and path.
    fileprivate func isRepeated(by other: RequestView) -> Bool {
        view.request.head.method == other.request.head.method && view.path == other.path
    }

    /// Whether its body is the same as that of another one.
    fileprivate func hasBody(of other: RequestView) -> Bool {
        !view.request.body.isEmpty && view.request.body == other.request.body
    }
}

extension [TimelineEntry] {
    /// These in order of arrival, each once.
    var inOrder: [TimelineEntry] {
        var ordered: [TimelineEntry] = []
        for entry in sorted(by: { $0.number < $1.number }) where ordered.last?.number != entry.number {
            ordered.append(entry)
        }
        return ordered
    }
}

/// The values in the responses to earlier requests, as the scenario states them.
private struct SentValues {
    /// A part of the response to a request.
    struct Source {
        let entry: TimelineEntry
        /// The rule that took the request.
        let rule: Int
        /// `json $.nextCursor`, `header ETag`.
        let part: String
    }

    private struct Response {
        let entry: TimelineEntry
        let rule: Int
        let template: ResponseTemplate
    }

    /// The most rules among which those of the requests are searched, and the most values of a response.
    private static let limit = (rules: 2_000, values: 300)
    /// The most bytes of a body in which a line is looked for, and of a line that is shown.
    private static let (longestText, longestLine) = (64 << 10, 80)

    private let composer: FailureComposer
    private let scope: EvaluationContext
    private let responses: [Response]

    init(_ composer: FailureComposer, _ scope: EvaluationContext) {
        self.composer = composer
        self.scope = scope
        let scenario = composer.scenario
        let outcomes = composer.earlier.map(\.entry.taker)
        var rules: [TimelineEntry.Outcome: Int] = [:]
        var unknown = Set(outcomes)
        // Rules are not copied, because there may be very many.
        for number in 0..<min(Self.limit.rules, scenario.steps.count + scenario.stubs.count) where !unknown.isEmpty {
            let outcome: TimelineEntry.Outcome =
                number < scenario.steps.count
                ? .step(scenario.steps[number].rule.id) : .stub(scenario.stubs[number - scenario.steps.count].id)
            if unknown.remove(outcome) != nil { rules[outcome] = number }
        }
        responses = zip(composer.earlier, outcomes).reversed().compactMap { request, outcome in
            guard case .status = request.entry.response, let number = rules[outcome] else { return nil }
            let rule = scenario.rule(number)
            // Of several responses nobody knows which one it was.
            guard rule.responses.count == 1 else { return nil }
            return Response(entry: request.entry, rule: number, template: rule.responses[0])
        }
    }

    /// The last response with a value, which may be credentials behind their scheme.
    ///
    /// - Parameter isTelling: whether the value is hardly there by chance; if not, only validators are looked at.
    func source(of value: String, isTelling: Bool) -> Source? {
        var texts = [value]
        if let space = value.firstIndex(of: " "), value[..<space].allSatisfy({ $0.isASCII && $0.isLetter }) {
            texts.append(String(value[value.index(after: space)...]))
        }
        guard texts.allSatisfy({ !$0.isEmpty }) else { return nil }
        for response in responses {
            for header in response.template.headers where isTelling || Self.isValidator(header.name) {
                if header.values.contains(where: { holds($0, texts, response.entry) }) {
                    return Source(
                        entry: response.entry, rule: response.rule, part: "header \(Printable.text(header.name))")
                }
            }
            guard isTelling, case .json(let json) = response.template.body else { continue }
            var left = Self.limit.values
            if let path = path(in: json, [], texts, response.entry, &left) {
                return Source(
                    entry: response.entry, rule: response.rule, part: "json $\(Printable.text(path.joined()))")
            }
        }
        return nil
    }

    /// The last response that set a cookie, as far as it is known; nil if it may have deleted it.
    func cookie(named name: String) -> (entry: TimelineEntry, cookie: SetCookie)? {
        for response in responses {
            let templates = response.template.headers.filter { $0.name.lowercased() == "set-cookie" }.flatMap(\.values)
            for template in templates.reversed() {
                guard let text = self.text(of: template, response.entry) else {
                    // Nobody knows what it has set.
                    return nil
                }
                guard let cookie = SetCookie(text, inResponseTo: response.entry), cookie.name == name else { continue }
                return cookie.isKept ? (response.entry, cookie) : nil
            }
        }
        return nil
    }

    /// The last request whose response has a header.
    func entry(withHeader name: String) -> TimelineEntry? {
        responses.first { response in
            response.template.headers.contains { $0.name.lowercased() == name.lowercased() }
        }?.entry
    }

    /// The text of a header of the response to a request; nil if it is not the same in each response.
    func constantHeader(_ name: String, of entry: TimelineEntry) -> String? {
        responses.first { $0.entry.number == entry.number }?.template.headers
            .first { $0.name.lowercased() == name.lowercased() }?.values.first?.constant
    }

    /// The last response that broke off within its body, and the whole one that came later to the same request.
    func brokenThenWhole() -> (broken: TimelineEntry, fault: Fault, whole: TimelineEntry)? {
        for (index, whole) in responses.enumerated()
        where whole.template.fault == nil && whole.entry.response == .status(200) {
            let earlier = responses[(index + 1)...].first { $0.entry.groupingKey == whole.entry.groupingKey }
            guard let earlier, let fault = earlier.template.fault, fault.phase == .responseBody else { continue }
            return (earlier.entry.breaking(off: fault), fault, whole.entry)
        }
        return nil
    }

    /// The last response to a request with this method and path, if it broke off within its body; also the last line that
    /// came whole, if it is known and short.
    func broken(like entry: TimelineEntry) -> (broken: TimelineEntry, fault: Fault, line: String?)? {
        guard let last = responses.first(where: { $0.entry.groupingKeyOfPath == entry.groupingKeyOfPath }),
            let fault = last.template.fault, fault.phase == .responseBody
        else { return nil }
        return (last.entry.breaking(off: fault), fault, Self.lastLine(of: last.template.body, before: fault))
    }

    private static func lastLine(of body: ResponseTemplate.Body, before fault: Fault) -> String? {
        guard let count = fault.afterBytes, count <= longestText else { return nil }
        var bytes: [UInt8] = []
        switch body {
        case .text(let template): bytes = template.constant.map { Array($0.utf8) } ?? []
        case .chunks(let chunks):
            for chunk in chunks where bytes.count < count {
                guard let more = chunk.content.constant else { return nil }
                bytes += more
            }
        default: return nil
        }
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.last { !$0.isEmpty }.flatMap { $0.utf8.count <= longestLine ? String($0) : nil }
    }

    private static func isValidator(_ name: String) -> Bool { ["etag", "last-modified"].contains(name.lowercased()) }

    private func path(
        in json: JSONTemplate, _ path: [String], _ texts: [String], _ entry: TimelineEntry, _ left: inout Int
    ) -> [String]? {
        left -= 1
        guard left > 0 else { return nil }
        switch json {
        case .constant(let value): return self.path(in: value, path, texts, &left)
        case .string(let template): return holds(template, texts, entry) ? path : nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let found = self.path(in: element, path + ["[\(index)]"], texts, entry, &left) { return found }
            }
        case .object(let members):
            for member in members {
                let name = ".\(member.name.constant ?? "…")"
                if let found = self.path(in: member.value, path + [name], texts, entry, &left) { return found }
            }
        }
        return nil
    }

    private func path(in json: JSON, _ path: [String], _ texts: [String], _ left: inout Int) -> [String]? {
        left -= 1
        guard left > 0 else { return nil }
        switch json {
        case .string(let text): return texts.contains(text) ? path : nil
        case .number: return texts.contains(json.text()) ? path : nil
        case .null, .bool: return nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let found = self.path(in: element, path + ["[\(index)]"], texts, &left) { return found }
            }
        case .object(let object):
            for (name, value) in zip(object.names, object.values) {
                if let found = self.path(in: value, path + [".\(name)"], texts, &left) { return found }
            }
        }
        return nil
    }

    /// Whether a template made one of these texts for a request. One that reads anything but variables is not known.
    private func holds(_ template: Template, _ texts: [String], _ entry: TimelineEntry) -> Bool {
        text(of: template, entry).map(texts.contains) ?? false
    }

    /// The text that a template made for a request; nil if it is not known.
    private func text(of template: Template, _ entry: TimelineEntry) -> String? {
        if let constant = template.constant { return constant }
        guard template.expressions.allSatisfy({ isSet($0.operand, before: entry) }) else { return nil }
        return try? template.text(in: scope)
    }

    /// Whether a variable had its value already when a request was answered.
    private func isSet(_ operand: Operand, before entry: TimelineEntry) -> Bool {
        guard case .variable(let variable, _) = operand, case .value(_, let position) = scope.variables[variable]
        else { return false }
        let isInitial = composer.scenario.initialValues.contains { $0.variable == variable && $0.position == position }
        if isInitial { return true }
        guard let (setter, _) = composer.scenario.setter(of: variable, at: position) else { return false }
        let last = responses.first { $0.rule == setter }?.entry.number
        return last.map { $0 <= entry.number } ?? false
    }
}
