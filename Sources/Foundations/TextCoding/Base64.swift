/// Base64 text (RFC 4648, sections 4 and 5).
package enum Base64 {
    /// The alphabet of a text.
    package enum Alphabet: Hashable, Sendable {
        /// `+` and `/`, padded.
        case standard
        /// `-` and `_`, not padded when written, padded or not when read.
        case url
    }

    /// The bytes as one line of text.
    package static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard) -> String {
        let digits = alphabet == .standard ? standardDigits : urlDigits
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var filled = 0
        func write(_ count: Int) {
            for index in 0..<count { text.append(digits[Int(group >> UInt32(18 - 6 * index) & 63)]) }
        }
        for byte in bytes {
            group |= UInt32(byte) << UInt32(16 - 8 * filled)
            filled += 1
            if filled == 3 {
                write(4)
                group = 0
                filled = 0
            }
        }
        if filled > 0 {
            write(filled + 1)
            if alphabet == .standard { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - filled)) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` encodes; nil for a character outside the alphabet, wrong padding, or non-zero bits after
    /// the last byte.
    ///
    /// - Parameter ignoresSpace: whether to skip spaces, tabs and line breaks anywhere, as in a folded block of YAML.
    package static func decode(
        _ text: some Collection<UInt8>, _ alphabet: Alphabet = .standard, ignoresSpace: Bool = false
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var group: UInt32 = 0
        var filled = 0
        var padding = 0
        for character in text {
            if ignoresSpace, character == 0x20 || character == 0x09 || character == 0x0A || character == 0x0D {
                continue
            }
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: character, alphabet) else { return nil }
            group = group << 6 | UInt32(value)
            filled += 1
            if filled == 4 {
                for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
                group = 0
                filled = 0
            }
        }
        let isPadded = alphabet == .standard || padding > 0
        if isPadded && padding != (4 - filled) % 4 { return nil }
        switch filled {
        case 0:
            return bytes
        case 2 where group & 0xF == 0:
            bytes.append(UInt8(truncatingIfNeeded: group >> 4))
            return bytes
        case 3 where group & 0x3 == 0:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
            return bytes
        default:
            return nil
        }
    }

    /// The bytes that `text` encodes.
    package static func decode(
        _ text: String, _ alphabet: Alphabet = .standard, ignoresSpace: Bool = false
    ) -> [UInt8]? {
        decode(text.utf8, alphabet, ignoresSpace: ignoresSpace)
    }

    private static let standardDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(of digit: UInt8, _ alphabet: Alphabet) -> UInt8? {
        switch (digit, alphabet) {
        case (0x41...0x5A, _): digit - 0x41
        case (0x61...0x7A, _): digit - 0x61 + 26
        case (0x30...0x39, _): digit - 0x30 + 52
        case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .url): 62
        case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .url): 63
        default: nil
        }
    }
}
