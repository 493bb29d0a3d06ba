/// The format of a run's report; the raw value is its name in `--report`.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    /// The verdict as it is printed.
    case text
    /// Verdict, journal and unfinished requests, according to `Scenarios/report.schema.json`.
    case json
    /// JUnit's XML, in the form that Jenkins and most other readers of test results accept.
    case junit
    /// SARIF 2.1.0: the failures at their positions in the scenario.
    case sarif
    /// HAR 1.2: the requests and their responses.
    case har
    /// A page for people, in one file that works offline: the verdict, the scenario's marked lines, the exchanges.
    case html

    /// The media type of a report.
    package var mediaType: String {
        switch self {
        case .text: "text/plain; charset=utf-8"
        case .json, .har: "application/json"
        case .junit: "application/xml"
        case .sarif: "application/sarif+json"
        case .html: "text/html; charset=utf-8"
        }
    }

    /// Whether it shows responses, which a run keeps only on demand.
    public var showsResponses: Bool {
        switch self {
        case .json, .har, .html: true
        case .text, .junit, .sarif: false
        }
    }
}
