import Bytes

/// A short piece of wire bytes for a report: in backquotes, at most `limit` bytes, with bytes that are not printable
/// ASCII written as `\x1F`.
package func excerpt(_ bytes: ArraySlice<UInt8>, limit: Int = 40) -> String {
    var text = "`"
    for byte in bytes.prefix(limit) {
        if byte >= .space && byte < .delete {
            text.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            text += "\\x" + hexadecimal(byte)
        }
    }
    return text + (bytes.count > limit ? "…`" : "`")
}

/// `0A` for a line feed.
package func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 0x10 ? "0" + digits : digits
}
