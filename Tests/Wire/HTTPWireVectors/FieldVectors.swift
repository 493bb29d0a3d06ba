extension RequestVector {
    static let fieldLines: [RequestVector] = [
        // Names.
        .accepted(
            "fields keep order, spelling and repeats", get("X-b: 1", "x-A: 2", "X-B: 3"),
            ExpectedRequest(fields: [["Host", "h"], ["X-b", "1"], ["x-A", "2"], ["X-B", "3"]])),
        .accepted(
            "any token is a name", get("!#$%&'*+-.^_`|~9: 1"),
            ExpectedRequest(fields: [["Host", "h"], ["!#$%&'*+-.^_`|~9", "1"]])),
        .refused(
            "a space before the colon", get("X-A : 1"), 400,
            "White space stands between the field name `X-A` and its colon", "RFC 9112, section 5.1",
            "in line 3 of the head, at byte 25"),
        .refused(
            "a tab before the colon", get("X-A\t: 1"), 400,
            "White space stands between the field name `X-A` and its colon", "RFC 9112, section 5.1",
            "in line 3 of the head, at byte 25"),
        .refused(
            "a space before the colon of Content-Length", get("Content-Length : 5"), 400,
            "White space stands between the field name `Content-Length` and its colon",
            "RFC 9112, section 5.1", "in line 3 of the head, at byte 25"),
        .refused(
            "a space inside a name", get("X A: 1"), 400, "The field name `X A` is not a token",
            "RFC 9110, section 5.1", "in line 3 of the head, at byte 25"),
        .refused(
            "an empty name", get(": 1"), 400, "A field line has no name before its colon",
            "RFC 9110, section 5.1", "in line 3 of the head, at byte 25"),
        .refused(
            "no colon", get("X-A"), 400, "The field line `X-A` has no colon", "RFC 9112, section 5",
            "in line 3 of the head, at byte 25"),
        .refused(
            "no colon and a space", get("X-A 1"), 400, "The field line `X-A 1` has no colon",
            "RFC 9112, section 5", "in line 3 of the head, at byte 25"),
        .refused(
            "a name in quotes", get("\"X\": 1"), 400, "The field name `\"X\"` is not a token",
            "RFC 9110, section 5.1", "in line 3 of the head, at byte 25"),
        .refused(
            "a name with a slash", get("X/A: 1"), 400, "The field name `X/A` is not a token",
            "RFC 9110, section 5.1", "in line 3 of the head, at byte 25"),
        .refused(
            "a name beyond ASCII", get("Ä: 1"), 400, "The field name `\\xC3\\x84` is not a token",
            "RFC 9110, section 5.1", "in line 3 of the head, at byte 25"),
        .refused(
            "NUL in a name", get("X\0A: 1"), 400, "The control byte 0x00 is not allowed here",
            "RFC 9110, section 5.5", "in line 3 of the head, at byte 26"),
        .refused(
            "a control byte in a name", get("X\u{8}A: 1"), 400, "The control byte 0x08 is not allowed here",
            "RFC 9110, section 5.5", "in line 3 of the head, at byte 26"),

        // Values.
        .accepted(
            "white space round a value", get("A: \t b \t c\t ", "B:d"),
            ExpectedRequest(fields: [["Host", "h"], ["A", "b \t c"], ["B", "d"]])),
        .accepted(
            "empty values", get("A:", "B: \t "), ExpectedRequest(fields: [["Host", "h"], ["A", ""], ["B", ""]])),
        .accepted(
            "a value beyond ASCII", get("A: é\u{80}"), ExpectedRequest(fields: [["Host", "h"], ["A", "é\u{80}"]])),
        .accepted("colons in a value", get("A: b:c :d"), ExpectedRequest(fields: [["Host", "h"], ["A", "b:c :d"]])),
        .refused(
            "NUL in a value", get("A: b\0c"), 400, "The control byte 0x00 is not allowed here",
            "RFC 9110, section 5.5", "in line 3 of the head, at byte 29"),
        .refused(
            "a control byte in a value", get("A: b\u{B}c"), 400, "The control byte 0x0B is not allowed here",
            "RFC 9110, section 5.5", "in line 3 of the head, at byte 29"),
        .refused(
            "DEL in a value", get("A: b\u{7F}"), 400, "The control byte 0x7F is not allowed here",
            "RFC 9110, section 5.5", "in line 3 of the head, at byte 29"),

        // Line ends.
        .refused(
            "a bare CR in a value", get("A: b\rc"), 400, "A bare CR stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in line 3 of the head, at byte 29"),
        .refused(
            "a bare CR at the end of a value", get("A: b\r"), 400, "A bare CR stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in line 3 of the head, at byte 29"),
        .refused(
            "a bare LF in a value", get("A: b\nB: c"), 400, "A bare LF stands where only CRLF may end a line",
            "RFC 9112, section 2.2", "in line 3 of the head, at byte 29"),
        .refused(
            "a bare LF ends the head", "GET / HTTP/1.1\r\nHost: h\r\n\n", 400,
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in line 3 of the head, at byte 25"),
        .refused(
            "a bare CR ends the head", "GET / HTTP/1.1\r\nHost: h\r\n\rX", 400,
            "A bare CR stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in line 3 of the head, at byte 25"),
        .refused(
            "LF alone throughout", "GET / HTTP/1.1\nHost: h\n\n", 400,
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in the request line, at byte 14"),

        // Folding.
        .refused(
            "a folded line", get("A: b", " c"), 400,
            "A line starts with white space, which folds it into the field before", "RFC 9112, section 5.2",
            "in line 4 of the head, at byte 31"),
        .refused(
            "a line folded by a tab", get("A: b", "\tc"), 400,
            "A line starts with white space, which folds it into the field before", "RFC 9112, section 5.2",
            "in line 4 of the head, at byte 31"),
        .refused(
            "a fold that hides a length", get("A: b", " Content-Length: 5"), 400,
            "A line starts with white space, which folds it into the field before", "RFC 9112, section 5.2",
            "in line 4 of the head, at byte 31"),
        .refused(
            "a fold of white space alone", get("A: b", " "), 400,
            "A line starts with white space, which folds it into the field before", "RFC 9112, section 5.2",
            "in line 4 of the head, at byte 31"),
        .refused(
            "white space before the first field", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", 400,
            "White space stands before the first field", "RFC 9112, section 2.2", "in line 2 of the head, at byte 16"),

        // Expectations.
        .accepted(
            "100-continue", post("Content-Length: 1", "Expect: 100-continue", body: "x"),
            ExpectedRequest("POST", body: "x", expectsContinue: true)),
        .accepted(
            "100-continue in other letters, chunked",
            post("Expect: 100-CONTINUE", "Transfer-Encoding: chunked", body: "1\r\nx\r\n0\r\n\r\n"),
            ExpectedRequest("POST", body: "x", expectsContinue: true)),
        .accepted("100-continue without a body", get("Expect: 100-continue"), ExpectedRequest()),
        .accepted(
            "100-continue in HTTP/1.0 is not waited for",
            "POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\nx",
            ExpectedRequest("POST", authority: "", version: "http/1.0", body: "x")),
        .refused(
            "another expectation", get("Expect: 200-ok"), 417, "The expectation `200-ok` is not 100-continue",
            "RFC 9110, section 10.1.1", "in line 3 of the head, at byte 25"),
        .refused(
            "another expectation beside 100-continue", get("Expect: 100-continue, a=b"), 417,
            "The expectation `a=b` is not 100-continue", "RFC 9110, section 10.1.1", "in line 3 of the head, at byte 25"
        ),
        .refused(
            "another expectation in a second line", get("Expect: 100-continue", "Expect: x"), 417,
            "The expectation `x` is not 100-continue", "RFC 9110, section 10.1.1", "in line 4 of the head, at byte 47"),
    ]

    private static func host(_ value: String) -> String { "GET / HTTP/1.1\r\nHost:\(value)\r\n\r\n" }

    static let hosts: [RequestVector] = [
        .accepted("a host name", host(" example.com"), ExpectedRequest(authority: "example.com")),
        .accepted("a host with a port", host("localhost:8080 "), ExpectedRequest(authority: "localhost:8080")),
        .accepted("a host with an empty port", host(" h:"), ExpectedRequest(authority: "h:")),
        .accepted("an IPv4 address", host(" 127.0.0.1:1"), ExpectedRequest(authority: "127.0.0.1:1")),
        .accepted("an IPv6 address", host(" [::1]"), ExpectedRequest(authority: "[::1]")),
        .accepted(
            "an IPv6 address with a port", host(" [::FFFF:1.2.3.4]:80"),
            ExpectedRequest(authority: "[::FFFF:1.2.3.4]:80")),
        .accepted(
            "unreserved bytes and sub-delimiters", host(" a-b_c~!$&'()*+,;=%2F"),
            ExpectedRequest(authority: "a-b_c~!$&'()*+,;=%2F")),
        .accepted("the last port", host(" h:65535"), ExpectedRequest(authority: "h:65535")),
        .refused(
            "no Host", "GET / HTTP/1.1\r\nX-Host: h\r\n\r\n", 400, "The request has no Host field",
            "RFC 9112, section 3.2"),
        .refused(
            "no field at all", "GET / HTTP/1.1\r\n\r\n", 400, "The request has no Host field", "RFC 9112, section 3.2"),
        .refused(
            "two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400,
            "The request has more than one Host field", "RFC 9112, section 3.2", "in line 3 of the head, at byte 25"),
        .refused(
            "two equal Hosts in other letters", "GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n", 400,
            "The request has more than one Host field", "RFC 9112, section 3.2", "in line 3 of the head, at byte 25"),
        .refused(
            "two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400,
            "The request has more than one Host field", "RFC 9112, section 3.2", "in line 3 of the head, at byte 25"),
        .refused(
            "an empty Host", host(""), 400, "The Host `` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a Host of a port alone", host(" :80"), 400, "The Host `:80` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "two hosts in one line", host(" a, b"), 400, "The Host `a, b` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a Host with a path", host(" h/a"), 400, "The Host `h/a` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a Host with user information", host(" u@h"), 400, "The Host `u@h` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a Host that is a URI", host(" http://h"), 400, "The Host `http://h` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a port with letters", host(" h:8o"), 400, "The Host `h:8o` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a negative port", host(" h:-1"), 400, "The Host `h:-1` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a port above the last", host(" h:65536"), 400, "The Host `h:65536` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "two ports", host(" h:1:2"), 400, "The Host `h:1:2` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "an IPv6 address without brackets", host(" ::1"), 400, "The Host `::1` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "an open bracket", host(" [::1"), 400, "The Host `[::1` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "bytes behind a bracket", host(" [::1]x"), 400, "The Host `[::1]x` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a name in brackets", host(" [h]"), 400, "The Host `[h]` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a bad percent encoding", host(" a%2"), 400, "The Host `a%2` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a host beyond ASCII", host(" é"), 400, "The Host `\\xC3\\xA9` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a host with a caret", host(" a^b"), 400, "The Host `a^b` is not a host with an optional port",
            "RFC 9112, section 3.2", "in line 2 of the head, at byte 16"),
        .refused(
            "a malformed Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n", 400,
            "The Host `a b` is not a host with an optional port", "RFC 9112, section 3.2",
            "in line 2 of the head, at byte 16"),
    ]
}
