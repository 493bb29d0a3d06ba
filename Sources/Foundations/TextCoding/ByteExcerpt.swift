/// The first bytes from a peer for an error's text: in backquotes, at most `limit`, with those that are not printable
/// ASCII written as `\x1F`. If the rest has the `@` behind user information, of which the beginning is shown, it ends
/// with `…@…`, so that a redactor knows.
package func excerpt(_ bytes: ArraySlice<UInt8>, limit: Int = 40) -> String {
    let rest = bytes.dropFirst(limit)
    return "`" + PrintableASCII.text(bytes.prefix(limit))
        + (rest.isEmpty ? "" : endsUserInformation(rest) ? "…@…" : "…")
        + "`"
}

/// Whether there is a `@` before the end of an authority, or a percent-encoded one before the end of a URI.
private func endsUserInformation(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = bytes.prefix { $0 > 0x20 }
    if word.prefix(while: { !"/?#".utf8.contains($0) }).contains(UInt8(ascii: "@")) { return true }
    return word.indices.contains { index in
        word[index] == UInt8(ascii: "%")
            && (word[index...].starts(with: "%40".utf8) || word[index...].starts(with: "%2540".utf8))
    }
}
