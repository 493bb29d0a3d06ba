/// A response that a protocol can't carry.
struct UnsendableCase: Sendable {
    let row: String
    let keys: String
    let wire: WireProtocol
    let reason: String

    static let all = [
        UnsendableCase(
            row: "raw", keys: "raw: hello", wire: .http2, reason: "raw cannot be sent over HTTP/2, which has frames"),
        UnsendableCase(
            row: "reason", keys: "reason: Nope", wire: .http2,
            reason: "the reason phrase \"Nope\" cannot be sent over HTTP/2, which has none (RFC 9113, section 8.3.2)"),
        UnsendableCase(
            row: "fault", keys: "text: a, fault: malformed_chunk", wire: .http2,
            reason: "malformed_chunk cannot be sent over HTTP/2, which has no chunks"),
        UnsendableCase(
            row: "h2", keys: "h2: {rst_stream: CANCEL}", wire: .http1,
            reason: "h2 cannot be sent over HTTP/1.1, which has no frames"),
    ]
}
