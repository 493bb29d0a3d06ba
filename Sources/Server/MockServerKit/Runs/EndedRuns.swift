import MockRuntime
import Playback
import Reports

/// The replaced runs of a server, in the order of their ends, without runs that had neither a request nor a failure.
///
/// Their number is limited: the oldest passed runs are dropped first; a failed run without room is only counted.
///
/// It makes no report of a run, because every request of a new run may wait for the lock around it.
struct EndedRuns: Sendable {
    struct Ended: Sendable {
        /// Its number among the runs that count, from 1.
        let number: Int
        var run: RecordedRun
    }

    /// A run when it was replaced if it had failed by then, else nil.
    typealias FailedRun = PendingValue<RecordedRun?>

    /// A run whose requests may still be in progress, or that is just getting one.
    fileprivate struct Open: Sendable {
        var run: ScenarioRun
        /// nil until a request or a failure comes.
        var number: Int?
        /// The run's duration when it was replaced.
        let duration: Duration
        /// What was told of a failed run when it was replaced, so it stays.
        let failed: FailedRun
        /// Whether somebody makes its last report.
        var isClosing = false

        /// Waits until it is known what was told, except on an event loop.
        var recorded: RecordedRun {
            var recorded = run.recorded
            if recorded.verdict.passed, case .some(.some(let failed)) = failed.awaited { recorded = failed }
            recorded.duration = duration
            return recorded
        }
    }

    /// Above this number of runs, failures or bytes of their text, further ones are only counted.
    private static let limit = (runs: 1_000, failures: 1_000, bytes: 16 << 20)

    /// The most bytes in all journals together.
    private let journalLimit: Int
    private var open: [Open] = []
    private var closed: [Ended] = []
    private var omitted = RunReport.OmittedRuns()
    /// The number of runs that count.
    private var count = 0
    private var failures = 0
    private var bytes = 0

    init(journalLimit: Int) {
        self.journalLimit = journalLimit
    }

    /// Whether there has been no ended run.
    var isEmpty: Bool { open.isEmpty && count == 0 }

    /// Adds the run that has just been replaced. It stays open until the result is fulfilled.
    mutating func add(_ run: ScenarioRun) -> FailedRun {
        let (requests, hasFailed, duration) = run.extent
        let failed = FailedRun()
        var ended = Open(run: run, number: nil, duration: duration, failed: failed)
        if requests > 0 || hasFailed { ended.number = nextNumber() }
        open.append(ended)
        return failed
    }

    /// The number of requests of those that are kept.
    var requests: Int {
        open.reduce(0) { $0 + $1.run.extent.requests } + closed.reduce(0) { $0 + $1.run.verdict.requests }
    }

    /// The runs that may still change.
    var openRuns: [ScenarioRun] { open.map(\.run) }

    // MARK: - Closing

    /// A run that has no other owner and was judged, so that it can't change any more. It is open until its last state is
    /// passed to `close`.
    struct Unused: Sendable {
        fileprivate let open: Open

        /// The run's last state. Takes long, so it is to be made outside the lock.
        func last() -> Last {
            // Nobody is left who could tell that a response was delivered.
            open.run.judgeDeliveries()
            return Last(run: open.run, recorded: open.recorded)
        }
    }

    /// What remains of a run that can't change any more.
    struct Last: Sendable {
        fileprivate let run: ScenarioRun
        fileprivate let recorded: RecordedRun
    }

    /// The runs that can't change any more.
    mutating func takeUnused() -> [Unused] {
        open.indices.compactMap { index in
            guard !open[index].isClosing, open[index].failed.isMade, isKnownUniquelyReferenced(&open[index].run),
                !open[index].run.hasUnjudgedRequests
            else { return nil }
            open[index].isClosing = true
            return Unused(open: open[index])
        }
    }

    /// Keeps the last state of a run in place of the run.
    ///
    /// - Returns: what is dropped for it, to be released outside the lock.
    mutating func close(_ last: Last) -> [RecordedRun] {
        guard let index = open.firstIndex(where: { $0.run === last.run }) else { return [] }
        let ended = open.remove(at: index)
        var run = last.recorded
        // A run without a request was only reset as a precaution.
        guard run.verdict.counts else { return [] }
        let number = ended.number ?? nextNumber()
        guard let dropped = makeRoom() else {
            omitted.count(run.verdict)
            return []
        }
        // Each failed run shows at least its first failure.
        let room = bytes < Self.limit.bytes ? max(1, Self.limit.failures - failures) : 1
        run.verdict = run.verdict.keeping(failures: room)
        failures += run.verdict.failures.count
        bytes += run.verdict.failures.reduce(0) { $0 + $1.weight }
        closed.append(Ended(number: number, run: run))
        return dropped + dropJournals()
    }

    /// All runs in their current state, and the number of the next run.
    func all() -> (runs: [Ended], omitted: RunReport.OmittedRuns, next: Int) {
        var count = count
        var runs = closed
        for ended in open {
            let run = ended.recorded
            guard run.verdict.counts else { continue }
            if ended.number == nil { count += 1 }
            runs.append(Ended(number: ended.number ?? count, run: run))
        }
        return (runs.sorted { $0.number < $1.number }, omitted, count + 1)
    }

    private mutating func nextNumber() -> Int {
        count += 1
        return count
    }

    /// Makes room for one more run, and returns what is dropped for it; nil if all kept runs failed.
    private mutating func makeRoom() -> [RecordedRun]? {
        guard closed.count >= Self.limit.runs else { return [] }
        guard let oldest = closed.firstIndex(where: \.run.verdict.passed) else { return nil }
        let dropped = closed.remove(at: oldest).run
        omitted.count(dropped.verdict)
        return [dropped]
    }

    /// Drops journals, the oldest first, and returns their runs.
    private mutating func dropJournals() -> [RecordedRun] {
        var dropped: [RecordedRun] = []
        var size = closed.reduce(0) { $0 + $1.run.journalSize }
        for index in closed.indices where closed[index].run.journalSize > 0 {
            guard size > journalLimit else { break }
            size -= closed[index].run.journalSize
            dropped.append(closed[index].run)
            closed[index].run.dropJournal()
        }
        return dropped
    }
}
