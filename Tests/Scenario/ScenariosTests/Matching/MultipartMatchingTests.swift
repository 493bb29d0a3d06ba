import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("The parts of a multipart body")
struct MultipartMatchingTests {
    /// A request with these parts, each `name: content` or a header and an empty line before the content.
    private static func post(_ parts: String..., type: String = "multipart/form-data; boundary=B") -> Request {
        let body = parts.map { part -> String in
            if part.contains("\n\n") {
                let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
                return "--B\r\n" + lines.joined(separator: "\r\n") + "\r\n"
            }
            let name = part.prefix { $0 != ":" }
            return
                "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(part.dropFirst(name.count + 1))\r\n"
        }
        return Request("POST /x", ["Content-Type: \(type)"], body: body.joined() + "--B--\r\n")
    }

    private static let file = """
        Content-Disposition: form-data; name="f"; filename="a.txt"
        Content-Type: text/plain; charset=utf-8
        X-Id: 7

        hello
        """
    private static let other = """
        Content-Disposition: form-data; name="f"; filename="b.bin"
        Content-Type: application/octet-stream
        X-Id: 8

        hellO
        """
    private static let nested = """
        Content-Disposition: form-data; name="files"
        Content-Type: multipart/mixed; boundary=C

        --C

        one
        --C

        two
        --C--
        """

