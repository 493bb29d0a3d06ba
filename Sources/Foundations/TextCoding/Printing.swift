/// Bytes of a peer as text for people.
package enum PrintableASCII {
    /// The bytes; those that are not printable ASCII become `\x1F`.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if byte >= 0x20, byte < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + Hex.upperPair(byte)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether people can see this character and it leaves the rest of the line alone: it is neither a control
    /// character, a line break, a bidirectional mark nor a character without an agreed form.
    package var isPrintable: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
