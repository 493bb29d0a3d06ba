extension MockServer {
    /// The runs in their current state, for one of the formats of `ReportFormat`: the last one, and those that the
    /// admin API ended before it.
    public func report() -> RunReport {
        currentRun.judge()
        currentRun.verdictReminder.verified()
        return currentRun.report(address: endpoint.description)
    }
}
