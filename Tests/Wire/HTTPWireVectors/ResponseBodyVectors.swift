extension ResponseVector {
    /// RFC 9112, section 6.3.
    static let framings: [ResponseVector] = [
        // Item 1: no body.
        .accepted(
            "HEAD with a length", to: "HEAD", ok("Content-Length: 5"),
            ExpectedResponse(.none, fields: [["Content-Length", "5"]])),
        .refused(
            "GET with a length and no body", ok("Content-Length: 5"),
            "The connection ended in the body of a response, after 0 of 5 bytes", "RFC 9112, section 8"),
        .accepted("HEAD that would be chunked", to: "HEAD", ok("Transfer-Encoding: chunked"), ExpectedResponse(.none)),
        .refused(
            "GET that is chunked and has no body", ok("Transfer-Encoding: chunked"),
            "The connection ended in the body of a response, after 0 bytes", "RFC 9112, section 8"),
        .accepted("HEAD that states no end", to: "HEAD", ok(), ExpectedResponse(.none)),
        .refused(
            "HEAD with both", to: "HEAD", ok("Content-Length: 5", "Transfer-Encoding: chunked"),
            "The response has both Content-Length and Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 3 of the head, at byte 36"),
        .accepted(
            "methods are case-sensitive", to: "head", ok("Content-Length: 1", body: "a"),
            ExpectedResponse(.length(1), body: "a")),
        .refused(
            "HEAD with a malformed length", to: "HEAD", ok("Content-Length: a"),
            "The Content-Length `a` is not one decimal number", "RFC 9112, section 6.3",
            "in line 2 of the head, at byte 17"),
        .accepted("204", "HTTP/1.1 204 No Content\r\n\r\n", ExpectedResponse(204, "No Content", .none)),
        .refused(
            "204 without the empty line", "HTTP/1.1 204 No Content\r\n",
            "The connection ended in the head of a response, after 25 bytes", "RFC 9112, section 8"),
        .accepted(
            "304 with a length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
            ExpectedResponse(304, "Not Modified", .none)),
        .refused(
            "303 with a length and no body", "HTTP/1.1 303 See Other\r\nContent-Length: 5\r\n\r\n",
            "The connection ended in the body of a response, after 0 of 5 bytes", "RFC 9112, section 8"),
        .accepted(
            "205 ends like others", "HTTP/1.1 205 Reset Content\r\nContent-Length: 1\r\n\r\na",
            ExpectedResponse(205, "Reset Content", .length(1), body: "a")),
        .refused(
            "204 with two lengths", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
            "The response has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 44"),

        // Items 3 and 4: Transfer-Encoding.
        .accepted(
            "chunked", ok("Transfer-Encoding: chunked", body: "1\r\na\r\n0\r\n\r\n"),
            ExpectedResponse(.chunked, body: "a")),
        .refused(
            "chunked and a length", ok("Transfer-Encoding: chunked", "Content-Length: 1", body: "1\r\na\r\n0\r\n\r\n"),
            "The response has both Content-Length and Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 3 of the head, at byte 45"),
        .accepted(
            "chunked in any case and with empty members", ok("Transfer-Encoding: , ChunKed ,", body: "0\r\n\r\n"),
            ExpectedResponse(.chunked)),
        .refused(
            "no coding", ok("Transfer-Encoding: , ,"), "The Transfer-Encoding names no transfer coding",
            "RFC 9112, section 6.3", "in line 2 of the head, at byte 17"),
        .refused(
            "chunked twice", ok("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
            "The transfer coding chunked is applied more than once", "RFC 9112, section 6.1",
            "in line 3 of the head, at byte 45"),
        .refused(
            "chunked not last", ok("Transfer-Encoding: chunked, gzip", body: "0\r\n\r\n"),
            "The transfer coding chunked is not the last one", "RFC 9112, section 6.3",
            "in line 2 of the head, at byte 17"),
        .refused(
            "another coding and chunked", ok("Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n"),
            "The transfer coding `gzip` is not supported, only chunked", "RFC 9112, section 6.1",
            "in line 2 of the head, at byte 17"),
        .refused(
            "another coding alone", ok("Transfer-Encoding: gzip", body: "a"),
            "The transfer coding `gzip` is not supported, only chunked", "RFC 9112, section 6.1",
            "in line 2 of the head, at byte 17"),
        .refused(
            "identity", ok("Transfer-Encoding: identity", body: "a"),
            "The transfer coding `identity` is not supported, only chunked", "RFC 9112, section 6.1",
            "in line 2 of the head, at byte 17"),
        .refused(
            "chunked with a parameter", ok("Transfer-Encoding: chunked;a=b", body: "0\r\n\r\n"),
            "The transfer coding `chunked;a=b` is not supported, only chunked", "RFC 9112, section 6.1",
            "in line 2 of the head, at byte 17"),
        .refused(
            "a coding that is not a token", ok("Transfer-Encoding: \u{B}chunked", body: "0\r\n\r\n"),
            "The control byte 0x0B is not allowed here", "RFC 9110, section 5.5", "in line 2 of the head, at byte 36"),
        .refused(
            "a coding in quotes", ok("Transfer-Encoding: \"chunked\"", body: "0\r\n\r\n"),
            "The Transfer-Encoding `\"chunked\"` is not a list of transfer codings", "RFC 9112, section 7",
            "in line 2 of the head, at byte 17"),

        // Items 5 and 6: Content-Length.
        .accepted(
            "a length", ok("Content-Length: 5", body: "hello"), ExpectedResponse(.length(5), body: "hello")),
        .refused(
            "a body shorter than its length", ok("Content-Length: 5", body: "hell"),
            "The connection ended in the body of a response, after 4 of 5 bytes", "RFC 9112, section 8"),
        .accepted(
            "a length with leading zeros", ok("Content-Length: 0002", body: "ab"),
            ExpectedResponse(.length(2), body: "ab")),
        .refused(
            "a length with a plus", ok("Content-Length: +2", body: "ab"),
            "The Content-Length `+2` is not one decimal number", "RFC 9112, section 6.3",
            "in line 2 of the head, at byte 17"),
        .accepted(
            "the largest length", to: "HEAD", ok("Content-Length: 9223372036854775806"), ExpectedResponse(.none)),
        .refused(
            "a length too large", ok("Content-Length: 9223372036854775807"),
            "The Content-Length `9223372036854775807` is larger than 9223372036854775806", "RFC 9110, section 8.6",
            "in line 2 of the head, at byte 17"),
        .refused(
            "a length beyond 64 bits", ok("Content-Length: 18446744073709551617", body: "a"),
            "The Content-Length `18446744073709551617` is larger than 9223372036854775806", "RFC 9110, section 8.6",
            "in line 2 of the head, at byte 17"),
        .refused(
            "two differing lengths", ok("Content-Length: 5", "Content-Length: 6", body: "hello"),
            "The response has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 36"),
        .refused(
            "two equal lengths", ok("Content-Length: 5", "content-length: 5", body: "hello"),
            "The response has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 36"),
        .refused(
            "a list of equal lengths", ok("Content-Length: 5, 5", body: "hello"),
            "The Content-Length `5, 5` is not one decimal number", "RFC 9112, section 6.3",
            "in line 2 of the head, at byte 17"),
        .refused(
            "a negative length", ok("Content-Length: -1"), "The Content-Length `-1` is not one decimal number",
            "RFC 9112, section 6.3", "in line 2 of the head, at byte 17"),
        .refused(
            "an empty length", ok("Content-Length:"), "The Content-Length `` is not one decimal number",
            "RFC 9112, section 6.3", "in line 2 of the head, at byte 17"),

        // Item 8: the end of the connection.
        .accepted(
            "a body up to the end of the connection", ok(body: "a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
            ExpectedResponse(.close, body: "a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", keeps: false)),
        .refused(
            "a head up to the end of the connection", "HTTP/1.1 200 OK\r\nA: b\r\n",
            "The connection ended in the head of a response, after 23 bytes", "RFC 9112, section 8"),
        .accepted("an empty body up to the end of the connection", ok(), ExpectedResponse(.close, keeps: false)),
        .refused("no response", "", "The connection ended before the final response", "RFC 9112, section 8"),
        .refused(
            "a part of a status line", "HTTP/1", "The connection ended in the head of a response, after 6 bytes",
            "RFC 9112, section 8"),
    ]

    /// RFC 9112, section 7.1. What a size and an extension may be is also in the vectors of requests.
    static let chunkedBodies: [ResponseVector] = [
        .accepted(
            "several chunks", chunked("1\r\na\r\n0A\r\n0123456789\r\n00\r\n\r\n"),
            ExpectedResponse(.chunked, body: "a0123456789")),
        .refused(
            "no last chunk", chunked("1\r\na\r\n0A\r\n0123456789\r\n"),
            "The connection ended in the body of a response, after 11 bytes", "RFC 9112, section 8"),
        .accepted(
            "line ends in content", chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n"), ExpectedResponse(.chunked, body: "\r\n\r\n")),
        .refused(
            "content longer than its size", chunked("1\r\nab\r\n0\r\n\r\n"),
            "The byte `b` stands where CRLF must end a chunk", "RFC 9112, section 7.1",
            "in the chunked body, at byte 4"),
        .accepted(
            "extensions", chunked("1;a;b=c;d=\"e;\\\"\"\r\na\r\n0;f\r\n\r\n"), ExpectedResponse(.chunked, body: "a")),
        .refused(
            "an extension without a name", chunked("1;=c\r\na\r\n0\r\n\r\n"),
            "The byte `=` does not belong in a chunk extension", "RFC 9112, section 7.1.1",
            "in the chunked body, at byte 2"),
        .refused(
            "a size in other digits", chunked("0x1\r\na\r\n0\r\n\r\n"),
            "The byte `x` stands where a chunk size must end",
            "RFC 9112, section 7.1", "in the chunked body, at byte 1"),
        .refused(
            "a size beyond 63 bits", chunked("8000000000000000\r\na\r\n0\r\n\r\n"), "A chunk size does not fit 63 bits",
            "RFC 9112, section 7.1", "in the chunked body, at byte 15"),
        .refused(
            "a bare LF after a size", chunked("1\na\r\n0\r\n\r\n"), "A bare LF stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in the chunked body, at byte 1"),
        .refused(
            "an empty line before the first chunk", chunked("\r\n1\r\na\r\n0\r\n\r\n"),
            "The byte `\\x0D` stands where a chunk size needs a hexadecimal digit", "RFC 9112, section 7.1",
            "in the chunked body, at byte 0"),

        // Trailers.
        .accepted(
            "trailers", chunked("1\r\na\r\n0\r\nX-Sum: 1\r\nx-sum:\r\n\r\n"),
            ExpectedResponse(.chunked, body: "a", trailers: [["X-Sum", "1"], ["x-sum", ""]])),
        .refused(
            "trailers without their end", chunked("1\r\na\r\n0\r\nX-Sum: 1\r\n"),
            "The connection ended in the body of a response, after 1 bytes", "RFC 9112, section 8"),
        .refused(
            "a malformed trailer", chunked("1\r\na\r\n0\r\nA: b\r\nX-Sum 1\r\n\r\n"),
            "The field line `X-Sum 1` has no colon",
            "RFC 9112, section 5", "in line 2 of the trailers, at byte 15 of the body"),
        .refused(
            "a length as a trailer", chunked("1\r\na\r\n0\r\nA: b\r\nContent-Length: 1\r\n\r\n"),
            "The field `Content-Length` is not allowed in a trailer section", "RFC 9110, section 6.5.1",
            "in line 2 of the trailers, at byte 15 of the body"),
        .refused(
            "a coding as a trailer", chunked("0\r\nTransfer-Encoding: chunked\r\n\r\n"),
            "The field `Transfer-Encoding` is not allowed in a trailer section", "RFC 9110, section 6.5.1",
            "in line 1 of the trailers, at byte 3 of the body"),
    ]

    /// Which responses let the connection persist (RFC 9112, section 9.3).
    static let connections: [ResponseVector] = [
        .accepted(
            "close", ok("Connection: keep-alive, Close", "Content-Length: 1", body: "a"),
            ExpectedResponse(.length(1), body: "a", keeps: false)),
        .refused(
            "close before the end of the body", ok("Connection: close", "Content-Length: 2", body: "a"),
            "The connection ended in the body of a response, after 1 of 2 bytes", "RFC 9112, section 8"),
        .accepted(
            "HTTP/1.0 up to the end of the connection", "HTTP/1.0 200 OK\r\n\r\nab",
            ExpectedResponse(.close, body: "ab", keeps: false)),
        .refused(
            "HTTP/1.0 that is chunked", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "An HTTP/1.0 response has a Transfer-Encoding", "RFC 9112, section 6.1",
            "in line 2 of the head, at byte 17"),
        .accepted(
            "HTTP/1.0 with a length", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nab",
            ExpectedResponse(.length(2), body: "ab", keeps: false)),
        .refused(
            "HTTP/1.0 shorter than its length", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\na",
            "The connection ended in the body of a response, after 1 of 2 bytes", "RFC 9112, section 8"),
        .accepted(
            "HTTP/1.0 that keeps the connection",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nab",
            ExpectedResponse(.length(2), body: "ab")),
        .refused(
            "HTTP/1.0 that keeps the connection and has two lengths",
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab",
            "The response has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 4 of the head, at byte 60"),
        .accepted(
            "HTTP/1.0 that would keep the connection but for its end",
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nab",
            ExpectedResponse(.close, body: "ab", keeps: false)),
        .refused(
            "HTTP/0.8", "HTTP/0.8 200 OK\r\n\r\nab", "The version `HTTP/0.8` is not HTTP/1.0 or HTTP/1.1",
            "RFC 9112, section 2.3", "in the status line, at byte 0"),
    ]
}
