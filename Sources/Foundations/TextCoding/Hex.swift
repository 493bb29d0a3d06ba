/// Hexadecimal text (RFC 4648, section 8).
@usableFromInline
package enum Hex {
    /// The bytes in lower-case hexadecimal.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` encodes, in either case; nil for an odd length or anything but digits.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            guard let value = value(of: character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    /// The bytes that `text` encodes.
    package static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

    /// The byte as two upper-case digits: `0A` for a line feed.
    package static func upperPair(_ byte: UInt8) -> String {
        String(decoding: [upperDigit(byte >> 4), upperDigit(byte & 15)], as: UTF8.self)
    }

    /// A scalar's code point as it stands behind `U+`: at least four upper-case digits.
    package static func codePoint(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A scalar's code point as it stands behind `U+`.
    package static func codePoint(_ scalar: Unicode.Scalar) -> String { codePoint(scalar.value) }

    /// The value of a hexadecimal digit; nil for any other byte.
    @inlinable
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// The upper-case digit that percent-encoding prefers (RFC 3986, section 2.1).
    static func upperDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
