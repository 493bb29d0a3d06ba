import ExactJSON
import HTTPMessage
package import Playback
import Scenarios
import TextCoding

/// A recorded run, played through a script: what takes each request, and what is left at the end.
package struct ArchiveExplanation: Sendable {
    /// What is found about a request or a run.
    package enum Judgement: Sendable {
        case passed, failed
        /// The archive lacks what decides.
        case undecided
    }

    /// A recorded request.
    package struct Row: Sendable {
        package fileprivate(set) var explanation: Explanation
        /// What fails, as far as that is known.
        package fileprivate(set) var failures: [Failure]
        /// Failures of the recorded run, in place of those that can't be found, because the archive lacks what decides.
        fileprivate let recorded: [HTTPArchive.RecordedFailure]
        /// What the archive lacks, as far as it matters.
        package let notes: [String]
        package let judgement: Judgement
    }

    package let rows: [Row]
    /// The name of the run among those of the archive; nil if it has none.
    package let name: String?
    /// What the archive has no requests of: clauses.
    package let remarks: [String]
    /// The recorded failures of requests that broke HTTP.
    private let badRequests: [HTTPArchive.RecordedFailure]
    /// What only the end shows, such as steps that were not reached.
    package let failuresAtEnd: [Failure]
    package let completeSteps: Int
    package let steps: Int
    package let judgement: Judgement

    /// Whether the run would pass.
    package var passed: Bool { judgement == .passed }

    /// Plays an archive's requests in their order, at their times. Responses are not looked at, so no client fails for
    /// leaving one or staying.
    package init(_ archive: HTTPArchive, _ script: consuming Script) {
        var (rows, ends): ([Row], [(instant: Instant, id: ExchangeID)]) = ([], [])
        var connections: [String: (index: Int, requests: Int)] = [:]
        var late: [Failure] = []
        var now = Instant(nanoseconds: 0)
        let origin = archive.start ?? 0
        // Once nobody knows which rule took a request, what fails later may fail only because of a wrong guess.
        var isGuessed = archive.missingEntries > 0
        func finish(_ script: inout Script, until limit: Instant?) {
            ends.sort { $0.instant < $1.instant }
            while let first = ends.first, limit.map({ first.instant <= $0 }) ?? true {
                ends.removeFirst()
                now = max(now, first.instant)
                for decided in script.answered(first.id, at: now)?.failures ?? [] {
                    let explained = script.composer.explain(decided)
                    script.file(explained)
                    late += explained.failures.filter { $0.kind != .client }
                }
            }
        }
        var script = script
        script.isCutShort = archive.isCutShort
        for (number, entry) in archive.entries.enumerated() {
            let name = entry.connection ?? "entry \(number)"
            let former = connections[name] ?? (connections.count + 1, 0)
            connections[name] = (former.index, former.requests + 1)
            let stream = entry.request.version == .h2 ? 2 * former.requests + 1 : nil
            let info = ConnectionInfo(index: former.index, exchange: former.requests + 1, stream: stream)
            let start =
                entry.start.map { Instant(nanoseconds: 0) + (Duration.nanoseconds($0) - .nanoseconds(origin)) }
                ?? now + .milliseconds(1)
            finish(&script, until: start)
            now = max(now, start)
            let id = ExchangeID(info)
            let view = RequestView(
                entry.request.request(on: info), needs: script.scenario.needs, isBodyRestated: entry.isBodyRestated)
            guard let explanation = script.explain(id, view, listsRules: false, at: now) else { continue }
            rows.append(Row(explanation, of: entry, in: archive, isGuessed: isGuessed))
            if explanation.isTakerUnknown, !explanation.agreesOnTaker(with: entry.outcome) { isGuessed = true }
            ends.append((now + .nanoseconds(entry.duration), id))
        }
        finish(&script, until: nil)
        // What is redacted in one request is redacted in all.
        let connection = ConnectionInfo(index: 1, exchange: 1)
        let secrets = script.scenario.secrets(in: archive.entries.lazy.map { $0.plainRequest(on: connection) })
        let verdict = script.verdict(at: now).redacted(secrets)
        for index in rows.indices {
            rows[index].explanation = rows[index].explanation.redacted(secrets)
            rows[index].failures = rows[index].failures.map { $0.redacted(secrets) }
        }
        late = late.map { $0.redacted(secrets) }
        self.rows = rows
        name = archive.name
        badRequests = archive.failures?.filter { $0.kind == .badRequest } ?? []
        // Requests may have left the archive, and some failures are about no request.
        let numbers = Set(archive.entries.compactMap(\.number))
        let unplaced = FailureKind.allCases.filter { kind in
            kind.isUnshownByArchives
                && (archive.failures ?? []).contains { $0.kind == kind && numbers.isDisjoint(with: $0.requests) }
        }
        remarks = archive.remarks + unplaced.map(\.undecided)
        let isCounted = !rows.contains { $0.judgement == .undecided && $0.explanation.isCountUnknown }
        // A request that broke HTTP had a connection too, and has no entry.
        let uncounted = archive.badRequests > 0 ? script.scenario.checksOfConnections : []
        failuresAtEnd =
            late
            + verdict.failures.suffix(verdict.kindsAtEnd.count).filter {
                $0.kind != .client && ($0.kind != .expect || isCounted && !uncounted.contains($0.position))
            }
        completeSteps = verdict.completeSteps
        steps = verdict.steps
        let isUndecided = isGuessed || !unplaced.isEmpty || rows.contains { $0.judgement == .undecided }
        if archive.badRequests > 0 || archive.timeout != nil || rows.contains(where: { $0.judgement == .failed }) {
            judgement = .failed
        } else if !isGuessed, !failuresAtEnd.isEmpty {
            judgement = .failed
        } else {
            judgement = isUndecided ? .undecided : .passed
        }
    }

    // MARK: - Text

    /// A line for each request, then what is left at the end.
    package func text(style: TextStyle = .plain) -> String {
        let requests = rows.map(\.explanation.entry.requestText)
        let outcomes = rows.map(\.explanation.outcome)
        let (width, outcomeWidth) = (
            requests.map(Printable.width).max() ?? 0, outcomes.map(Printable.width).max() ?? 0
        )
        let numberWidth = String(rows.count).count
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - Printable.width(text)))
        }
        var lines = rows.indices.map { index in
            let row = rows[index]
            let outcome = padded(outcomes[index], outcomeWidth)
            let parts = [
                padded("#\(index + 1)", numberWidth + 1), padded(requests[index], width),
                row.judgement == .passed && row.explanation.isTaken ? style.green(outcome) : style.red(outcome),
                row.remark,
            ]
            return parts.joined(separator: "  ").trimmingTrailingSpaces
        }
        for failure in failuresAtEnd { lines += ["", failure.text(style: style)] }
        for failure in badRequests { lines += ["", failure.text] }
        let stepText = "\(completeSteps) of \(EnglishText.count(steps, "step"))"
        lines += ["", "\(EnglishText.count(rows.count, "request")), \(stepText)"] + remarks
        return lines.joined(separator: "\n")
    }

    // MARK: - JSON

    /// The explanation in parts; members without a value are left out.
    package var jsonText: String { json.text(.pretty) }

    var json: JSON {
        .members([
            ("run", name.map(JSON.string)),
            ("passed", .bool(passed)),
            ("decided", .only(judgement == .undecided, false)),
            ("steps", .integer(steps)),
            ("complete_steps", .integer(completeSteps)),
            ("requests", .array(rows.map(\.json))),
            ("failures", .array(failuresAtEnd.map(\.json) + badRequests.map(\.json))),
            ("notes", .only(!remarks.isEmpty, .array(remarks.map(JSON.string)))),
        ])
    }
}

