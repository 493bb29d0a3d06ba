public import ExactJSON
import MockRuntime
import Playback
import Scenarios

extension RunReport {
    /// Verdict, journal and unfinished requests, as `Scenarios/report.schema.json` says.
    public var json: JSON {
        .members([
            ("mockserver", 1),
            ("version", .string(Version.current)),
            ("path", .string(scenario.source.path)),
            ("address", .string(address)),
            ("started", .string(start.text)),
            ("duration", .milliseconds(duration)),
            ("verdict", verdict.json),
            ("journal", .array(journal.map(\.json))),
            ("unfinished_requests", .array(unfinishedRequests.map(\.json))),
        ])
    }
}
