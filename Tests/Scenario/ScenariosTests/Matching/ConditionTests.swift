import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

/// A vector for one request part: a matcher, a request that it matches, and a twin that it does not match.
struct Vector: Sendable, CustomTestStringConvertible {
    let matcher: String
    let matching: Request
    let differing: Request

    init(_ matcher: String, _ matching: Request, _ differing: Request) {
        self.matcher = matcher
        self.matching = matching
        self.differing = differing
    }

    var testDescription: String { matcher }
}

@Suite("The keys of a request pattern")
struct ConditionTests {
    private static func header(_ lines: String...) -> Request { Request("GET /x", lines) }
    private static func get(_ target: String) -> Request { Request("GET \(target)") }

    @Test(
        "each key holds of one request and not of its twin",
        arguments: [
            Vector("method: GET", Request("GET /x"), Request("HEAD /x")),
            Vector("method: [GET, HEAD]", Request("HEAD /x"), Request("POST /x")),
            Vector("host: example.com", header("Host: EXAMPLE.com:8080"), header("Host: example.org")),
            Vector("host: \"Example.com:80\"", header("Host: example.com"), header("Host: example.co")),
            Vector("host: \"[::1]:80\"", header("Host: [::1]:9000"), header("Host: [::2]:80")),
            Vector("host: {ends_with: .Example.com}", header("Host: a.example.COM:1"), header("Host: example.com")),
            Vector("host: {one_of: [A.test, b.test]}", header("Host: a.test"), header("Host: c.test")),
            Vector("target: /x?a=%20", get("/x?a=%20"), get("/x?a=+")),
            Vector("target: {starts_with: /x?}", get("/x?y"), get("/xy?")),
            Vector("bearer: abc", header("Authorization: Bearer abc"), header("Authorization: Bearer abd")),
            Vector("bearer: abc", header("authorization: bEARER abc"), header("Authorization: Basic abc")),
            Vector("bearer: abc", header("Authorization: Bearer  abc"), header("Authorization: Bearerabc")),
            Vector("bearer: {absent: true}", header(), header("Authorization: Bearer a")),
            Vector("text: abc", Request(body: "abc"), Request(body: "abc\n")),
            Vector("text: {length: 1}", Request(body: "é"), Request(body: "e\u{301}")),
            Vector("all_of: [{method: GET}, {path: /x}]", get("/x"), get("/y")),
            Vector("any_of: [{method: PUT}, {path: /x}]", get("/x"), get("/y")),
            Vector("not: {method: GET, path: /x}", get("/y"), get("/x")),
            Vector("not: {any_of: [{method: PUT}, {path: /x}]}", get("/y"), get("/x")),
        ])
    func keys(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test(
        "names and their values",
        arguments: [
            Vector("headers: {X-Id: a}", header("x-id: a"), header("X-Id: A")),
            Vector("headers: {X: a}", header("X: b", "x: a"), header("X: a, b")),
            Vector("headers: {X: [a, b]}", header("X: a", "X: b"), header("X: b", "X: a")),
            Vector("headers: {X: [a]}", header("X: a"), header("X: a", "X: a")),
            Vector("headers: {X: {not: a}}", header("X: b"), header("X: b", "X: a")),
            Vector("headers: {X: {not: a}}", header(), header("X: a")),
            Vector("headers: {X: {absent: true}}", header(), header("X:")),
            Vector("headers: {X: {present: true}}", header("X:"), header()),
            Vector("headers: {X: {gt: 1, lt: 5}}", header("X: 9", "X: 3"), header("X: 9", "X: 0")),
            Vector("headers: {X: {contains: a, not: ab}}", header("X: a", "X: xa"), header("X: a", "X: ab")),
            Vector(
                "headers: {Content-Type: application/json}", header("Content-Type: Application/JSON; charset=utf-8"),
                header("Content-Type: application/jsonp")),
            Vector(
                "headers: {content-type: text/plain; charset=utf-8; q=1}",
                header("Content-Type: text/plain;q=\"1\" ; CHARSET=UTF-8"),
                header("Content-Type: text/plain; charset=utf-8")),
            Vector(
                "headers: {Content-Type: multipart/form-data; boundary=aB}",
                header("Content-Type: multipart/form-data; boundary=\"aB\""),
                header("Content-Type: multipart/form-data; boundary=ab")),
            Vector(
                "headers: {Content-Type: {equals: text/plain}}", header("Content-Type: text/plain"),
                header("Content-Type: text/plain; charset=utf-8")),
            Vector(
                "headers: {Accept: text/plain}", header("Accept: text/plain"), header("Accept: text/plain; q=1")),
            Vector("query: {q: a b}", get("/x?q=a+b&z"), get("/x?q=a%2Bb")),
            Vector("query: {q: a+b}", get("/x?q=a%2bb"), get("/x?q=a+b")),
            Vector("query: {q: ''}", get("/x?q"), get("/x")),
            Vector("query: {q: ''}", get("/x?q="), get("/x?q=1")),
            Vector("query: {'a[]': ['1', '2']}", get("/x?a%5B%5D=1&a[]=2"), get("/x?a[]=2&a[]=1")),
            Vector("query: {Q: '1'}", get("/x?Q=1"), get("/x?q=1")),
            Vector("query_exact: {a: '1'}", get("/x?a=1"), get("/x?a=1&b=2")),
            Vector("query_exact: {}", get("/x?"), get("/x?a")),
            Vector("query_exact: {a: '1'}", get("/x?a=1"), get("/x?a=1&a=1")),
            Vector("query_exact: {a: ['1', '1']}", get("/x?a=1&a=1"), get("/x?a=1")),
            Vector("form_exact: {a: '1'}", Request("POST /x", body: "a=1"), Request("POST /x", body: "a=1&a=2")),
            Vector("cookies: {sid: a=b}", header("Cookie: x=1; sid=a=b"), header("Cookie: SID=a=b")),
            Vector("cookies: {sid: '2'}", header("Cookie: x=1", "Cookie: sid=2"), header("Cookie: sid=%32")),
            Vector("form: {a: '1 2'}", Request("POST /x", body: "b=&a=1+2"), Request("POST /x", body: "a=1%2B2")),
            Vector("form_exact: {a: '1'}", Request("POST /x", body: "a=1"), Request("POST /x", body: "a=1&b")),
        ])
    func names(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test("the Cookie lines of HTTP/2 are one field, those of HTTP/1.1 are not")
    func joinedCookies() throws {
        let fixture = try Fixture(assert: "headers: {Cookie: a=1; b=2}")
        let lines = ["cookie: a=1", "cookie: b=2"]
        #expect(try fixture.matches(Request("GET /x", lines, version: .h2)))
        #expect(try !fixture.matches(Request("GET /x", lines)))
    }

    @Test(
        "operators on text",
        arguments: [
            ("equals: Ab", "Ab", "ab"), ("equals_ignore_case: äB", "Äb", "ab"), ("equals_ignore_case: ab", "AB", "abc"),
            ("contains: abab", "xabaabab", "abbaab"), ("contains: ''", "", ""),
            ("starts_with: ab", "abc", "cab"), ("ends_with: ab", "cab", "abc"), ("ends_with: abc", "abc", "bc"),
            ("matches: '[0-9]+'", "12", "12x"), ("matches: a|ab", "ab", "abb"), ("matches: '(a+)+b'", "aab", "aac"),
            ("one_of: [a, '1.10']", "1.10", "1.1"),
            ("gt: 9", "10", "9.0"), ("gte: 12345678901234567890", "12345678901234567890", "12345678901234567889"),
            ("lt: 1e400", "9e399", "1e400"), ("lte: 1.10", "1.1", "1.1000000000000000000000001"),
            ("gt: 1", "2", "two"), ("lt: 1", "-2", "0x0"), ("lt: 1", "0.5", ".5"),
            ("length: 2", "äö", "äöü"), ("length: {gte: 1, lt: 3}", "ab", "abc"),
            ("all_of: [{contains: a}, {contains: b}]", "ba", "aa"), ("any_of: [a, {gt: 5}]", "6", "5"),
            ("not: {any_of: [a, b]}", "c", "b"),
        ])
    func operators(matcher: String, matching: String, differing: String) throws {
        let fixture = try Fixture(assert: "text: {\(matcher)}")
        #expect(try fixture.matches(Request(body: matching)))
        if differing != matching { #expect(try !fixture.matches(Request(body: differing))) }
    }

    @Test("a match that would take too long does not match, and says so")
    func bounded() throws {
        let fixture = try Fixture(assert: "text: {matches: '(a|a|aa)+[bc]'}")
        let body = String(repeating: "a", count: 60)
        #expect(try !fixture.matches(Request(body: body)))
        let report = try fixture.report(Request(body: body))
        #expect(
            report == """
                5:21 text was not decided: the regular expression takes too many steps on it; write one that backtracks \
                less, without nested repeats such as (a+)+
                - matching (a|a|aa)+[bc]
                + \(body)
                """, "\(report)")
    }

    @Test("a value that is put into a regular expression stands for itself")
    func escapedValue() throws {
        let fixture = try Fixture(assert: "text: {matches: '{{v}}+'}", vars: "v: a.c")
        #expect(try fixture.matches(Request(body: "a.ccc")))
        #expect(try !fixture.matches(Request(body: "abc")))
    }
}
