import MockRuntime
import Playback
import Reports

/// The runs of a server that others took the place of, in the order of their ends. Runs without a request are left out.
///
/// Bounded, however many runs there are: of those that passed the oldest go first, and a failed one that there is no room
/// for is counted.
struct EndedRuns: Sendable {
    struct Ended: Sendable {
        /// Its number among the runs that requests came to, from 1.
        let number: Int
        var run: RecordedRun
    }

    /// A run whose requests may still be answered, or that a request is just coming to.
    private struct Open: Sendable {
        var run: ScenarioRun
        /// nil as long as no request came.
        var number: Int?
        /// When it ended.
        let duration: Duration

        var recorded: RecordedRun {
            var recorded = run.recorded
            recorded.duration = duration
            return recorded
        }
    }

    /// Beyond this many runs, or failures, or bytes of their text, what comes is only counted.
    private static let limit = (runs: 1_000, failures: 1_000, bytes: 16 << 20)

    /// How many bytes the journals may take together.
    private let journalLimit: Int
    private var open: [Open] = []
    private var closed: [Ended] = []
    private var omitted = RunReport.OmittedRuns()
    /// How many runs there were that requests came to.
    private var count = 0
    private var failures = 0
    private var bytes = 0

    init(journalLimit: Int) {
        self.journalLimit = journalLimit
    }

    /// Whether there was any.
    var isEmpty: Bool { open.isEmpty && count == 0 }

    /// Adds the run that was the last until now.
    mutating func add(_ run: ScenarioRun) {
        let (requests, duration) = run.extent
        var ended = Open(run: run, number: nil, duration: duration)
        if requests > 0 { ended.number = nextNumber() }
        open.append(ended)
    }

    /// Takes for what it is each run that nobody else holds any more: nothing can happen to it.
    mutating func close() {
        var rest: [Open] = []
        for index in open.indices {
            if isKnownUniquelyReferenced(&open[index].run) { close(open[index]) } else { rest.append(open[index]) }
        }
        open = rest
        dropJournals()
    }

    /// All of them as they are now, and the number that the run after them has.
    func all() -> (runs: [Ended], omitted: RunReport.OmittedRuns, next: Int) {
        var count = count
        var runs = closed
        for ended in open {
            let run = ended.recorded
            guard run.verdict.requests > 0 else { continue }
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
        // One that nobody came to was only reset to be on the safe side.
        guard run.verdict.requests > 0 else { return }
        let number = ended.number ?? nextNumber()
        guard makeRoom() else { return omitted.count(run.verdict) }
        // Each failed run shows at least its first failure.
        let room = bytes < Self.limit.bytes ? max(1, Self.limit.failures - failures) : 1
        run.verdict = run.verdict.keeping(failures: room)
        failures += run.verdict.failures.count
        bytes += run.verdict.failures.reduce(0) { $0 + $1.weight }
        closed.append(Ended(number: number, run: run))
    }

    /// Makes room for one more run; false where all that are kept failed.
    private mutating func makeRoom() -> Bool {
        guard closed.count >= Self.limit.runs else { return true }
        guard let oldest = closed.firstIndex(where: \.run.verdict.passed) else { return false }
        omitted.count(closed.remove(at: oldest).run.verdict)
        return true
    }

    /// The oldest first.
    private mutating func dropJournals() {
        var size = closed.reduce(0) { $0 + $1.run.journalSize }
        for index in closed.indices {
            guard size > journalLimit else { return }
            size -= closed[index].run.journalSize
            closed[index].run.dropJournal()
        }
    }
}