extension ArchiveExplanation.Row {
    /// - Parameter isGuessed: whether an earlier request may have been taken by another rule.
    fileprivate init(
        _ explanation: Explanation, of entry: HTTPArchive.Entry, in archive: HTTPArchive, isGuessed: Bool
    ) {
        self.explanation = explanation
        let recorded = archive.failures?.filter { entry.number.map($0.requests.contains) ?? false } ?? []
        let agrees = explanation.unknownPart != .body && explanation.agrees(with: entry.outcome)
        let isKnown = explanation.unknownPart == nil || agrees || !explanation.isTakerUnknown
        if !explanation.failures.isEmpty, isKnown, !isGuessed {
            (failures, self.recorded, judgement) = (explanation.failures, [], .failed)
            notes =
                switch explanation.unknownPart {
                case .redacted?: ["redacted values are not compared"]
                case .body?: entry.unknownOfBody.map { [$0] } ?? []
                case nil: []
                }
            return
        }
        failures = []
        let kind = entry.outcome?.failure
        let unshown = (recorded.map(\.kind) + (kind.map { [$0] } ?? [])).first(where: \.isUnshownByArchives)
        switch explanation.unknownPart {
        case let unknown? where !agrees && kind.map(Self.dependsOnRequest) ?? false:
            self.recorded = recorded.filter { Self.dependsOnRequest($0.kind) }
            judgement = .failed
            let values = unknown == .body ? "its body is not known" : "redacted values are not compared"
            notes = ["\(self.recorded.isEmpty ? "\(kind?.rawValue ?? "") " : "")in the recorded run; \(values)"]
        case .redacted? where agrees && !isGuessed:
            (self.recorded, judgement) = ([], unshown == nil ? .passed : .undecided)
            notes = ["redacted values are not compared"] + (unshown.map { [$0.undecided] } ?? [])
        case .redacted? where !agrees:
            self.recorded = []
            (judgement, notes) = (.undecided, ["not decided: redacted values decide this, and are not known"])
        case .body?:
            (self.recorded, judgement) = ([], .undecided)
            notes = ["not decided: \(entry.unknownOfBody ?? "its body is not known")"]
        case nil where explanation.failures.isEmpty && !isGuessed:
            (self.recorded, judgement) = ([], unshown == nil ? .passed : .undecided)
            notes = unshown.map { [$0.undecided] } ?? []
        default:
            (self.recorded, judgement) = ([], explanation.failures.isEmpty ? .passed : .undecided)
            notes = explanation.failures.isEmpty ? [] : ["not decided: what came before it is not known"]
        }
    }

