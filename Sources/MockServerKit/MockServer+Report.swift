extension MockServer {
    /// The runs in their current state, for one of the formats of `ReportFormat`: the last one, and those that the
    /// admin API ended before it; and those of its sessions.
    public func report() -> RunReport {
        judge()
        return currentRun.report(address: endpoint.description, with: sessions)
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
        return report
    }
}
