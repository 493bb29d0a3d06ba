extension RequestVector {
    static let bodies: [RequestVector] = [
        // Content-Length.
        .accepted(
            "a body by its length", post("Content-Length: 5", body: "hello"),
            ExpectedRequest("POST", body: "hello")),
        .accepted(
            "a body of line ends", post("Content-Length: 4", body: "\r\n\r\n"),
            ExpectedRequest("POST", body: "\r\n\r\n")),
        .accepted(
            "a body of NUL bytes", post("Content-Length: 2", body: "\0\0"), ExpectedRequest("POST", body: "\0\0")),
        .accepted("a length of zero", post("Content-Length: 0", body: ""), ExpectedRequest("POST")),
        .accepted(
            "a length with leading zeros", post("Content-Length: 0002", body: "ab"),
            ExpectedRequest("POST", body: "ab")),
        .accepted("POST without a length has no body", post(body: ""), ExpectedRequest("POST")),
        .accepted("GET with a body", get("Content-Length: 2") + "ab", ExpectedRequest(body: "ab")),
        .accepted(
            "HTTP/1.0 with a body", "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nab",
            ExpectedRequest("POST", authority: "", version: "http/1.0", body: "ab")),
        .accepted(
            "a name like Content-Length is another field", get("Content_Length: 5", "X-Content-Length: 5"),
            ExpectedRequest()),
        .refused(
            "two differing lengths", post("Content-Length: 5", "Content-Length: 6", body: "hello"), 400,
            "The request has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 4 of the head, at byte 45"),
        .refused(
            "two equal lengths", post("Content-Length: 5", "content-length: 5", body: "hello"), 400,
            "The request has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 4 of the head, at byte 45"),
        .refused(
            "a list of differing lengths", post("Content-Length: 5, 6", body: "hello"), 400,
            "The Content-Length `5, 6` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a list of equal lengths", post("Content-Length: 5, 5", body: "hello"), 400,
            "The Content-Length `5, 5` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "an empty length", post("Content-Length:", body: ""), 400,
            "The Content-Length `` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a negative length", post("Content-Length: -1", body: ""), 400,
            "The Content-Length `-1` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length with a plus", post("Content-Length: +5", body: "hello"), 400,
            "The Content-Length `+5` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a hexadecimal length", post("Content-Length: 0x5", body: "hello"), 400,
            "The Content-Length `0x5` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length with a space inside", post("Content-Length: 1 0", body: "0123456789"), 400,
            "The Content-Length `1 0` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length with a fraction", post("Content-Length: 5.0", body: "hello"), 400,
            "The Content-Length `5.0` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length in quotes", post("Content-Length: \"5\"", body: "hello"), 400,
            "The Content-Length `\"5\"` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length in other digits", post("Content-Length: ٥", body: "hello"), 400,
            "The Content-Length `\\xD9\\xA5` is not one decimal number", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a length with a NUL", post("Content-Length: 5\0", body: "hello"), 400,
            "The control byte 0x00 is not allowed here", "RFC 9110, section 5.5", "in line 3 of the head, at byte 43"),

        // Transfer-Encoding.
        .accepted("a chunked body", chunked("5\r\nhello\r\n0\r\n\r\n"), ExpectedRequest("POST", body: "hello")),
        .accepted(
            "chunked in other letters", post("transfer-encoding: CHUNKED ", body: "1\r\nx\r\n0\r\n\r\n"),
            ExpectedRequest("POST", body: "x")),
        .refused(
            "both length headers", post("Content-Length: 5", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
            400, "The request has both Content-Length and Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 4 of the head, at byte 45"),
        .refused(
            "both length headers, the other way round",
            post("Transfer-Encoding: chunked", "Content-Length: 5", body: "0\r\n\r\n"), 400,
            "The request has both Content-Length and Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 4 of the head, at byte 54"),
        .refused(
            "a transfer coding in HTTP/1.0",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
            "An HTTP/1.0 request has a Transfer-Encoding", "RFC 9112, section 6.1", "in line 2 of the head, at byte 17"),
        .refused(
            "an unknown coding", post("Transfer-Encoding: gzip", body: ""), 400,
            "The last transfer coding is `gzip`, not chunked, so the body has no end", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "an unknown coding before chunked", post("Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n"),
            501, "The transfer coding `gzip` is not supported, only chunked", "RFC 9112, section 6.1",
            "in line 3 of the head, at byte 26"),
        .refused(
            "two codings, chunked none of them", post("Transfer-Encoding: gzip", "Transfer-Encoding: br;q=1", body: ""),
            400, "The last transfer coding is `br;q=1`, not chunked, so the body has no end", "RFC 9112, section 6.3",
            "in line 4 of the head, at byte 51"),
        .refused(
            "an unknown coding in a line before chunked",
            post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), 501,
            "The transfer coding `gzip` is not supported, only chunked", "RFC 9112, section 6.1",
            "in line 3 of the head, at byte 26"),
        .refused(
            "a coding like chunked", post("Transfer-Encoding: xchunked", body: "0\r\n\r\n"), 400,
            "The last transfer coding is `xchunked`, not chunked, so the body has no end", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "identity", post("Transfer-Encoding: identity", body: ""), 400,
            "The last transfer coding is `identity`, not chunked, so the body has no end", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "chunked twice in a list", post("Transfer-Encoding: chunked, chunked", body: "0\r\n\r\n"), 400,
            "The transfer coding chunked is applied more than once", "RFC 9112, section 6.1",
            "in line 3 of the head, at byte 26"),
        .refused(
            "chunked in two lines",
            post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), 400,
            "The transfer coding chunked is applied more than once", "RFC 9112, section 6.1",
            "in line 4 of the head, at byte 54"),
        .refused(
            "chunked not last", post("Transfer-Encoding: chunked, gzip", body: "0\r\n\r\n"), 400,
            "The transfer coding chunked is not the last one", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "chunked not in the last line",
            post("Transfer-Encoding: chunked", "Transfer-Encoding: gzip", body: "0\r\n\r\n"), 400,
            "The transfer coding chunked is not the last one", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 26"),
        .refused(
            "chunked with a parameter", post("Transfer-Encoding: chunked;q=1", body: "0\r\n\r\n"), 501,
            "The transfer coding `chunked;q=1` is not supported, only chunked",
            "RFC 9112, section 6.1", "in line 3 of the head, at byte 26"),
        .refused(
            "chunked with a quoted parameter",
            post("Transfer-Encoding: chunked ; q = \"1, 2;\\\"\" ", body: "0\r\n\r\n"), 501,
            "The transfer coding `chunked ; q = \"1, 2;\\\"\"` is not supported, only chunked",
            "RFC 9112, section 6.1", "in line 3 of the head, at byte 26"),
        .refused(
            "another coding with parameters before chunked",
            post("Transfer-Encoding: gzip;a=b;c=d, chunked", body: "0\r\n\r\n"), 501,
            "The transfer coding `gzip;a=b;c=d` is not supported, only chunked",
            "RFC 9112, section 6.1", "in line 3 of the head, at byte 26"),
        .refused(
            "chunked with a parameter, and again", post("Transfer-Encoding: chunked;q=1, chunked", body: "0\r\n\r\n"),
            400,
            "The transfer coding chunked is applied more than once",
            "RFC 9112, section 6.1", "in line 3 of the head, at byte 26"),
        .refused(
            "chunked with a parameter, not last", post("Transfer-Encoding: chunked;q=1, gzip", body: "0\r\n\r\n"), 400,
            "The transfer coding chunked is not the last one",
            "RFC 9112, section 6.3", "in line 3 of the head, at byte 26"),
        .refused(
            "a parameter without a value", post("Transfer-Encoding: chunked;q", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding `chunked;q` is not a list of transfer codings",
            "RFC 9112, section 7", "in line 3 of the head, at byte 26"),
        .refused(
            "a parameter without a name", post("Transfer-Encoding: chunked;=1", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding `chunked;=1` is not a list of transfer codings",
            "RFC 9112, section 7", "in line 3 of the head, at byte 26"),
        .refused(
            "a semicolon without a parameter", post("Transfer-Encoding: chunked;", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding `chunked;` is not a list of transfer codings",
            "RFC 9112, section 7", "in line 3 of the head, at byte 26"),
        .refused(
            "a parameter in quotes without an end", post("Transfer-Encoding: chunked;q=\"1", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding `chunked;q=\"1` is not a list of transfer codings",
            "RFC 9112, section 7", "in line 3 of the head, at byte 26"),
        .refused(
            "two codings without a comma", post("Transfer-Encoding: gzip chunked", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding `gzip chunked` is not a list of transfer codings",
            "RFC 9112, section 7", "in line 3 of the head, at byte 26"),
        .refused(
            "chunked in quotes", post("Transfer-Encoding: \"chunked\"", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding `\"chunked\"` is not a list of transfer codings",
            "RFC 9112, section 7", "in line 3 of the head, at byte 26"),
        .refused(
            "an empty coding", post("Transfer-Encoding:", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding names no transfer coding",
            "RFC 9112, section 6.3", "in line 3 of the head, at byte 26"),
        .refused(
            "nothing but empty list elements", post("Transfer-Encoding: , ,", body: "0\r\n\r\n"), 400,
            "The Transfer-Encoding names no transfer coding",
            "RFC 9112, section 6.3", "in line 3 of the head, at byte 26"),
        .accepted(
            "an empty list element before chunked", post("Transfer-Encoding: , chunked", body: "1\r\nx\r\n0\r\n\r\n"),
            ExpectedRequest("POST", body: "x")),
        .accepted(
            "empty list elements behind chunked", post("Transfer-Encoding: chunked, ,", body: "1\r\nx\r\n0\r\n\r\n"),
            ExpectedRequest("POST", body: "x")),
        .accepted(
            "an empty line beside chunked",
            post("Transfer-Encoding:", "Transfer-Encoding: chunked", body: "1\r\nx\r\n0\r\n\r\n"),
            ExpectedRequest("POST", body: "x")),
        .refused(
            "an empty list element beside a length",
            post("Transfer-Encoding: , chunked", "Content-Length: 5", body: "0\r\n\r\n"), 400,
            "The request has both Content-Length and Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 4 of the head, at byte 56"),
        .refused(
            "an empty coding beside a length", post("Transfer-Encoding:", "Content-Length: 5", body: "hello"), 400,
            "The request has both Content-Length and Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 4 of the head, at byte 46"),
        .refused(
            "a vertical tab before chunked", post("Transfer-Encoding: \u{B}chunked", body: "0\r\n\r\n"), 400,
            "The control byte 0x0B is not allowed here", "RFC 9110, section 5.5", "in line 3 of the head, at byte 45"),

        // CONNECT.
        .accepted(
            "CONNECT with a length of zero", "CONNECT h:1 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
            ExpectedRequest("CONNECT", "h:1", authority: "h:1", path: "")),
        .refused(
            "CONNECT with a length", "CONNECT h:1 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", 400,
            "A CONNECT request announces a body, which it cannot have", "RFC 9110, section 9.3.6",
            "in line 3 of the head, at byte 31"),
        .refused(
            "CONNECT with a coding", "CONNECT h:1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n",
            400, "A CONNECT request announces a body, which it cannot have", "RFC 9110, section 9.3.6",
            "in line 3 of the head, at byte 31"),
    ]

    static let sequences: [RequestVector] = [
        .accepted(
            "two requests in one piece", get() + "GET /b HTTP/1.1\r\nHost: i\r\n\r\n",
            ExpectedRequest(), ExpectedRequest("GET", "/b", authority: "i")),
        .accepted(
            "a request behind a body",
            post("Content-Length: 2", body: "ab") + "\r\n" + get(), ExpectedRequest("POST", body: "ab"),
            ExpectedRequest()),
        .accepted(
            "a request behind a chunked body", chunked("1\r\na\r\n0\r\nT: u\r\n\r\n") + get("A: b"),
            ExpectedRequest("POST", body: "a", trailers: [["T", "u"]]),
            ExpectedRequest(fields: [["Host", "h"], ["A", "b"]])),
        .accepted(
            "a chunked body behind a chunked body",
            chunked("1;a\r\na\r\n0\r\n\r\n") + chunked("2\r\nbc\r\n0\r\nV: w\r\n\r\n"),
            ExpectedRequest("POST", body: "a"), ExpectedRequest("POST", body: "bc", trailers: [["V", "w"]])),
        .accepted(
            "a body that looks like a request", post("Content-Length: 18", body: "GET / HTTP/1.1\r\n\r\n"),
            ExpectedRequest("POST", body: "GET / HTTP/1.1\r\n\r\n")),
        .accepted(
            "empty lines before each request are counted anew",
            String(repeating: "\r\n", count: 9) + get() + String(repeating: "\r\n", count: 9) + get(),
            ExpectedRequest(), ExpectedRequest()),
        .accepted(
            "a HEAD between two others", get() + "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + get(),
            ExpectedRequest(), ExpectedRequest("HEAD"), ExpectedRequest()),
    ]
}
