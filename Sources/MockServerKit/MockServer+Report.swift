extension MockServer {
    /// The runs at this moment, to be written in one of the formats of `ReportFormat`: the last one, and those before it
    /// that the admin API ended.
    public func report() -> RunReport { currentRun.report(address: endpoint.description) }
}
