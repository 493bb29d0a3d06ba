package import ExactJSON
import MockRuntime
import Playback
import Scenarios

extension RunReport {
    /// Verdict, journal and unfinished requests of each run, according to `Scenarios/report.schema.json`.
    package var json: JSON {
        let omitted: JSON = [
            "passed": .integer(omittedRuns.passed), "failed": .integer(omittedRuns.failed),
        ]
        return .members(
            [
                ("mockserver", 1),
                ("version", .string(Version.current)),
                ("passed", .bool(passed)),
                ("address", .string(address)),
            ] + members + [
                ("earlier_runs", .array(earlierRuns.map { .members($0.members) })),
                ("omitted_runs", .only(omittedRuns != OmittedRuns(), omitted)),
            ])
    }

    /// The members of one run.
    private var members: [(name: String, value: JSON?)] {
        [
            ("run", .integer(number)),
            ("path", .string(scenario.source.path)),
            ("started", .string(start.text)),
            ("duration", .milliseconds(duration)),
            ("verdict", verdict.json),
            ("journal", .array(journal.map(\.json))),
            ("unfinished_requests", .array(unfinishedRequests.map(\.json))),
        ]
    }
}
