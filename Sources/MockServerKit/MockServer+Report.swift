extension MockServer {
    /// The runs in their current state, for one of the formats of `ReportFormat`: the last one, and those that the
    /// admin API ended before it; and those of its sessions.
    public func report() -> RunReport {
        judge()
        var report = currentRun.report(address: endpoint.description)
        if let sessions {
            report.isAbsent = sessions.options.isRequired && report.verdict.passed && report.verdict.requests == 0
            (report.sessions, report.omittedSessions) = sessions.reports
        }
        return report
    }
}
