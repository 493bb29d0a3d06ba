import HTTPMessage
import Scenarios

/// The failures of a run in order of time, equal ones grouped. Its size is limited, however many requests fail.
///
/// A failure gets its position when it is decided. It is kept when it and all before it are explained.
struct FailureLog: Sendable {
    /// The properties that equal failures share.
    private struct Group: Hashable {
        let kind: FailureKind
        /// nil where all requests that a stub must never get are one failure. Without the query where a rule took its last
        /// request.
        let request: TimelineEntry.GroupingKey?
        let rule: String?
        /// The position of the leaf; nil if the nearest rule identifies the failure.
        let position: Position?
        /// The problem, if rule and leaf do not identify it: two surplus elements are both reported at their array.
        let title: String?

        init(_ failure: Failure, _ request: TimelineEntry) {
            kind = failure.kind
            self.request =
                switch failure.kind {
                case .never: nil
                case .exhausted: request.groupingKeyOfPath
                default: request.groupingKey
                }
            rule = failure.rule
            position = failure.kind == .unmatched && failure.rule != nil ? nil : failure.position
            title = failure.kind == .badRequest || failure.kind == .assertion ? failure.title : nil
        }
    }

    /// A failure that is not kept yet.
    private enum Pending {
        case decided(DecidedFailure)
        case explained([FailureDraft])
    }

    /// After this many different failures, or bytes of their text, a run's failures are only counted.
    private static let limit = (count: 1_000, bytes: 16 << 20)
    /// The number of requests that one failure shows, and one about requests that were too many.
    private static let shownRequests = 5
    private static let shownExcess = 10
    private static let shownConsequences = 20
    /// The most mistakes that are known again at another step.
    private static let keptMistakes = 100
    /// The most explained failures that are kept at once, so that nobody waits long for the lock that protects the log.
    private static let keptAtOnce = 64

    /// The pending failures from the oldest, whose ordinal is `firstPending`.
    private var pending: [Pending] = []
    private var firstPending = 0
    /// Corrected responses of requests whose failures are pending, by the request's number.
    private var amendments: [Int: TimelineEntry.Response] = [:]
    private(set) var failures: [Failure] = []
    /// The number of failures after the limit.
    private(set) var omitted = 0
    private var bytes = 0
    private var indexByGroup: [Group: Int] = [:]
    /// The failures that left a variable without a value, by the position that should have set it.
    private var causes: [Position: Int] = [:]

    /// The steps that refused requests were for: how many such requests, and the failure from which a later one follows
    /// if it lacks them.
    private var refusals: [Int: Refusals] = [:]

    private struct Refusals {
        var count: Int
        let cause: Int
    }

    /// The steps that a request waited for when it came out of order for a reason of its own, with that failure; and how
    /// much it waited for, by failure.
    private var awaited: [Int: Int] = [:]
    private var waits: [Int: Wait] = [:]

    private struct Wait: Hashable {
        let steps: Int
        let requests: Int

        init(_ lacks: [LackingStep]) {
            steps = lacks.count
            requests = lacks.reduce(0) { $0 + $1.count }
        }
    }

    /// The last request that came again where the client should have asked for the outcome, and the failure about it.
    private var lastResend: (number: Int, failure: Int)?

    /// The steps and stubs at which a mistake was made first, by its words.
    private var takers: [String: String] = [:]

    /// Whether nothing has failed, explained or not.
    var isEmpty: Bool { firstPending == 0 && pending.isEmpty }

    // MARK: - From a decision to a kept failure

    /// The ordinal of the next failure.
    var nextOrdinal: Int { firstPending + pending.count }

    /// Gives a failure the next position.
    mutating func reserve(_ failure: DecidedFailure) { pending.append(.decided(failure)) }

    /// Stores the explanation of a decided failure. A failure that is already explained is not changed.
    mutating func explain(_ ordinal: Int, _ findings: [FailureDraft]) {
        let index = ordinal - firstPending
        if pending.indices.contains(index), case .decided = pending[index] { pending[index] = .explained(findings) }
        keepExplained(atMost: Self.keptAtOnce)
    }

