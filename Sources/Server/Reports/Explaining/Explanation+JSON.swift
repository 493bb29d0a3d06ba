import ExactJSON
import HTTPMessage
package import Playback
import Scenarios

extension Explanation {
    /// The explanation in parts; members without a value are left out.
    package var jsonText: String { json.text(.pretty) }

    private var json: JSON {
        .members([
            ("request", request),
            ("taken", .bool(isTaken)),
            ("passed", .bool(passed)),
            ("allowed", .only(isAllowed, true)),
            ("rules", .array(rules.map(\.json))),
            ("failures", .array(failures.map(\.json))),
        ])
    }

    /// The request, and the step or stub that takes it or the kind of failure.
    private var request: JSON {
        ReportMember.Exchange.object(entry.requestMembers.dropFirst() + entry.outcomeMembers)
    }
}

extension Explanation.Rule {
    fileprivate var json: JSON {
        .members([
            (isStub ? "stub" : "step", .string(id)),
            ("optional", .only(isOptional, true)),
            ("standing", .string(result.rawValue)),
            ("reason", .string(reason)),
            ("expected", difference.map { .array($0.expected.map { .string($0.text) }) }),
            ("received", difference.map { .array($0.received.map { .string($0.text) }) }),
            ("more", .only(more > 0, .integer(more))),
            ("path", .string(position.path)),
            ("line", .integer(position.line)),
            ("column", .integer(position.column)),
        ])
    }
}
