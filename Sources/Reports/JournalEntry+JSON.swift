package import ExactJSON
import HTTPMessage
import HTTPTypes
package import MockRuntime
import Playback
import TextCoding

extension JournalEntry {
    /// The request and what became of it. What the scenario redacts is masked.
    ///
    /// Fields are a list of names and values, as HAR has them: order, spelling and repeats are what tests ask for. The body
    /// is `text` where it is UTF-8 and else `base64`, and neither where there is none; one that is cut has its whole `size`.
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
    /// A list of names and values, UTF-8 repaired.
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

/// A body as JSON can carry it.
struct BodyText {
    let text: String
    let isBase64: Bool

    init(_ body: [UInt8]) {
        let decoded = UTF8Text.decode(body)
        isBase64 = decoded == nil
        text = decoded ?? Base64.encode(body)
    }

    /// `text` or `base64`; nothing of an empty one.
    var members: [(String, JSON?)] { text.isEmpty ? [] : [(isBase64 ? "base64" : "text", .string(text))] }
}
