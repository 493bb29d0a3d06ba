/// The limits of one request; a larger one is rejected. All sizes are bytes.
package struct HTTP1Limits: Hashable, Sendable {
    /// The request line without its line end; a longer one is a 414, or a 501 if its method alone is longer.
    package var requestLine: Int
    /// All field lines of a head with their line ends, and separately all of a trailer section; more is a 431.
    ///
    /// The same limit applies to all chunk extensions of a body together, each with its CR, and the leading zeros of
    /// chunk sizes.
    package var fieldBytes: Int
    /// The field lines of a head, and of a trailer section; more is a 431.
    package var fieldCount: Int
    /// The content, after the chunked coding is decoded; more is a 413.
    package var body: Int
    /// The empty lines skipped before a request line (RFC 9112, section 2.2); more is a 400.
    package var emptyLines: Int

    /// The default limits of a server.
    package init(
        requestLine: Int = 16 * 1024, fieldBytes: Int = 64 * 1024, fieldCount: Int = 256, body: Int = 16 * 1024 * 1024,
        emptyLines: Int = 16
    ) {
        self.requestLine = requestLine
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
        self.body = body
        self.emptyLines = emptyLines
    }
}
