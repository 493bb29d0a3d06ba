import MockRuntime
import Playback
import Reports

/// The replaced runs of a server, in the order of their ends, without runs that had neither a request nor a failure.
///
/// Their number is limited: the oldest passed runs are dropped first; a failed run without room is only counted.
struct EndedRuns: Sendable {
    struct Ended: Sendable {
        /// Its number among the runs that count, from 1.
        let number: Int
        var run: RecordedRun
    }

    /// A run when it was replaced if it had failed by then, else nil.
    typealias FailedRun = PendingValue<RecordedRun?>

    /// A run whose requests may still be in progress, or that is just getting one.
    private struct Open: Sendable {
        var run: ScenarioRun
        /// nil until a request or a failure comes.
        var number: Int?
        /// The run's duration when it was replaced.
        let duration: Duration
        /// What was told of a failed run when it was replaced, so it stays.
        let failed: FailedRun

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

    /// The runs that may still change.
    var openRuns: [ScenarioRun] { open.map(\.run) }

    /// Closes each run that has no other owner and was judged, because it can't change any more.
    mutating func close() {
        var rest: [Open] = []
        for index in open.indices {
            let isOver =
                open[index].failed.isMade && isKnownUniquelyReferenced(&open[index].run)
                && !open[index].run.hasUnjudgedRequests
            if isOver { close(open[index]) } else { rest.append(open[index]) }
        }
        open = rest
        dropJournals()
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

    private mutating func close(_ ended: Open) {
        var run = ended.recorded
        // A run without a request was only reset as a precaution.
        guard run.verdict.counts else { return }
        let number = ended.number ?? nextNumber()
        guard makeRoom() else { return omitted.count(run.verdict) }
        // Each failed run shows at least its first failure.
        let room = bytes < Self.limit.bytes ? max(1, Self.limit.failures - failures) : 1
        run.verdict = run.verdict.keeping(failures: room)
        failures += run.verdict.failures.count
        bytes += run.verdict.failures.reduce(0) { $0 + $1.weight }
        closed.append(Ended(number: number, run: run))
    }

    /// Makes room for one more run; false if all kept runs failed.
    private mutating func makeRoom() -> Bool {
        guard closed.count >= Self.limit.runs else { return true }
        guard let oldest = closed.firstIndex(where: \.run.verdict.passed) else { return false }
        omitted.count(closed.remove(at: oldest).run.verdict)
        return true
    }

    /// Drops journals, the oldest first.
    private mutating func dropJournals() {
        var size = closed.reduce(0) { $0 + $1.run.journalSize }
        for index in closed.indices {
            guard size > journalLimit else { return }
            size -= closed[index].run.journalSize
            closed[index].run.dropJournal()
        }
    }
}
