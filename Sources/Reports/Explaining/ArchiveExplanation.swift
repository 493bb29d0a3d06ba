import ExactJSON
import HTTPMessage
package import Playback
import Scenarios
import TextCoding

/// A recorded run, played through a script: what takes each request, and what is left at the end.
package struct ArchiveExplanation: Sendable {
    /// A recorded request.
    package struct Row: Sendable {
        package fileprivate(set) var explanation: Explanation
        /// What the archive lacks, as far as it matters.
        package let notes: [String]
        /// Whether nobody knows what becomes of the request: values decide that are redacted in the archive, and it was
        /// not so in the run that was recorded, or the archive does not say.
        package let isOpen: Bool

        /// Whether the run would not fail by it.
        var passed: Bool { explanation.failures.isEmpty && !isOpen }
    }

    package let rows: [Row]
    /// What the archive has no requests of: clauses.
    package let remarks: [String]
    /// The number of requests that broke HTTP, which fail a run.
    private let badRequests: Int
    /// What only the end shows, such as steps that were not reached.
    package let failuresAtEnd: [Failure]
    package let completeSteps: Int
    package let steps: Int

    /// Whether the run would pass.
    package var passed: Bool {
        failuresAtEnd.isEmpty && badRequests == 0 && rows.allSatisfy(\.passed)
    }

    /// Plays an archive's requests in their order, at their times. Responses are not looked at, so no client fails for
    /// leaving one or staying.
    package init(_ archive: HTTPArchive, _ script: consuming Script) {
        var (rows, ends): ([Row], [(instant: Instant, id: ExchangeID)]) = ([], [])
        var connections: [String: (index: Int, requests: Int)] = [:]
        var late: [Failure] = []
        var now = Instant(nanoseconds: 0)
        let origin = archive.start ?? 0
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
            let view = RequestView(entry.request.request(on: info), needs: script.scenario.needs)
            guard let explanation = script.explain(id, view, listsRules: false, at: now) else { continue }
            let isOpen = explanation.dependsOnRedacted && !explanation.agrees(with: entry.outcome)
            var notes = explanation.failures.isEmpty ? [] : entry.notes
            if explanation.dependsOnRedacted {
                notes.append(
                    isOpen ? "redacted values decide this, and are not known" : "redacted values are not compared")
            }
            rows.append(Row(explanation: explanation, notes: notes, isOpen: isOpen))
            ends.append((now + .nanoseconds(entry.duration), id))
        }
        finish(&script, until: nil)
        // What is redacted in one request is redacted in all.
        let connection = ConnectionInfo(index: 1, exchange: 1)
        let secrets = script.scenario.secrets(in: archive.entries.lazy.map { $0.request.request(on: connection) })
        let verdict = script.verdict(at: now).redacted(secrets)
        for index in rows.indices { rows[index].explanation = rows[index].explanation.redacted(secrets) }
        late = late.map { $0.redacted(secrets) }
        self.rows = rows
        badRequests = archive.badRequests
        remarks = archive.remarks
        failuresAtEnd = late + verdict.failures.suffix(verdict.kindsAtEnd.count).filter { $0.kind != .client }
        completeSteps = verdict.completeSteps
        steps = verdict.steps
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
                row.explanation.passed && !row.isOpen ? style.green(outcome) : style.red(outcome), row.remark,
            ]
            return parts.joined(separator: "  ").trimmingTrailingSpaces
        }
        for failure in failuresAtEnd { lines += ["", failure.text(style: style)] }
        let stepText = "\(completeSteps) of \(EnglishText.count(steps, "step"))"
        lines += ["", "\(EnglishText.count(rows.count, "request")), \(stepText)"] + remarks
        return lines.joined(separator: "\n")
    }

    // MARK: - JSON

    /// The explanation in parts; members without a value are left out.
    package var jsonText: String { json.text(.pretty) }

    private var json: JSON {
        .members([
            ("passed", .bool(passed)),
            ("steps", .integer(steps)),
            ("complete_steps", .integer(completeSteps)),
            ("requests", .array(rows.map(\.json))),
            ("failures", .array(failuresAtEnd.map(\.json))),
            ("notes", .only(!remarks.isEmpty, .array(remarks.map(JSON.string)))),
        ])
    }
}

extension ArchiveExplanation.Row {
    /// The first failure in short, and what the archive lacks.
    fileprivate var remark: String {
        var parts: [String] = []
        if let first = explanation.failures.first {
            let rule = "\(explanation.outcome): "
            let title = first.title.hasPrefix(rule) ? String(first.title.dropFirst(rule.count)) : first.title
            let text = explanation.isTaken ? title : first.note ?? title
            let more = explanation.failures.count - 1 + explanation.failures.reduce(0) { $0 + $1.unshown }
            let place = Printable.line(first.place)
            parts.append("\(Printable.line(text)), at \(place)" + (more > 0 ? " and \(more) more" : ""))
        }
        return (parts + notes).joined(separator: "; ")
    }

    fileprivate var json: JSON {
        let entry = explanation.entry
        return .members(
            [
                ("number", .integer(entry.number)),
                ("method", .string(String(decoding: entry.method, as: UTF8.self))),
                ("target", .string(String(decoding: entry.target, as: UTF8.self))),
            ] + entry.outcomeMembers + [
                ("passed", .bool(passed)),
                ("failures", .array(explanation.failures.map(\.json))),
                ("notes", .only(!notes.isEmpty, .array(notes.map(JSON.string)))),
            ])
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
        switch entry.outcome {
        case .step(let id): return recorded.step == id
        case .stub(let id), .stubBeforeStep(let id, _): return recorded.stub == id
        case .failed, .preflight, .refusedPreflight: return recorded.step == nil && recorded.stub == nil
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
