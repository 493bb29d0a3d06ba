import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("What a mismatch says")
struct MismatchTests {
    private func check(
        _ matcher: String, _ request: Request, vars: String = "", set: String = "", _ text: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let fixture = try Fixture(assert: matcher, vars: vars, set: set)
        let report = try fixture.report(request)
        #expect(report == text, "\(report)", sourceLocation: location)
    }

    @Test("one leaf each, at its place, with the variables that made it")
    func leaves() throws {
        try check(
            """
            method: POST
            path: /users/{{id}}
            headers:
              Authorization: "Bearer {{token}}"
              X-Id: 7
              X-Old: {absent: true}
            query_exact: {a: 1}
            """, Request("GET /users/8?b=2", ["Authorization: Bearer tok-1", "X-Old: v"]),
            vars: "id: 9\ntoken: tok-2",
            """
            8:13 method differs
            - POST
            + GET
            9:11 path differs
            - /users/9 <[0]>
            + /users/8
            11:22 header Authorization differs
            - Bearer tok-2 <[1]>
            + Bearer tok-1
            12:13 header X-Id is missing
            - 7
            13:23 header X-Old must not be there
            + v
            14:22 query parameter a is missing
            - 1
            14:18 query parameter b must not be there
            + 2
            """)
    }

    @Test("operators in words, with what was found")
    func operators() throws {
        try check(
            """
            headers:
              A: {starts_with: x, ends_with: z}
              B: {any_of: [p, {contains: q}]}
              C: {gt: 5}
              D: {length: {gte: 2}}
              E: {not: e}
              F: [one, two, three]
              G: {one_of: [a, b]}
            """,
            Request(
                "GET /x",
                ["A: y", "B: r", "B: s", "C: many", "D: d", "E: e", "F: zero", "F: one", "F: two", "F: three", "G: c"]),
            """
            6:24 header A differs
            - starting with x
            + y
            6:38 header A differs
            - ending with z
            + y
            7:19 header B differs
            - p
            - or containing q
            + r
            + s
            8:15 header C differs: the received value is not a number
            - greater than 5
            + many
            9:19 header D differs: the length is 1
            - of length at least 2
            + d
            10:16 header E must not be so
            - not e
            + e
            11:10 header F has a value too many, value 1 of 4
            + zero
            12:19 header G differs
            - one of a, b
            + c
            """)
    }

