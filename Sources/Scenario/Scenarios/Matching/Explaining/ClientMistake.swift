import ExactJSON
import HTTPMessage
import TextCoding

/// Recognizes mistakes that clients often make, and tells each in a clause that stands behind the problem of a mismatch.
///
/// Only values that differ are looked at, so a request that matches costs nothing.
enum ClientMistake {
    /// The most bytes of a value that are looked at.
    private static let longest = Excerpt.limit
    /// The most bytes of a string that is parsed as JSON.
    private static let longestJSON = 64 << 10

    static let encodedTwice = "it is encoded twice"
    static let holdsJSON = "it is a string that holds JSON, so it was encoded twice"
    static let partMatches =
        "matches compares the whole value, of which the expression matches only a part; write .* where more may stand"
    private static let isLatin1 = "it is Latin-1, expected UTF-8"
    private static let encodedAgain = "its UTF-8 was read as Latin-1 and encoded again"

    /// The mistake that makes `received` of `expected`; nil if none is known.
    static func inValue(_ subject: RequestPart, expected: [UInt8], received: ArraySlice<UInt8>) -> String? {
        guard max(expected.count, received.count) <= longest else { return nil }
        switch subject {
        case .query:
            if isPlusAsSpace(expected, received) { return "+ means a space in a query; send %2B" }
            if isEncodedTwice(expected, received) { return encodedTwice }
        case .form:
            if isPlusAsSpace(expected, received) { return "+ means a space in a form; send %2B" }
            if isEncodedTwice(expected, received) { return encodedTwice }
        case .path:
            if received.contains(UInt8(ascii: "%")), let once = decodedOnce(received),
                Percent.decode(once).bytes == expected
            {
                return encodedTwice
            }
            if let form = PathForm(received).mistake(expecting: expected) { return form }
        case .header(let name) where isAuthorization(name):
            if let scheme = scheme(of: expected[...]) {
                return authorization(received, wanting: scheme)
            }
        default: break
        }
        return rounding(expected: expected, received: received) ?? charset(expected: expected, received: received)
    }

    // MARK: - Encoding

    private static func isPlusAsSpace(_ expected: [UInt8], _ received: ArraySlice<UInt8>) -> Bool {
        expected.count == received.count
            && zip(expected, received).allSatisfy { $0 == $1 || $0 == UInt8(ascii: "+") && $1 == 0x20 }
    }

    private static func isEncodedTwice(_ expected: [UInt8], _ received: ArraySlice<UInt8>) -> Bool {
        guard received.contains(UInt8(ascii: "%")) else { return false }
        return [false, true].contains { Percent.decode(received, plusIsSpace: $0).bytes == expected }
    }

    /// The path with each `%25` replaced by `%`; nil if there is none.
    static func decodedOnce(_ path: ArraySlice<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(path.count)
        var index = path.startIndex
        while index < path.endIndex {
            decoded.append(path[index])
            index += path[index...].starts(with: "%25".utf8) ? 3 : 1
        }
        return decoded.count < path.count ? decoded : nil
    }

    // MARK: - Numbers

    /// That a long integer lost its last digits; nil if it did not.
    ///
    /// - Parameter number: the words for the integer.
    static func rounding(
        of number: String = "it", expected: some Sequence<UInt8>, received: some Sequence<UInt8>
    ) -> String? {
        let (wanted, given) = (Array(expected), Array(received))
        guard wanted.count > 15, wanted.count <= 300, given.count <= 300, wanted != given,
            wanted.allSatisfy({ (0x30...0x39).contains($0) }),
            let double = Double(String(decoding: given, as: UTF8.self)),
            double == Double(String(decoding: wanted, as: UTF8.self))
        else { return nil }
        return "\(number) was rounded to a double; read numbers of more than 15 digits as integers or text"
    }

    // MARK: - Charsets

    /// How text in another charset differs from the expected one.
    private static func charset(expected: [UInt8], received: ArraySlice<UInt8>) -> String? {
        guard expected.contains(where: { $0 >= 0x80 }), let wanted = UTF8Text.decode(expected) else { return nil }
        guard let text = UTF8Text.decode(received) else {
            let isLatin1 = wanted.unicodeScalars.elementsEqual(received.lazy.map { Unicode.Scalar($0) })
            return isLatin1 ? Self.isLatin1 : nil
        }
        return charset(expected: wanted, received: text)
    }

