import MockRuntime
import Reports

/// The sessions of a server that get no further requests: those that are ending, whose reports are being made, and those
/// that have ended, all failed ones and the last passed ones, up to limits; the rest is only counted.
///
/// It makes no report that would take long, because the lock around it is one that every request of a session needs.
struct EndedSessions: Sendable {
    /// The most bytes of failed sessions, and the number of passed ones that are kept.
    private static let limit = (bytes: 16 << 20, passed: 1_000)

    private let address: String

    /// The report of a session at its end if it had failed by then, else nil.
    typealias FailedReport = PendingValue<RunReport?>

    /// A session that is ending, or whose last requests may still be in progress.
    fileprivate struct Open: Sendable {
        var session: Session
        /// What was told of a failed session at its end, so it stays.
        let failed: FailedReport
        /// Whether somebody makes its last report.
        var isClosing = false

        /// Waits for the end of a session that is ending, except on an event loop.
        func report(address: String) -> RunReport {
            let report = session.report(address: session.url ?? address)
            guard report.passed, case .some(.some(let failed)) = failed.awaited else { return report }
            return failed
        }
    }

    /// A report, and about how many bytes it takes.
    fileprivate struct Kept: Sendable {
        var report: RunReport
        let weight: Int
    }

    private var open: [Open] = []
    private var failed: [RunReport] = []
    private var failedBytes = 0
    private var passed: [Kept] = []
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
        let failed = FailedReport()
        open.append(Open(session: session, failed: failed))
        return failed
    }

    /// All that are kept, in their current state, failed ones first: also one that may still change.
    var all: [RunReport] {
        let open = open.map { $0.report(address: address) }
        return failed + open.filter { !$0.passed } + passed.map(\.report) + open.filter(\.passed)
    }

    // MARK: - Closing

    /// A session that nobody else has any more. It is listed until its last report is passed to `close`.
    struct Unused: Sendable {
        fileprivate let open: Open
        fileprivate let address: String

        /// The last report; nil if requests may still be in progress. Takes long, so it is to be made outside the lock.
        func lastReport() -> LastReport {
            guard open.session.currentRun.closeIfUnused() else { return LastReport(session: open.session, kept: nil) }
            let report = open.report(address: address)
            return LastReport(session: open.session, kept: Kept(report: report, weight: report.weight))
        }
    }

    /// What remains of a session that can't change any more.
    struct LastReport: Sendable {
        fileprivate let session: Session
        fileprivate let kept: Kept?
    }

    /// The sessions that have ended, and that nobody else has any more: no request can reach them.
    mutating func takeUnused() -> [Unused] {
        open.indices.compactMap { index in
            guard !open[index].isClosing, open[index].failed.isMade,
                isKnownUniquelyReferenced(&open[index].session)
            else { return nil }
            open[index].isClosing = true
            return Unused(open: open[index], address: address)
        }
    }

    /// Keeps a session's last report in place of the session.
    ///
    /// - Returns: what is dropped for it, to be released outside the lock.
    mutating func close(_ last: LastReport) -> [RunReport] {
        guard let index = open.firstIndex(where: { $0.session === last.session }) else { return [] }
        guard let kept = last.kept else {
            open[index].isClosing = false
            return []
        }
        open.remove(at: index)
        guard kept.report.passed else {
            if failedBytes >= Self.limit.bytes {
                omitted.count(passed: false)
            } else {
                failedBytes += kept.weight
                failed.append(kept.report)
            }
            return []
        }
        var dropped: [RunReport] = []
        journalBytes += kept.weight
        passed.append(kept)
        while journalBytes > Self.limit.bytes, firstJournal < passed.count {
            journalBytes -= passed[firstJournal].weight
            dropped.append(passed[firstJournal].report)
            passed[firstJournal].report.dropJournals()
            firstJournal += 1
        }
        // By halves, because removing the first one moves all others.
        guard passed.count >= 2 * Self.limit.passed else { return dropped }
        dropped += passed.prefix(Self.limit.passed).map(\.report)
        for _ in 0..<Self.limit.passed { omitted.count(passed: true) }
        passed.removeFirst(Self.limit.passed)
        firstJournal = max(0, firstJournal - Self.limit.passed)
        return dropped
    }
}
