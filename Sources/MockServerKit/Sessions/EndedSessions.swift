import MockRuntime
import Reports

/// The sessions of a server that have ended: all failed ones and the last passed ones, up to limits; the rest is only
/// counted.
struct EndedSessions: Sendable {
    /// The most bytes of failed sessions, and the number of passed ones that are kept.
    private static let limit = (bytes: 16 << 20, passed: 1_000)

    private let address: String
    /// A session whose last requests may still be in progress.
    private struct Open {
        var session: Session
        /// Its report at its end if it had failed by then: that was told, so it stays.
        let failed: RunReport?

        func report(address: String) -> RunReport {
            let report = session.report(address: session.url ?? address)
            return report.passed ? failed ?? report : report
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

    /// How many passed and how many failed.
    var counts: RunReport.OmittedRuns {
        var counts = omitted
        counts.count(passed: passed.count, failed: failed.count)
        for ended in open { counts.count(passed: ended.failed == nil && ended.session.currentRun.verdict.passed) }
        return counts
    }

    /// The sessions that may still change.
    var openSessions: [Session] { open.map(\.session) }

    /// Adds a session that gets no further requests.
    ///
    /// - Parameter report: its report at its end.
    mutating func add(_ session: Session, _ report: RunReport) {
        close()
        open.append(Open(session: session, failed: report.passed ? nil : report))
    }

    /// Closes each session that can't change any more.
    mutating func close() {
        var rest: [Open] = []
        for index in open.indices {
            if isKnownUniquelyReferenced(&open[index].session), open[index].session.currentRun.closeIfUnused() {
                close(open[index])
            } else {
                rest.append(open[index])
            }
        }
        open = rest
    }

    /// All that are kept, in their current state.
    var all: [RunReport] { failed + passed + open.map { $0.report(address: address) } }

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
