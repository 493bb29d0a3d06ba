extension ResponseVector {
    static let statusLines: [ResponseVector] = [
        .accepted("three words", line("HTTP/1.1 200 OK"), ExpectedResponse()),
        .refused(
            "a tab for a space", line("HTTP/1.1\t200\tOK"),
            "The status line `HTTP/1.1\\x09200\\x09OK` is not a version, a status and a reason with one space between each",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .accepted(
            "a reason of several words", line("HTTP/1.1 404 Not  Found\there"),
            ExpectedResponse(404, "Not  Found\there")),
        .refused(
            "a control byte in a reason", line("HTTP/1.1 404 Not\0Found"), "The control byte 0x00 is not allowed here",
            "RFC 9112, section 4", "in the status line, at byte 16"),
        .accepted("a reason beyond ASCII", line("HTTP/1.1 200 schön"), ExpectedResponse(200, "schön")),
        .refused(
            "DEL in a reason", line("HTTP/1.1 200 a\u{7F}"), "The control byte 0x7F is not allowed here",
            "RFC 9112, section 4", "in the status line, at byte 14"),
        .accepted("no reason", line("HTTP/1.1 200 "), ExpectedResponse(200, "")),
        .refused(
            "two spaces before the status", line("HTTP/1.1  200 OK"),
            "The status `` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),
        .accepted("no reason and no space", line("HTTP/1.1 200"), ExpectedResponse(200, "")),
        .refused(
            "no status", line("HTTP/1.1"),
            "The status line `HTTP/1.1` is not a version, a status and a reason with one space between each",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .accepted("a status that nobody registered", line("HTTP/1.1 299 Ok"), ExpectedResponse(299, "Ok")),
        .refused(
            "a status of two digits", line("HTTP/1.1 99 Ok"),
            "The status `99` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),
        .accepted("the highest status", line("HTTP/1.1 999 No"), ExpectedResponse(999, "No")),
        .refused(
            "a status of four digits", line("HTTP/1.1 1000 No"),
            "The status `1000` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),
        .refused(
            "a status below 100", line("HTTP/1.1 099 No"),
            "The status `099` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),
        .refused(
            "a status with a letter", line("HTTP/1.1 2OO OK"),
            "The status `2OO` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),
        .refused(
            "a status with a plus", line("HTTP/1.1 +20 OK"),
            "The status `+20` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),
        .refused(
            "a status right before its reason", line("HTTP/1.1 200OK"),
            "The status `200OK` is not a number of three digits from 100 on", "RFC 9110, section 15",
            "in the status line, at byte 9"),

        // The version.
        .accepted("a later minor version", line("HTTP/1.2 200 OK"), ExpectedResponse()),
        .refused(
            "a later major version", line("HTTP/2.0 200 OK"), "The version `HTTP/2.0` is not HTTP/1.0 or HTTP/1.1",
            "RFC 9112, section 2.3", "in the status line, at byte 0"),
        .refused(
            "a version of one number", line("HTTP/2 200 OK"), "The version `HTTP/2` is not of the form HTTP/1.1",
            "RFC 9112, section 2.3", "in the status line, at byte 0"),
        .refused(
            "a version with a leading zero", line("HTTP/01.1 200 OK"),
            "The version `HTTP/01.1` is not of the form HTTP/1.1", "RFC 9112, section 2.3",
            "in the status line, at byte 0"),
        .refused(
            "a version in lower case", line("http/1.1 200 OK"),
            "The byte `h` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 0"),

        // No status line.
        .refused(
            "HTTP/0.9", "<html>hello</html>",
            "The byte `<` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .refused(
            "HTTP/0.9 that starts like a status line", "HTTPS is better\r\n",
            "The byte `S` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 4"),
        .refused(
            "another protocol's line", "ICY 200 OK\r\n\r\n",
            "The byte `I` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .refused(
            "an empty line before the status line", "\r\n" + line("HTTP/1.1 200 OK"),
            "The byte `\\x0D` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .refused(
            "settings of HTTP/2", "\0\0\u{6}\u{4}",
            "The byte `\\x00` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .refused(
            "an alert of TLS", "\u{15}\u{3}\u{1}\0\u{2}",
            "The response starts with the byte 0x15, as TLS does, but the connection is in the clear",
            "RFC 9112, section 4"),

        // Line ends.
        .refused(
            "a bare LF ends the status line", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n",
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in the status line, at byte 15"),
        .refused(
            "a bare CR ends the status line", "HTTP/1.1 200 OK\rContent-Length: 0\r\n\r\n",
            "A bare CR stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in the status line, at byte 15"),
        .refused(
            "a head is split by its reason", line("HTTP/1.1 200 OK\n\nHTTP/1.1 200 OK"),
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in the status line, at byte 15"),
    ]

    static let heads: [ResponseVector] = [
        .accepted(
            "fields keep order, spelling and repeats",
            ok("X-b: 1", "x-A:\t2 ", "Set-Cookie: a", "set-cookie: b", "Content-Length: 0"),
            ExpectedResponse(
                fields: [
                    ["X-b", "1"], ["x-A", "2"], ["Set-Cookie", "a"], ["set-cookie", "b"], ["Content-Length", "0"],
                ])),
        .refused(
            "a space before the colon", ok("X-b: 1", "x-A : 2", "Content-Length: 0"),
            "White space stands between the field name `x-A` and its colon", "RFC 9112, section 5.1",
            "in line 3 of the head, at byte 25"),
        .accepted(
            "an empty value", ok("A:", "Content-Length: 0"),
            ExpectedResponse(fields: [["A", ""], ["Content-Length", "0"]])),
        .refused(
            "an empty name", ok(": a", "Content-Length: 0"), "A field line has no name before its colon",
            "RFC 9110, section 5.1", "in line 2 of the head, at byte 17"),
        .accepted(
            "a value beyond ASCII", ok("A: é\u{80}", "Content-Length: 0"),
            ExpectedResponse(fields: [["A", "é\u{80}"], ["Content-Length", "0"]])),
        .refused(
            "a control byte in a value", ok("A: a\u{1}", "Content-Length: 0"),
            "The control byte 0x01 is not allowed here",
            "RFC 9110, section 5.5", "in line 2 of the head, at byte 21"),
        .accepted(
            "Host and Expect mean nothing", ok("Host: a b", "Host: c", "Expect: d", "Content-Length: 0"),
            ExpectedResponse()),
        .refused(
            "a name that is not a token", ok("Ho st: a", "Content-Length: 0"), "The field name `Ho st` is not a token",
            "RFC 9110, section 5.1", "in line 2 of the head, at byte 17"),
        .refused(
            "a folded field", ok("A: a", " b", "Content-Length: 0"),
            "A line starts with white space, which folds it into the field before", "RFC 9112, section 5.2",
            "in line 3 of the head, at byte 23"),
        .refused(
            "white space before the first field", ok(" A: a", "Content-Length: 0"),
            "White space stands before the first field", "RFC 9112, section 2.2", "in line 2 of the head, at byte 17"),
        .refused(
            "no colon", ok("A", "Content-Length: 0"), "The field line `A` has no colon", "RFC 9112, section 5",
            "in line 2 of the head, at byte 17"),
        .refused(
            "a bare LF ends a field", "HTTP/1.1 200 OK\r\nA: b\nContent-Length: 0\r\n\r\n",
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in line 2 of the head, at byte 21"),
        .refused(
            "a bare LF ends the head", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\n",
            "A bare LF stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in line 3 of the head, at byte 36"),
        .refused(
            "a bare CR in a value", ok("A: b\rc", "Content-Length: 0"),
            "A bare CR stands where only CRLF may end a line", "RFC 9112, section 2.2",
            "in line 2 of the head, at byte 21"),

        // Informational responses.
        .accepted(
            "100", "HTTP/1.1 100 Continue\r\n\r\n" + ok("Content-Length: 1", body: "a"),
            ExpectedResponse(informational: [100], .length(1), body: "a")),
        .refused(
            "100 with a body",
            "HTTP/1.1 100 Continue\r\nContent-Length: 1\r\n\r\na" + ok("Content-Length: 1", body: "a"),
            "The byte `a` stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            "RFC 9112, section 4", "in the status line, at byte 0"),
        .accepted(
            "several informational responses",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 \r\n\r\nHTTP/1.1 103 \r\n\r\n"
                + line("HTTP/1.1 204 No Content"),
            ExpectedResponse(204, "No Content", informational: [103, 102, 103], .none)),
        .refused(
            "an informational response that is malformed",
            "HTTP/1.1 103 \r\nLink </a>\r\n\r\n" + ok("Content-Length: 0"),
            "The field line `Link </a>` has no colon", "RFC 9112, section 5", "in line 2 of the head, at byte 15"),
        .accepted(
            "an unregistered informational response",
            "HTTP/1.1 199 \r\nConnection: close\r\n\r\n" + ok("Content-Length: 0"),
            ExpectedResponse(informational: [199])),
        .refused(
            "no response behind an informational one", "HTTP/1.1 199 \r\n\r\n",
            "The connection ended before the final response, after 1 informational ones", "RFC 9112, section 8"),
        .refused(
            "an informational response with two lengths",
            "HTTP/1.1 100 \r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n" + ok("Content-Length: 0"),
            "The response has more than one Content-Length field", "RFC 9112, section 6.3",
            "in line 3 of the head, at byte 34"),
    ]
}
