/// Percent-encoding (RFC 3986, section 2.1).
package enum Percent {
    /// The result of decoding.
    package struct Decoded: Hashable, Sendable {
        /// The bytes; a `%` without two digits behind it stays unchanged.
        package var bytes: [UInt8]
        /// Whether each `%` is followed by two digits.
        package var isWellFormed: Bool

        /// The bytes as text; nil if they are not UTF-8 or the encoding was malformed.
        package var text: String? { isWellFormed ? UTF8Text.decode(bytes) : nil }
    }

    /// Decodes a path segment or another component, once.
    ///
    /// - Parameter plusIsSpace: whether `+` means a space, as it does only in queries and forms.
    package static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> Decoded {
        var decoded = Decoded(bytes: [], isWellFormed: true)
        decoded.bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index != text.endIndex {
            let byte = text[index]
            text.formIndex(after: &index)
            if byte == UInt8(ascii: "+"), plusIsSpace {
                decoded.bytes.append(0x20)
            } else if byte == UInt8(ascii: "%") {
                let digits = text[index...].prefix(2)
                if digits.count == 2, let value = Hex.decode(digits)?.first {
                    decoded.bytes.append(value)
                    index = digits.endIndex
                } else {
                    decoded.bytes.append(byte)
                    decoded.isWellFormed = false
                }
            } else {
                decoded.bytes.append(byte)
            }
        }
        return decoded
    }

    /// Decodes a path segment or another component, once.
    package static func decode(_ text: String, plusIsSpace: Bool = false) -> Decoded {
        decode(text.utf8, plusIsSpace: plusIsSpace)
    }

    /// Encodes every byte except the unreserved characters (RFC 3986, section 2.3).
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if isUnreserved(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), Hex.upperDigit(byte >> 4), Hex.upperDigit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Encodes every character except the unreserved ones, as UTF-8.
    package static func encode(_ text: String) -> String { encode(text.utf8) }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
