package import ExactJSON
package import Playback

extension Verdict {
    /// The verdict as reports and the admin API write it; `Scenarios/report.schema.json` says what each member means.
    ///
    /// The seed is a string, because few readers of JSON keep 64 bits of a number.
    package var json: JSON {
        .members([
            ("scenario", .string(scenario)),
            ("passed", .bool(passed)),
            ("requests", .integer(requests)),
            ("steps", .integer(steps)),
            ("complete_steps", .integer(completeSteps)),
            ("seed", .string(String(seed))),
            ("failures", .array(failures.map(\.json))),
            ("omitted_failures", .integer(omittedFailures)),
            ("dropped_answers", .array(droppedResponses.map(\.json))),
        ])
    }
}
