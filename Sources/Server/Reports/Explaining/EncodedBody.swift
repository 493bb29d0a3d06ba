import HTTPMessage
import Scenarios

/// What an archive has of a body that was sent with content codings. Some programs write the bytes that were sent, as base64
/// or as text with a character for each byte; others write the content, without changing `Content-Encoding`.
enum EncodedBody: Equatable {
    case sent([UInt8])
    case decoded
    /// The bytes were read as UTF-8, which can't be undone.
    case damaged
    /// A run does not decode these codings, so the content does not matter.
    case undecodable

    /// nil for a body without codings.
    init?(_ request: RequestDescription) {
        let body = request.body
        var fields = Fields()
        for field in request.fields where field.name.lowercased() == "content-encoding" {
            fields.append(field.name, field.value)
        }
        guard !body.isEmpty, DecodedBody.isEncoded(fields) else { return nil }
        guard DecodedBody.canDecode(fields) else {
            self = .undecodable
            return
        }
        func isEncoded(_ bytes: [UInt8]) -> Bool { DecodedBody(bytes, fields).bytes != nil }
        let characters = String(decoding: body, as: UTF8.self).unicodeScalars
        let bytes = characters.compactMap { UInt8(exactly: $0.value) }
        if isEncoded(body) {
            self = .sent(body)
        } else if bytes.count == characters.count, isEncoded(bytes) {
            self = .sent(bytes)
        } else {
            self = Self.beginsLikeCompressed(body) ? .damaged : .decoded
        }
    }

    /// Whether these are the first bytes of gzip (RFC 1952) or of zlib (RFC 1950), of which the second is no ASCII, or was
    /// replaced with U+FFFD.
    private static func beginsLikeCompressed(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x1F]) || bytes.starts(with: [0x78, 0x01])
            || bytes.starts(with: [0x78]) && bytes.count > 1 && bytes[1] >= 0x80
    }
}
