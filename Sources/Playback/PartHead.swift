import HTTPMessage
import TextCoding

/// The header fields of a part of a multipart body. They are parsed strictly, because the name decides what is
/// redacted: if two programs might read two different names, parsing fails.
struct PartHead {
    /// The `name` of its Content-Disposition (RFC 7578, section 4.2).
    let name: [UInt8]
    /// Whether its Content-Type says that the part is JSON.
    let isJSON: Bool

    /// - Parameter lines: the fields, each after the end of the line before it.
    init?(_ lines: ArraySlice<UInt8>) {
        var name: [UInt8]?
        var isJSON: Bool?
        var rest = lines
        while !rest.isEmpty {
            guard rest.starts(with: "\r\n".utf8) else { return nil }
            rest = rest.dropFirst(2)
            let line = rest.prefix { $0 != 0x0D && $0 != 0x0A }
            rest = rest[line.endIndex...]
            let field = line.prefix { $0 != UInt8(ascii: ":") }
            // A folded line begins with a space, so it has no field name.
            guard field.isToken, field.endIndex < line.endIndex else { return nil }
            let value = line[field.endIndex...].dropFirst().drop(while: Self.isSpace)
            if field.equalsIgnoringASCIICase("content-disposition") {
                guard name == nil, let read = Self.name(in: value) else { return nil }
                name = read
            } else if field.equalsIgnoringASCIICase("content-type") {
                guard isJSON == nil else { return nil }
                isJSON = Self.isJSON(value)
            }
        }
        guard let name else { return nil }
        self.name = name
        self.isJSON = isJSON ?? false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isJSON(_ type: ArraySlice<UInt8>) -> Bool {
        let type = type.prefix { $0 != UInt8(ascii: ";") && !isSpace($0) }
        return type.equalsIgnoringASCIICase("application/json") || type.suffix(5).equalsIgnoringASCIICase("+json")
    }

    /// The one `name` of a Content-Disposition; nil if a parameter violates RFC 6266, section 4.1, or if the name is
    /// written in an encoding that not every program supports.
    private static func name(in disposition: ArraySlice<UInt8>) -> [UInt8]? {
        var name: [UInt8]?
        let type = disposition.prefix(while: \.isTokenByte)
        guard !type.isEmpty else { return nil }
        var rest = disposition[type.endIndex...].drop(while: isSpace)
        while let separator = rest.popFirst() {
            guard separator == UInt8(ascii: ";") else { return nil }
            rest = rest.drop(while: isSpace)
            if rest.isEmpty { break }
            let parameter = rest.prefix(while: \.isTokenByte)
            rest = rest[parameter.endIndex...]
            guard !parameter.isEmpty, rest.popFirst() == UInt8(ascii: "="), let value = value(&rest) else { return nil }
            // Only some programs read `name*=utf-8''pin` (RFC 8187) as a name.
            if parameter.prefix(5).equalsIgnoringASCIICase("name*") { return nil }
            if parameter.equalsIgnoringASCIICase("name") {
                guard name == nil, isPlain(value) else { return nil }
                // Browsers percent-encode special characters in a name (WHATWG HTML, multipart/form-data).
                name = Percent.decode(value).bytes
            }
            rest = rest.drop(while: isSpace)
        }
        return name
    }

    /// Reads a token or a quoted string; nil if there is neither, or if its end is ambiguous.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix(while: \.isTokenByte)
            rest = rest[token.endIndex...]
            return token.isEmpty ? nil : token
        }
        rest = rest.dropFirst()
        let text = rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest[text.endIndex...].dropFirst()
        // Only some programs read a backslash before a quote as an escape.
        return text.endIndex < rest.startIndex && text.last != UInt8(ascii: "\\") ? text : nil
    }

    /// Whether a name has only one reading: UTF-8 without escapes, control characters and encoded words.
    private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
        !name.contains { $0 == UInt8(ascii: "\\") || $0 < 0x20 || $0 == 0x7F } && !name.starts(with: "=?".utf8)
            && UTF8Text.decode(name) != nil
    }
}
