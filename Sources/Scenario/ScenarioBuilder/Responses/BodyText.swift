/// Why a body is not text.
public enum BodyTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `Content-Type` states a charset that is not known here.
    case unknownCharset(String)
    /// The bytes are not of the charset, which is UTF-8 unless the `Content-Type` states one.
    case invalid(charset: String, isStated: Bool)

    public var description: String {
        switch self {
        case .unknownCharset(let name):
            "the Content-Type states the charset \"\(name)\", which is not known here; read the bytes from body. Known are "
                + "utf-8, us-ascii, iso-8859-1, utf-16, utf-16be and utf-16le"
        case .invalid(let charset, isStated: true):
            "the body is not text in \(charset), the charset that its Content-Type states; read the bytes from body"
        case .invalid(let charset, isStated: false):
            "the body is not text in \(charset), which holds unless its Content-Type states a charset; read the bytes from "
                + "body"
        }
    }
}

/// The text of a body.
package enum BodyText {
    /// Decodes a body by the `charset` of its `Content-Type` (RFC 9110, section 8.3.2), by UTF-8 unless that has one. A
    /// byte order mark is left out.
    package static func decode(_ body: [UInt8], contentType: String?) throws(BodyTextError) -> String {
        let stated = contentType.flatMap { charset(of: $0) }
        guard let text = try text(body, in: stated ?? "utf-8") else {
            throw .invalid(charset: stated ?? "UTF-8", isStated: stated != nil)
        }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// The text; nil if the bytes are not of the charset.
    private static func text(_ body: [UInt8], in charset: String) throws(BodyTextError) -> String? {
        switch charset.lowercased() {
        case "utf-8", "utf8":
            let text = String(decoding: body, as: UTF8.self)
            // Decoding replaces what is not valid.
            return text.utf8.elementsEqual(body) ? text : nil
        case "us-ascii", "ascii":
            return body.allSatisfy { $0 < 0x80 } ? String(decoding: body, as: UTF8.self) : nil
        case "iso-8859-1", "latin1":
            return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
        case "utf-16be": return utf16(body, isLittleEndian: false)
        case "utf-16le": return utf16(body, isLittleEndian: true)
        // Without a byte order mark it is big-endian (RFC 2781, section 4.3).
        case "utf-16": return utf16(body, isLittleEndian: body.starts(with: [0xFF, 0xFE]))
        default: throw .unknownCharset(charset)
        }
    }

    private static func utf16(_ body: [UInt8], isLittleEndian: Bool) -> String? {
        guard body.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 0, to: body.count, by: 2).map { index in
            let pair = (UInt16(body[index]), UInt16(body[index + 1]))
            return isLittleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
        }
        let text = String(decoding: units, as: UTF16.self)
        return text.utf16.elementsEqual(units) ? text : nil
    }

    /// The value of the parameter `charset` of a media type; nil without one.
    private static func charset(of contentType: String) -> String? {
        var parameters: [String] = [""]
        var isQuoted = false
        var isEscaped = false
        for character in contentType {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                isQuoted.toggle()
                continue
            } else if character == ";", !isQuoted {
                parameters.append("")
                continue
            }
            parameters[parameters.count - 1].append(character)
        }
        for parameter in parameters.dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, trimmed(parts[0]).lowercased() == "charset" else { continue }
            let value = trimmed(parts[1])
            return value.isEmpty ? nil : value
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
