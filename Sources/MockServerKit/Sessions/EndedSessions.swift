import MockRuntime
import Reports

/// The sessions of a server that get no further requests: those that are ending, whose reports are being made, and those
/// that have ended, all failed ones and the last passed ones, up to limits; the rest is only counted.
struct EndedSessions: Sendable {
    /// The most bytes of failed sessions, and the number of passed ones that are kept.
    private static let limit = (bytes: 16 << 20, passed: 1_000)

    private let address: String

    /// The report of a session at its end if it had failed by then, else nil.
    typealias FailedReport = PendingValue<RunReport?>

    /// A session that is ending, or whose last requests may still be in progress.
    private struct Open {
        var session: Session
        /// What was told of a failed session at its end, so it stays.
        let failed: FailedReport

        /// Waits for the end of a session that is ending, except on an event loop.
        func report(address: String) -> RunReport {
            let report = session.report(address: session.url ?? address)
            guard report.passed, case .some(.some(let failed)) = failed.awaited else { return report }
            return failed
        }
    }

    private var open: [Open] = []
    private var failed: [RunReport] = []
    private var failedBytes = 0
    private var passed: [RunReport] = []
    /// The first of `passed` that still has its journal, and the bytes from it on.
    private var firstJournal = 0
    private var journalBytes = 0
    private(set) var omitted = RunReport.OmittedRuns()

    init(address: String) { self.address = address }

    /// How many have passed and how many have failed, without those that are ending.
    var counts: RunReport.OmittedRuns {
        var counts = omitted
        counts.count(passed: passed.count, failed: failed.count)
        for ended in open {
            guard let report = ended.failed.ifMade else { continue }
            counts.count(passed: report == nil && ended.session.currentRun.verdict.passed)
        }
        return counts
    }

    /// The sessions that are ending or may still change.
    var openSessions: [Session] { open.map(\.session) }

    /// The sessions that are ending.
    var endingSessions: [Session] { open.filter { !$0.failed.isMade }.map(\.session) }

    /// Adds a session that gets no further requests. It is ending until the result is fulfilled.
    mutating func add(_ session: Session) -> FailedReport {
        close()
        let failed = FailedReport()
        open.append(Open(session: session, failed: failed))
        return failed
    }

    /// Closes each session that can't change any more.
    mutating func close() {
        var rest: [Open] = []
        for index in open.indices {
            if open[index].failed.isMade, isKnownUniquelyReferenced(&open[index].session),
                open[index].session.currentRun.closeIfUnused()
            {
                close(open[index])
            } else {
                rest.append(open[index])
            }
        }
        open = rest
    }

    /// All that are kept, in their current state, failed ones first: also one that may still change.
    var all: [RunReport] {
        let open = open.map { $0.report(address: address) }
        return failed + open.filter { !$0.passed } + passed + open.filter(\.passed)
    }

    private mutating func close(_ ended: Open) {
        let report = ended.report(address: address)
        guard report.passed else {
            guard failedBytes < Self.limit.bytes else { return omitted.count(passed: false) }
            failedBytes += report.weight
            return failed.append(report)
        }
        journalBytes += report.weight
        passed.append(report)
        while journalBytes > Self.limit.bytes, firstJournal < passed.count {
            journalBytes -= passed[firstJournal].weight
            passed[firstJournal].dropJournals()
            firstJournal += 1
        }
        // By halves, because removing the first one moves all others.
        guard passed.count >= 2 * Self.limit.passed else { return }
        for _ in 0..<Self.limit.passed { omitted.count(passed: true) }
        passed.removeFirst(Self.limit.passed)
        firstJournal = max(0, firstJournal - Self.limit.passed)
    }
}
