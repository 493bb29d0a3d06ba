/// The limits of one response; a larger one is refused. Its body has none, because nobody collects it.
package struct HTTP1ResponseLimits: Hashable, Sendable {
    /// The status line without its line end, in bytes.
    package var statusLine: Int
    /// All field lines of a head with their line ends, in bytes, and separately all of a trailer section.
    ///
    /// The same limit applies to the extensions of one chunk, with its CR and the leading zeros of its size.
    package var fieldBytes: Int
    /// The field lines of a head, and of a trailer section.
    package var fieldCount: Int
    /// The informational responses before the final one.
    package var informationalResponses: Int

    /// The default limits.
    package init(
        statusLine: Int = 16 * 1024, fieldBytes: Int = 64 * 1024, fieldCount: Int = 256,
        informationalResponses: Int = 16
    ) {
        self.statusLine = statusLine
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
        self.informationalResponses = informationalResponses
    }

    /// The limits of the parts that requests have, too.
    var ofSharedParts: HTTP1Limits { HTTP1Limits(fieldBytes: fieldBytes, fieldCount: fieldCount, body: .max) }
}