    /// How text that was encoded again differs from the expected one.
    static func charset(expected: String, received: String) -> String? {
        let scalars = received.unicodeScalars
        guard scalars.count == expected.utf8.count, scalars.contains(where: { !$0.isASCII }) else { return nil }
        return zip(scalars, expected.utf8).allSatisfy { $0.value == UInt32($1) } ? encodedAgain : nil
    }

    // MARK: - JSON

    /// The mistake that makes `received` of `expected`; nil if none is known.
    static func inJSON(expected: JSON, received: JSON) -> String? {
        if case .number = expected, case .number = received {
            return rounding(expected: expected.text().utf8, received: received.text().utf8)
        }
        guard case .string(let text) = received else { return nil }
        if case .string(let wanted) = expected {
            if let sentence = charset(expected: wanted, received: text) { return sentence }
            return text.hasPrefix("\"") && json(in: text) == expected ? holdsJSON : nil
        }
        return expected.isContainer && holdsContainer(received) ? holdsJSON : nil
    }

    /// Whether a value is a string that holds an array or an object.
    static func holdsContainer(_ value: JSON) -> Bool {
        guard case .string(let text) = value else { return false }
        return json(in: text)?.isContainer == true
    }

    /// What makes bytes no JSON, if another notation was written; nil if none is known.
    static func inSyntax(ofJSON bytes: [UInt8]) -> String? {
        guard bytes.count <= longestJSON else { return nil }
        do throws(JSONError) {
            _ = try JSON(parsing: bytes)
            return nil
        } catch {
            guard case .unexpected = error.reason, bytes.indices.contains(error.position.offset),
                bytes[error.position.offset] == UInt8(ascii: "'")
            else { return nil }
            return "JSON has double quotes around names and strings"
        }
    }

    private static func json(in text: String) -> JSON? {
        guard text.utf8.count <= longestJSON else { return nil }
        return try? JSON(parsing: Array(text.utf8))
    }

    // MARK: - Authorization

    private static func isAuthorization(_ name: String) -> Bool {
        Array(name.utf8).equalsIgnoringASCIICase("Authorization")
            || Array(name.utf8).equalsIgnoringASCIICase("Proxy-Authorization")
    }

    /// The mistake in credentials of which a matcher says how they begin; nil if none is known.
    static func inCredentials(_ subject: RequestPart, beginning: String, received: ArraySlice<UInt8>?) -> String? {
        guard case .header(let name) = subject, isAuthorization(name), let received,
            let scheme = scheme(of: Array(beginning.utf8)[...])
        else { return nil }
        return authorization(received, wanting: scheme)
    }

    /// What is wrong with the scheme of credentials (RFC 9110, section 11.4); nil if it is the wanted one.
    static func authorization(_ received: ArraySlice<UInt8>, wanting wanted: String) -> String? {
        guard received.count <= longest else { return nil }
        let rest = received.dropFirst(wanted.utf8.count)
        guard received.prefix(wanted.utf8.count).equalsIgnoringASCIICase(wanted) else {
            guard let scheme = scheme(of: received) else {
                return received.contains(0x20) ? nil : "the scheme \(wanted) is missing"
            }
            return "the scheme is \(scheme), expected \(wanted)"
        }
        switch rest.first {
        case nil: return "nothing follows \(wanted)"
        case 0x20:
            let scheme = String(decoding: received.prefix(wanted.utf8.count), as: UTF8.self)
            return scheme == wanted ? nil : "the scheme is \(scheme), expected \(wanted)"
        case UInt8(ascii: ":"): return "a colon follows \(wanted), expected a space"
        default:
            if let scheme = scheme(of: received) {
                return "the scheme is \(scheme), expected \(wanted)"
            }
            return "the space after \(wanted) is missing"
        }
    }

    /// The scheme that credentials begin with. Like in a redacted value it has only letters, so that no secret is shown.
    private static func scheme(of credentials: ArraySlice<UInt8>) -> String? {
        let scheme = credentials.prefix { $0 != 0x20 }
        guard !scheme.isEmpty, scheme.count <= 20, scheme.endIndex < credentials.endIndex,
            scheme.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
        else { return nil }
        return String(decoding: scheme, as: UTF8.self)
    }
}

