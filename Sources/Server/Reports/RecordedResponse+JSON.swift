import ExactJSON
import HTTPMessage
import MockRuntime
import Playback

extension RecordedResponse {
    /// The response to the request of `timeline`: its fields, its body like a request's, and when it was written.
    func json(to timeline: TimelineEntry) -> JSON {
        let head: [(String, JSON?)] = [
            ("status", .only(status > 0, .integer(status))), ("reason", reason.map(JSON.string)),
            ("headers", fields.json),
        ]
        let interims = informational.map { interim in
            JSON.members([("status", .integer(interim.status)), ("headers", interim.fields.json)])
        }
        return .members(
            head + BodyText(body).members + [
                ("trailers", .only(!trailerFields.isEmpty, trailerFields.json)),
                ("informational", .only(!interims.isEmpty, .array(interims))),
                ("size", .integer(bodySize)),
                ("cut", .only(isCut, true)),
                ("began", .milliseconds(timeline.offset + (began - timeline.arrival))),
                ("wrote", .milliseconds(timeline.offset + (wrote - timeline.arrival))),
                ("complete", .bool(isComplete)),
            ])
    }
}
