extension MockServer {
    /// The run at this moment, to be written in one of the formats of `ReportFormat`.
    ///
    /// - Parameter verdict: what it came to where that is judged already; nil to judge it now.
    public func report(_ verdict: Verdict? = nil) -> RunReport {
        RunReport(run, verdict: verdict, address: address)
    }
}
