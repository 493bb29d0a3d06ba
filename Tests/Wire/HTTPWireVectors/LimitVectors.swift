extension RequestVector {
    private static let kibi = 1024

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// A request line of `count` bytes.
    private static func line(_ count: Int) -> String { "GET /\(letters(count - 14)) HTTP/1.1" }

    /// A head whose field lines have `count` bytes including line ends; 9 of them are those of Host.
    private static func fields(_ count: Int) -> String { get("A: " + letters(count - 9 - 5)) }

    /// A chunked body whose extensions have `count` bytes after their first semicolons, each including its CR.
    private static func extensions(_ count: Int) -> String {
        chunked("1;\(letters(count - 5))\r\nx\r\n0;aaa\r\n\r\n")
    }

    /// A chunked body whose sizes begin with `count` leading zeros, counting an extension of one letter and its CR.
    private static func zeros(_ count: Int) -> String {
        let zeros = String(repeating: "0", count: count - 4)
        return chunked("01;a\r\nx\r\n\(zeros)00\r\n\r\n")
    }

    /// The default limits: the largest value that is accepted, and the smallest that is rejected.
    static let limits: [RequestVector] = [
        .accepted(
            "the longest request line", line(16 * kibi) + "\r\nHost: h\r\n\r\n",
            ExpectedRequest("GET", "/" + letters(16 * kibi - 14))),
        .refused(
            "a request line too long", line(16 * kibi + 1) + "\r\nHost: h\r\n\r\n", 414,
            "The request line is longer than 16384 bytes", "RFC 9112, section 3", "in the request line, at byte 16384"),
        .refused(
            "a request line without an end", "GET /" + letters(16 * kibi - 4), 414,
            "The request line is longer than 16384 bytes", "RFC 9112, section 3", "in the request line, at byte 16384"),
        .accepted(
            "a long method", letters(16 * kibi - 11) + " / HTTP/1.1\r\nHost: h\r\n\r\n",
            ExpectedRequest(letters(16 * kibi - 11))),
        .refused(
            "a method that leaves no room for a target", letters(16 * kibi - 1) + " / HTTP/1.1\r\nHost: h\r\n\r\n", 414,
            "The request line is longer than 16384 bytes", "RFC 9112, section 3", "in the request line, at byte 16384"),
        .refused(
            "a method too long", letters(16 * kibi) + " / HTTP/1.1\r\nHost: h\r\n\r\n", 501,
            "The method is longer than 16384 bytes", "RFC 9112, section 3", "in the request line, at byte 16384"),
        .refused(
            "a method without an end", letters(16 * kibi + 1), 501, "The method is longer than 16384 bytes",
            "RFC 9112, section 3", "in the request line, at byte 16384"),
        .accepted("the largest fields", fields(64 * kibi), ExpectedRequest()),
        .refused(
            "fields too large", fields(64 * kibi + 1), 431, "The fields are larger than 65536 bytes",
            "RFC 6585, section 5", "in line 3 of the head, at byte 65550"),
        .refused(
            "a field line without an end", "GET / HTTP/1.1\r\nA" + letters(64 * kibi), 431,
            "The fields are larger than 65536 bytes", "RFC 6585, section 5", "in line 2 of the head, at byte 65550"),
        .accepted("256 fields", get(String(repeating: "A: b\r\n", count: 254) + "A: b"), ExpectedRequest()),
        .refused(
            "257 fields", get(String(repeating: "A: b\r\n", count: 255) + "A: b"), 431,
            "There are more than 256 fields", "RFC 6585, section 5", "in line 258 of the head, at byte 1555"),
        .refused(
            "a body too large by its length", post("Content-Length: 16777217", body: ""), 413,
            "The body of 16777217 bytes is larger than 16777216 bytes", "RFC 9110, section 15.5.14",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a body of several times the limit", post("Content-Length: 50331648", body: ""), 413,
            "The body of 48 MiB is larger than 16 MiB", "RFC 9110, section 15.5.14",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length beyond 64 bits", post("Content-Length: 99999999999999999999", body: ""), 413,
            "The body is larger than 16 MiB", "RFC 9110, section 15.5.14", "in line 3 of the head, at byte 26"),
        .refused(
            "a chunk too large", chunked("1000001\r\n"), 413, "The body is larger than 16 MiB",
            "RFC 9110, section 15.5.14", "in the chunked body, at byte 7"),
        .refused(
            "chunks too large together", chunked("1\r\nx\r\n1000000\r\n"), 413,
            "The body is larger than 16 MiB", "RFC 9110, section 15.5.14", "in the chunked body, at byte 13"),
        .accepted("the largest chunk extensions", extensions(64 * kibi), ExpectedRequest("POST", body: "x")),
        .refused(
            "chunk extensions too large", extensions(64 * kibi + 1), 431,
            "The chunk extensions are larger than 65536 bytes", "RFC 9112, section 7.1.1",
            "in the chunked body, at byte 65544"),
        .accepted("the most leading zeros", zeros(64 * kibi), ExpectedRequest("POST", body: "x")),
        .refused(
            "too many leading zeros", zeros(64 * kibi + 1), 431,
            "The chunk extensions and the leading zeros of chunk sizes are larger than 65536 bytes",
            "RFC 9112, section 7.1", "in the chunked body, at byte 65543"),
        .accepted(
            "the largest trailers", trailers("A: " + letters(64 * kibi - 5)),
            ExpectedRequest("POST", body: "x", trailers: [["A", letters(64 * kibi - 5)]])),
        .refused(
            "trailers too large", trailers("A: " + letters(64 * kibi - 4)), 431,
            "The fields are larger than 65536 bytes", "RFC 6585, section 5",
            "in line 1 of the trailers, at byte 65543 of the body"),
        .refused(
            "257 trailers", trailers(String(repeating: "A: b\r\n", count: 256) + "A: b"), 431,
            "There are more than 256 fields", "RFC 6585, section 5",
            "in line 257 of the trailers, at byte 1545 of the body"),
    ]
}
