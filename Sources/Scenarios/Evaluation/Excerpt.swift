import ExactJSON
import TextCoding

/// Values as people read them: whole unless absurdly long, and nothing in them moves a terminal's cursor.
enum Excerpt {
    /// How much of a value a report shows, in bytes.
    static let limit = 4096
    /// How much of it stands in a sentence.
    static let sentenceLimit = 200

    /// Text as it is, what can't be seen written as an escape.
    static func text(_ text: String, limit: Int = Excerpt.limit) -> String {
        var shown = ""
        var length = 0
        for scalar in text.unicodeScalars {
            length += String(scalar).utf8.count
            if length > limit { return shown + "… (\(text.utf8.count) bytes)" }
            append(scalar, to: &shown)
        }
        return shown
    }

    /// The whole text, what can't be seen written as an escape.
    static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var shown = ""
        for scalar in text.unicodeScalars { append(scalar, to: &shown) }
        return shown
    }

    /// Bytes as text, those that are not UTF-8 as `\xFF`.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = UTF8Text.decode(bytes) { return self.text(text) }
        var rest = Array(bytes)[...]
        var shown = ""
        while !rest.isEmpty, bytes.count - rest.count < limit {
            let valid = UTF8Text.firstInvalid(in: rest) ?? rest.count
            shown += text(String(decoding: rest.prefix(valid), as: UTF8.self))
            rest = rest.dropFirst(valid)
            if let byte = rest.popFirst() { shown += "\\x" + Hex.encode([byte]).uppercased() }
        }
        return rest.isEmpty ? shown : shown + "… (\(bytes.count) bytes)"
    }

    /// A JSON value, compact.
    static func json(_ value: JSON) -> String { text(value.text()) }

    /// In double quotes, for a sentence.
    static func quoted(_ text: String) -> String { self.text(JSON.string(text).text(), limit: sentenceLimit) }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text += "\\u" + hexadecimal(scalar)
            }
        default: text.unicodeScalars.append(scalar)
        }
    }

    /// `U+00A0` without its `U+`.
    static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