    /// Explains all failures that are only decided, and keeps them.
    mutating func settle(_ explain: (DecidedFailure) -> ExplainedFailure) {
        for index in pending.indices {
            guard case .decided(let failure) = pending[index] else { continue }
            let explained = explain(failure)
            pending[index] = .explained(explained.findings)
            if let entry = explained.amendedEntry { amend(entry) }
        }
        keepExplained(atMost: pending.count)
    }

    /// Keeps the explained failures before the first unexplained one, at most `limit`.
    private mutating func keepExplained(atMost limit: Int) {
        var count = 0
        while count < min(limit, pending.count), case .explained(let findings) = pending[count] {
            for finding in findings { keep(finding) }
            count += 1
        }
        pending.removeFirst(count)
        firstPending += count
        if pending.isEmpty { amendments = [:] }
    }

    /// Adds the failure, or lists it under the failure that is its only reason.
    private mutating func keep(_ finding: FailureDraft) {
        var failure = finding.failure
        if !amendments.isEmpty {
            for index in failure.requests.indices {
                if let response = amendments[failure.requests[index].number] {
                    failure.requests[index].response = response
                }
            }
        }
        if let cause = finding.brokenCause, list(failure, under: cause, breaking: finding.breaks) { return }
        failure.cause = cause(of: finding)
        if let (taker, words) = failure.mistake {
            if let first = takers[words] {
                if first != taker { failure.remarks.append("the same mistake as at \(first)") }
            } else if takers.count < Self.keptMistakes {
                takers[words] = taker
            }
        }
        guard let index = add(failure, breaking: finding.breaks) else { return }
        if finding.resends, let number = failure.requests.last?.number { lastResend = (number, index) }
        guard let refused = finding.refused else { return }
        refusals[refused.step, default: Refusals(count: 0, cause: failures[index].cause ?? index)].count += 1
        guard failures[index].cause == nil else { return }
        let others = finding.lacks.filter { !isRefused($0) }
        for lack in others { awaited[lack.step] = index }
        waits[index] = Wait(others)
    }

    // MARK: - What follows from what

    /// The failure from which a request that came out of order, or a step without its requests, follows: it would not
    /// have failed if that one had not.
    ///
    /// Each step that lacks requests is one whose requests were refused before. Where a request came out of order, the
    /// others are those that the request of the other failure waited for, and nothing has come for these since.
    ///
    /// - Returns: the index of the first such failure; nil if the failure may have another reason.
    func cause(of finding: FailureDraft) -> Int? {
        // One request more than the step takes would have failed anyway.
        if let refused = finding.refused, let room = refused.room, refusals[refused.step]?.count ?? 0 >= room {
            return nil
        }
        var causes = finding.lacks.compactMap { isRefused($0) ? refusals[$0.step]?.cause : nil }
        let others = finding.lacks.filter { !isRefused($0) }
        if let first = others.first {
            // Later steps were not reached because of the first one, whose requests were refused.
            if finding.refused == nil, let reached = finding.lacks.first, isRefused(reached) {
                return refusals[reached.step]?.cause
            }
            guard finding.refused != nil, let cause = awaited[first.step], waits[cause] == Wait(others),
                others.allSatisfy({ awaited[$0.step] == cause })
            else { return nil }
            causes.append(cause)
        }
        return causes.min()
    }

    /// The failure about the first request that waited for a step and had no other reason.
    func failure(awaiting step: Int) -> Failure? { awaited[step].map { failures[$0] } }

    /// The failure about a run's last request, if it came again where the client should have asked for the outcome: from it
    /// follows that nothing came for the next step.
    func resending(lastRequest: TimelineEntry?) -> Int? {
        lastRequest?.number == lastResend?.number ? lastResend?.failure : nil
    }

    /// Whether as many requests as the step lacks were refused.
    private func isRefused(_ lack: LackingStep) -> Bool { refusals[lack.step]?.count ?? 0 >= lack.count }

