extension RequestVector {
    private static let rest = "\r\nHost: h\r\n\r\n"

    static let requestLines: [RequestVector] = [
        // The three words.
        .accepted("origin form", "GET / HTTP/1.1" + rest, ExpectedRequest()),
        .refused(
            "two spaces before the target", "GET  / HTTP/1.1" + rest, 400,
            "The target holds a space, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 4"),
        .refused(
            "two spaces after the target", "GET /  HTTP/1.1" + rest, 400,
            "The target holds a space, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 5"),
        .refused(
            "a tab for a space", "GET\t/ HTTP/1.1" + rest, 400, "The control byte 0x09 is not allowed here",
            "RFC 9112, section 3", "in the request line, at byte 3"),
        .refused(
            "no version (HTTP/0.9)", "GET /\r\n", 400,
            "The request line `GET /` is not a method, a target and a version with one space between each",
            "RFC 9112, section 3", "in the request line, at byte 0"),
        .refused(
            "one word", "hello\r\n", 400,
            "The request line `hello` is not a method, a target and a version with one space between each",
            "RFC 9112, section 3", "in the request line, at byte 0"),
        .refused(
            "a leading space", " GET / HTTP/1.1" + rest, 400, "The method `` is not a token",
            "RFC 9110, section 9.1", "in the request line, at byte 0"),
        .refused(
            "a trailing space", "GET / HTTP/1.1 " + rest, 400, "The version `` is not of the form HTTP/1.1",
            "RFC 9112, section 2.3", "in the request line, at byte 15"),
        .refused(
            "an empty target", "GET  HTTP/1.1" + rest, 400, "The target `` is neither a path nor an absolute URI",
            "RFC 9112, section 3.2", "in the request line, at byte 4"),

        // Empty lines before it.
        .accepted("empty lines before the request line", "\r\n\r\nGET / HTTP/1.1" + rest, ExpectedRequest()),
        .accepted(
            "16 empty lines", String(repeating: "\r\n", count: 16) + "GET / HTTP/1.1" + rest, ExpectedRequest()),
        .refused(
            "17 empty lines", String(repeating: "\r\n", count: 17) + "GET / HTTP/1.1" + rest, 400,
            "More than 16 empty lines stand before the request line", "RFC 9112, section 2.2"),
        .refused(
            "a bare LF before the request line", "\nGET / HTTP/1.1" + rest, 400,
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2", "in the request line, at byte 0"
        ),
        .refused(
            "a bare CR before the request line", "\rGET / HTTP/1.1" + rest, 400,
            "A bare CR stands where only CRLF may end a line", "RFC 9112, section 2.2", "in the request line, at byte 0"
        ),

        // Line ends and control bytes.
        .refused(
            "a bare LF ends the request line", "GET / HTTP/1.1\nHost: h\r\n\r\n", 400,
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in the request line, at byte 14"),
        .refused(
            "a bare CR ends the request line", "GET / HTTP/1.1\rHost: h\r\n\r\n", 400,
            "A bare CR stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in the request line, at byte 14"),
        .refused(
            "NUL in the target", "GET /a\0b HTTP/1.1" + rest, 400, "The control byte 0x00 is not allowed here",
            "RFC 9112, section 3", "in the request line, at byte 6"),
        .refused(
            "a control byte in the target", "GET /a\u{1}b HTTP/1.1" + rest, 400,
            "The control byte 0x01 is not allowed here", "RFC 9112, section 3", "in the request line, at byte 6"),
        .refused(
            "DEL in the target", "GET /a\u{7F}b HTTP/1.1" + rest, 400, "The control byte 0x7F is not allowed here",
            "RFC 9112, section 3", "in the request line, at byte 6"),
        .refused(
            "NUL in the method", "G\0T / HTTP/1.1" + rest, 400, "The control byte 0x00 is not allowed here",
            "RFC 9112, section 3", "in the request line, at byte 1"),
        .refused(
            "a TLS handshake", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", 400,
            "The request starts with the byte 0x16, as TLS does, but this is a cleartext port", "RFC 9112, section 3"),

        // Methods.
        .accepted(
            "any token is a method", "M-SEARCH!#$%&'*+.^_`|~09 / HTTP/1.1" + rest,
            ExpectedRequest("M-SEARCH!#$%&'*+.^_`|~09")),
        .accepted("a method in lower case is another method", "get / HTTP/1.1" + rest, ExpectedRequest("get")),
        .accepted("DELETE without a body", "DELETE /a HTTP/1.1" + rest, ExpectedRequest("DELETE", "/a")),
        .refused(
            "a method with a slash", "GE/T / HTTP/1.1" + rest, 400, "The method `GE/T` is not a token",
            "RFC 9110, section 9.1", "in the request line, at byte 0"),
        .refused(
            "a method with a colon", "GET: / HTTP/1.1" + rest, 400, "The method `GET:` is not a token",
            "RFC 9110, section 9.1", "in the request line, at byte 0"),
        .refused(
            "a method with a brace", "G{T / HTTP/1.1" + rest, 400, "The method `G{T` is not a token",
            "RFC 9110, section 9.1", "in the request line, at byte 0"),
        .refused(
            "a method beyond ASCII", "GÉT / HTTP/1.1" + rest, 400, "The method `G\\xC3\\x89T` is not a token",
            "RFC 9110, section 9.1", "in the request line, at byte 0"),

        // Versions.
        .accepted(
            "HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n",
            ExpectedRequest(authority: "", version: "http/1.0")),
        .accepted("HTTP/1.0 with Host", "GET / HTTP/1.0" + rest, ExpectedRequest(version: "http/1.0")),
        .accepted("HTTP/1.9 is read as HTTP/1.1", "GET / HTTP/1.9" + rest, ExpectedRequest()),
        .refused(
            "HTTP/2.0", "GET / HTTP/2.0" + rest, 505, "The version `HTTP/2.0` is not HTTP/1.0 or HTTP/1.1",
            "RFC 9110, section 15.6.6", "in the request line, at byte 6"),
        .refused(
            "HTTP/0.9 by name", "GET / HTTP/0.9" + rest, 505, "The version `HTTP/0.9` is not HTTP/1.0 or HTTP/1.1",
            "RFC 9110, section 15.6.6", "in the request line, at byte 6"),
        .refused(
            "the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505,
            "The version `HTTP/2.0` is not HTTP/1.0 or HTTP/1.1", "RFC 9110, section 15.6.6",
            "in the request line, at byte 6"),
        .refused(
            "a version in lower case", "GET / http/1.1" + rest, 400,
            "The version `http/1.1` is not of the form HTTP/1.1", "RFC 9112, section 2.3",
            "in the request line, at byte 6"),
        .refused(
            "a version with two minor digits", "GET / HTTP/1.10" + rest, 400,
            "The version `HTTP/1.10` is not of the form HTTP/1.1", "RFC 9112, section 2.3",
            "in the request line, at byte 6"),
        .refused(
            "a version without a minor", "GET / HTTP/1" + rest, 400, "The version `HTTP/1` is not of the form HTTP/1.1",
            "RFC 9112, section 2.3", "in the request line, at byte 6"),
        .refused(
            "a version with a comma", "GET / HTTP/1,1" + rest, 400,
            "The version `HTTP/1,1` is not of the form HTTP/1.1", "RFC 9112, section 2.3",
            "in the request line, at byte 6"),
        .refused(
            "a version with letters", "GET / HTTP/x.1" + rest, 400,
            "The version `HTTP/x.1` is not of the form HTTP/1.1", "RFC 9112, section 2.3",
            "in the request line, at byte 6"),
        .refused(
            "another protocol", "GET / RTSP/1.0" + rest, 400, "The version `RTSP/1.0` is not of the form HTTP/1.1",
            "RFC 9112, section 2.3", "in the request line, at byte 6"),

        // Origin form.
        .accepted(
            "a query", "GET /a?b=1?c HTTP/1.1" + rest,
            ExpectedRequest("GET", "/a?b=1?c", path: "/a", query: "b=1?c")),
        .accepted("an empty query", "GET /a? HTTP/1.1" + rest, ExpectedRequest("GET", "/a?", path: "/a", query: "")),
        .accepted(
            "a target stays as spelled", "GET //a/../%2f%aB/./ HTTP/1.1" + rest,
            ExpectedRequest("GET", "//a/../%2f%aB/./")),
        .accepted(
            "bytes that browsers leave bare", "GET /a|b?c={\"d\"}[^`<>] HTTP/1.1" + rest,
            ExpectedRequest("GET", "/a|b?c={\"d\"}[^`<>]", path: "/a|b", query: "c={\"d\"}[^`<>]")),
        .accepted(
            "a backslash that is percent-encoded", "GET /a%5Cb?%5c HTTP/1.1" + rest,
            ExpectedRequest("GET", "/a%5Cb?%5c", path: "/a%5Cb", query: "%5c")),
        .refused(
            "a backslash in a path", "GET /a\\b HTTP/1.1" + rest, 400,
            "The target holds a backslash, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 6"),
        .refused(
            "a backslash in a query", "GET /a?b=\\ HTTP/1.1" + rest, 400,
            "The target holds a backslash, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 9"),
        .refused(
            "a backslash for a slash", "GET \\a HTTP/1.1" + rest, 400,
            "The target holds a backslash, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 4"),
        .refused(
            "a backslash in an absolute target", "GET http:\\\\h/ HTTP/1.1" + rest, 400,
            "The target holds a backslash, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 9"),
        .refused(
            "a space in the target", "GET /a b HTTP/1.1" + rest, 400,
            "The target holds a space, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 6"),
        .refused(
            "a percent sign without digits", "GET /a%zz HTTP/1.1" + rest, 400,
            "The target holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25`",
            "RFC 3986, section 2.1", "in the request line, at byte 6"),
        .refused(
            "a percent sign with one digit", "GET /?a%2g HTTP/1.1" + rest, 400,
            "The target holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25`",
            "RFC 3986, section 2.1", "in the request line, at byte 7"),
        .refused(
            "a percent sign at the end", "GET /?a=%2 HTTP/1.1" + rest, 400,
            "The target holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25`",
            "RFC 3986, section 2.1", "in the request line, at byte 8"),
        .refused(
            "a percent sign in an absolute target", "GET http://h/100% HTTP/1.1" + rest, 400,
            "The target holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25`",
            "RFC 3986, section 2.1", "in the request line, at byte 16"),
        .refused(
            "a fragment", "GET /a#b HTTP/1.1" + rest, 400, "The target holds a fragment (`#`), which is never sent",
            "RFC 9112, section 3.2", "in the request line, at byte 6"),
        .refused(
            "a target beyond ASCII", "GET /é HTTP/1.1" + rest, 400,
            "The target holds the byte 0xC3, which must be percent-encoded", "RFC 9112, section 3.2",
            "in the request line, at byte 5"),
        .refused(
            "a target without a slash", "GET index.html HTTP/1.1" + rest, 400,
            "The target `index.html` is neither a path nor an absolute URI", "RFC 9112, section 3.2",
            "in the request line, at byte 4"),
        .refused(
            "a target of a query alone", "GET ?a=1 HTTP/1.1" + rest, 400,
            "The target `?a=1` is neither a path nor an absolute URI", "RFC 9112, section 3.2",
            "in the request line, at byte 4"),

        // Absolute form.
        .accepted(
            "absolute form wins over Host", "GET http://other:81/a?b HTTP/1.1" + rest,
            ExpectedRequest("GET", "http://other:81/a?b", authority: "other:81", path: "/a", query: "b")),
        .accepted(
            "absolute form without a path", "GET HTTP://other HTTP/1.1" + rest,
            ExpectedRequest("GET", "HTTP://other", authority: "other", path: "/")),
        .accepted(
            "absolute form with a query and no path", "GET http://other?b HTTP/1.1" + rest,
            ExpectedRequest("GET", "http://other?b", authority: "other", path: "/", query: "b")),
        .accepted(
            "absolute form to an IPv6 address", "GET http://[::1]:80/ HTTP/1.1" + rest,
            ExpectedRequest("GET", "http://[::1]:80/", authority: "[::1]:80", path: "/")),
        .refused(
            "absolute form of another scheme", "GET ftp://h/ HTTP/1.1" + rest, 400,
            "The target has the scheme `ftp`, not http or https", "RFC 9112, section 3.2.2",
            "in the request line, at byte 4"),
        .refused(
            "an https resource in the clear", "GET HTTPS://h/ HTTP/1.1" + rest, 421,
            "The target names an https resource, but the connection is in the clear", "RFC 9110, section 7.4",
            "in the request line, at byte 4"),
        .refused(
            "a malformed https resource in the clear", "GET https://u@h/ HTTP/1.1" + rest, 400,
            "The target holds user information before an `@`", "RFC 9110, section 4.2.4",
            "in the request line, at byte 12"),
        .refused(
            "a scheme without an authority", "GET http:/a HTTP/1.1" + rest, 400,
            "The target `http:/a` is neither a path nor an absolute URI", "RFC 9112, section 3.2",
            "in the request line, at byte 4"),
        .refused(
            "absolute form with an empty host", "GET http:///a HTTP/1.1" + rest, 400,
            "The target's authority `` is malformed", "RFC 9110, section 4.2.1", "in the request line, at byte 11"),
        .refused(
            "absolute form with a bad port", "GET http://h:8x/ HTTP/1.1" + rest, 400,
            "The target's authority `h:8x` is malformed", "RFC 9110, section 4.2.1", "in the request line, at byte 11"),
        .refused(
            "absolute form with user information", "GET http://u:p@h/ HTTP/1.1" + rest, 400,
            "The target holds user information before an `@`", "RFC 9110, section 4.2.4",
            "in the request line, at byte 11"),
        .refused(
            "absolute form does not replace Host", "GET http://h/ HTTP/1.1\r\n\r\n", 400,
            "The request has no Host field", "RFC 9112, section 3.2"),

        // Authority form.
        .accepted(
            "CONNECT", "CONNECT h:443 HTTP/1.1" + rest,
            ExpectedRequest("CONNECT", "h:443", authority: "h:443", path: "")),
        .refused(
            "CONNECT without a port", "CONNECT h HTTP/1.1" + rest, 400,
            "The target of CONNECT is `h`, not a host and a port", "RFC 9112, section 3.2.3",
            "in the request line, at byte 8"),
        .refused(
            "CONNECT with an empty port", "CONNECT h: HTTP/1.1" + rest, 400,
            "The target of CONNECT is `h:`, not a host and a port", "RFC 9112, section 3.2.3",
            "in the request line, at byte 8"),
        .refused(
            "CONNECT to a path", "CONNECT /a HTTP/1.1" + rest, 400,
            "The target of CONNECT is `/a`, not a host and a port", "RFC 9112, section 3.2.3",
            "in the request line, at byte 8"),
        .refused(
            "authority form for GET", "GET h:443 HTTP/1.1" + rest, 400,
            "The target `h:443` is neither a path nor an absolute URI", "RFC 9112, section 3.2",
            "in the request line, at byte 4"),

        // Asterisk form.
        .accepted("OPTIONS *", "OPTIONS * HTTP/1.1" + rest, ExpectedRequest("OPTIONS", "*")),
        .refused(
            "GET *", "GET * HTTP/1.1" + rest, 400, "The target `*` is for OPTIONS, not for `GET`",
            "RFC 9112, section 3.2.4", "in the request line, at byte 4"),
        .refused(
            "OPTIONS **", "OPTIONS ** HTTP/1.1" + rest, 400, "The target `**` is neither a path nor an absolute URI",
            "RFC 9112, section 3.2", "in the request line, at byte 8"),
    ]
}
