import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
import ReportValues

extension RecordedResponse {
    /// The response to the request of `timeline`: its fields, its body like a request's, and when it was written.
    func json(to timeline: TimelineEntry) -> JSON {
        let interims = informational.map { interim in
            ReportMember.InterimResponse.object([
                (.status, .integer(interim.status)), (.headers, interim.fields.json),
            ])
        }
        let head: ReportMember.Exchange.Members = [
            (.status, .only(status > 0, .integer(status))), (.reason, reason.map(JSON.string)),
            (.headers, fields.json),
        ]
        let rest: ReportMember.Exchange.Members = [
            (.trailers, .only(!trailerFields.isEmpty, trailerFields.json)),
            (.informational, .only(!interims.isEmpty, .array(interims))),
            (.size, .integer(bodySize)),
            (.cut, .only(isCut, true)),
            (.began, .milliseconds(timeline.offset + (began - timeline.arrival))),
            (.wrote, .milliseconds(timeline.offset + (wrote - timeline.arrival))),
            (.complete, .bool(isComplete)),
        ]
        return ReportMember.Exchange.object(head + BodyMembers(body).all + rest)
    }
}
