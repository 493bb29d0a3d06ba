import ExactJSON
import TextCoding

/// The ways in which a value may be spelled in a run's output: those that the filters of templates can make of it, and
/// those of forms, URLs and JSON.
enum SecretSpellings {
    /// All spellings of a value, each once.
    static func all(of value: [UInt8]) -> Set<[UInt8]> {
        var spellings: Set<[UInt8]> = [value]
        for once in percentEncoded(value) {
            spellings.insert(once)
            // Further encodings differ only in the percent signs of the first.
            spellings.insert(replacing(UInt8(ascii: "%"), in: once, with: "%25"))
            spellings.insert(replacing(UInt8(ascii: "%"), in: once, with: "%2525"))
        }
        for alphabet in [Base64.Alphabet.standard, .url] { spellings.formUnion(base64(value, alphabet)) }
        let hex = Hex.encode(value)
        spellings.insert(Array(hex.utf8))
        spellings.insert(Array(hex.uppercased().utf8))
        if let text = String(validating: value) {
            for text in [text, text.lowercased(), text.uppercased()] {
                spellings.insert(Array(text.utf8))
                // What two filters make: of another case or of JSON, and for a URL.
                for text in [text, String(JSON.string(text).text().dropFirst().dropLast())] {
                    let encoded = Percent.encode(text)
                    spellings.formUnion([encoded, Percent.encode(encoded)].map { Array($0.utf8) })
                }
            }
            spellings.formUnion(escapedInJSON(text))
        }
        return spellings.filter { $0.count >= RedactedValues.shortest }
    }

    // MARK: - Percent-encoding

    /// The value percent-encoded as templates, `encodeURIComponent` and URLs do it, with digits of both cases, and with
    /// spaces as forms write them.
    private static func percentEncoded(_ value: [UInt8]) -> Set<[UInt8]> {
        let isReserved = value.contains { !isUnreserved($0) }
        guard isReserved else { return [value] }
        var texts: Set<[UInt8]> = []
        for kept in ["", "!'()*", "!$'()*,;:@/?"].map({ Array($0.utf8) }) {
            for digits in [Array("0123456789ABCDEF".utf8), Array("0123456789abcdef".utf8)] {
                for space in [Array("%20".utf8), [UInt8(ascii: "+")]] {
                    texts.insert(encoded(value, keeping: kept, digits: digits, space: space))
                }
            }
        }
        return texts
    }

    private static func encoded(_ value: [UInt8], keeping kept: [UInt8], digits: [UInt8], space: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(3 * value.count)
        for byte in value {
            if isUnreserved(byte) || kept.contains(byte) {
                text.append(byte)
            } else if byte == 0x20 {
                text += space
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return text
    }

    /// RFC 3986, section 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func replacing(_ byte: UInt8, in text: [UInt8], with other: String) -> [UInt8] {
        guard text.contains(byte) else { return text }
        return text.reduce(into: []) { replaced, next in
            if next == byte { replaced += other.utf8 } else { replaced.append(next) }
        }
    }

    // MARK: - Base64

    /// What the value becomes within base64, by the number of bytes before it modulo 3: the digits that depend on it
    /// alone. At the start, also all digits of it as a whole text.
    private static func base64(_ value: [UInt8], _ alphabet: Base64.Alphabet) -> Set<[UInt8]> {
        var texts: Set<[UInt8]> = []
        for before in 0..<3 {
            let digits = Array(Base64.encode(Array(repeating: 0, count: before) + value, alphabet).utf8)
            let first = (before * 8 + 5) / 6
            let end = (before + value.count) * 8 / 6
            texts.insert(Array(digits[first..<end]))
            if before == 0 {
                texts.insert(digits)
                texts.insert(digits.filter { $0 != UInt8(ascii: "=") })
            }
        }
        return texts
    }

    // MARK: - JSON

    /// What encoders of JSON write as `\u` and four digits, though they need not: some characters, those that are not in
    /// ASCII, with digits of either case. As here; in ASCII alone; as Go does; as PHP does if it is told to; as .NET does.
    private static let escapes: [(characters: String, beyondASCII: Bool, upperCase: Bool)] = [
        ("", false, false), ("", true, false), ("", true, true), ("<>&", false, false), ("<>&", true, false),
        ("<>&", true, true), ("<>&'\"", true, true), ("<>&'\"+`", true, true),
    ]

    /// The text within a JSON string, in the ways of encoders, each also with escaped slashes.
    private static func escapedInJSON(_ text: String) -> Set<[UInt8]> {
        // Most secrets are such texts.
        if text.unicodeScalars.allSatisfy({ isPlain($0) && !"<>&'+`/".unicodeScalars.contains($0) }) {
            return [Array(text.utf8)]
        }
        return Set(
            escapes.flatMap { escapes in
                let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
                    if escapes.characters.unicodeScalars.contains(scalar) || escapes.beyondASCII && !scalar.isASCII {
                        for unit in String(scalar).utf16 {
                            let digits = String(unit, radix: 16, uppercase: escapes.upperCase)
                            escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                        }
                    } else if isPlain(scalar) {
                        escaped.unicodeScalars.append(scalar)
                    } else {
                        escaped += JSON.string(String(scalar)).text().dropFirst().dropLast()
                    }
                }
                return [Array(escaped.utf8), replacing(UInt8(ascii: "/"), in: Array(escaped.utf8), with: "\\/")]
            })
    }

    /// Whether JSON has the character as it is: the printable ones of ASCII but `"` and `\`.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\"
    }
}

extension String {
    /// The bytes as UTF-8; nil if they are not.
    fileprivate init?(validating bytes: [UInt8]) {
        guard let text = UTF8Text.decode(bytes) else { return nil }
        self = text
    }
}
