import HTTPMessage
import TextCoding

/// The parameters of a part's Content-Disposition (RFC 7578, section 4.2, and RFC 6266).
struct ContentDisposition {
    private(set) var name: [UInt8]?
    /// The `filename*`, or else the `filename`.
    private(set) var filename: [UInt8]?
    /// The `name` as it is written between its quotes.
    private(set) var statedName: [UInt8]?
    /// Whether every program reads the same name, if there is one.
    private(set) var isUnambiguous = true

    init(_ value: ArraySlice<UInt8>) {
        let type = value.prefix(while: \.isTokenByte)
        if type.isEmpty { isUnambiguous = false }
        var rest = value[type.endIndex...].drop(while: Self.isSpace)
        var extendedFilename: [UInt8]?
        while let separator = rest.popFirst() {
            rest = rest.drop(while: Self.isSpace)
            if separator == UInt8(ascii: ";"), rest.isEmpty { break }
            let parameter = rest.prefix(while: \.isTokenByte)
            rest = rest[parameter.endIndex...]
            guard separator == UInt8(ascii: ";"), !parameter.isEmpty, rest.popFirst() == UInt8(ascii: "="),
                let value = Self.value(&rest)
            else {
                isUnambiguous = false
                break
            }
            if value.isUnsure { isUnambiguous = false }
            // Only some programs read `name*=utf-8''pin` (RFC 8187) as a name.
            if parameter.prefix(5).equalsIgnoringASCIICase("name*") { isUnambiguous = false }
            if parameter.equalsIgnoringASCIICase("name") {
                if statedName != nil || !Self.isPlain(value.text) { isUnambiguous = false }
                statedName = statedName ?? Array(value.text)
                name = name ?? Self.unescaped(value.text)
            } else if parameter.equalsIgnoringASCIICase("filename") {
                filename = filename ?? Self.unescaped(value.text)
            } else if parameter.equalsIgnoringASCIICase("filename*") {
                extendedFilename = extendedFilename ?? Self.extended(value.text)
            }
            rest = rest.drop(while: Self.isSpace)
        }
        // RFC 6266, section 4.3: the extended form has precedence.
        filename = extendedFilename ?? filename
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Reads a token or a quoted string; nil if there is neither. `isUnsure` says that its end is ambiguous.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, isUnsure: Bool)? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix(while: \.isTokenByte)
            rest = rest[token.endIndex...]
            return token.isEmpty ? nil : (token, false)
        }
        rest = rest.dropFirst()
        var end = rest.startIndex
        // Only some programs read a backslash before a quote as an escape.
        var isUnsure = false
        while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
            if rest[end] == UInt8(ascii: "\\"), isEscaped(rest[end...]) {
                if rest[end + 1] == UInt8(ascii: "\"") { isUnsure = true }
                end += 1
            }
            end += 1
        }
        guard end < rest.endIndex else { return nil }
        let text = rest[..<end]
        rest = rest[(end + 1)...]
        return (text, isUnsure || text.last == UInt8(ascii: "\\"))
    }

    /// Whether a backslash here escapes the next character. Other backslashes are those of a path that a browser sends.
    private static func isEscaped(_ text: ArraySlice<UInt8>) -> Bool {
        guard let next = text.dropFirst().first else { return false }
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
    }

    /// Text between quotes without its escapes: a backslash before a quote or a backslash, and the three characters that
    /// browsers percent-encode (WHATWG HTML, multipart/form-data): line breaks and the quote.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "\\"), isEscaped(text[index...]) {
                bytes.append(text[index + 1])
                index += 2
            } else if text[index] == UInt8(ascii: "%"), let byte = Hex.decode(text[(index + 1)...].prefix(2))?.first,
                byte == 0x22 || byte == 0x0D || byte == 0x0A
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    /// `UTF-8'en'na%20me` (RFC 8187, section 3.2); nil for another character set than UTF-8 and ISO-8859-1.
    private static func extended(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let pieces = text.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3 else { return nil }
        let decoded = Percent.decode(pieces[2])
        guard decoded.isWellFormed else { return nil }
        if pieces[0].equalsIgnoringASCIICase("UTF-8") { return decoded.bytes }
        guard pieces[0].equalsIgnoringASCIICase("ISO-8859-1") else { return nil }
        var characters = String.UnicodeScalarView()
        for byte in decoded.bytes { characters.append(Unicode.Scalar(byte)) }
        return Array(String(characters).utf8)
    }

    /// Whether a name has only one reading: UTF-8 without escapes, control characters and encoded words.
    private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
        !name.contains { $0 == UInt8(ascii: "\\") || $0 < 0x20 || $0 == 0x7F } && !name.starts(with: "=?".utf8)
            && UTF8Text.decode(name) != nil
    }
}
