extension RequestVector {
    private static let last = "\r\n0\r\n\r\n"

    private static func sized(_ size: String) -> String { chunked(size + "\r\nx" + last) }

    static let chunkedBodies: [RequestVector] = [
        // Sizes.
        .accepted("several chunks", chunked("1\r\na\r\n2\r\nbc" + last), ExpectedRequest("POST", body: "abc")),
        .accepted("no content", chunked("0\r\n\r\n"), ExpectedRequest("POST")),
        .accepted(
            "a size in either case", chunked("a\r\n0123456789\r\nB\r\n0123456789A" + last),
            ExpectedRequest("POST", body: "01234567890123456789A")),
        .accepted("a size with leading zeros", sized("0000000000000001"), ExpectedRequest("POST", body: "x")),
        .accepted(
            "a last chunk of several zeros", chunked("1\r\nx\r\n000\r\n\r\n"), ExpectedRequest("POST", body: "x")),
        .accepted("line ends in content", chunked("4\r\n\r\n\r\n" + last), ExpectedRequest("POST", body: "\r\n\r\n")),
        .accepted(
            "a size of 17 digits, 16 of them leading zeros", sized("00000000000000001"),
            ExpectedRequest("POST", body: "x")),
        .refused(
            "a size beyond 63 bits", sized("8000000000000000"), 400,
            "A chunk size does not fit 63 bits", "RFC 9112, section 7.1",
            "in the chunked body, at byte 15"),
        .refused(
            "a size beyond 64 bits", sized("10000000000000001"), 400,
            "A chunk size does not fit 63 bits", "RFC 9112, section 7.1",
            "in the chunked body, at byte 16"),
        .refused(
            "an empty size", sized(""), 400, "The byte `\\x0D` stands where a chunk size needs a hexadecimal digit",
            "RFC 9112, section 7.1", "in the chunked body, at byte 0"),
        .refused(
            "a negative size", sized("-1"), 400, "The byte `-` stands where a chunk size needs a hexadecimal digit",
            "RFC 9112, section 7.1", "in the chunked body, at byte 0"),
        .refused(
            "a size with a plus", sized("+1"), 400, "The byte `+` stands where a chunk size needs a hexadecimal digit",
            "RFC 9112, section 7.1", "in the chunked body, at byte 0"),
        .refused(
            "a size with 0x", sized("0x1"), 400, "The byte `x` stands where a chunk size must end",
            "RFC 9112, section 7.1", "in the chunked body, at byte 1"),
        .refused(
            "a size with a letter beyond f", sized("g"), 400,
            "The byte `g` stands where a chunk size needs a hexadecimal digit", "RFC 9112, section 7.1",
            "in the chunked body, at byte 0"),
        .refused(
            "a space before a size", sized(" 1"), 400,
            "The byte ` ` stands where a chunk size needs a hexadecimal digit", "RFC 9112, section 7.1",
            "in the chunked body, at byte 0"),
        .refused(
            "a space after a size", sized("1 "), 400, "The byte `\\x0D` does not belong in a chunk extension",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 2"),
        .refused(
            "an underscore in a size", sized("1_0"), 400, "The byte `_` stands where a chunk size must end",
            "RFC 9112, section 7.1", "in the chunked body, at byte 1"),
        .refused(
            "NUL after a size", sized("1\0"), 400, "The byte `\\x00` stands where a chunk size must end",
            "RFC 9112, section 7.1", "in the chunked body, at byte 1"),
        .refused(
            "a bare LF after a size", chunked("1\nx" + last), 400, "A bare LF stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in the chunked body, at byte 1"),
        .refused(
            "a bare CR after a size", chunked("1\rx" + last), 400, "A bare CR stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in the chunked body, at byte 2"),
        .refused(
            "a bare LF after the last size", chunked("0\n\r\n"), 400, "A bare LF stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in the chunked body, at byte 1"),

        // Ends of chunks.
        .refused(
            "bytes behind a chunk", chunked("1\r\nxy" + last), 400, "The byte `y` stands where CRLF must end a chunk",
            "RFC 9112, section 7.1", "in the chunked body, at byte 4"),
        .refused(
            "a chunk without a line end", chunked("1\r\nx0\r\n\r\n"), 400,
            "The byte `0` stands where CRLF must end a chunk", "RFC 9112, section 7.1", "in the chunked body, at byte 4"
        ),
        .refused(
            "a bare LF behind a chunk", chunked("1\r\nx\n0\r\n\r\n"), 400,
            "The byte `\\x0A` stands where CRLF must end a chunk", "RFC 9112, section 7.1",
            "in the chunked body, at byte 4"),
        .refused(
            "a bare CR behind a chunk", chunked("1\r\nx\r0\r\n\r\n"), 400,
            "The byte `0` stands where CRLF must end a chunk", "RFC 9112, section 7.1", "in the chunked body, at byte 5"
        ),
        .refused(
            "a chunk longer than said by its line end", chunked("2\r\nx\r\n0\r\n\r\n"), 400,
            "The byte `\\x0A` stands where CRLF must end a chunk", "RFC 9112, section 7.1",
            "in the chunked body, at byte 5"),

        // Extensions.
        .accepted("an extension without a value", sized("1;a"), ExpectedRequest("POST", body: "x")),
        .accepted("an extension with a value", sized("1;a=b;c=d"), ExpectedRequest("POST", body: "x")),
        .accepted("an extension in quotes", sized("1;a=\"b; \\\" \tc\""), ExpectedRequest("POST", body: "x")),
        .accepted("white space in extensions", sized("1 ; a = b ;\tc"), ExpectedRequest("POST", body: "x")),
        .accepted("an extension beyond ASCII, in quotes", sized("1;a=\"é\""), ExpectedRequest("POST", body: "x")),
        .accepted(
            "an extension of the last chunk", chunked("1\r\nx\r\n0;a=\"b\"\r\n\r\n"),
            ExpectedRequest("POST", body: "x")),
        .refused(
            "an empty extension", sized("1;"), 400, "The byte `\\x0D` does not belong in a chunk extension",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 2"),
        .refused(
            "an extension without a name", sized("1;=b"), 400, "The byte `=` does not belong in a chunk extension",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 2"),
        .refused(
            "an extension with an empty value", sized("1;a="), 400,
            "The byte `\\x0D` does not belong in a chunk extension", "RFC 9112, section 7.1.1",
            "in the chunked body, at byte 4"),
        .refused(
            "an extension with a bad name", sized("1;a/b"), 400, "The byte `/` does not belong in a chunk extension",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 3"),
        .refused(
            "an extension without a semicolon", sized("1 a"), 400, "The byte `a` does not belong in a chunk extension",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 2"),
        .refused(
            "a value behind quotes", sized("1;a=\"b\"c"), 400, "The byte `c` does not belong in a chunk extension",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 7"),
        .refused(
            "white space behind an extension", sized("1;a "), 400,
            "The byte `\\x0D` does not belong in a chunk extension", "RFC 9112, section 7.1.1",
            "in the chunked body, at byte 4"),
        .refused(
            "a line end in quotes", sized("1;a=\"b\r\nc\""), 400, "A bare CR stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in the chunked body, at byte 6"),
        .refused(
            "NUL in an extension", sized("1;a=\"\0\""), 400, "The control byte 0x00 is not allowed here",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 5"),
        .refused(
            "a control byte in an extension", sized("1;a\u{1}"), 400, "The control byte 0x01 is not allowed here",
            "RFC 9112, section 7.1.1", "in the chunked body, at byte 3"),
        .refused(
            "a bare LF in an extension", chunked("1;a\nx" + last), 400,
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2", "in the chunked body, at byte 3"
        ),
        .refused(
            "a bare CR in an extension", chunked("1;a\rx" + last), 400,
            "A bare CR stands where only CRLF may end a line", "RFC 9112, section 2.2", "in the chunked body, at byte 4"
        ),
        .refused(
            "a bare LF in quotes", chunked("1;a=\"\n\"\r\nx" + last), 400,
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2", "in the chunked body, at byte 5"
        ),

        // Trailers.
        .accepted(
            "trailers keep order, spelling and repeats", trailers("X-b: 1", "x-A:2 ", "X-b:"),
            ExpectedRequest("POST", body: "x", trailers: [["X-b", "1"], ["x-A", "2"], ["X-b", ""]])),
        .refused(
            "a space before a trailer's colon", trailers("T : 1"), 400,
            "White space stands between the field name `T` and its colon",
            "RFC 9112, section 5.1", "in line 1 of the trailers, at byte 9 of the body"),
        .refused(
            "a folded trailer", trailers("T: 1", " 2"), 400,
            "A line starts with white space, which folds it into the field before",
            "RFC 9112, section 5.2", "in line 2 of the trailers, at byte 15 of the body"),
        .refused(
            "white space before the first trailer", trailers(" T: 1"), 400, "White space stands before the first field",
            "RFC 9112, section 2.2", "in line 1 of the trailers, at byte 9 of the body"),
        .refused(
            "a trailer without a colon", trailers("T"), 400, "The field line `T` has no colon",
            "RFC 9112, section 5", "in line 1 of the trailers, at byte 9 of the body"),
        .refused(
            "NUL in a trailer", trailers("T: a\0"), 400, "The control byte 0x00 is not allowed here",
            "RFC 9110, section 5.5", "in line 1 of the trailers, at byte 13 of the body"),
        .refused(
            "a control byte in a trailer's name", trailers("T\u{1}: a"), 400,
            "The control byte 0x01 is not allowed here", "RFC 9110, section 5.5",
            "in line 1 of the trailers, at byte 10 of the body"),
        .refused(
            "a bare LF in a trailer", trailers("T: a\nU: b"), 400, "A bare LF stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in line 1 of the trailers, at byte 13 of the body"),
        .refused(
            "a bare CR in a trailer", trailers("T: a\rU: b"), 400, "A bare CR stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in line 1 of the trailers, at byte 13 of the body"),
        .refused(
            "Content-Length in the trailers", trailers("T: 1", "content-length: 5"), 400,
            "The field `content-length` is not allowed in a trailer section",
            "RFC 9110, section 6.5.1", "in line 2 of the trailers, at byte 15 of the body"),
        .refused(
            "Transfer-Encoding in the trailers", trailers("Transfer-Encoding: chunked"), 400,
            "The field `Transfer-Encoding` is not allowed in a trailer section",
            "RFC 9110, section 6.5.1", "in line 1 of the trailers, at byte 9 of the body"),
        .refused(
            "Host in the trailers", trailers("Host: i"), 400, "The field `Host` is not allowed in a trailer section",
            "RFC 9110, section 6.5.1", "in line 1 of the trailers, at byte 9 of the body"),
        .refused(
            "bytes behind the last chunk", chunked("0\r\nhello\r\n\r\n"), 400, "The field line `hello` has no colon",
            "RFC 9112, section 5", "in line 1 of the trailers, at byte 3 of the body"),
    ]
}