    @Test("sides that print alike are told apart")
    func lookAlikes() throws {
        try check(
            "headers: {X: a b}", Request("GET /x", ["X: a\u{A0}b"]),
            """
            5:18 header X differs
            - a b (U+0020 at character 2)
            + a\u{A0}b (U+00A0 at character 2)
            """)
        try check(
            "json: {a: '5', b: 5, c: 'é', d: 'null', e: x}",
            Request("POST /x", body: "{\"a\":5,\"b\":\"5\",\"c\":\"e\u{301}\",\"d\":null,\"e\":\"x \"}"),
            """
            5:15 json $.a differs
            - "5" (string)
            + 5 (number)
            5:23 json $.b differs
            - 5 (number)
            + "5" (string)
            5:29 json $.c differs
            - "é" (U+00E9 at character 1)
            + "e\u{301}" (U+0065 at character 1)
            5:37 json $.d differs
            - "null" (string)
            + null (null)
            5:48 json $.e differs
            - "x" (ends after 1 character)
            + "x " (U+0020 at character 2)
            """)
        try check(
            "headers: {X: abc}", Request("GET /x", ["X: \u{430}bc"]),
            """
            5:18 header X differs
            - abc (U+0061 at character 1)
            + \u{430}bc (U+0430 at character 1)
            """)
        try check(
            #"text: a\u001B"#, Request("POST /x", body: "a\u{1B}"),
            #"""
            5:11 text differs
            - a\u001B (U+005C at character 2)
            + a\u001B (U+001B at character 2)
            """#)
        try check(
            #"form: {f: a\xFF}"#,
            Request("POST /x", ["Content-Type: application/x-www-form-urlencoded"], body: "f=a%FF"),
            #"""
            5:15 form f differs
            - a\xFF
            + a\xFF (bytes that are not UTF-8)
            """#)
        let long = String(repeating: "y", count: 5000)
        let shown = String(repeating: "y", count: 4096) + "… (5001 bytes)"
        try check(
            "text: \(long)a", Request("POST /x", body: long + "b"),
            """
            5:11 text differs
            - \(shown) (U+0061 at character 5001)
            + \(shown) (U+0062 at character 5001)
            """)
        try check(
            "form: {f: ab}",
            Request("POST /x", ["Content-Type: application/x-www-form-urlencoded"], body: "f=a%FF%1Bb"),
            """
            5:15 form f differs
            - ab
            + a\\xFF\\u001Bb
            """)
    }

    @Test("JSON by leaf, at the leaf")
    func json() throws {
        try check(
            """
            json:
              user: {name: Ann, 'odd key': {id: 1}}
              list: [1, {x: 2}]
              gone: true
              kind: {$one_of: [a, b]}
              none: {$absent: true}
              bag: {$unordered: [1, 2, 3]}
              text: {$matches: '[0-9]+'}
              any: {$any_of: [{k: 1, l: 1}, {k: 2}]}
              self: '{{me}}'
            """,
            Request(
                "POST /x",
                body: """
                    {"user":{"name":"Bob","odd key":{"id":2}},"list":[1,{"x":3}],"kind":"c","none":0,"bag":[3,4,1],
                    "text":"x","any":{"k":1,"l":2},"self":{"id":8}}
                    """),
            vars: "me: {id: 7, name: Ann}",
            """
            8:20 json $.user.name differs
            - "Ann"
            + "Bob"
            8:41 json $.user['odd key'].id differs
            - 1
            + 2
            9:21 json $.list[1].x differs
            - 2
            + 3
            10:13 json $.gone is missing
            - true
            11:23 json $.kind differs
            - "a"
            - or "b"
            + "c"
            12:23 json $.none must not be there
            + 0
            13:25 json $.bag differs in any order
            - 2
            + 4
            14:24 json $.text differs
            - matching [0-9]+
            + "x"
            15:22 json $.any matches none of 2 alternatives, the nearest is the 1st
            - json $.any.l 1
            + json $.any.l 2
            16:13 json $.self.id differs
            - 7 <[0]>
            + 8
            16:13 json $.self.name is missing
            - "Ann" <[0]>
            """)
        try check(
            "json_exact: {a: 1}", Request("POST /x", body: #"{"a":1,"b":{"c":2}}"#),
            """
            5:17 json $.b must not be there
            + {"c":2}
            """)
    }

    @Test("an element more or less in an array is one line")
    func alignment() throws {
        let wanted = "json: [{id: 1, n: a}, {id: 2, n: b}, {id: 3, n: c}]"
        try check(
            wanted, Request("POST /x", body: #"[{"id":0,"n":"z"},{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c"}]"#),
            """
            5:11 json $[0] must not be there
            + {"id":0,"n":"z"}
            """)
        try check(
            wanted, Request("POST /x", body: #"[{"id":2,"n":"B"},{"id":3,"n":"c"}]"#),
            """
            5:12 json $[0] is missing
            - {"id":1,"n":"a"}
            5:38 json $[0].n differs
            - "b"
            + "B"
            """)
        try check(
            "json: [1, 2, 3]", Request("POST /x", body: "[1,9,3]"),
            """
            5:15 json $[1] differs
            - 2
            + 9
            """)
        try check(
            "json: [1, 2, 3]", Request("POST /x", body: "{}"),
            """
            5:11 json $ differs
            - [1,2,3]
            + {}
            """)
    }

    @Test("a body that is no JSON says where it breaks")
    func noJSON() throws {
        try check(
            "json: {a: 1}", Request("POST /x", body: "{\"a\":\n 1,}"),
            "5:11 json $ can't be read: line 2, column 3: a comma stands before the closing }")
        try check(
            "json: {a: 1}", Request("POST /x", body: #"{"a":1,"a":1}"#),
            "5:11 json $ can't be read: line 1, column 8: the member $.a is there twice")
        try check("json: {a: 1}", Request("POST /x"), "5:11 json $ is missing: the body is empty")
    }

    @Test("texts of several lines by the lines that differ")
    func lines() throws {
        try check(
            "text: \"a\\nb\\nc\\nd\"", Request("POST /x", body: "a\nb\nX\nY\nd"),
            """
            5:11 text differs at line 3
            - c
            + X
            + Y
            """)
    }

    @Test("a combination tells of its nearest branch, a negation of what matched")
    func combinations() throws {
        try check(
            "any_of: [{method: PUT, path: /y}, {method: PUT, path: /x}]", Request("GET /x"),
            """
            5:13 any_of none of its 2 branches matches, the nearest is the 2nd
            - method PUT
            + method GET
            """)
        try check(
            "not: {method: GET, headers: {X: {contains: a}}}", Request("GET /x", ["X: bad"]),
            """
            5:10 not must not match, but does
            + method GET
            + header X bad
            """)
    }

    @Test("a token of another scheme is shown, and a form that is sent as something else")
    func remarks() throws {
        try check(
            "bearer: abc", Request("GET /x", ["Authorization: Basic YTpi"]),
            """
            5:13 bearer token is missing: in Authorization the scheme is Basic, expected Bearer
            - abc
            + Basic YTpi
            """)
        try check(
            "form: {a: 1}", Request("POST /x", ["Content-Type: application/json"], body: #"{"a":1}"#),
            """
            5:15 form a is missing, and the Content-Type is application/json
            - 1
            """)
    }

    @Test("long values are whole up to 4 KiB, long arrays are put together by place")
    func large() throws {
        let fixture = try Fixture(assert: "text: a")
        #expect(
            try fixture.report(Request("POST /x", body: String(repeating: "é", count: 2048))).hasSuffix("éé"))
        let cut = try fixture.report(Request("POST /x", body: String(repeating: "é", count: 2049)))
        #expect(cut.hasSuffix("éé… (4098 bytes)"))
        let wanted = (0..<300).map { "\($0)" }.joined(separator: ", ")
        let given = (0..<301).map { "\($0 + 1000)" }.joined(separator: ",")
        let array = try Fixture(assert: "json: [\(wanted)]")
        let view = RequestView(Request("POST /x", body: "[\(given)]"), needs: [])
        #expect(try array.requestMatcher.mismatches(view, in: array.scope).count == 301)
    }

    @Test("a pattern that names the request sees the one that it is matched with")
    func ownRequest() throws {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nsteps:\n- request: {path: '/c/{id}', headers: {X: '{{request.path.id}}'}}")
        let matcher = try #require(fixture.scenario.steps.first).rule.request
        for (value, isMatch) in [("7", true), ("8", false)] {
            let view = RequestView(Request("GET /c/7", ["X: \(value)"]), needs: [])
            let matched = if case .matched = matcher.match(view, in: fixture.scope) { true } else { false }
            #expect(matched == isMatch)
            #expect(matcher.mismatches(view, in: fixture.scope).isEmpty == isMatch)
        }
    }

    @Test("a variable without a value is the reason, not a difference")
    func blocked() throws {
        try check(
            "headers: {X: 'a {{later}}', Y: b}", Request("GET /x", ["X: a", "Y: c"]), set: "later: 1",
            """
            5:18 header X can't be compared: a variable that it uses is not set yet
            blocked at 5:21
            5:36 header Y differs
            - b
            + c
            """)
        try check(
            "json: {a: '{{me.name}}'}", Request("POST /x", body: "{\"a\":1}"), vars: "me: {id: 1}",
            """
            7:15 json $.a can't be compared: there is no .name: the object has no member "name"
            blocked at 7:16
            """)
    }

    @Test("a request that an unset variable alone keeps from matching waits for it")
    func waiting() throws {
        let fixture = try Fixture(assert: "path: /x\nheaders: {X: '{{later}}'}", set: "later: 1")
        let waits = RequestView(Request("GET /x", ["X: 1"]), needs: [])
        let fails = RequestView(Request("GET /y", ["X: 1"]), needs: [])
        guard case .waiting(variable: 0) = try fixture.requestMatcher.match(waits, in: fixture.scope) else {
            Issue.record("does not wait")
            return
        }
        guard case .notMatched = try fixture.requestMatcher.match(fails, in: fixture.scope) else {
            Issue.record("waits though the path differs")
            return
        }
    }

    @Test(
        "a body that is not UTF-8 matches no text",
        arguments: [
            "text: ab", "text: {not: x}", "text: {absent: false}", "text: {length: 3}", "text: {matches: '.*'}",
        ])
    func notText(assertion: String) throws {
        #expect(
            try Fixture(assert: assertion).report(Request(bytesOf: [0x61, 0x62, 0xFF]))
                == "5:11 text can't be read: the body is not UTF-8 at offset 2")
        #expect(try !Fixture(assert: assertion).matches(Request(bytesOf: [0x61, 0x62, 0xFF])))
    }

    @Test(
        "a body that repeats a member or is nested too deep matches no json key",
        arguments: [
            ("{\"a\":1,\"a\":1}", "line 1, column 8: the member $.a is there twice"),
            (
                String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
                "line 1, column 513: arrays and objects are nested more than 512 deep"
            ),
        ])
    func notJSON(body: String, reason: String) throws {
        for assertion in ["json: {a: 1}", "json: {a: {$absent: true}}", "json_exact: []", "json: {$not: 1}"] {
            let fixture = try Fixture(assert: assertion)
            let request = Request("POST /x", body: body)
            #expect(try !fixture.matches(request))
            let column = assertion.hasPrefix("json_exact") ? 17 : 11
            #expect(try fixture.report(request) == "5:\(column) json $ can't be read: \(reason)")
        }
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Fixture(assert: "json: {$not: 1}").matches(Request("POST /x", body: deepest)))
    }

    @Test("where no others may be there, a scalar means exactly one value")
    func oneValue() throws {
        func report(_ assertion: String, _ query: String) throws -> String {
            try Fixture(assert: assertion).report(Request("GET /x?\(query)"))
        }
        #expect(try report("query_exact: {a: 1}", "a=1") == "")
        #expect(
            try report("query_exact: {a: 1}", "a=1&a=1")
                == "5:22 query parameter a has a value too many, value 2 of 2\n+ 1")
        #expect(try report("query_exact: {a: 1}", "a=2") == "5:22 query parameter a differs\n- 1\n+ 2")
        #expect(try report("query_exact: {a: 1}", "") == "5:22 query parameter a is missing\n- 1")
        // An operator matches if any value does, and `query` allows others.
        #expect(try report("query_exact: {a: {equals: 1}}", "a=1&a=2") == "")
        #expect(try report("query: {a: 1}", "a=1&a=2") == "")
    }

    @Test(
        "what is not known is neither true nor false",
        arguments: [
            ("not: {headers: {X: '{{later}}'}}", false, true),
            ("any_of: [{headers: {X: '{{later}}'}}, {path: /x}]", true, false),
            ("any_of: [{headers: {X: '{{later}}'}}, {path: /y}]", false, true),
            ("headers: {X: {not: '{{later}}'}}", false, true),
            ("headers: {X: {any_of: ['{{later}}', '1']}}", true, false),
            ("json: {a: {$not: '{{later}}'}}", false, true), ("json: {a: {$any_of: ['{{later}}', 1]}}", true, false),
            ("json: {a: '{{later}}', b: 1}", false, false),
        ])
    func kleene(matcher: String, matches: Bool, waits: Bool) throws {
        let fixture = try Fixture(assert: matcher, set: "later: 1")
        let view = RequestView(Request("POST /x", ["X: 1"], body: #"{"a":1}"#), needs: [])
        switch try fixture.requestMatcher.match(view, in: fixture.scope) {
        case .matched: #expect(matches)
        case .waiting: #expect(waits)
        case .needsBody: Issue.record("the body is there")
        case .notMatched, .undecided: #expect(!matches && !waits)
        }
        #expect(try fixture.requestMatcher.mismatches(view, in: fixture.scope).isEmpty == matches)
    }
}

extension Request {
    fileprivate init(bytesOf body: [UInt8]) {
        self.init("POST /x", bytes: body)
    }
}
