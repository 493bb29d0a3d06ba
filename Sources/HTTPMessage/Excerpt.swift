import TextCoding

/// The first bytes from a peer for an error's text: in backquotes, at most `limit`, with those that are not printable
/// ASCII written as `\x1F`.
package func excerpt(_ bytes: ArraySlice<UInt8>, limit: Int = 40) -> String {
    "`" + PrintableASCII.text(bytes.prefix(limit)) + (bytes.count > limit ? "…`" : "`")
}
