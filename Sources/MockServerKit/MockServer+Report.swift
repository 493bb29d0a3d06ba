extension MockServer {
    /// The runs in their current state, for one of the formats of `ReportFormat`: the last one, and those that the
    /// admin API ended before it; and those of its sessions.
    public func report() -> RunReport {
        judge()
        return currentRun.report(address: endpoint.description, with: sessions)
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