    /// Whether failures of a kind need nothing but the requests.
    private static func dependsOnRequest(_ kind: FailureKind) -> Bool {
        switch kind {
        case .unmatched, .outOfOrder, .exhausted, .assertion, .never, .capture: true
        default: false
        }
    }

    /// The first failure in short, and what the archive lacks.
    fileprivate var remark: String {
        var parts: [String] = []
        let rule = "\(explanation.outcome): "
        func short(_ title: String) -> String {
            Printable.line(title.hasPrefix(rule) ? String(title.dropFirst(rule.count)) : title)
        }
        func and(_ more: Int) -> String { more > 0 ? " and \(more) more" : "" }
        if let first = failures.first {
            let text = explanation.isTaken ? first.title : first.note ?? first.title
            let more = failures.count - 1 + failures.reduce(0) { $0 + $1.unshown }
            parts.append("\(short(text)), at \(Printable.line(first.place))\(and(more))")
        } else if let first = recorded.first {
            parts.append("\(short(first.headline))\(and(recorded.count - 1))")
        }
        return (parts + notes).joined(separator: "; ")
    }

    fileprivate var json: JSON {
        let entry = explanation.entry
        return .members(
            (entry.requestMembers + entry.outcomeMembers).map { ($0.0.rawValue, $0.1) } + [
                ("passed", .bool(judgement == .passed)),
                ("decided", .only(judgement == .undecided, false)),
                ("failures", .array(failures.map(\.json) + recorded.map(\.json))),
                ("notes", .only(!notes.isEmpty, .array(notes.map(JSON.string)))),
            ])
    }
}