    @Test(
        "each key of a part matches one part and not its twin",
        arguments: [
            Vector("multipart: [{name: a}]", post("a:1"), post("b:1")),
            Vector("multipart: [{name: {one_of: [a, b]}}]", post("b:1"), post("c:1")),
            Vector("multipart: [{name: {absent: true}}]", post("X: 1\n\nx"), post("a:1")),
            Vector("multipart: [{filename: a.txt}]", post(file), post(other)),
            Vector("multipart: [{filename: {ends_with: .txt}}]", post(file), post(other)),
            Vector("multipart: [{filename: {present: true}}]", post(file), post("a:1")),
            Vector("multipart: [{content_type: TEXT/plain}]", post(file), post(other)),
            Vector("multipart: [{content_type: text/plain;charset=UTF-8}]", post(file), post(other)),
            Vector("multipart: [{content_type: {starts_with: text/}}]", post(file), post("a:1")),
            Vector("multipart: [{headers: {x-id: '7'}}]", post(file), post(other)),
            Vector("multipart: [{text: hello}]", post(file), post(other)),
            Vector("multipart: [{text: {contains: ell}}]", post(file), post("a:el")),
            Vector("multipart: [{base64: aGVsbG8=}]", post(file), post(other)),
            Vector("multipart: [{body: {length: 5}}]", post(file), post("a:1")),
            Vector("multipart: [{body: {empty: true}}]", post("a:"), post(file)),
            Vector("multipart: [{json: {a: 1}}]", post(#"a:{"a":1,"b":2}"#), post(#"a:{"b":2}"#)),
            Vector("multipart: [{json_exact: {a: 1}}]", post(#"a:{"a":1}"#), post(#"a:{"a":1,"b":2}"#)),
            Vector("multipart: [{form: {x: '1'}}]", post("a:x=1&y=2"), post("a:x=2")),
            Vector("multipart: [{form_exact: {x: '1'}}]", post("a:x=1"), post("a:x=1&y=2")),
            Vector("multipart: [{multipart: [{text: one}]}]", post(nested), post("files:one")),
            Vector("multipart: [{multipart_exact: [{text: one}, {text: two}]}]", post(nested), post(file)),
            Vector("multipart: [{name: a, text: '1'}]", post("a:0", "a:1"), post("a:0", "b:1")),
            Vector("multipart: [{name: a}, {name: b}]", post("x:", "a:", "x:", "b:", "x:"), post("b:", "a:")),
            Vector("multipart: [{name: a}, {name: a}]", post("a:", "a:"), post("a:")),
            Vector("multipart_exact: [{name: a}, {name: b}]", post("a:", "b:"), post("a:", "x:", "b:")),
            Vector("multipart_exact: []", post(), post("a:")),
            Vector(
                "multipart: [{name: a}]", post("a:", type: "multipart/mixed; boundary=\"B\""),
                post("a:", type: "text/plain")),
            Vector("not: {multipart: [{name: a}]}", post("b:"), post("a:")),
        ])
    func keys(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test("are not decoded themselves, but the body is")
    func encodings() throws {
        let part = Self.post("Content-Encoding: br\nContent-Disposition: form-data; name=a\n\nx")
        #expect(try Fixture(assert: "multipart: [{name: a, text: x}]").matches(part))
    }

    @Test("take values of variables, which may not be set yet")
    func templates() throws {
        let fixture = try Fixture(assert: "multipart: [{name: '{{n}}', text: '{{request.headers.x}}'}]", vars: "n: a")
        func request(_ value: String) -> Request {
            let request = Self.post("a:v")
            return Request(
                "POST /x", ["Content-Type: multipart/form-data; boundary=B", "X: \(value)"], bytes: request.body)
        }
        #expect(try fixture.matches(request("v")))
        #expect(try !fixture.matches(request("w")))
        let unset = try Fixture(assert: "multipart: [{name: a, text: '{{later}}'}]", set: "later: x")
        #expect(
            try unset.report(Self.post("a:v")) == """
                5:33 text of part a can't be compared: a variable that it uses is not set yet
                blocked at 5:34
                """)
    }

    @Test("say which leaf of which part differs")
    func leaves() throws {
        let fixture = try Fixture(
            assert: """
                multipart:
                - {name: a, text: '1'}
                - {name: f, filename: x.txt, content_type: text/html, text: hello}
                - {name: j, json: {a: 1, b: 2}}
                """)
        #expect(
            try fixture.report(Self.post("a:1", "b:", Self.file, #"j:{"a":2}"#)) == """
                7:27 filename of part f differs
                - x.txt
                + a.txt
                7:48 header Content-Type of part f differs
                - text/html
                + text/plain; charset=utf-8
                8:27 json $.a of part j differs
                - 1
                + 2
                8:33 json $.b of part j is missing
                - 2
                """)
    }

    @Test("say which part is missing, in another place or too much")
    func alignment() throws {
        #expect(
            try Fixture(assert: "multipart: [{name: a}, {name: c}]").report(Self.post("a:", "b:")) == """
                5:28 part c is missing: the parts are a, b
                """)
        #expect(
            try Fixture(assert: "multipart: [{name: a}]").report(Self.post()) == """
                5:17 part a is missing: there are no parts
                """)
        #expect(
            try Fixture(assert: "multipart_exact: [{name: a}]").report(Self.post("x:1", "a:")) == """
                5:22 part x must not be there
                + 1
                """)
        #expect(
            try Fixture(assert: "multipart: [{name: b}, {name: a}]").report(Self.post("a:", "b:")) == """
                5:17 part b is in another place: it is part 2 of 2, and the parts are a, b
                """)
        #expect(
            try Fixture(assert: "multipart: [{multipart: [{text: tw}]}]").report(Self.post(Self.nested)) == """
                5:37 text of part 1 of part files differs
                - tw
                + one
                """)
    }

    @Test("say why there are none")
    func problems() throws {
        let fixture = try Fixture(assert: "multipart: [{name: a}]")
        func report(_ type: String?, _ body: String) throws -> String {
            try fixture.report(Request("POST /x", type.map { ["Content-Type: \($0)"] } ?? [], body: body))
        }
        #expect(try report(nil, "") == "5:16 multipart can't be read: the body is empty")
        #expect(try report(nil, "x") == "5:16 multipart can't be read: no Content-Type says that the body is multipart")
        #expect(
            try report("text/plain", "x")
                == "5:16 multipart can't be read: the Content-Type is text/plain, which is not multipart")
        #expect(
            try report("multipart/form-data", "x")
                == "5:16 multipart can't be read: the Content-Type multipart/form-data has no boundary")
        #expect(
            try report("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", "x")
                == "5:16 multipart can't be read: the boundary has 71 characters, and at most 70 are allowed (RFC 2046, 5.1.1)"
        )
        #expect(
            try report("multipart/form-data; boundary=B", "--B\r\n\r\nx")
                == "5:16 multipart can't be read: part 1 does not end: "
                + "the closing boundary is missing")
    }

    @Test("are compared in bounded work, however many there are")
    func many() throws {
        let parts = (0..<10_000).map { "--B\r\nContent-Disposition: form-data; name=p\($0)\r\n\r\n\($0)\r\n" }.joined()
        let request = Request("POST /x", ["Content-Type: multipart/form-data; boundary=B"], body: parts + "--B--")
        #expect(try Fixture(assert: "multipart: [{name: p0}, {name: p9999, text: '9999'}]").matches(request))
        let report = try Fixture(assert: "multipart_exact: [{name: p9999}]").report(request)
        #expect(report.split(separator: "\n").count <= 2_100)
    }
}
