public import Foundation

/// The body of a request, with its content type.
public struct RequestBody: Sendable, Hashable {
    /// The bytes.
    public let bytes: Data
    /// The value of `Content-Type`.
    public let contentType: String

    /// Bytes with a content type.
    public static func bytes(_ bytes: Data, contentType: String) -> RequestBody {
        RequestBody(bytes: bytes, contentType: contentType)
    }

    /// A value as JSON, its members sorted unless the encoder says otherwise. Throws ``RESTError/invalidData(_:_:)`` if
    /// the value can't be encoded.
    public static func json(
        _ value: some Encodable,
        encoder: @autoclosure () -> JSONEncoder = .sorted
    ) throws(RESTError) -> RequestBody {
        do {
            return try RequestBody(bytes: encoder().encode(value), contentType: "application/json")
        } catch {
            throw .invalidData(
                "a \(type(of: value)) can't be sent as JSON: \(CodingErrorText.sentence(for: error))", nil)
        }
    }
}

extension JSONEncoder {
    /// An encoder that always gives the same bytes for the same value, with dates in ISO 8601, to the second.
    public static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}
