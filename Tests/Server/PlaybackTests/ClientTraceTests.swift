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
                "this is the body of #1, which got 412, sent again",
                "after a 412 the change is made again, from what the response to #2 brought",
            ], requests: [1, 2, 3]),
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
            },
            [
                "#1 sent the expected value; that of #2 is new, so the client made another one: use that of #1 again"
            ], requests: [1, 2]),
        Case(
            "a new id in place of the one that the client made first, though the response had it too",
            """
            steps:
              - {id: a, request: "PUT /x/{id}", capture: {id: {path: id}}, response: {headers: {Location: "/x/{{id}}"}}}
              - {id: b, request: "GET /x/{id}", assert: {path: "/x/{{id}}"}}
            """,
            {
                try $0.request("PUT /x/first-1")
                try $0.request("GET /x/other-2")
            },
            [
                "#1 sent the expected value, in its path; that of #2 is new, so the client made another one: use that of #1 "
                    + "again"
            ], requests: [1, 2]),
        Case(
            "an old key in place of the last one is not new",
            """
            steps:
              - {id: a, request: POST /x, response: 503}
              - {id: b, request: POST /x, capture: {key: {header: Key}}, response: 503}
              - {id: c, request: POST /x, assert: {headers: {Key: "{{key}}"}}}
            """,
            {
                for key in ["k-1", "k-2", "k-1"] { try $0.request("POST /x", [("Key", key)]) }
            },
            ["#1 sent the same value and got 503", "#2 sent the expected value; send the same again"],
            requests: [1, 2, 3]),
        Case(
            "the body of another request",
            """
            steps:
              - {id: a, request: PUT /x, assert: {json: {n: one}}}
              - {id: b, request: POST /y, assert: {json: {n: two}}}
            """,
            {
                try $0.request("PUT /x", body: #"{"n": "one"}"#)
                try $0.request("POST /y", body: #"{"n": "one"}"#)
            }, ["this is the body of #1, sent again"], requests: [1, 2]),
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
            "a body that its redirect keeps",
            """
            steps:
              - {id: a, request: POST /x, response: {status: 307, headers: {Location: /y}}}
              - {id: b, request: POST /y, assert: {json: {v: 2}}}
            """,
            {
                for path in ["/x", "/y"] {
                    try $0.request("POST \(path)", [("Content-Type", "application/json")], body: #"{"v": 1}"#)
                }
            }, ["this is the body of #1, which its redirect by 307 kept"], requests: [1, 2]),
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
            ["#1 sent the same Authorization and got 401; get new credentials first"], requests: [1, 2]),
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
            },
            ["the response to #1 says Retry-After: 1; wait 1 s after that response before sending the request again"],
            requests: [1, 2]),
        Case(
            "a pause that the server asked for until a date",
            """
            steps:
              - {id: a, request: GET /x, response: {status: 429, headers: {Retry-After: "{{now(http, +1m)}}"}}}
              - {id: b, request: GET /x, interval: {gte: 1s}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x")
            }, ["the response to #1 says by Retry-After how long to wait"], requests: [1, 2]),
        Case(
            "waits that grow too long",
            """
            steps:
              - {id: a, request: POST /x}
              - {id: b, request: GET /x, times: 3, interval: {lte: 5s}}
            """,
            {
                try $0.request("POST /x")
                for wait in [10, 300, 9_000] {
                    $0.now = $0.now + .milliseconds(wait - 1)
                    try $0.request("GET /x")
                }
            }, ["the waits before #2, #3 and #4 were 10.0 ms, 300.0 ms and 9.00 s; cap them at 5.00 s"],
            requests: [2, 3, 4]),
        Case(
            "a single wait that is too long",
            "steps: [{id: a, request: POST /x}, {id: b, request: GET /x, interval: {lte: 5s}}]",
            {
                try $0.request("POST /x")
                $0.now = $0.now + .seconds(6)
                try $0.request("GET /x")
            }, [], requests: [2]),
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
                "the client did not repeat #1 GET /x, whose response was bytes that are not HTTP (fault garbage):",
                "HTTP libraries report that as a parse error, not as a network error: handle both",
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
                "nothing came after #1 GET /x, whose body stalled after 3 bytes (fault stall):",
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
                "the client did not repeat #1 GET /x, whose body ended early (fault truncate):",
                "a body shorter than its Content-Length or without its last chunk is incomplete, even if your library "
                    + "returns it: reject it",
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
                "do not send a POST again automatically: the server may have acted on #1, whose connection was reset "
                    + "without a response (fault reset);",
                "first ask the server for the outcome, and turn off such retries in your code or in the HTTP library",
            ], requests: [1, 2]),
        Case(
            "a POST that is repeated with another key after its client has given it up",
            """
            steps:
              - {id: a, request: POST /x, capture: {key: {header: Idempotency-Key}}}
              - {id: b, request: "GET /x/{{key}}"}
              - {id: c, request: "GET /y"}
            """,
            {
                try $0.request("POST /x", [("Idempotency-Key", "k-1")], response: false)
                $0.leave()
                try $0.request("POST /x", [("Idempotency-Key", "k-2")], connection: 2)
                let failures = $0.script.verdict(at: $0.now).failures
                #expect(
                    failures.map(\.note) == [
                        "the 2nd came 2.0 ms after the 1st, 1.0 ms after the client gave it up",
                        "waiting for GET /x/k-1; last was #2 POST /x, 501",
                    ])
                #expect(failures.map(\.cause) == [nil, 0])
            },
            [
                "do not send a POST again automatically: the server may have acted on #1, and #2, with another Idempotency-Key, "
                    + "asks for it a second time;",
                "first ask the server for the outcome",
            ], requests: [1, 2]),
        Case(
            "a POST that is repeated with its key, before another request",
            """
            steps:
              - {id: a, request: POST /x}
              - {id: b, request: GET /y, times: 2}
            """,
            {
                try $0.request("POST /x", [("Idempotency-Key", "k-1")], response: false)
                $0.leave()
                try $0.request("POST /x", [("Idempotency-Key", "k-1")], connection: 2)
                try $0.request("GET /y", connection: 2)
                #expect($0.script.verdict(at: $0.now).failures.map(\.cause) == [nil, nil])
            },
            [
                "do not send a POST again automatically: the server may have acted on #1;",
                "first ask the server for the outcome",
            ], requests: [1, 2]),
        Case(
            "a part of a body that is taken for the whole, where the rest is wanted: the headline says so",
            """
            steps:
              - {id: a, request: GET /x, response: {text: abcdef, fault: {kind: truncate, after_bytes: 3}}}
              - {id: b, request: GET /x, assert: {headers: {Range: bytes=3-}}}
              - {id: c, request: PUT /y}
            """,
            {
                try $0.request("GET /x")
                try $0.request("PUT /y")
                let failures = $0.script.verdict(at: $0.now).failures
                #expect(
                    failures.first?.title
                        == "#1's body ended early after 3 bytes, and was taken for whole: PUT /y came out of order")
                #expect(failures.first?.requests.map(\.responseText) == ["200 truncate", "501"])
                // What the first failure says of #1 is not said again.
                #expect(
                    failures.last?.remarks == [
                        "1 later step was not reached either: \"c\"",
                        "the failure at script.yaml:5:6 follows from this one",
                    ])
                #expect(failures.last?.requests.isEmpty == true)
            },
            [
                "the client did not ask for the rest of #1 GET /x, whose body ended early after 3 bytes (fault truncate):",
                "a body shorter than its Content-Length or without its last chunk is incomplete, even if your library "
                    + "returns it: ask for the rest",
            ], requests: [1, 2]),
        Case(
            "an error that is not repeated: the headline says so",
            """
            steps:
              - {id: a, request: GET /x, response: {fault: empty}}
              - {id: b, request: GET /x}
              - {id: c, request: PUT /y}
            """,
            {
                try $0.request("GET /x")
                try $0.request("PUT /y", connection: 2)
                #expect(
                    $0.script.verdict(at: $0.now).failures.first?.title
                        == "#1's connection was closed without a response, and #1 was not repeated: PUT /y came out of order"
                )
            },
            [
                "the client did not repeat #1 GET /x, whose connection was closed without a response (fault empty):",
                "HTTP libraries report that as a connection error, some as one of their own, not as a status",
            ], requests: [1, 2]),
        Case(
            "what came of a stalled body is kept beside the whole one",
            """
            steps:
              - {id: a, request: GET /x, response: {text: abcdef, fault: {kind: stall, at: response_body, after_bytes: 3}}}
              - {id: b, request: GET /x, response: {text: abcdef}}
              - {id: c, request: PUT /y, assert: {json: {ids: [1, 2]}}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x", connection: 2)
                try $0.request("PUT /y", body: #"{"ids": [1, 1, 2]}"#, connection: 2)
                let requests = $0.script.verdict(at: $0.now).failures.first?.requests
                #expect(requests?.map(\.responseText) == ["200 stall", "200", "200"])
            },
            ["#1's body stalled after 3 bytes, and #2 brought the whole: drop what came of #1 before reading #2"],
            requests: [1, 2, 3]),
        Case(
            "an element that is there twice though no body broke off",
            """
            steps:
              - {id: a, request: GET /x, times: 2, response: {text: abcdef}}
              - {id: c, request: PUT /y, assert: {json: {ids: [1, 2]}}}
            """,
            {
                for _ in 1...2 { try $0.request("GET /x") }
                try $0.request("PUT /y", body: #"{"ids": [1, 1, 2]}"#)
            }, [], requests: [3]),
        Case(
            "a stream that begins anew where it broke off",
            """
            steps:
              - {id: a, request: GET /x, response: {chunks: [{text: abcdef}], fault: {kind: malformed_chunk, after_bytes: 4}}}
              - {id: b, request: GET /x, assert: {query: {after: 2}}}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /x", connection: 2)
            },
            [
                "#1's body broke off after 4 bytes at a chunk without a valid size, and #2 starts from the beginning: "
                    + "continue after the last part that came whole"
            ], requests: [1, 2]),
        Case(
            "a query parameter that is missing after a whole response",
            """
            steps:
              - {id: a, request: GET /x, response: {text: abcdef}}
              - {id: b, request: GET /x, assert: {query: {after: 2}}}
            """,
            { for _ in 1...2 { try $0.request("GET /x") } }, [], requests: [2]),
        Case(
            "an attempt too many on new connections",
            "steps: [{id: a, request: GET /x, times: 2, response: {fault: empty}}]",
            {
                for connection in 1...3 { try $0.request("GET /x", connection: connection) }
            }, ["make at most 2 attempts: #2's connection was closed without a response (fault empty)"],
            requests: [2, 3]),
        Case(
            "an attempt too many on a connection that was kept allows as many as the step wants",
            "steps: [{id: a, request: GET /x, times: 2, response: {fault: empty}}]",
            {
                for connection in [1, 1, 2] { try $0.request("GET /x", connection: connection) }
            },
            [
                "make at most 2 attempts: #2's connection was closed without a response (fault empty)",
                "HTTP libraries send such a request again automatically; if yours does and you want to allow it,",
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
            ["the response to #1 set it (Set-Cookie); send it back: #2 sent no Cookie at all"]),
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
            requests: [1, 2, 3, 4, 5, 6]),
        Case(
            "a second refresh after the first has brought a new token",
            """
            steps:
              - {id: a, request: GET /me, times: 2, response: 401}
              - {id: b, request: POST /refresh}
              - {id: c, request: GET /me, times: 2, assert: {bearer: new}}
            """,
            {
                for _ in 1...2 { try $0.request("GET /me", [("Authorization", "Bearer old")]) }
                for _ in 1...2 { try $0.request("POST /refresh") }
            },
            [
                "#4 was sent after #3 had brought a new token: before refreshing, compare the rejected token with the current one"
            ],
            requests: [1, 2, 3, 4]),
        Case(
            "a refresh before any refusal, and the step that lacks it then",
            """
            steps:
              - {id: a, request: GET /me, response: 401}
              - {id: b, request: POST /refresh}
              - {id: c, request: GET /me, assert: {bearer: new}}
            """,
            {
                try $0.request("POST /refresh")
                try $0.request("GET /me")
                let failures = $0.script.verdict(at: $0.now).failures
                #expect(failures.map(\.kind) == [.outOfOrder, .unmet])
                #expect(failures.map(\.cause) == [nil, 0])
            },
            ["the client sent POST /refresh before any 401: send GET /me first"], requests: [1]),
        Case(
            "a request before a step whose response refuses nothing",
            "steps: [{id: a, request: GET /me}, {id: b, request: POST /refresh}]",
            { try $0.request("POST /refresh") }, [], requests: [1]),
        Case(
            "a refresh beside one that is under way",
            "steps: [{id: a, request: POST /refresh}]",
            {
                try $0.request("POST /refresh", body: "{}", response: false)
                try $0.request("POST /refresh", body: "{}", connection: 2)
            }, ["#1 and #2 ran at once: send one, and let all callers wait for its response and share it"],
            requests: [1, 2]),
        Case(
            "a refresh that does not use the response to one before",
            "steps: [{id: a, request: POST /refresh}]",
            { for connection in 1...2 { try $0.request("POST /refresh", body: "{}", connection: connection) } },
            ["#2 asks the same as #1: do not send it, share the response to #1"], requests: [1, 2]),
        Case(
            "a refresh beside one that is under way and brings a token",
            """
            steps:
              - {id: a, request: POST /refresh, response: {json: {result: {access_token: "{{uuid}}", user: {id: 1}}}}}
            """,
            {
                try $0.request("POST /refresh", body: "{}", response: false)
                try $0.request("POST /refresh", body: "{}", connection: 2)
            },
            [
                "#1 and #2 ran at once: send one, and let all callers wait for its response and use the token that it brings"
            ],
            requests: [1, 2]),
        Case(
            "a refresh that does not use the token of one before",
            "steps: [{id: a, request: POST /refresh, response: {json: {accessToken: t}}}]",
            { for connection in 1...2 { try $0.request("POST /refresh", body: "{}", connection: connection) } },
            ["#2 asks the same as #1: do not send it, use the token that the response to #1 brought"],
            requests: [1, 2]),
        Case(
            "a refresh beside one that is under way and is refused",
            "steps: [{id: a, request: POST /refresh, response: {status: 400, json: {token: bad}}}]",
            {
                try $0.request("POST /refresh", body: "{}", response: false)
                try $0.request("POST /refresh", body: "{}", connection: 2)
            }, ["#1 and #2 ran at once: send one, and let all callers wait for its response and share it"],
            requests: [1, 2]),
        Case(
            "an attempt too many after a refusal",
            "steps: [{id: a, request: POST /refresh, response: 503}]",
            { for connection in 1...2 { try $0.request("POST /refresh", body: "{}", connection: connection) } }, [],
            requests: [1, 2]),
        Case(
            "another order beside one that is under way",
            "steps: [{id: a, request: POST /orders}]",
            {
                try $0.request("POST /orders", body: "1", response: false)
                try $0.request("POST /orders", body: "2", connection: 2)
            }, [], requests: [1, 2]),
        Case(
            "a result of a response that was overtaken",
            """
            steps:
              - parallel:
                  - {id: a, request: GET /s?q=sw, response: {json: {results: [{id: swallow}]}}}
                  - {id: b, request: GET /s?q=swift, response: {json: {results: [{id: swift-1}]}}}
            stubs: [{id: old, request: "GET /previews/{id}", never: true}]
            """,
            {
                try $0.request("GET /s?q=sw", response: false)
                try $0.request("GET /s?q=swift", connection: 2)
                $0.answer(connection: 1)
                try $0.request("GET /previews/swallow", connection: 3)
            },
            [
                "a part of its path came in the response to #1 (json $.results[0].id), which is older than #2 and was "
                    + "answered after it:",
                "drop a response if a newer request has been sent",
            ], requests: [1, 2, 3]),
        Case(
            "a result of a held response whose request came when the newer one was answered",
            """
            steps:
              - parallel:
                  - {id: a, request: GET /s?q=sw, hold: {until: {step: c}}, response: {json: {results: [{id: swallow}]}}}
                  - - {id: b, request: GET /s?q=swift, response: {json: {results: [{id: swift-1}]}}}
                    - {id: c, request: GET /previews/swift-1}
            stubs: [{id: old, request: "GET /previews/{id}", never: true}]
            """,
            {
                try $0.request("GET /s?q=swift")
                try $0.request("GET /s?q=sw", connection: 2, response: false)
                try $0.request("GET /previews/swift-1")
                // The end of the response to #2, which the client has, is not noted yet.
                try $0.request("GET /previews/swallow", connection: 3)
            },
            [
                "a part of its path came in the response to #2 (json $.results[0].id), which came after the response to #1:",
                "a response that comes last may be out of date: drop it if a newer request has been sent",
            ], requests: [1, 2, 4]),
        Case(
            "a result of a response that came in order",
            """
            steps: [{id: a, request: GET /s, response: {json: {results: [{id: swallow}]}}}]
            stubs: [{id: old, request: "GET /previews/{id}", never: true}]
            """,
            {
                try $0.request("GET /s")
                try $0.request("GET /previews/swallow")
            }, ["a part of its path came in the response to #1 (json $.results[0].id)"], requests: [1, 2]),
        Case(
            "a body that is sent without asking",
            "steps: [{id: a, request: PUT /x, assert: {headers: {Expect: 100-continue}}}]",
            { try $0.request("PUT /x", body: "abc") },
            [
                "the client sends the body without asking: send Expect: 100-continue, and the body only after 100 Continue"
            ],
            requests: [1]),
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
            }, ["the response to #2 has has_more: true, so there is another page; read on until it is false"],
            requests: []),
        Case(
            "a list whose next page has a cursor",
            """
            vars: {next: c-2}
            steps:
              - {id: a, request: GET /x, response: {json: {nextCursor: "c-{{next}}", next: null}}}
              - {id: b, request: GET /x}
            """, { try $0.request("GET /x") },
            [
                #"the response to #1 has nextCursor: "c-c-2", so there is another page; read on until it is null or absent"#
            ], requests: []),
        Case(
            "a list whose next page has a cursor, where parts of bodies are redacted",
            """
            redact: [$.token]
            steps:
              - {id: a, request: GET /x, response: {json: {token: t-1, nextCursor: c-2}}}
              - {id: b, request: GET /x}
            """, { try $0.request("GET /x") },
            ["the response to #1 has nextCursor, so there is another page; read on until it is null or absent"],
            requests: []),
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

    @Test("a redacted value is not shown in the path of a step that was awaited, nor one that is made of others")
    func awaitedPath() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            redact: [query.token]
            steps:
              - {id: a, request: GET /a, capture: {token: {query: token}, other: {query: other}}}
              - parallel:
                  - {id: b, request: "GET /b/{{token}}"}
                  - {id: c, request: "GET /c/{{other | upper}}"}
                  - {id: d, request: "GET /d/{{other}}/x"}
            """)
        driver.earlier = []
        try driver.request("GET /a?token=t-1&other=o-1")
        #expect(
            driver.script.verdict(at: driver.now).failures.map { $0.note.map { String($0.prefix { $0 != ";" }) } } == [
                "waiting for GET /b/{{token}}", "waiting for GET /c/{{other | upper}}", "waiting for GET /d/o-1/x",
            ])
    }

    @Test("a redacted value that leads to the next page is not shown", arguments: ["t-1", "first-secret-111"])
    func redactedPointer(_ token: String) throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            redact: [query.token]
            steps:
              - {id: a, request: GET /a, capture: {token: {query: token}}, response: {json: {next: "{{token}}"}}}
              - {id: b, request: GET /a}
            """)
        try driver.request("GET /a?token=\(token)")
        let remarks = try #require(driver.script.verdict(at: driver.now).failures.first).remarks
        #expect(remarks.count == 1 && remarks[0].hasPrefix("the response to #1 has next: "))
        #expect(!remarks[0].contains(token))
    }

    @Test("the same mistake at another step is told to be the same")
    func sameMistake() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: a, request: GET /a, assert: {query: {limit: 10}}}
              - {id: b, request: GET /b, assert: {query: {limit: 10}}}
              - {id: c, request: GET /c, assert: {query: {limit: 20}}}
            """)
        for name in "abc" { try driver.request("GET /\(name)?limit=5") }
        #expect(
            driver.script.verdict(at: driver.now).failures.map(\.remarks)
                == [[], ["the same mistake as at step \"a\""], []])
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
        #expect(
            text.contains(
                "   #1 sent the expected value; that of #2 is new, so the client made another one: use that of #1 again\n"
            ))
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
