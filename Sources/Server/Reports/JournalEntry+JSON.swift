package import ExactJSON
import HTTPMessage
import HTTPTypes
package import MockRuntime
import Playback
import ReportValues

extension JournalEntry {
    /// The request and its outcome. Values that the scenario redacts are redacted.
    ///
    /// Fields are a list of names and values, as in HAR: tests ask for order, spelling and repeats. The body is `text`
    /// if it is UTF-8, else `base64`; an empty body is left out. A truncated body has its original `size`.
    package var json: JSON {
        let head: ReportMember.Exchange.Members = [
            (.number, .integer(request.number)),
            (.method, .string(request.method.rawValue)),
            (.target, .string(request.target)),
            (.path, .string(request.path)),
            (.query, request.query.map(JSON.string)),
            (.host, .string(request.host)),
            (.version, .string(request.version.rawValue)),
            (.headers, request.fields.json),
        ]
        let rest: ReportMember.Exchange.Members = [
            (.size, .only(request.isBodyCut, .integer(request.bodySize))),
            (.cut, .only(request.isBodyCut, true)),
            (.trailers, .only(!request.trailerFields.isEmpty, request.trailerFields.json)),
        ]
        let result: ReportMember.Exchange.Members = [
            (.failure, failure.map { .string($0.rawValue) }), (.response, response.map { $0.json(to: timeline) }),
        ]
        return ReportMember.Exchange.object(
            head + BodyMembers(request.body).all + rest + timeline.connection.members + timeline.responseMembers
                + timeline.takerMembers + result)
    }
}

extension Fields {
    /// A list of names and values, with invalid UTF-8 repaired.
    var json: JSON {
        .array(
            lines.indices.map {
                ReportMember.Field.object([
                    (.name, .string(String(decoding: name(at: $0), as: UTF8.self))),
                    (.value, .string(String(decoding: value(at: $0), as: UTF8.self))),
                ])
            })
    }
}
