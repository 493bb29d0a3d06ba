import ExactJSON
import Scenarios
import TextCoding

/// The values that a redactor has replaced in a message, so that the rest of the run's output can be searched for them.
package struct RedactedValues: Sendable {
    /// The fewest bytes of a value that is searched for: shorter ones stand in too much other text.
    package static let shortest = 6
    /// The most bytes of a value that is searched for: those of a head.
    private static let longest = 64 << 10
    /// The most values of one message.
    private static let limit = 10_000

    package private(set) var values: [[UInt8]] = []

    package init() {}

    mutating func note(_ value: some Collection<UInt8>) {
        guard value.count >= Self.shortest, value.count <= Self.longest, values.count < Self.limit,
            !RedactedMark.isWhole(value)
        else { return }
        values.append(Array(value))
        for other in [Self.decodedBase64(value), Self.decodedPercent(value), Self.trimmed(value)] {
            if let other, other.count >= Self.shortest, values.count < Self.limit { values.append(other) }
        }
    }

    /// The text that the filter `base64_decode` makes of a value; nil if that is hardly text.
    private static func decodedBase64(_ value: some Collection<UInt8>) -> [UInt8]? {
        guard let bytes = Base64.decode(value) ?? Base64.decode(value, .url), let text = UTF8Text.decode(bytes),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
        else { return nil }
        return bytes
    }

    /// A percent-encoded value as programs read it, who may encode it again in another way.
    private static func decodedPercent(_ value: some Collection<UInt8>) -> [UInt8]? {
        guard value.contains(UInt8(ascii: "%")) else { return nil }
        let decoded = Percent.decode(value)
        return decoded.isWellFormed ? decoded.bytes : nil
    }

    /// What the filter `trim` makes of a value; nil if it changes nothing.
    private static func trimmed(_ value: some Collection<UInt8>) -> [UInt8]? {
        func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte.map { 0x09...0x0D ~= $0 } ?? false }
        let start = value.drop(while: isSpace)
        let trimmed = Array(start.reversed().drop(while: isSpace).reversed())
        return trimmed.count < value.count ? trimmed : nil
    }

    mutating func note(_ value: String) { note(value.utf8) }

    /// Notes the texts and numbers in a JSON value.
    mutating func note(_ json: JSON) {
        switch json {
        case .string(let text): note(text)
        case .number: note(json.text())
        case .array(let elements): for element in elements { note(element) }
        case .object(let object): for value in object.values { note(value) }
        case .null, .bool: break
        }
    }
}