    // MARK: - Keeping

    /// Adds a failure, or counts it with an equal one. `breaking` is the position that should have set a variable but
    /// did not, because of this failure.
    ///
    /// - Returns: its index; nil if it is only counted.
    @discardableResult
    mutating func add(_ failure: Failure, breaking: Position? = nil) -> Int? {
        guard let index = index(for: failure) else {
            omitted += 1
            return nil
        }
        if let breaking { causes[breaking] = index }
        return index
    }

    /// Lists a failure under the one that left its variable without a value at `cause`; false if that one is not kept.
    mutating func list(_ failure: Failure, under cause: Position, breaking: Position? = nil) -> Bool {
        guard let index = causes[cause] else { return false }
        if let breaking { causes[breaking] = index }
        failures[index].add(consequence: failure.consequence, keeping: Self.shownConsequences)
        return true
    }

    /// The index of the failure that was kept or counted it; nil if the log is full.
    private mutating func index(for failure: Failure) -> Int? {
        guard let request = failure.requests.last else { return append(failure) }
        let group = Group(failure, request)
        if let index = indexByGroup[group] {
            if failure.kind == .never {
                failures[index].mergeNever(failure, keeping: Self.shownExcess)
            } else {
                let limit = failure.kind == .exhausted ? Self.shownExcess : Self.shownRequests
                failures[index].merge(failure, keeping: limit)
            }
            return index
        }
        let index = append(failure)
        if let index { indexByGroup[group] = index }
        return index
    }

    /// Whether a failure unlike those that are kept is only counted.
    var isFull: Bool { failures.count >= Self.limit.count || bytes >= Self.limit.bytes }

    /// Counts a failure that is like no other, once the log is full: nobody needs its text.
    mutating func omit() { omitted += 1 }

    private mutating func append(_ failure: Failure) -> Int? {
        guard !isFull else { return nil }
        bytes += failure.weight
        failures.append(failure)
        return failures.count - 1
    }

    /// Corrects the shown response of a request whose planned response could not be produced.
    mutating func amend(_ entry: TimelineEntry) {
        if !pending.isEmpty { amendments[entry.number] = entry.response }
        for index in failures.indices {
            for request in failures[index].requests.indices
            where failures[index].requests[request].number == entry.number {
                failures[index].requests[request].response = entry.response
            }
        }
    }
}

extension Failure {
    /// Adds another failure of the same group. Takes its title, which has the newer count.
    fileprivate mutating func merge(_ other: Failure, keeping limit: Int) {
        repeats += 1
        title = other.title
        // What has a reason of its own once is no mere consequence.
        if other.cause == nil { cause = nil }
        for request in other.requests
        where requests.count < limit && !requests.contains(where: { $0.number == request.number }) {
            requests.append(request)
        }
        if kind == .exhausted { noteTyping(upTo: other.requests.last) }
    }

    /// The step or stub that took a wrong request, and what is wrong with it, in words that are the same for a request of
    /// another step; nil if the failure is of another kind.
    fileprivate var mistake: (taker: String, words: String)? {
        guard kind == .assertion, let rule, let difference,
            let taker = [Printable.step(rule), Printable.stub(rule)].first(where: { title.hasPrefix("\($0): ") })
        else { return nil }
        return (
            taker, ([String(title.dropFirst(taker.count))] + difference.expected.map(\.text)).joined(separator: "\n")
        )
    }

    fileprivate mutating func add(consequence: String, keeping limit: Int) {
        let remark = "follows from it: \(consequence)"
        guard !remarks.contains(remark), remarks.count <= limit else { return }
        remarks.append(remarks.count < limit ? remark : "and more that follows from it")
    }

    /// Its approximate size in bytes.
    package var weight: Int {
        let lines = (difference?.expected ?? []) + (difference?.received ?? [])
        let texts = [title, note ?? ""] + remarks + lines.map(\.text)
        return texts.reduce(1_024) { $0 + $1.utf8.count } + requests.reduce(0) { $0 + $1.target.count }
    }
}