extension RequestView {
    /// The charset that the Content-Type states; nil if it states none.
    private var charset: String? {
        guard let type = request.head.fields.first(named: "Content-Type"),
            let charset = MediaTypeValue(type).parameter("charset")
        else { return nil }
        return String(decoding: charset.prefix(40), as: UTF8.self)
    }

    private static func isUTF8(_ charset: String) -> Bool { ["utf-8", "utf8"].contains(charset.lowercased()) }

    /// Why bytes are not UTF-8; nil if nothing is known.
    func encodingRemark(on bytes: [UInt8], isJSON: Bool = false) -> String? {
        cutRemark(on: bytes) ?? charsetRemark(on: bytes, isJSON: isJSON)
    }

    /// That UTF-8 ends within a character, as if its size had been counted in characters; nil if it does not, or if the
    /// last byte may as well be a letter of Latin-1.
    private func cutRemark(on bytes: [UInt8]) -> String? {
        guard charset.map(Self.isUTF8) ?? true, let offset = UTF8Text.firstInvalid(in: bytes) else { return nil }
        let (start, rest) = (bytes[..<offset], bytes[(offset + 1)...])
        let isCut =
            (0xC2...0xF4).contains(bytes[offset]) && rest.count < UTF8Text.length(announcedBy: bytes[offset]) - 1
            && rest.allSatisfy { $0 & 0xC0 == 0x80 }
        let isUTF8 = start.contains { $0 >= 0x80 } || rest.count > 0 || bytes[offset] < 0xC4
        guard isCut, isUTF8 else { return nil }
        let length = request.head.fields.first(named: "Content-Length").flatMap { ContentLength.value(of: $0) }
        return "as UTF-8 it ends within a character"
            + (length == request.body.count ? "; Content-Length counts bytes, not characters" : "")
    }

    /// What the charset of the Content-Type has to do with bytes that are not UTF-8; nil if it explains nothing.
    ///
    /// - Parameter isJSON: whether they are JSON, which is UTF-8 even if no charset is stated (RFC 8259, section 8.1).
    func charsetRemark(on bytes: [UInt8], isJSON: Bool = false) -> String? {
        // C1 control characters stand in no text.
        let isLatin1 = bytes.allSatisfy { $0 >= 0xA0 || $0 < 0x80 && ($0 >= 0x20 || (0x09...0x0D).contains($0)) }
        guard isLatin1, UTF8Text.firstInvalid(in: bytes) != nil else { return nil }
        guard let charset else { return isJSON ? "its bytes are those of Latin-1; send UTF-8" : nil }
        return Self.isUTF8(charset)
            ? "the Content-Type says charset \(charset), but the bytes are those of Latin-1; encode the body as UTF-8"
            : "the Content-Type says charset \(Excerpt.visible(charset)), and only UTF-8 is read; send UTF-8"
    }

    /// The stated charset if it is not UTF-8, but the body is; as a clause.
    fileprivate var foreignCharset: String? {
        guard let charset, !Self.isUTF8(charset), let bytes = body.bytes, bytes.contains(where: { $0 >= 0x80 }),
            UTF8Text.firstInvalid(in: bytes) == nil
        else { return nil }
        return "the Content-Type says charset \(Excerpt.visible(charset)), but the body is UTF-8"
    }
}

extension [Mismatch] {
    /// These with a clause about the stated charset, at the first one that shows the charset or text outside ASCII.
    func remarking(charsetOf view: RequestView) -> [Mismatch] {
        guard let index = firstIndex(where: \.showsCharset), let remark = view.foreignCharset else { return self }
        var mismatches = self
        mismatches[index] = mismatches[index].explained(by: remark)
        return mismatches
    }
}

extension Mismatch {
    /// This with a clause behind its problem; unchanged if there is none.
    func explained(by clause: String?) -> Mismatch {
        guard let clause else { return self }
        return adding((problem == Self.differs ? ": " : "; ") + clause)
    }

    fileprivate var showsCharset: Bool {
        switch subject {
        case .header(let name): Array(name.utf8).equalsIgnoringASCIICase("Content-Type")
        case .text, .json, .form: received.contains { !$0.value.utf8.allSatisfy { $0 < 0x80 } }
        default: false
        }
    }
}
