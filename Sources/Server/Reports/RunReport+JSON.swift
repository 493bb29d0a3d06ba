package import ExactJSON
import MockRuntime
import Playback
import Scenarios

extension RunReport {
    /// Verdict, journal and unfinished requests of each run, according to `Scenarios/report.schema.json`.
    package var json: JSON {
        .members(
            [
                ("mockserver", 1),
                ("version", .string(Version.current)),
                ("passed", .bool(passed)),
                ("address", .string(address)),
            ] + members + [
                ("sessions", .only(sessionCount > 0, .array(sessions.map(\.sessionJSON)))),
                (
                    "refused_requests",
                    refusedRequests.map { ["requests": .integer($0.count), "first": .string($0.first)] }
                ),
                ("omitted_sessions", .only(omittedSessions != OmittedRuns(), omittedSessions.json)),
            ])
    }

    /// A session with its runs.
    private var sessionJSON: JSON {
        .members([("session", session.map(JSON.string)), ("passed", .bool(passed))] + members)
    }

    /// The members of the last run, and the runs before it.
    private var members: [(name: String, value: JSON?)] {
        ownMembers + [
            ("earlier_runs", .array(earlierRuns.map { .members($0.ownMembers) })),
            ("omitted_runs", .only(omittedRuns != OmittedRuns(), omittedRuns.json)),
        ]
    }

    /// The members of one run.
    private var ownMembers: [(name: String, value: JSON?)] {
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

extension RunReport.OmittedRuns {
    fileprivate var json: JSON { ["passed": .integer(passed), "failed": .integer(failed)] }
}