extension FailureKind {
    /// Whether the requests of an archive may be without such a failure, although the recorded run had it: it comes from
    /// what the client does after its request, from responses, or from times that are too close for an archive.
    fileprivate var isUnshownByArchives: Bool {
        switch self {
        case .client, .holdTimeout, .template, .unsendable, .interval, .maxInFlight: true
        case .unmatched, .outOfOrder, .exhausted, .assertion, .unmet, .never, .capture, .badRequest, .expect: false
        }
    }

    fileprivate var undecided: String { "not decided: \(rawValue) in the recorded run, which is not checked here" }
}

extension Scenario {
    /// The positions of the items of `expect` that count connections.
    fileprivate var checksOfConnections: [Position] {
        expectations.compactMap { if case .connections = $0.kind { $0.position } else { nil } }
    }
}

extension HTTPArchive.Entry {
    /// What is not known of the body, as a clause; nil if all is.
    fileprivate var unknownOfBody: String? {
        lackOfBody ?? (isBodyRestated ? "the archive has the content of its body, not the bytes that were sent" : nil)
    }

    /// The request in which redacted values are searched for: the body is what it has, so nothing says that it is encoded.
    fileprivate func plainRequest(on connection: ConnectionInfo) -> Request {
        var stated = request
        if isBodyRestated { stated.remove(named: "content-encoding") }
        return stated.request(on: connection)
    }
}

extension HTTPArchive {
    /// What it has no requests of.
    fileprivate var remarks: [String] {
        var remarks: [String] = []
        if badRequests > 0 {
            let count = EnglishText.count(badRequests, "request")
            remarks.append("bad_request: \(count) broke HTTP, without an entry in the archive")
        }
        if missingEntries > 0 {
            let count = EnglishText.count(missingEntries, "request")
            remarks.append("not decided: \(count) that the journal had no room for, without an entry in the archive")
        }
        if let timeout {
            remarks.append("ended after \(timeout): --timeout ended the recorded run, which failed by it")
        }
        if isCutShort {
            remarks.append("ended by a reload: what the recorded run had not reached is not a failure")
        }
        if cached > 0 {
            let count = EnglishText.count(cached, "request")
            remarks.append("from the browser's cache, and left out: \(count)")
        }
        let count = leftOut.values.reduce(0, +)
        if count > 0 {
            let schemes = leftOut.keys.sorted().map { "\($0):" }.joined(separator: ", ")
            remarks.append("not HTTP, and left out: \(EnglishText.count(count, "request")) (\(schemes))")
        }
        return remarks
    }
}

extension Explanation {
    /// Whether it was so in the run that was recorded: the same rule took the request, and nothing failed that depends on
    /// the request alone; or it failed in the same way.
    fileprivate func agrees(with recorded: HTTPArchive.RecordedOutcome?) -> Bool {
        guard let recorded else { return false }
        if let failure = failures.first?.kind { return failure == recorded.failure }
        switch recorded.failure {
        case .unmatched, .outOfOrder, .exhausted, .assertion, .never, .capture: return false
        default: break
        }
        return agreesOnTaker(with: recorded)
    }

    /// Whether the same rule, or none, took the request in the run that was recorded.
    fileprivate func agreesOnTaker(with recorded: HTTPArchive.RecordedOutcome?) -> Bool {
        guard let recorded else { return false }
        return switch entry.outcome {
        case .step(let id): recorded.step == id
        case .stub(let id), .stubBeforeStep(let id, _): recorded.stub == id
        case .failed, .preflight, .refusedPreflight: recorded.step == nil && recorded.stub == nil
        }
    }

    /// `step "refresh"`, or the kind of failure.
    fileprivate var outcome: String {
        switch entry.outcome {
        case .step, .stub, .stubBeforeStep: entry.takerText
        case .failed, .preflight, .refusedPreflight: entry.outcomeText
        }
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
