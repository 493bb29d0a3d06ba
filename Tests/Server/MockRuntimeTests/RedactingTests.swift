import ExactJSON
import HTTPMessage
import HTTPTypes
@testable import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

@Suite struct RedactingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let body: String
        let redacted: String
        var testDescription: String { "\(path) of \(body)" }

        init(_ path: String, _ body: String, _ redacted: String) {
            self.path = path
            self.body = body
            self.redacted = redacted
        }
    }

    private static let slow = "[\(Array(repeating: "[1]", count: 1_000).joined(separator: ","))]"

    static let rows = [
        Row("$.token", #"{"token":"abc","user":"u"}"#, #"{"token":"(redacted, 5 bytes)","user":"u"}"#),
        Row("$.token", #"{"user":{"token":"abc"}}"#, #"{"user":{"token":"abc"}}"#),
        Row(
            "$..token", #"{"user":{"token":"abc"},"token":1}"#,
            #"{"user":{"token":"(redacted, 5 bytes)"},"token":"(redacted, 1 bytes)"}"#),
        Row("$..token", #"{"token":{"token":"abc"}}"#, #"{"token":"(redacted, 15 bytes)"}"#),
        Row(
            "$.list[*].id", #"{"list":[{"id":1,"n":2},{"id":3}]}"#,
            #"{"list":[{"id":"(redacted, 1 bytes)","n":2},{"id":"(redacted, 1 bytes)"}]}"#),
        Row("$.list[-1]", #"{"list":[1,22]}"#, #"{"list":[1,"(redacted, 2 bytes)"]}"#),
        Row("$.list[0]", #"{"list":[1,22]}"#, #"{"list":["(redacted, 1 bytes)",22]}"#),
        Row("$.list[5]", #"{"list":[1,22]}"#, #"{"list":[1,22]}"#),
        Row("$['a b']", #"{"a b":true}"#, #"{"a b":"(redacted, 4 bytes)"}"#),
        Row("$.list[1:]", #"{"list":[1,22,3]}"#, #"{"list":[1,"(redacted, 2 bytes)","(redacted, 1 bytes)"]}"#),
        Row("$.list[::-2]", #"{"list":[1,22,3]}"#, #"{"list":["(redacted, 1 bytes)",22,"(redacted, 1 bytes)"]}"#),
        Row(
            "$.list[?@.kind == 'pin'].v", #"{"list":[{"kind":"pin","v":12},{"kind":"id","v":34}]}"#,
            #"{"list":[{"kind":"pin","v":"(redacted, 2 bytes)"},{"kind":"id","v":34}]}"#),
        Row(
            "$..[?@ == $.key]", #"{"key":"k","a":["k"]}"#,
            ##"{"key":"(redacted, 3 bytes)","a":["(redacted, 3 bytes)"]}"##),
        Row("$..[?@.v].v", #"[{"w":1}]"#, #"[{"w":1}]"#),
        Row("$", #"[1]"#, #""(redacted, 3 bytes)""#),
        // The query takes too long, or a test can't be decided.
        Row("$..[?count($..*) > 900]", slow, "(redacted, \(slow.utf8.count) bytes)"),
        Row(
            "$[?match(@, '(a|aa)+')]", "[\"\(String(repeating: "a", count: 60))b\"]", "(redacted, 65 bytes)"),
        Row("$.a.b", #"{"a":[{"b":1}]}"#, #"{"a":[{"b":1}]}"#),
        Row("$.token", "token=abc", "(redacted, 9 bytes)"),
        Row("$.token", "\u{FEFF}{\"token\":\"abc\"}", "(redacted, 18 bytes)"),
        Row("$.token", ")]}',{\"token\":\"abc\"}", "(redacted, 20 bytes)"),
        Row("$.token", #"{"token":"abc"} x"#, "(redacted, 17 bytes)"),
        Row("$.token", "", ""),
        Row("$.token", #"{"token":"abc","token":"abd"}"#, "(redacted, 29 bytes)"),
        Row("$.token", #" [{"token":"abc""#, "(redacted, 16 bytes)"),
        Row("$.token", #"{ "user" : "u" }"#, #"{ "user" : "u" }"#),
    ]

    @Test("JSON paths are redacted in the body, and what is not named stays as it stood", arguments: rows)
    func json(_ row: Row) throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [\"\(row.path)\"]", path: "run.yaml")
        let recorded = RecordedRequest(request("GET", "/", body: row.body), number: 1, Redactor(scenario.redaction))
        #expect(recorded.text == row.redacted)
    }

    struct FormRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let redact: String
        let type: String?
        let body: String
        let redacted: String

        init(_ description: String, _ redact: String, _ type: String?, _ body: String, _ redacted: String) {
            testDescription = description
            self.redact = redact
            self.type = type
            self.body = body
            self.redacted = redacted
        }
    }

    private static let formType = "application/x-www-form-urlencoded"
    private static func part(_ head: String, _ content: String) -> String {
        "--xy\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(content)\r\n"
    }

    static let formRows = [
        FormRow("a field", "form.pin", formType, "a=1&pin=7391&b=", "a=1&pin=(redacted, 4 bytes)&b="),
        FormRow(
            "a field by a name in percent-encoding", "form.a b", formType, "a+b=1%32&a%20b=3",
            "a+b=(redacted, 2 bytes)&a%20b=(redacted, 1 bytes)"),
        FormRow("a field of another case", "form.pin", formType, "Pin=7391", "Pin=7391"),
        FormRow("a form of another type", "form.pin", "text/plain", "pin=7391", "pin=(redacted, 4 bytes)"),
        FormRow("a form beside JSON paths", "form.pin, $.k", formType, "pin=7391", "pin=(redacted, 4 bytes)"),
        FormRow("JSON that is called a form", "form.pin, $.k", formType, #"{"k":1}"#, #"{"k":"(redacted, 1 bytes)"}"#),
        FormRow("broken JSON that is called a form", "form.pin, $.k", formType, #"{"k":1"#, "(redacted, 6 bytes)"),
        FormRow(
            "a form that nothing calls so, beside JSON paths", "form.pin, $.k", nil, "pin=7391", "(redacted, 8 bytes)"),
        FormRow(
            "a part", "form.pin", "multipart/form-data; boundary=xy",
            part("name=\"a\"", "1") + part("name=\"pin\"; filename=\"f\"", "7391") + "--xy--\r\n",
            part("name=\"a\"", "1") + part("name=\"pin\"; filename=\"(redacted, 1 bytes)\"", "(redacted, 4 bytes)")
                + "--xy--\r\n"),
        FormRow(
            "a part of a body that nothing calls multipart", "form.pin", nil, part("name=pin", "7391") + "--xy--",
            part("name=pin", "(redacted, 4 bytes)") + "--xy--"),
        FormRow(
            "parts without an end", "form.pin", "multipart/form-data; boundary=xy", part("name=\"pin\"", "7391"),
            "(redacted, 58 bytes)"),
        FormRow(
            "parts that are none", "form.pin", "multipart/form-data; boundary=xy", "pin=7391", "(redacted, 8 bytes)"),
    ]

    private static let multipart = "multipart/form-data; boundary=xy"

    /// Parts with the fields that describe them, and the end.
    private static func parts(_ parts: (fields: String, content: String)...) -> String {
        parts.map { "--xy\r\n\($0.fields)\r\n\r\n\($0.content)\r\n" }.joined() + "--xy--\r\n"
    }

    private static let data = "Content-Disposition: form-data; name=\"data\""
    private static let jsonData = data + "\r\nContent-Type: application/json; charset=utf-8"

    static let jsonPartRows = [
        FormRow(
            "a part that is JSON", "$.pin", multipart,
            parts((jsonData, #"{"pin":"7391","a":1}"#), (data, "7391")),
            parts((jsonData, #"{"pin":"(redacted, 6 bytes)","a":1}"#), (data, "7391"))),
        FormRow(
            "a part of another JSON type, beside form fields that are redacted", "$.pin, form.pin", multipart,
            parts(("content-type:application/merge-patch+JSON\r\n\(data)", #"{"pin":7391}"#)),
            parts(("content-type:application/merge-patch+JSON\r\n\(data)", #"{"pin":"(redacted, 4 bytes)"}"#))),
        FormRow(
            "a part that is JSON and that nothing calls so", "$.pin", multipart, parts((data, #"{"pin":7391}"#)),
            parts((data, #"{"pin":"(redacted, 4 bytes)"}"#))),
        FormRow(
            "a part that is JSON without what is redacted", "$.pin", multipart, parts((jsonData, #"{ "a": 1 }"#)),
            parts((jsonData, #"{ "a": 1 }"#))),
        FormRow(
            "a part that is called JSON and can't be parsed", "$.pin", multipart,
            parts((jsonData, #"{"pin":7391"#), (data, "a")), parts((jsonData, "(redacted, 11 bytes)"), (data, "a"))),
        FormRow(
            "a part that repeats a member", "$.pin", multipart, parts((jsonData, #"{"pin":7,"pin":3}"#)),
            parts((jsonData, "(redacted, 17 bytes)"))),
        FormRow(
            "a part that is called JSON and is empty", "$.pin", multipart, parts((jsonData, "")), parts((jsonData, ""))),
        FormRow(
            "a part that is JSON where only a form field is redacted", "form.pin", multipart,
            parts((jsonData, #"{"pin":7391}"#)), parts((jsonData, #"{"pin":7391}"#))),
        FormRow(
            "a part that is redacted whole by its name", "$.pin, form.data", multipart,
            parts((jsonData, #"{"pin":7391}"#)), parts((jsonData, "(redacted, 12 bytes)"))),
        FormRow(
            "a header of a part that goes on in further lines", "X-Key", multipart,
            parts(("X-Key:\r\n secret-1\r\n\tand-2\r\n\(data)", "x\r\n y: z")),
            parts(("X-Key: (redacted, 14 bytes)\r\n\(data)", "x\r\n y: z"))),
        FormRow(
            "such a header that is redacted anyway", "form.other", multipart,
            parts(("Authorization: Bearer\r\n token-1\r\n\(data)", "x")),
            parts(("Authorization: (redacted, 14 bytes)\r\n\(data)", "x"))),
        FormRow(
            "such a header of a part that is redacted", "form.data", multipart,
            parts(("X-Other: secret-1\r\n secret-2\r\n\(data)", "x")),
            "(redacted, 94 bytes)"),
        FormRow(
            "a line of a content like one of its headers", "X-Key", multipart,
            parts((data, "a\n X-Key: secret-1\n")), parts((data, "a\n X-Key: (redacted, 8 bytes)\n"))),
    ]

    /// Values of `Content-Disposition`, and whether the part's name can be read with certainty.
    static let dispositions: [(String, Bool)] = [
        (#"form-data; name="a""#, true), (#"form-data;name=a;filename="b;c=\"d""#, false),
        (#"form-data; filename="x; name=pin"; name="a""#, true), (#"FORM-DATA ; NAME="a" ; filename=b.txt;"#, true),
        (#"form-data; name = "pin""#, false), (#"form-data; name ="pin""#, false), (#"form-data; name= "pin""#, false),
        ("form-data; name*=utf-8''pin", false), (#"form-data; name="a"; name*=utf-8''pin"#, false),
        ("form-data; name*0=pi; name*1=n", false), ("form-data;\r\n name=\"pin\"", false),
        ("form-data;\n name=\"pin\"", false), ("form-data; name=\"pin\"\r\n\tx", false), ("form-data", false),
        (#"form-data; filename="b""#, false), (#"form-data; name="a"; name="pin""#, false),
        ("form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"pin\"", false),
        (#"form-data; name="p\in""#, false), (#"form-data; name="pin"#, false), (#"form-data; name="a" x"#, false),
        (#"form-data, name="pin""#, false), (#"name="pin""#, false), (#"form-data; name="=?utf-8?Q?pin?=""#, false),
        ("form-data; name=p\u{E9}n", false), ("form-data; name=\"p\u{E9}n\"", true),
        ("form-data; name=\"a\"\r\nContent-Type : application/json", false),
        ("form-data; name=\"a\"\r\nContent-Type: text/plain\r\nContent-Type: application/json", false),
    ]

    @Test(
        "a body is redacted whole where a part's name can't be read with certainty",
        arguments: dispositions, ["form.pin", "$.pin"])
    func disposition(_ row: (text: String, isCertain: Bool), redact: String) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [\(redact)]", path: "run.yaml")
        let body = Self.parts(("Content-Disposition: \(row.text)", "7391"), (Self.data, "b"))
        let recorded = RecordedRequest(
            request("POST", "/", [("Content-Type", Self.multipart)], body: body), number: 1,
            Redactor(scenario.redaction))
        #expect(recorded.text == (row.isCertain ? body : "(redacted, \(body.utf8.count) bytes)"))
    }

    @Test(
        "form fields and parts are redacted, and a body whole where it can't be parsed",
        arguments: formRows + jsonPartRows)
    func form(_ row: FormRow) throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [\(row.redact)]", path: "run.yaml")
        let headers = row.type.map { [("Content-Type", $0)] } ?? []
        let recorded = RecordedRequest(
            request("POST", "/", headers, body: row.body), number: 1, Redactor(scenario.redaction))
        #expect(recorded.text == row.redacted)
    }

    @Test("an encoded body can't be parsed", arguments: ["$.k", "form.k"])
    func encoded(_ redact: String) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [\(redact)]", path: "run.yaml")
        let recorded = RecordedRequest(
            request("POST", "/", [("Content-Encoding", "gzip")], body: "k=1"), number: 1, Redactor(scenario.redaction))
        #expect(recorded.text == "(redacted, 3 bytes)")
        let plain = RecordedRequest(
            request("POST", "/", [("Content-Encoding", "identity")], body: #"{"k":1}"#), number: 1,
            Redactor(scenario.redaction))
        #expect(plain.text == (redact == "$.k" ? #"{"k":"(redacted, 1 bytes)"}"# : #"{"k":1}"#))
    }

    @Test(
        "query parameters are redacted however they are percent-encoded, and case counts",
        arguments: [
            ("/a?token=abc", "/a?token=(redacted, 3 bytes)"),
            ("/a?b=1&t%6Fken=a%62c&c", "/a?b=1&t%6Fken=(redacted, 3 bytes)&c"),
            ("/a?Token=abc", "/a?Token=abc"), ("/a?token", "/a?token"), ("/a?token=", "/a?token="),
            ("/a?token=a?b#c&d=1", "/a?token=(redacted, 5 bytes)&d=1"),
            ("/a?x?token=abc", "/a?x?token=(redacted, 3 bytes)"),
            ("/token=abc", "/token=abc"), ("http://h/a?token=a+b", "http://h/a?token=(redacted, 3 bytes)"),
            ("/a#token=abc", "/a#token=(redacted, 3 bytes)"), ("/a?&&token=a=b&", "/a?&&token=(redacted, 3 bytes)&"),
            ("*", "*"), ("/a?token=%zz", "/a?token=(redacted, 3 bytes)"),
            ("/a?next=https%3A%2F%2Fx%2F%3Ftoken%3Dabc&b=1", "/a?next=(redacted, 20 bytes)&b=1"),
            ("/a?next=%2Fb%3Fc%3D1%26t%256Fken%3Dabc", "/a?next=(redacted, 18 bytes)"),
            ("/a#next=%2Fb%23token%3Dabc", "/a#next=(redacted, 12 bytes)"),
            ("/a?next=/b?token=abc", "/a?next=/b?token=(redacted, 3 bytes)"),
            ("/a?next=%2Fb%3Fc%3D1%26d%3Dtoken", "/a?next=%2Fb%3Fc%3D1%26d%3Dtoken"),
            ("/a?next=token%3Dabc", "/a?next=token%3Dabc"),
        ])
    func query(target: String, redacted: String) throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [query.token]", path: "run.yaml")
        let recorded = RecordedRequest(
            request(
                "GET", target,
                [
                    ("Referer", target), ("referer", "x"), ("X", target), ("Location", "https://h\(target)"),
                    ("Link", "<\(target)>; rel=\"next\""),
                ]),
            number: 1, Redactor(scenario.redaction))
        #expect(recorded.target == redacted)
        #expect(recorded.query == redacted.firstIndex(of: "?").map { String(redacted[redacted.index(after: $0)...]) })
        // An absolute URL is one in any field.
        let other = target.hasPrefix("http://") ? redacted : target
        #expect(
            recorded.fields.description
                == "Referer: \(redacted)\nreferer: x\nX: \(other)\nLocation: https://h\(redacted)\nLink: <\(redacted)>; rel=\"next\""
        )
    }

    @Test(
        "query parameters are redacted in headers that carry a URI",
        arguments: [
            "Content-Location", "Destination", "Ping-From", "Ping-To", "Refresh", "X-Original-URL", "X-Original-URI",
            "X-Rewrite-URL", "X-Forwarded-Uri", "X-Envoy-Original-Path",
        ])
    func uriFields(name: String) {
        let recorded = RecordedRequest(
            request("GET", "/", [(name, "/a?b=1&token=abc")]), number: 1, Redactor(Redaction(query: ["token"])))
        #expect(recorded.fields.description == "\(name): /a?b=1&token=(redacted, 3 bytes)")
    }

    @Test("cookies are redacted by name where no header is")
    func cookies() {
        let recorded = RecordedRequest(
            request("GET", "/", [("Cookie", "a=1; sid=abc;sid; b=2"), ("Set-Cookie", "sid=abcd; Path=/")]), number: 1,
            Redactor(Redaction(cookies: ["sid"])))
        #expect(
            recorded.fields.description
                == "Cookie: a=1; sid=(redacted, 3 bytes);sid; b=2\nSet-Cookie: sid=(redacted, 4 bytes); Path=/")
    }

    @Test("redacted headers keep their order and spelling, in the head and behind the body")
    func headers() throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [X-Key]", path: "run.yaml")
        let recorded = RecordedRequest(
            request(
                "GET", "/", [("A", "1"), ("AUTHORIZATION", "Bearer abc"), ("x-key", "k"), ("Cookie", "a=b")],
                trailers: [("X-Key", "k2"), ("T", "t")]),
            number: 1, Redactor(scenario.redaction))
        #expect(
            recorded.fields.description
                == """
                A: 1
                AUTHORIZATION: (redacted, 10 bytes)
                x-key: (redacted, 1 bytes)
                Cookie: (redacted, 3 bytes)
                """)
        #expect(recorded.headers[.authorization] == "(redacted, 10 bytes)")
        #expect(recorded.trailerFields.description == "X-Key: (redacted, 2 bytes)\nT: t")
    }

    static let targetRows = [
        ("/?u=http%3A%2F%2Fh%2F%3Ftoken%3Dabcdef", "/?u=(redacted, 22 bytes)"),
        ("/?u=http%253A%252F%252Fh%252F%253Ftoken%253Dabcdef", "/?u=(redacted, 34 bytes)"),
        ("/?u=http%253A%252F%252Fh%252F%253Fother%253Dabcdef", "/?u=http%253A%252F%252Fh%252F%253Fother%253Dabcdef"),
        ("http://ada:secret@h/a?b=c", "http://(redacted, 10 bytes)@h/a?b=c"),
        ("http://h/a@b?c=d@e", "http://h/a@b?c=d@e"),
        ("/?u=http://ada:secret@h/", "/?u=http://(redacted, 10 bytes)@h/"),
        ("/?u=http%3A%2F%2Fada%3Asecret%40h%2F", "/?u=(redacted, 20 bytes)"),
        ("/a@b", "/a@b"),
        ("http://h/?u=http://ada:s3cr3t@h2/", "http://h/?u=http://(redacted, 10 bytes)@h2/"),
        (
            "<http://a:pw@h/>; rel=next, <http://ada:s3cr3t@h2/>; rel=prev",
            "<http://(redacted, 4 bytes)@h/>; rel=next, <http://(redacted, 10 bytes)@h2/>; rel=prev"
        ),
        ("ada:s3cr3t@h:80", "(redacted, 10 bytes)@h:80"),
        ("/?mail=ada@h", "/?mail=ada@h"), ("/?mail=ada%40h", "/?mail=ada%40h"),
    ]

    @Test("URLs within targets, encoded once and twice, and user information", arguments: targetRows)
    func target(_ row: (target: String, redacted: String)) throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [query.token]", path: "run.yaml")
        let recorded = RecordedRequest(
            request("GET", row.target, [("Referer", row.target)]), number: 1, Redactor(scenario.redaction))
        #expect(recorded.target == row.redacted)
        #expect(recorded.headers[.referer] == row.redacted)
    }

    static let headRows = [
        (
            "--xy\r\nX-Key: abcdef\r\nX-Other: b\r\n\r\nc\r\n--xy--\r\n",
            "--xy\r\nX-Key: (redacted, 6 bytes)\r\nX-Other: b\r\n\r\nc\r\n--xy--\r\n"
        ),
        ("--xy\nx-key:abcdef\n\nc", "--xy\nx-key: (redacted, 6 bytes)\n\nc"),
        ("--xy\r\nAuthorization: Bearer abcdef\r\n\r\n", "--xy\r\nAuthorization: (redacted, 13 bytes)\r\n\r\n"),
        ("--xy\r\nX-Key-2: abcdef\r\n\r\n", "--xy\r\nX-Key-2: abcdef\r\n\r\n"),
    ]

    @Test("redacted headers of the parts of a multipart body, even of a broken one", arguments: headRows)
    func headOfPart(_ row: (body: String, redacted: String)) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [X-Key]", path: "run.yaml")
        let recorded = RecordedRequest(
            request("POST", "/", [("Content-Type", Self.multipart)], body: row.body), number: 1,
            Redactor(scenario.redaction))
        #expect(recorded.text == row.redacted)
    }

    @Test("redact: none redacts nothing")
    func none() throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: none", path: "run.yaml")
        let recorded = RecordedRequest(
            request("GET", "/", [("Authorization", "Bearer abc")]), number: 1, Redactor(scenario.redaction))
        #expect(recorded.headers[.authorization] == "Bearer abc")
        let target = RecordedRequest(
            request("GET", "http://ada:secret@h/"), number: 1, Redactor(scenario.redaction)
        ).target
        #expect(target == "http://ada:secret@h/")
    }
}

extension RecordedRequest {
    /// The request, redacted alone.
    fileprivate init(_ request: Request, number: Int, _ redactor: Redactor) {
        var noted = RedactedValues()
        self.init(request, number: number, redactor, noting: &noted)
    }
}
