import ExactJSON
import TextCoding

/// A body in the form that JSON can hold: `text` if it is UTF-8, else `base64`, or neither if it is empty.
package struct BodyMembers {
    package let text: String
    package let isBase64: Bool

    package init(_ body: [UInt8]) {
        let decoded = UTF8Text.decode(body)
        isBase64 = decoded == nil
        text = decoded ?? Base64.encode(body)
    }

    package var all: ReportMember.Exchange.Members {
        text.isEmpty ? [] : [(isBase64 ? .base64 : .text, .string(text))]
    }

    /// The body that an object tells by these members.
    package static func body(from decoder: any Decoder) throws -> [UInt8] {
        let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) { return Array(text.utf8) }
        guard let text = try container.decodeIfPresent(String.self, forKey: .base64) else { return [] }
        guard let bytes = Base64.decode(text) else {
            throw DecodingError.dataCorruptedError(forKey: .base64, in: container, debugDescription: "it is not base64")
        }
        return bytes
    }
}
