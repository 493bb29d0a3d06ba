/// How a run's report is written, by the name that `--report` takes.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    /// The verdict as it is printed.
    case text
    /// Verdict, journal and unfinished requests, as `Scenarios/report.schema.json` says.
    case json
    /// JUnit's XML, as Jenkins and most of what reads test results take it.
    case junit
    /// SARIF 2.1.0: the failures at their positions in the scenario.
    case sarif
    /// HAR 1.2: the requests and their answers.
    case har

    /// Whether it shows what was answered, which a run only keeps when it is told to.
    public var showsResponses: Bool {
        switch self {
        case .json, .har: true
        case .text, .junit, .sarif: false
        }
    }
}
