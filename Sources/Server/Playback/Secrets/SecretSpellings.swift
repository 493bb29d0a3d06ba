import TextCoding

/// The ways in which the filters of templates write a value, other than by escapes: `DecodedText` decodes those.
enum SecretSpellings {
    /// All spellings of a value, each once.
    static func all(of value: [UInt8]) -> Set<[UInt8]> {
        var spellings: Set<[UInt8]> = [value]
        for alphabet in [Base64.Alphabet.standard, .url] { spellings.formUnion(base64(value, alphabet)) }
        let hex = Hex.encode(value)
        spellings.formUnion([hex, hex.uppercased()].map { Array($0.utf8) })
        if let text = UTF8Text.decode(value) {
            spellings.formUnion([text.lowercased(), text.uppercased()].map { Array($0.utf8) })
        }
        // Forms are searched with all their `+` read as spaces, too.
        if value.contains(0x20) { spellings.insert(value.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }) }
        return spellings.filter { $0.count >= RedactedValues.shortest }
    }

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
}
