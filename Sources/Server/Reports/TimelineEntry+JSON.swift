package import ExactJSON
import HTTPMessage
package import Playback
import ReportValues

extension TimelineEntry {
    /// A summary of the request: what it was, where and when it came, which rule took it and the response.
    ///
    /// Times are milliseconds since the run's first request. The target is cut to its first 2,048 bytes.
    package var json: JSON {
        ReportMember.Exchange.object(requestMembers + connection.members + responseMembers + outcomeMembers)
    }

    /// The number, the method and the target of the request.
    var requestMembers: ReportMember.Exchange.Members {
        [
            (.number, .integer(number)),
            (.method, .string(String(decoding: method, as: UTF8.self))),
            (.target, .string(String(decoding: target, as: UTF8.self))),
        ]
    }

    /// When the request came, and the response.
    var responseMembers: ReportMember.Exchange.Members {
        [
            (.at, .milliseconds(offset)),
            response.member,
            (.answered, answered.map { .milliseconds(offset + ($0 - arrival)) }),
            (.left, left.map { .milliseconds(offset + ($0 - arrival)) }),
        ]
    }

    /// The rule that took it, that it is a preflight, or the kind of failure.
    var outcomeMembers: ReportMember.Exchange.Members { OutcomeMembers(outcome, isAllowed: isAllowed).all }

    /// The step or the stub that took it, and the step that should have; or that it is a preflight or allowed, which
    /// none took.
    var takerMembers: ReportMember.Exchange.Members { OutcomeMembers(outcome, isAllowed: isAllowed).withoutFailure }
}
