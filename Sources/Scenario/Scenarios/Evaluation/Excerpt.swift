import ExactJSON
import TextCoding

/// Values as text for people: whole unless very long, and without characters that move a terminal's cursor.
package enum Excerpt {
    /// The most bytes of a value that a report shows.
    static let limit = 4096
    /// The most bytes of it in a sentence.
    static let sentenceLimit = 200

    /// The text, with invisible characters escaped.
    package static func text(_ text: String, limit: Int = Excerpt.limit) -> String {
        text.utf8.count <= limit ? visible(text) : cut(text, limit: limit, of: "\(text.utf8.count) bytes")
    }

    /// The text's start, and the size of the whole.
    private static func cut(_ text: String, limit: Int, of whole: String) -> String {
        var shown = ""
        var length = 0
        for scalar in text.unicodeScalars {
            length += UTF8.width(scalar)
            if length > limit { break }
            append(scalar, to: &shown)
        }
        return shown + "… (\(whole))"
    }

    /// The whole text, with invisible characters escaped.
    package static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var shown = ""
        for scalar in text.unicodeScalars { append(scalar, to: &shown) }
        return shown
    }

    /// Bytes as text; bytes that are not UTF-8 become `\xFF`.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        // Only the start of a long value is read.
        var start = Array(bytes.prefix(limit + 4))
        let isCut = start.count < bytes.count
        if isCut { start.removeLast(Self.unfinished(start)) }
        if let text = UTF8Text.decode(start) {
            return isCut ? cut(text, limit: limit, of: "\(bytes.count) bytes") : self.text(text)
        }
        var rest = start[...]
        var shown = ""
        while !rest.isEmpty, start.count - rest.count < limit {
            let valid = UTF8Text.firstInvalid(in: rest) ?? rest.count
            shown += visible(String(decoding: rest.prefix(valid), as: UTF8.self))
            rest = rest.dropFirst(valid)
            if let byte = rest.popFirst() { shown += "\\x" + Hex.upperPair(byte) }
        }
        return rest.isEmpty && !isCut ? shown : shown + "… (\(bytes.count) bytes)"
    }

    /// The number of bytes at the end that begin a truncated character.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        let tail = bytes.suffix(4).reversed()
        guard let lead = tail.firstIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
        let count = tail.distance(from: tail.startIndex, to: lead) + 1
        let width = UTF8Text.length(announcedBy: tail[lead])
        return count < width ? count : 0
    }

    /// A JSON value in compact form.
    static func json(_ value: JSON) -> String {
        let excerpt = JSONExcerpt(value, limit: limit)
        if excerpt.isWhole { return text(excerpt.text) }
        let whole =
            switch value {
            case .array(let elements): "an array of \(elements.count) elements"
            case .object(let object): "an object of \(object.count) members"
            case .string(let text): "\(text.utf8.count) bytes"
            case .null, .bool, .number: "\(value.text().utf8.count) bytes"
            }
        return cut(excerpt.text, limit: limit, of: whole)
    }

    /// In double quotes, for a sentence.
    package static func quoted(_ text: String) -> String { self.text(JSON.string(text).text(), limit: sentenceLimit) }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case _ where scalar.isPrintable: text.unicodeScalars.append(scalar)
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        default: text += "\\u" + Hex.codePoint(scalar)
        }
    }
}
