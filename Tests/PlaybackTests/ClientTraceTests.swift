import HTTPMessage
import Playback
import Testing

/// What a failure says of where its values are from, and of requests that are sent again or should be.
@Suite struct ClientTraceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let yaml: String
        let play: @Sendable (inout ScriptDriver) throws -> Void
        /// The lines of the first failure of the verdict, and the requests that it shows.
        let remarks: [String]
        let requests: [Int]

        init(
            _ name: String, _ yaml: String, _ play: @escaping @Sendable (inout ScriptDriver) throws -> Void,
            _ remarks: [String], requests: [Int]
        ) {
            testDescription = name
            self.yaml = "mockserver: 1\n" + yaml
            self.play = play
            self.remarks = remarks
            self.requests = requests
        }
    }

    @Test("the first failure says where its values are from", arguments: values + repeats + responses)
    func told(_ row: Case) throws {
        var driver = try ScriptDriver(row.yaml)
        driver.earlier = []
        try row.play(&driver)
        let failure = try #require(driver.script.verdict(at: driver.now).failures.first)
        #expect(failure.remarks == row.remarks)
        #expect(failure.requests.map(\.number) == row.requests)
    }

    static let values = [
        Case(
            "a cursor of the page before",
            """
            vars: {two: cursor-of-2, three: cursor-of-3}
            steps:
              - {id: a, request: GET /x, response: {json: {next: "{{two}}"}}}
              - {id: b, request: GET /x, assert: {query: {cursor: "{{two}}"}}, response: {json: {next: "{{three}}"}}}
              - {id: c, request: GET /x, assert: {query: {cursor: "{{three}}"}}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x?cursor=cursor-of-2")
                try $0.request("GET /x?cursor=cursor-of-2")
            },
            [
                "#2 sent the same value; it came in the response to #1 (json $.next)",
                "the expected one came in the response to #2 (json $.next)",
            ], requests: [1, 2, 3]),
        Case(
            "an entity tag of another resource, however short",
            """
            steps:
              - {id: a, request: GET /a, response: {headers: {ETag: '"1"'}}}
              - {id: b, request: GET /b, response: {headers: {ETag: '"2"'}}}
              - {id: c, request: PUT /b, assert: {headers: {If-Match: '"2"'}}}
            """,
            {
                try $0.request("GET /a")
                try $0.request("GET /b")
                try $0.request("PUT /b", [("If-Match", "\"1\"")])
            },
            [
                "the received value came in the response to #1 (header ETag)",
                "the expected one came in the response to #2 (header ETag)",
            ], requests: [1, 2, 3]),
        Case(
            "an old change under a new entity tag",
            """
            steps:
              - {id: a, request: PUT /x, assert: {json: {n: 6}}, response: 412}
              - {id: b, request: GET /x, response: {json: {n: 6}}}
              - {id: c, request: PUT /x, assert: {json: {n: 7}}}
            """,
            {
                try $0.request("PUT /x", body: #"{"n": 6}"#)
                try $0.request("GET /x")
                try $0.request("PUT /x", body: #"{"n": 6}"#)
            },
            [
                "#1 sent the same body and got 412",
                "after a 412 the change is made again, from what the response to #2 brought",
            ], requests: [1, 3]),
        Case(
            "a new key in place of the first one",
            """
            steps:
              - {id: a, request: POST /x, capture: {key: {header: Key}}, response: 503}
              - {id: b, request: POST /x, assert: {headers: {Key: "{{key}}"}}}
            """,
            {
                try $0.request("POST /x", [("Key", "k-1")])
                try $0.request("POST /x", [("Key", "k-2")])
            }, ["#1 sent the expected value; send the same again"], requests: [1, 2]),
        Case(
            "a query that a retry has lost",
            """
            steps:
              - {id: a, request: GET /x, response: 503}
              - {id: b, request: GET /x, assert: {query: {page: 2}}}
            """,
            {
                try $0.request("GET /x?page=2")
                try $0.request("GET /x")
            }, ["#1 sent the expected value; send the same again"], requests: [1, 2]),
        Case(
            "a redirect that is followed by GET",
            """
            steps:
              - {id: a, request: POST /x, response: {status: 307, headers: {Location: /y}}}
              - {id: b, request: POST /y}
            """,
            {
                try $0.request("POST /x")
                try $0.request("GET /y")
            }, ["#1 was redirected by 307, which keeps the method and the body"], requests: [1, 2]),
        Case(
            "credentials that were rejected",
            """
            steps:
              - {id: a, request: GET /x, response: 401}
              - {id: b, request: POST /refresh}
              - {id: c, request: GET /x}
            """,
            {
                try $0.request("GET /x", [("Authorization", "Bearer t-1")])
                try $0.request("GET /x", [("Authorization", "Bearer t-1")])
            },
            [
                "#1 sent the same Authorization and got 401; get new credentials first",
                "step \"a\" took its last request: 1 of exactly 1",
            ], requests: [1, 2]),
        Case(
            "a pause that the server asked for",
            """
            steps:
              - {id: a, request: GET /x, response: {status: 429, headers: {Retry-After: 1}}}
              - {id: b, request: GET /x, interval: {gte: 1s}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x")
            }, ["the response to #1 says by Retry-After how long to wait"], requests: [1, 2]),
        Case(
            "a variable that was set again: only the response since then had its value",
            """
            steps:
              - id: a
                request: POST /x
                times: 2
                capture: {id: {json: $.id}}
                response: {json: {id: "{{id}}"}}
              - {id: b, request: GET /x, assert: {query: {id: "{{id}}"}}}
            """,
            {
                try $0.request("POST /x", body: #"{"id": "one-11111"}"#)
                try $0.request("POST /x", body: #"{"id": "two-22222"}"#)
                try $0.request("GET /x?id=one-11111")
            }, ["the expected one came in the response to #2 (json $.id)"], requests: [2, 3]),
        Case(
            "the same value in each request, which no response brought, is no news",
            """
            steps:
              - {id: a, request: GET /x}
              - {id: b, request: GET /x, assert: {headers: {Accept-Language: de}}}
            """,
            {
                try $0.request("GET /x", [("Accept-Language", "en")])
                try $0.request("GET /x", [("Accept-Language", "en")])
            }, [], requests: [2]),
    ]

    static let repeats = [
        Case(
            "a request that is not repeated after a response that is not HTTP",
            """
            steps:
              - {id: a, request: GET /x, response: {fault: garbage}}
              - {id: b, request: GET /x}
            """,
            { try $0.request("GET /x") },
            [
                "the client did not repeat #1 GET /x, which got bytes that are not HTTP (fault garbage):",
                "HTTP libraries report that by a parse error, not by an error of the network",
            ], requests: [1]),
        Case(
            "nothing that comes after a stalled response",
            """
            steps:
              - {id: a, request: GET /x, response: {text: abcdef, fault: {kind: stall, at: response_body, after_bytes: 3}}}
              - {id: b, request: GET /y}
            """,
            { try $0.request("GET /x") },
            [
                "nothing came after #1 GET /x, which got a body that stopped after 3 bytes (fault stall):",
                "no error ever comes of that, as the connection stays open: only a timeout of the client's own ends it",
            ], requests: [1]),
        Case(
            "a part of a body that is taken for the whole",
            """
            steps:
              - {id: a, request: GET /x, response: {text: abcdef, fault: truncate}}
              - {id: b, request: GET /x}
              - {id: c, request: PUT /y}
            """,
            {
                try $0.request("GET /x")
                try $0.request("PUT /y")
            },
            [
                "the client did not repeat #1 GET /x, which got a body that ended early (fault truncate):",
                "a body shorter than its Content-Length or without its last chunk is not whole, even if it can be read",
            ], requests: [1, 2]),
        Case(
            "a whole response that closes its connection asks for no repeat",
            """
            steps:
              - {id: a, request: GET /x, response: {connection: close}}
              - {id: b, request: GET /x}
            """, { try $0.request("GET /x") }, [], requests: []),
        Case(
            "a POST that is repeated by itself",
            "steps: [{id: a, request: POST /x, response: {fault: reset}}]",
            {
                try $0.request("POST /x")
                try $0.request("POST /x")
            },
            [
                "do not send a POST again by itself: the server may have acted on #1, which got a connection reset in place"
                    + " of a response (fault reset);",
                "first ask what came of it, and turn off such retries in the HTTP library",
            ], requests: [1, 2]),
        Case(
            "an attempt too many on new connections",
            "steps: [{id: a, request: GET /x, times: 2, response: {fault: empty}}]",
            {
                for connection in 1...3 { try $0.request("GET /x", connection: connection) }
            }, ["make at most 2 attempts: #2 got the end of its connection in place of a response (fault empty)"],
            requests: [2, 3]),
        Case(
            "an attempt too many on a connection that was kept allows as many as the step wants",
            "steps: [{id: a, request: GET /x, times: 2, response: {fault: empty}}]",
            {
                for connection in [1, 1, 2] { try $0.request("GET /x", connection: connection) }
            },
            [
                "make at most 2 attempts: #2 got the end of its connection in place of a response (fault empty)",
                "HTTP stacks send such a request again by themselves; if yours does and you want to allow it,",
                "write `times: { at_least: 2 }` at script.yaml:2:10",
            ], requests: [2, 3]),
    ]

    private static let login = """
        vars: {session: session-1111}
        steps:
          - {id: a, request: POST /auth/login, response: {headers: {Set-Cookie: "sid={{session}}; ATTRIBUTES"}}}
          - {id: b, request: GET /me, assert: {cookies: {sid: "{{session}}"}}}
        """

    private static func cookie(_ name: String, _ attributes: String, _ remarks: [String], requests: [Int] = [1, 2])
        -> Case
    {
        Case(
            name, login.replacing("ATTRIBUTES", with: attributes),
            {
                try $0.request("POST /auth/login")
                try $0.request("GET /me")
            }, remarks, requests: requests)
    }

    static let responses = [
        cookie(
            "a cookie that is not sent back", "Path=/; HttpOnly",
            ["the response to #1 set it (Set-Cookie); send it back"]),
        cookie(
            "a cookie for the path at which it was set", "HttpOnly",
            ["the response to #1 set it (Set-Cookie) for the path /auth"]),
        cookie(
            "a cookie for another path", "Path=/m", ["the response to #1 set it (Set-Cookie) for the path /m"]),
        cookie(
            "a cookie for TLS", "Path=/; Secure",
            ["the response to #1 set it (Set-Cookie) with Secure, so that most clients send it only over TLS"]),
        cookie("a cookie that is deleted at once", "Path=/; Max-Age=0", [], requests: [2]),
        Case(
            "another cookie",
            """
            steps:
              - {id: a, request: GET /x, response: {headers: {Set-Cookie: sid2=1; Path=/}}}
              - {id: b, request: GET /y, assert: {cookies: {sid: "1"}}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /y")
            }, [], requests: [2]),
        Case(
            "a redirect that asks for GET and is followed by POST",
            """
            steps:
              - {id: a, request: POST /x, response: {status: 303, headers: {Location: /y}}}
              - {id: b, request: GET /y}
            """,
            {
                try $0.request("POST /x")
                try $0.request("POST /y")
            }, ["#1 was redirected by 303, which asks for GET, without the body"], requests: [1, 2]),
        Case(
            "a redirect that leaves the method open",
            """
            steps:
              - {id: a, request: POST /x, response: {status: 302, headers: {Location: /y}}}
              - {id: b, request: GET /y}
            """,
            {
                try $0.request("POST /x")
                try $0.request("POST /y")
            }, [], requests: [2]),
        Case(
            "a refresh for each of several rejected requests, and the retries that it prevents",
            """
            steps:
              - {id: a, request: GET /me, times: 3, response: 401}
              - {id: b, request: POST /refresh}
              - {id: c, request: GET /me, times: 3, assert: {bearer: new}}
            """,
            {
                for _ in 1...3 { try $0.request("GET /me", [("Authorization", "Bearer old")]) }
                for _ in 1...3 { try $0.request("POST /refresh", response: false) }
                try $0.request("GET /me", [("Authorization", "Bearer new")])
                let failures = $0.script.verdict(at: $0.now).failures
                #expect(failures.map(\.kind) == [.exhausted, .unmet])
                #expect(failures.map(\.cause) == [nil, 0])
            },
            ["#1, #2 and #3, which got 401, came before the response to #4: let one POST /refresh serve them all"],
            requests: [1, 2, 3, 4, 5]),
        Case(
            "a refresh after a rejection that came when the first one was over",
            """
            steps:
              - {id: a, request: GET /me, response: 401}
              - {id: b, request: POST /refresh}
            stubs: [{request: GET /me, response: 401}]
            """,
            {
                try $0.request("GET /me", [("Authorization", "Bearer old")])
                try $0.request("POST /refresh")
                try $0.request("GET /me", [("Authorization", "Bearer old")])
                try $0.request("POST /refresh")
            }, [], requests: [2, 4]),
        Case(
            "a refresh for each of two users",
            """
            steps:
              - {id: a, request: GET /me, times: 2, response: 401}
              - {id: b, request: POST /refresh}
            """,
            {
                try $0.request("GET /me", [("Authorization", "Bearer one")])
                try $0.request("GET /me", [("Authorization", "Bearer two")])
                try $0.request("POST /refresh")
                try $0.request("POST /refresh")
            }, [], requests: [3, 4]),
        Case(
            "a response that may be reused",
            """
            steps: [{id: a, request: GET /x, response: {headers: {Cache-Control: "private, max-age=3600"}}}]
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x")
            }, ["the response to #1 may be reused for 3600 s (Cache-Control: max-age=3600)"], requests: [1, 2]),
        Case(
            "a response that is too old to be reused",
            """
            steps: [{id: a, request: GET /x, response: {headers: {Cache-Control: max-age=1}}}]
            """,
            {
                try $0.request("GET /x")
                $0.now = $0.now + .seconds(1)
                try $0.request("GET /x")
            }, [], requests: [1, 2]),
        Case(
            "a response that must be validated before it is reused",
            """
            steps: [{id: a, request: GET /x, response: {headers: {Cache-Control: "no-cache, max-age=3600"}}}]
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x")
            }, [], requests: [1, 2]),
        Case(
            "a response of another query",
            """
            steps: [{id: a, request: GET /x, response: {headers: {Cache-Control: max-age=3600}}}]
            """,
            {
                try $0.request("GET /x?a=1")
                try $0.request("GET /x?a=2")
            }, [], requests: [1, 2]),
        Case(
            "a poll after the last state",
            """
            steps:
              - id: a
                request: GET /x
                times: 2
                responses: [{json: {state: running}}, {json: {state: failed}}]
            """,
            { for _ in 1...3 { try $0.request("GET /x") } },
            ["the response to #2 was the last of responses: {\"state\":\"failed\"}"], requests: [2, 3]),
        Case(
            "a poll after the last state, whose body may be redacted",
            """
            redact: [$.token]
            steps: [{id: a, request: GET /x, times: 2, responses: [202, {json: {token: t-1}}]}]
            """,
            { for _ in 1...3 { try $0.request("GET /x") } },
            ["the response to #2 was the last of responses: 200"], requests: [2, 3]),
        Case(
            "a list that is not read to its end",
            """
            steps:
              - {id: a, request: GET /x, response: {json: {has_more: true}}}
              - {id: b, request: GET /x, assert: {query: {page: 2}}, response: {json: {meta: {has_more: true}}}}
              - {id: c, request: GET /x, assert: {query: {page: 3}}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x?page=2")
                let note = $0.script.verdict(at: $0.now).failures.first?.note
                #expect(note == "waiting for GET /x with page=3; last was #2 GET /x?page=2, 200")
            }, ["the response to #2 said has_more: true"], requests: []),
        Case(
            "a list whose next page has a cursor",
            """
            vars: {next: c-2}
            steps:
              - {id: a, request: GET /x, response: {json: {nextCursor: "c-{{next}}", next: null}}}
              - {id: b, request: GET /x}
            """, { try $0.request("GET /x") }, ["the response to #1 has a member nextCursor"], requests: []),
        Case(
            "a last page says nothing",
            """
            steps:
              - {id: a, request: GET /x, response: {json: {has_more: false, next: null}}}
              - {id: b, request: GET /x}
            """, { try $0.request("GET /x") }, [], requests: []),
    ]

    @Test("a cookie that was set is told without its value")
    func cookieValue() throws {
        var driver = try ScriptDriver("mockserver: 1\n" + Self.login.replacing("ATTRIBUTES", with: "Path=/"))
        driver.earlier = []
        try driver.request("POST /auth/login")
        try driver.request("GET /me")
        let failure = try #require(driver.failures.first)
        #expect(!failure.remarks.joined().contains("session-1111"))
    }

    @Test("a value that is redacted is compared and never shown")
    func redacted() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            redact: [query.token]
            steps:
              - {id: a, request: GET /a, capture: {token: {query: token}}, response: {json: {token: "{{token}}"}}}
              - {id: b, request: GET /b, assert: {query: {token: "{{token}}"}}}
            """)
        driver.earlier = []
        try driver.request("GET /a?token=first-secret-111")
        try driver.request("GET /b?token=other-secret-222")
        let text = try #require(driver.failures.first).text()
        #expect(text.contains("   the expected one came in the response to #1 (json $.token)\n"))
        #expect(!text.contains("first-secret-111") && !text.contains("other-secret-222"))
    }

    @Test(
        "the form of a path is told, and nothing else for one that differs in more",
        arguments: [
            ("/notes/{id}", "/notes/7/", ": it has a / at its end; send it without"),
            ("/notes/{id}/", "/notes/7", ": it lacks the / at its end"),
            ("/notes/{id}", "//notes/7", ": it has // in it; send one /"),
            ("/notes/{id}", "/Notes/7", ": only the case of its letters differs"),
            ("/v1/notes", "/v1/v1/notes", ": it has /v1 twice"),
            ("/v1/notes", "/notes", ": it lacks /v1 at its start"),
            ("/v1/notes", "/api/v1/notes", ": it has /api before it"),
            (
                "/n/9007199254740993", "/n/9007199254740992",
                ": the number in it was rounded to a double; read numbers of more than 15 digits as integers or text"
            ),
            ("/notes/{id}", "/notess/7/", ""), ("/{a}/{b}", "/x", ""),
            ("/n/9007199254740993", "/n/9007199254740999", ""),
        ])
    func form(_ template: String, _ path: String, _ remark: String) throws {
        var driver = try ScriptDriver("mockserver: 1\nsteps: [{id: a, request: \"GET \(template)\"}]")
        try driver.request("GET \(path)")
        let note = try #require(driver.failures.first?.note)
        guard !remark.isEmpty else { return #expect(!note.contains("path differs:")) }
        #expect(note == "nearest is step \"a\": path differs\(remark)")
        guard !template.contains("{") else { return }
        var asserting = try ScriptDriver(
            "mockserver: 1\nsteps: [{id: a, request: \"GET /{+rest}\", assert: {path: \(template)}}]")
        try asserting.request("GET \(path)")
        #expect(asserting.failures.first?.title == "step \"a\": path differs\(remark)")
    }

    @Test("an element that is there twice names the other one")
    func twice() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps: [{id: a, request: POST /x, assert: {json: {ids: [n-1, n-2]}}}]")
        try driver.request("POST /x", body: #"{"ids": ["n-1", "n-1", "n-2"]}"#)
        #expect(
            driver.failures.first?.title
                == "step \"a\": json $.ids[1] is a duplicate of $.ids[0]")
    }
}
