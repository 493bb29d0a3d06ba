package import ExactJSON
import HTTPMessage
import HTTPTypes
package import MockRuntime
import Playback
import TextCoding

extension JournalEntry {
    /// The request and its outcome. Values that the scenario redacts are redacted.
    ///
    /// Fields are a list of names and values, as in HAR: tests ask for order, spelling and repeats. The body is `text`
    /// if it is UTF-8, else `base64`; an empty body is left out. A truncated body has its original `size`.
    package var json: JSON {
        .members(
            [
                ("number", .integer(request.number)),
                ("method", .string(request.method.rawValue)),
                ("target", .string(request.target)),
                ("path", .string(request.path)),
                ("query", request.query.map(JSON.string)),
                ("host", .string(request.host)),
                ("protocol", .string(request.version.rawValue)),
                ("headers", request.fields.json),
            ] + BodyText(request.body).members + [
                ("size", .only(request.isBodyCut, .integer(request.bodySize))),
                ("cut", .only(request.isBodyCut, true)),
                ("trailers", .only(!request.trailerFields.isEmpty, request.trailerFields.json)),
            ] + timeline.connection.members + timeline.responseMembers + timeline.takerMembers + [
                ("failure", failure.map { .string($0.rawValue) }),
                ("response", response.map { $0.json(to: timeline) }),
            ])
    }
}

extension Fields {
    /// A list of names and values, with invalid UTF-8 repaired.
    var json: JSON {
        .array(
            lines.indices.map {
                [
                    "name": .string(String(decoding: name(at: $0), as: UTF8.self)),
                    "value": .string(String(decoding: value(at: $0), as: UTF8.self)),
                ]
            })
    }
}

/// A body in a form that JSON can hold.
struct BodyText {
    let text: String
    let isBase64: Bool

    init(_ body: [UInt8]) {
        let decoded = UTF8Text.decode(body)
        isBase64 = decoded == nil
        text = decoded ?? Base64.encode(body)
    }

    /// `text` or `base64`; no members for an empty body.
    var members: [(String, JSON?)] { text.isEmpty ? [] : [(isBase64 ? "base64" : "text", .string(text))] }
}
