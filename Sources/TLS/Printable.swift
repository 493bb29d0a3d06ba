/// Text for people from a peer's bytes.
enum Printable {
    /// The bytes; those that are not printable ASCII become `\x1F`.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if (0x20...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 16 ? "\\x0" : "\\x"
                text += String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
