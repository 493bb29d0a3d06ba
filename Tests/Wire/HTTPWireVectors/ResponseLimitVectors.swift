extension ResponseVector {
    private static let kibi = 1024

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// A response with `count` bytes of field lines, 19 of them those of its length.
    private static func fields(_ count: Int) -> String { ok("Content-Length: 0", "A: " + letters(count - 19 - 5)) }

    private static func informational(_ count: Int) -> String {
        String(repeating: "HTTP/1.1 103 \r\n\r\n", count: count) + ok("Content-Length: 0")
    }

    /// Two chunks with extensions of `count` bytes each, including the CR.
    private static func extensions(_ count: Int) -> String {
        chunked(String(repeating: "1;\(letters(count - 1))\r\na\r\n", count: 2) + "0\r\n\r\n")
    }

    /// The default limits: the largest value that is accepted, and the smallest that is refused.
    static let limits: [ResponseVector] = [
        .accepted(
            "the longest status line", line("HTTP/1.1 200 " + letters(16 * kibi - 13)),
            ExpectedResponse(200, letters(16 * kibi - 13))),
        .refused(
            "a status line too long", line("HTTP/1.1 200 " + letters(16 * kibi - 12)),
            "The status line is longer than 16384 bytes", "RFC 9112, section 4", "in the status line, at byte 16384"),
        .accepted("the largest fields", fields(64 * kibi), ExpectedResponse()),
        .refused(
            "fields too large", fields(64 * kibi + 1), "The fields are larger than 65536 bytes",
            "RFC 9110, section 5.4", "in line 3 of the head, at byte 65551"),
        .accepted(
            "256 fields", ok(String(repeating: "A: b\r\n", count: 255) + "Content-Length: 0"), ExpectedResponse()),
        .refused(
            "257 fields", ok(String(repeating: "A: b\r\n", count: 256) + "Content-Length: 0"),
            "There are more than 256 fields", "RFC 9110, section 5.4", "in line 258 of the head, at byte 1553"),
        .accepted(
            "16 informational responses", informational(16),
            ExpectedResponse(informational: Array(repeating: 103, count: 16))),
        .refused(
            "17 informational responses", informational(17),
            "More than 16 informational responses stand before the final one", "RFC 9110, section 15.2"),
        .accepted(
            "the largest extensions of each chunk", extensions(64 * kibi), ExpectedResponse(.chunked, body: "aa")),
        .refused(
            "extensions too large", extensions(64 * kibi + 1), "The chunk extensions are larger than 65536 bytes",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 65538"),
        .accepted(
            "a size with the most leading zeros", chunked(String(repeating: "0", count: 64 * kibi) + "0\r\n\r\n"),
            ExpectedResponse(.chunked)),
        .refused(
            "a size with too many leading zeros", chunked(String(repeating: "0", count: 64 * kibi + 1) + "0\r\n\r\n"),
            "The chunk extensions and the leading zeros of chunk sizes are larger than 65536 bytes",
            "RFC 9112, section 7.1", "in the chunked body, at byte 65537"),
        .accepted(
            "256 trailers", chunked("0\r\n" + String(repeating: "A: b\r\n", count: 256) + "\r\n"),
            ExpectedResponse(.chunked, trailers: Array(repeating: ["A", "b"], count: 256))),
        .refused(
            "257 trailers", chunked("0\r\n" + String(repeating: "A: b\r\n", count: 257) + "\r\n"),
            "There are more than 256 fields", "RFC 9110, section 5.4",
            "in line 257 of the trailers, at byte 1539 of the body"),
        .accepted(
            "the largest trailers", chunked("0\r\nA: " + letters(64 * kibi - 5) + "\r\n\r\n"),
            ExpectedResponse(.chunked, trailers: [["A", letters(64 * kibi - 5)]])),
        .refused(
            "trailers too large", chunked("0\r\nA: " + letters(64 * kibi - 4) + "\r\n\r\n"),
            "The fields are larger than 65536 bytes", "RFC 9110, section 5.4",
            "in line 1 of the trailers, at byte 65537 of the body"),
    ]
}
