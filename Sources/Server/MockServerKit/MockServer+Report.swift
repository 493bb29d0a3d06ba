extension MockServer {
    /// The runs in their current state, for one of the formats of `ReportFormat`: the last one, and those that the
    /// admin API ended before it; and those of its sessions. Closures judge the requests, as for `verify()`.
    public func report() -> RunReport {
        judge()
        return currentRun.report(address: endpoint.description, with: sessions).statingUnjudged
    }

    /// Stops, and then reports the runs: no request is decided after that. Blocks the thread, which must not be one of the
    /// server's own.
    package func finalReport() -> RunReport {
        // A client may have read a response, and ended this run, before the response's last byte is counted as written.
        awaitWrites()
        // Refused only on the server's threads.
        try? stop()
        return report()
    }
}

extension CurrentRun {
    /// A server's own runs and its sessions, in their current state.
    func report(address: String, with sessions: SessionTable?) -> RunReport {
        var report = report(address: address)
        guard let sessions else { return report }
        report.isAbsent =
            sessions.options.isRequired && report.verdict.passed && report.verdict.requests == 0
            && report.earlierRuns.isEmpty && report.omittedRuns.failed == 0
        (report.sessions, report.omittedSessions) = sessions.reports
        report.refusedRequests = sessions.refusedRequests(redactedBy: run)
        report.refusedSessions = sessions.refusedSessions != nil && hasHadNothing
        if report.refusedSessions || hasMissed(requestsTo: sessions) {
            report.judge(by: failing(report.verdict, with: sessions))
            report.isAbsent = false
        }
        return report
    }

    /// Whether requests were refused and nothing else happened: their client was to use a session, and nobody would learn
    /// that it did not. Beside sessions, or requests to the server's own run, those may be strays; what looks like a health
    /// check never fails anything.
    private func hasMissed(requestsTo sessions: SessionTable) -> Bool {
        let (refused, begun) = sessions.refused
        return refused.count > refused.strays && begun == 0 && hasHadNothing
    }

    /// Whether no request has come to the server's own runs.
    private var hasHadNothing: Bool {
        guard run.extent.requests == 0 else { return false }
        let (ended, omitted, _) = runs.ended.all()
        return omitted == RunReport.OmittedRuns() && !ended.contains { $0.run.verdict.requests > 0 }
    }

    /// The verdict on the server's own runs, with a failure if requests, or all sessions that were asked for, were refused and
    /// nothing else happened.
    func failing(_ verdict: Verdict, with sessions: SessionTable) -> Verdict {
        var verdict = verdict
        if let refused = sessions.refusedSessions, hasHadNothing {
            let times = refused.count == 1 ? "" : " \(refused.count) times, the last time"
            verdict = verdict.adding(
                .unmet, "no session was begun: POST /sessions was refused\(times) with \(refused.reason)",
                at: run.scenario.position)
        }
        guard hasMissed(requestsTo: sessions), let refused = sessions.refusedRequests(redactedBy: run) else {
            return verdict
        }
        return verdict.adding(.unmatched, refused.text, at: run.scenario.position)
    }
}

extension SessionTable {
    /// The requests that no run got; nil if there were none.
    ///
    /// - Parameter run: the server's own run, which may have redacted more since they came.
    func refusedRequests(redactedBy run: ScenarioRun) -> RunReport.RefusedRequests? {
        let refused = refused.requests
        guard let first = refused.first?.redacted(run.redactedSoFar).requestText else { return nil }
        let named =
            refused.misnamed == 0
            ? "named no session"
            : refused.unnamed == 0
                ? "named a session that was not there" : "named no session, or one that was not there,"
        let verb = refused.count == 1 ? "was" : "were"
        let which = refused.count == 1 ? "" : "the first "
        return RunReport.RefusedRequests(
            count: refused.count, first: first,
            text: "\(EnglishText.count(refused.count, "request")) that \(named) \(verb) refused: \(which)\(first)")
    }
}
