package import ExactJSON
package import Playback
import ReportValues

extension Verdict {
    /// The verdict for reports and the admin API; `Scenarios/report.schema.json` explains each member.
    ///
    /// The seed is a string, because few JSON readers keep all 64 bits of a number.
    package var json: JSON {
        ReportMember.Verdict.object([
            (.scenario, .string(scenario)),
            (.passed, .bool(passed)),
            (.requests, .integer(requests)),
            (.steps, .integer(steps)),
            (.completeSteps, .integer(completeSteps)),
            (.timeout, timeout.map(JSON.string)),
            (.expiry, expiry.map(JSON.string)),
            (.seedText, .string(String(seed))),
            (.failures, .array(failures.map(\.json))),
            (.omittedFailures, .integer(omittedFailures)),
            (.droppedResponses, .array(dropped.map(\.json))),
        ])
    }
}
