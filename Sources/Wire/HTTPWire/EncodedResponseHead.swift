import Bytes
package import HTTPMessage

/// A response head that is checked and encoded except for the parts that depend on the request. For a response without
/// templates it is made once and sent any number of times. A class, because all those responses share it.
package final class EncodedResponseHead: Sendable {
    /// The status code, 100 to 999.
    package let status: Int

    /// The status line and the stated fields, each with its line end; no empty line.
    let bytes: [UInt8]
    /// The framing fields that the response states; they are neither duplicated nor corrected.
    let statesDate: Bool
    let statesConnection: Bool
    let statesClose: Bool
    let statesLength: Bool
    /// The stated length, if it is one number.
    let length: Int?
    let statesCoding: Bool
    /// Whether the last transfer coding stated is chunked.
    let statesChunked: Bool

    /// Renders `head`.
    ///
    /// - Throws: `HTTP1Unsendable` if the status does not have three digits, or if the reason phrase, a name or a value
    ///   contains bytes that would change the message. Templates can produce such bytes.
    package init(_ head: ResponseHead) throws(HTTP1Unsendable) {
        try head.checkSendable()
        let reason = head.reason ?? ReasonPhrase.registered(for: head.status)
        status = head.status

        let fields = head.fields
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + fields.lines.reduce(0) { $0 + $1.name.count + $1.value.count + 4 })
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        bytes.append(capacity: 20) { $0.put(decimal: head.status) }
        // The space is needed without a phrase too (RFC 9112, section 4): libcurl (URLSession on Linux) requires it.
        bytes.append(.space)
        bytes.append(contentsOf: reason.utf8)
        bytes.appendLineEnd()
        bytes.append(fields)
        self.bytes = bytes

        statesDate = fields.contains(named: "Date")
        statesConnection = fields.contains(named: "Connection")
        statesClose = fields.containsListElement("close", in: "Connection")
        let lengths = fields.values(named: "Content-Length")
        statesLength = !lengths.isEmpty
        length = lengths.count == 1 ? Int(String(decoding: lengths[0], as: UTF8.self)) : nil
        let codings = fields.values(named: "Transfer-Encoding")
        statesCoding = !codings.isEmpty
        statesChunked =
            codings.last?.split(separator: .comma).last?.trimmingOptionalWhitespace.equalsIgnoringASCIICase("chunked")
            ?? false
    }
}
