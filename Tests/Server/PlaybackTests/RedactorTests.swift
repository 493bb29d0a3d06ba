import ContentCompression
import HTTPMessage
import Playback
import Scenarios
import Testing

/// Failures with values that the scenario redacts.
@Suite struct RedactorTests {
    static let token = "eyJhbGciOiJIUzI1NiJ9.c2VjcmV0"

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let yaml: String
        let line: String
        let headers: [(String, String)]
        let body: String
        /// Lines that the run's failures must contain.
        let shown: [String]
        var testDescription: String { name }

        init(
            _ name: String, _ yaml: String, _ line: String, _ headers: [(String, String)] = [], body: String = "",
            _ shown: [String]
        ) {
            self.name = name
            self.yaml = "mockserver: 1\n" + yaml
            self.line = line
            self.headers = headers
            self.body = body
            self.shown = shown
        }
    }

    static let rows = [
        Row(
            "a header by its scheme, first characters, length and first difference",
            "steps: [{request: GET /a, assert: {headers: {Authorization: Bearer eyJabc}}}]", "GET /a",
            [("Authorization", "Bearer \(token)")], ["+ Bearer eyJh… (36 characters, differs from the 11th on)"]),
        Row(
            "a bearer token", "steps: [{request: GET /a, assert: {bearer: other}}]", "GET /a",
            [("Authorization", "Bearer \(token)")], ["+ eyJh… (29 characters, differs from the 1st on)"]),
        Row(
            "credentials of another scheme", "steps: [{request: GET /a, assert: {bearer: other}}]", "GET /a",
            [("Authorization", "Basic \(token)")], ["+ Basic eyJh… (35 characters, differs from the 1st on)"]),
        Row(
            "a password", "steps: [{request: GET /a, assert: {basic: {user: x, password: y}}}]", "GET /a",
            [("Authorization", "Basic YWxpY2UtaW4td29uZGVybGFuZDpjb3JyZWN0IGhvcnNl")],
            ["+ alic… (19 characters, differs from the 1st on)", "+ cor… (13 characters, differs from the 1st on)"]),
        Row(
            "a part of a multipart body",
            "redact: [form.k]\nsteps: [{request: PUT /a, assert: {multipart: [{name: k, json: {a: 1}, text: x}]}}]",
            "PUT /a",
            [("Content-Type", "multipart/form-data; boundary=B")],
            body: "--B\r\nContent-Disposition: form-data; name=k\r\n\r\n{\"a\":\"\(token)\"}\r\n--B--",
            [
                #"+ "eyJh… (31 characters, differs from the 1st on)"#,
                "+ {\"a\"… (37 characters, differs from the 1st on)",
            ]),
        Row(
            "a member of JSON in a part",
            "redact: [$.a]\nsteps: [{request: PUT /a, assert: {multipart: [{name: k, json: {a: 1}}]}}]", "PUT /a",
            [("Content-Type", "multipart/form-data; boundary=B")],
            body: "--B\r\nContent-Disposition: form-data; name=k\r\n\r\n{\"a\":\"\(token)\"}\r\n--B--",
            [#"+ "eyJh… (31 characters, differs from the 1st on)"#]),
        Row(
            "a nested part",
            "redact: [form.k]\nsteps: [{request: PUT /a, assert: {multipart: [{multipart: [{name: k, text: x}]}]}}]",
            "PUT /a", [("Content-Type", "multipart/form-data; boundary=B")],
            body: "--B\r\nContent-Disposition: form-data; name=o\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n"
                + "--C\r\nContent-Disposition: form-data; name=k\r\n\r\n\(token)\r\n--C--\r\n--B--",
            ["+ (redacted: the body has redacted parts and can't be parsed)"]),
        Row(
            "a variable of GraphQL",
            "redact: [$.variables.pw]\nsteps: [{request: PUT /a, assert: {graphql: {variables: {pw: x}}}}]", "PUT /a",
            body: #"{"query":"{a}","variables":{"pw":"\#(token)"}}"#,
            [#"+ "eyJh… (31 characters, differs from the 2nd on)"#]
        ),
        Row(
            "a variable of GraphQL in the URL",
            "redact: [query.variables]\nsteps: [{request: GET /a, assert: {graphql: {variables: {pw: x}}}}]",
            "GET /a?query=%7Ba%7D&variables=%7B%22pw%22%3A%22\(token)%22%7D", [],
            [#"+ "eyJh… (31 characters, differs from the 2nd on)"#]),
        Row(
            "bytes that are not text",
            "redact: [form.k]\nsteps: [{request: PUT /a, assert: {base64: AAEC}}]", "PUT /a",
            body: "k=\(token)", ["+ 6B 3… (47 characters, differs from the 1st on)"]),
        Row(
            "a cookie", "steps: [{request: GET /a, assert: {cookies: {s: x}}}]", "GET /a",
            [("Cookie", "a=b; s=\(token)")], ["+ eyJh… (29 characters, differs from the 1st on)"]),
        Row(
            "a member and the container round it",
            "redact: [$.user.key]\nsteps: [{request: PUT /a, assert: {json: {user: 1}}}]", "PUT /a",
            body: #"{"user":{"key":"\#(token)"}}"#, [#"+ {"ke… (39 characters, differs from the 1st on)"#]),
        Row(
            "a member that is a string",
            "redact: [$.pw]\nsteps: [{request: PUT /a, assert: {json: {pw: x}}}]", "PUT /a",
            body: #"{"pw":"\#(token)"}"#, [#"+ "eyJh… (31 characters, differs from the 2nd on)"#]),
        Row(
            "in a branch of any_of, which names several things",
            "steps: [{request: GET /a, assert: {any_of: [{headers: {authorization: x}}, {query: {q: 1}, form: {f: 1}}]}}]",
            "GET /a", [("Authorization", "Bearer \(token)")],
            ["+ header authorization Bearer eyJh… (36 characters, differs from the 1st on)"]),
        Row(
            "in what not describes",
            "steps: [{request: GET /a, assert: {not: {headers: {cookie: {present: true}}}}}]", "GET /a",
            [("Cookie", "s=\(token); t=1")], ["+ header cookie s=ey… (36 characters)"]),
        Row(
            "in a body compared as text", "redact: [$..key]\nsteps: [{request: PUT /a, assert: {text: x}}]", "PUT /a",
            body: #"{"key":"\#(token)"}"#, [#"+ {"key":"eyJh… (29 characters)"}"#]),
        Row(
            "in why a capture found nothing",
            "steps: [{request: GET /a, capture: {t: {header: Authorization, matches: 'Basic (.+)'}}}, "
                + "{request: 'GET /{{t}}', times: {at_most: 1}}]",
            "GET /a", [("Authorization", "Bearer \(token)")],
            [#"^ "Bearer (redacted, 29 bytes)" does not match Basic (.+)"#]),
        Row(
            "in a guard on a captured value",
            "order: any\nsteps: [{request: GET /a, capture: {t: {header: Authorization}}}, "
                + "{request: GET /b, when: {t: x}}]",
            "GET /a", [("Authorization", "\(token)")], [#"but it is "(redacted, 29 bytes)""#]),
        Row(
            "in why a template made no value",
            "steps: [{request: GET /a, set: {n: \"{{request.headers.authorization | number}}\"}}]", "GET /a",
            [("Authorization", "\(token)")], ["(redacted, 29 bytes)"]),
        Row(
            "a query parameter", "redact: [query.k]\nsteps: [{request: GET /a, assert: {query: {k: x}}}]",
            "GET /a?%6B=\(token)", [],
            [
                "+ eyJh… (29 characters, differs from the 1st on)", "#1  GET /a?%6B=(redacted, 29 bytes)   connection",
            ]),
        Row(
            "a query parameter of a URL that is the value of another one",
            "redact: [query.k]\nsteps: [{request: GET /a, assert: {query: {next: x}}}]",
            "GET /a?next=https%3A%2F%2Fx%2F%3Fk%3D\(token)", [],
            ["+ http… (42 characters)", "#1  GET /a?next=(redacted, 42 bytes)   connection"]),
        Row(
            "a query parameter in the target and in the title", "redact: [query.k]\nstubs: [{request: GET /b}]",
            "GET /a?k=\(token)&b=1", [],
            [
                "error: nothing takes GET /a?k=(redacted, 29 bytes)&b=1",
                "#1  GET /a?k=(redacted, 29 bytes)&b=1   connection",
            ]),
        Row(
            "a query parameter where the target is compared",
            "redact: [query.k]\nsteps: [{request: GET /a, assert: {target: /b}}]",
            "GET /a?k=\(token)", [], ["+ /a?k=(redacted, 29 bytes)"]),
        Row(
            "a query parameter in Referer",
            "redact: [query.k]\nsteps: [{request: GET /a, assert: {headers: {Referer: x}}}]",
            "GET /a", [("Referer", "http://h/?a=1&k=\(token)")], ["+ http://h/?a=1&k=(redacted, 29 bytes)"]),
        Row(
            "a form field", "redact: [form.k]\nsteps: [{request: PUT /a, assert: {form: {k: x}}}]", "PUT /a",
            body: "a=1&k=\(token)", ["+ eyJh… (29 characters, differs from the 1st on)"]),
        Row(
            "a form field in a body compared as text",
            "redact: [form.k]\nsteps: [{request: PUT /a, assert: {text: x}}]", "PUT /a",
            body: "a=1&k=\(token)", ["+ a=1&k=eyJh… (29 characters)"]),
        Row(
            "a part in a body compared as text",
            "redact: [form.k]\nsteps: [{request: PUT /a, assert: {text: {contains: zzz}}}]", "PUT /a",
            body: "--b\r\nContent-Disposition: form-data; name=\"k\"\r\n\r\n\(token)\r\n--b--\r\n",
            ["+ eyJh… (29 characters)\\r"]),
        Row(
            "a part that is JSON in a body compared as text",
            "redact: [$.k]\nsteps: [{request: PUT /a, assert: {text: {contains: zzz}}}]", "PUT /a",
            body: "--b\r\nContent-Disposition: form-data; name=\"j\"\r\n\r\n{\"k\":\"\(token)\"}\r\n--b--\r\n",
            ["+ {\"k\":\"eyJh… (29 characters)\"}\\r"]),
        Row(
            "a part that can't be parsed in a body compared as text",
            "redact: [$.k]\nsteps: [{request: PUT /a, assert: {text: x}}]", "PUT /a",
            body:
                "--b\r\nContent-Disposition: form-data; name=j\r\nContent-Type: application/json\r\n\r\n{\"k\":\"\(token)"
                + "\r\n--b--\r\n",
            ["+ (redacted: the body has redacted parts and can't be parsed)"]),
        Row(
            "a body compared as text that can't be parsed",
            "redact: [$.k]\nsteps: [{request: PUT /a, assert: {text: x}}]", "PUT /a", body: "{\"k\":\"\(token)",
            ["+ (redacted: the body has redacted parts and can't be parsed)"]),
        Row(
            "a body that can't be parsed, in why not",
            "redact: [$.k]\nsteps: [{request: PUT /a, assert: {json: {k: 1}}}]", "PUT /a", body: "{\"k\":\(token)",
            ["json $ can't be read: line 1, column 6: the body is redacted, and is not JSON here"]),
        Row(
            "the value of a redacted header, wherever else it stands", "stubs: [{request: GET /b}]",
            "GET /zzz?q=\(token)", [("Authorization", "Bearer \(token)")],
            [
                "error: nothing takes GET /zzz?q=(redacted, 29 bytes)\n",
                "#1  GET /zzz?q=(redacted, 29 bytes)   connection 1   +0.0 ms   501  unmatched",
            ]),
        Row(
            "the value of a redacted header in percent-encoding", "stubs: [{request: GET /b}]",
            "GET /zzz?q=a%2Feyj%3D\(token.dropFirst(3))", [("Authorization", "Bearer a/eyj=\(token.dropFirst(3))")],
            ["error: nothing takes GET /zzz?q=(redacted, 36 bytes)\n"]),
        Row(
            "a long value whose end is cut",
            "steps: [{request: GET /a, assert: {headers: {Authorization: x}}}]", "GET /a",
            [("Authorization", "\(token)\(String(repeating: "z", count: 5_000))")],
            ["+ eyJh… (5029 characters, differs from the 1st on)"]),
        Row(
            "a value of five characters or fewer is shown",
            "steps: [{request: GET /a, assert: {bearer: other}}]", "GET /a", [("Authorization", "Bearer tok-4")],
            ["+ tok-4"]),
        Row(
            "so is one behind its scheme",
            "steps: [{request: GET /a, assert: {headers: {Authorization: Bearer x}}}]", "GET /a",
            [("Authorization", "Bearer tok-4")], ["+ Bearer tok-4"]),
    ]

    static let shortRows = [
        Row(
            "a quarter of a header", "redact: [X-Pin]\nsteps: [{request: GET /a, assert: {headers: {X-Pin: '1'}}}]",
            "GET /a", [("X-Pin", "73912")], ["+ 7… (5 characters, differs from the 1st on)"]),
        Row(
            "nothing of three characters", "redact: [query.pin]\nsteps: [{request: GET /a, assert: {query: {pin: x}}}]",
            "GET /a?pin=739", [], ["+ … (3 characters, differs from the 1st on)", "GET /a?pin=(redacted, 3 bytes)"]),
        Row(
            "a cookie that is named", "redact: [cookies.pin]\nsteps: [{request: GET /a, assert: {cookies: {pin: x}}}]",
            "GET /a", [("Cookie", "pin=7391")], ["+ 7… (4 characters, differs from the 1st on)"]),
        Row(
            "a branch of any_of",
            "redact: [X-Pin]\nsteps: [{request: GET /a, assert: {any_of: [{headers: {X-Pin: x}}, {path: /b, text: c}]}}]",
            "GET /a", [("X-Pin", "7391")], ["+ header X-Pin 7… (4 characters"]),
        Row(
            "a member", "redact: [$.pin]\nsteps: [{request: PUT /a, assert: {json: {pin: 1}}}]", "PUT /a",
            body: #"{"pin":7391}"#, ["+ 7… (4 characters, differs from the 1st on)"]),
        Row(
            "a body compared as text",
            "redact: [form.pin]\nsteps: [{request: PUT /a, assert: {text: x}}]", "PUT /a", body: "pin=7391",
            ["+ pi… (8 characters, differs from the 1st on)"]),
        Row(
            "in why a capture found nothing",
            "redact: [query.pin]\nsteps: [{request: GET /a, capture: {t: {query: pin, matches: '([a-z]+)'}}}, "
                + "{request: 'GET /{{t}}', times: {at_most: 1}}]",
            "GET /a?pin=7391", [], [#""(redacted, 4 bytes)" does not match ([a-z]+)"#]),
        Row(
            "in why a template made no value",
            "redact: [query.pin]\nsteps: [{request: GET /a, set: {n: \"{{request.query.pin | number}}\"}}]",
            "GET /a?pin=7391x", [], [#"(redacted, 5 bytes)"#]),
    ]

    @Test("of a short redacted value at most a quarter is shown", arguments: shortRows)
    func short(_ row: Row) throws {
        var driver = try ScriptDriver(row.yaml)
        try driver.request(row.line, row.headers, body: row.body)
        let report = driver.report
        for line in row.shown { #expect(report.contains(line), "\(report)") }
        #expect(!report.contains("739") && !report.contains("391"), "\(report)")
    }

    @Test("a request that broke HTTP is told without what it holds in redacted places")
    func malformed() throws {
        var driver = try ScriptDriver("mockserver: 1\nredact: [query.k]\nstubs: [{request: GET /b}]")
        driver.malformed("The field line `authorization Bearer \(Self.token)` has no colon", "GET", "/?k=\(Self.token)")
        driver.malformed("The request line `GET /?a=b&k=\(Self.token) HTTP/1.1 x` is not a method")
        #expect(
            driver.report == """
                script.yaml: error: a request is not HTTP: The field line `authorization (redacted, 37 bytes)` has no colon
                   #1  GET /?k=(redacted, 29 bytes)   connection 1   +0.0 ms   400  bad_request
                script.yaml: error: a request is not HTTP: The request line `GET /?a=b&k=(redacted, 29 bytes) HTTP/1.1 x` is not a method
                   #2  (no request line)   connection 1   +1.0 ms   400  bad_request
                """)
    }

    @Test("a redacted value is told by its first four characters and its length", arguments: rows)
    func redacted(_ row: Row) throws {
        var driver = try ScriptDriver(row.yaml)
        try driver.request(row.line, row.headers, body: row.body)
        let report = driver.report
        for line in row.shown { #expect(report.contains(line), "\(report)") }
        #expect(!report.contains(Self.token.dropFirst(4).prefix(9)), "\(report)")
    }

    @Test("a value that the scenario states or made is shown, wherever it does")
    func known() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            vars: {old: "{{'old-'}}{{'token-12345'}}"}
            steps:
              - {id: a, request: GET /a, assert: {bearer: new-token-12345}, times: 3}
            stubs: [{request: GET /b, response: {text: stated-elsewhere}}]
            """)
        for value in ["old-token-12345", "stated-elsewhere", "never-heard-of"] {
            try driver.request("GET /a", [("Authorization", "Bearer \(value)")])
            #expect(
                driver.failures.first?.difference?.received.map(\.text)
                    == [value == "never-heard-of" ? "nev… (14 characters, differs from the 3rd on)" : value])
        }
    }

    @Test("the length of a redacted value does not count the note on what looks like the wanted one")
    func lookAlike() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps: [{request: GET /a, assert: {headers: {Authorization: Bearer abcdefgh-ijkl-a}}}]")
        try driver.request("GET /a", [("Authorization", "Bearer abcdefgh-ijkl-\u{430}")])
        let difference = try #require(driver.failures.first?.difference)
        #expect(difference.expected.map(\.text) == ["Bearer abcdefgh-ijkl-a (U+0061 at character 22)"])
        #expect(difference.received.map(\.text) == ["Bearer abc… (22 characters, differs from the 22nd on)"])
    }

    @Test("what was captured from a redacted place is redacted on the side of the scenario, too")
    func captured() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: a, request: GET /a, capture: {t: {header: Authorization, matches: 'Bearer (.+)'}}, set: {u: "x-{{t}}"}}
              - {id: b, request: GET /b, assert: {headers: {X: "{{u}}"}, query: {q: "{{t}}"}}}
            """)
        try driver.request("GET /a", [("Authorization", "Bearer \(Self.token)")])
        try driver.request("GET /b?q=\(Self.token.dropLast())", [("X", "x-other-secret")])
        #expect(!driver.report.contains(Self.token.dropFirst(4).prefix(9)), "\(driver.report)")
        #expect(driver.report.contains("GET /b?q=(redacted, 29 bytes)"), "\(driver.report)")
        #expect(
            driver.failures.map { $0.difference?.expected.map(\.text) ?? [] }
                == [["x-ey… (31 characters)"], ["eyJh… (29 characters)"]])
    }

    @Test("a body with a content coding is searched for secrets, and leaves the process only as its size")
    func encoded() throws {
        let yaml = "mockserver: 1\nredact: [$.k]\nsteps: [{request: PUT /a, assert: {text: x}}]"
        let body = Compressor.compress(Array(#"{"k":"\#(Self.token)"}"#.utf8), as: .gzip)
        let fields = [("Content-Encoding", "gzip")]
        var driver = try ScriptDriver(yaml)
        try driver.request("PUT /a", fields, bytes: body)
        #expect(driver.report.contains(#"+ {"k":"eyJh… (29 characters)"}"#), "\(driver.report)")
        #expect(!driver.report.contains(Self.token.dropFirst(4).prefix(9)), "\(driver.report)")
        let redactor = Redactor(driver.script.scenario.redaction)
        #expect(redactor.body(body, Fields(fields)) == Array("(redacted, \(body.count) bytes)".utf8))

        var unknown = try ScriptDriver(yaml)
        try unknown.request("PUT /a", [("Content-Encoding", "br")], body: Self.token)
        #expect(unknown.report.contains("the body is encoded as br, which isn't decoded"), "\(unknown.report)")
        #expect(!unknown.report.contains(Self.token.dropFirst(4).prefix(9)), "\(unknown.report)")
    }

    @Test("redact: none redacts nothing")
    func none() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nredact: none\nsteps: [{request: GET /a, assert: {bearer: other}}]")
        try driver.request("GET /a", [("Authorization", "Bearer \(Self.token)")])
        #expect(driver.failures.first?.difference?.received.map(\.text) == [Self.token])
    }

    @Test(
        "user information is redacted in a URI without a scheme, and in one that a path has percent-encoded",
        arguments: [
            ("//ada:s3cr3t@h/", "//(redacted, 10 bytes)@h/"),
            ("</a>; rel=prev, <//ada:s3cr3t@h/x>; rel=next", "</a>; rel=prev, <//(redacted, 10 bytes)@h/x>; rel=next"),
            ("5; url=//ada:s3cr3t@h/", "5; url=//(redacted, 10 bytes)@h/"),
            ("/a?next=//ada:s3cr3t@h/&b=1", "/a?next=//(redacted, 10 bytes)@h/&b=1"),
            ("/a?next=%2F%2Fada:s3cr3t@h/&b=1", "/a?next=(redacted, 15 bytes)&b=1"),
            ("/fetch/http%3A%2F%2Fada%3As3cr3t%40h%2Fx/y?z", "/fetch/(redacted, 21 bytes)/y?z"),
            ("/fetch/%2f%2Fada:s3cr3t%40h", "/fetch/(redacted, 14 bytes)"),
            ("/fetch/http%253A%252F%252Fada%253As3cr3t%2540h", "/fetch/(redacted, 29 bytes)"),
            ("/fetch/http%3A%2F%2Fh%2F%3Fkey%3Ds3cr3t", "/fetch/(redacted, 20 bytes)"),
            ("http://h/a//ada@h", "http://h/a//ada@h"), ("/a/ada%40h", "/a/ada%40h"), ("/a%2Fb/%zz", "/a%2Fb/%zz"),
            ("/fetch/http%3A%2F%2Fh%2F%3Fother%3D1", "/fetch/http%3A%2F%2Fh%2F%3Fother%3D1"),
        ])
    func userInformation(text: String, redacted: String) throws {
        let yaml = "mockserver: 1\nredact: [query.key]\nstubs: [{request: GET /a}]"
        let redactor = Redactor(try ScriptDriver(yaml).script.scenario.redaction)
        var noted = RedactedValues()
        #expect(redactor.target(text, noting: &noted) == redacted)
        let fields = redactor.fields(Fields([("Location", text)]))
        #expect(fields.first(named: "location").map { String(decoding: $0, as: UTF8.self) } == redacted)
        // What was redacted here is redacted everywhere.
        let isSecret = text.contains("s3cr3t")
        #expect(noted.values.isEmpty != isSecret)
    }

    @Test("user information at the end of a cut URI without a scheme is redacted")
    func cutUserInformation() throws {
        let redactor = Redactor(.standard)
        for (text, redacted) in [
            ("//ada:s3cr", "//(redacted, 8 bytes)"), ("/a?b=//ada:s3cr", "/a?b=//(redacted, 8 bytes)"),
            ("/f/http%3A%2F%2Fada%3As3cr", "/f/(redacted, 15 bytes)"), ("/a//b", "/a//b"),
        ] {
            let shown = redactor.target(Array(text.utf8)[...], isCut: true)
            #expect(String(decoding: shown, as: UTF8.self) == redacted)
        }
    }
}
