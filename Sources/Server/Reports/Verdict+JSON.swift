package import ExactJSON
package import Playback

extension Verdict {
    /// The verdict for reports and the admin API; `Scenarios/report.schema.json` explains each member.
    ///
    /// The seed is a string, because few JSON readers keep all 64 bits of a number.
    package var json: JSON {
        .members([
            ("scenario", .string(scenario)),
            ("passed", .bool(passed)),
            ("requests", .integer(requests)),
            ("steps", .integer(steps)),
            ("complete_steps", .integer(completeSteps)),
            ("timeout", timeout.map(JSON.string)),
            ("expired", expiry.map(JSON.string)),
            ("seed", .string(String(seed))),
            ("failures", .array(failures.map(\.json))),
            ("omitted_failures", .integer(omittedFailures)),
            ("dropped_answers", .array(dropped.map(\.json))),
        ])
    }
}
