import HTTPMessage
import Playback
import Scenarios
import Testing

/// What a failure says beyond the difference: what there is instead, and what the client did.
@Suite struct TeachingFailureTests {
    typealias Case = FailureTextTests.Case

    @Test("the first failure is told whole", arguments: cases + strays)
    func told(_ row: Case) throws {
        try row.expectOneFailure()
    }

    static let cases = [
        Case(
            "a header's near-miss name",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {X-Api-Key: k}}}]
            """#,
            { try $0.request("GET /x", [("X-Apikey", "k")]) },
            #"""
            script.yaml:2:64: error: step "a": header X-Api-Key is missing; there is X-Apikey
            2 | steps: [{id: a, request: GET /x, assert: {headers: {X-Api-Key: k}}}]
              |                                                                ^
               - k
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a header without a near name",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {X-Api-Key: k}}}]
            """#,
            { try $0.request("GET /x", [("Accept", "k")]) },
            #"""
            script.yaml:2:64: error: step "a": header X-Api-Key is missing
            2 | steps: [{id: a, request: GET /x, assert: {headers: {X-Api-Key: k}}}]
              |                                                                ^
               - k
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a name that is expected too is not meant",
            #"""
            steps: [{id: a, request: GET /x?pages=2, assert: {query: {page: 1, pages: 2}}}]
            """#,
            { try $0.request("GET /x?pages=2", []) },
            #"""
            script.yaml:2:65: error: step "a": query parameter page is missing
            2 | steps: [{id: a, request: GET /x?pages=2, assert: {query: {page: 1, pages: 2}}}]
              |                                                                 ^
               - 1
               #1  GET /x?pages=2   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a query parameter's near-miss name",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {page: 1}}}]
            """#,
            { try $0.request("GET /x?Page=1", []) },
            #"""
            script.yaml:2:57: error: step "a": query parameter page is missing; there is Page
            2 | steps: [{id: a, request: GET /x, assert: {query: {page: 1}}}]
              |                                                         ^
               - 1
               #1  GET /x?Page=1   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a cookie's near-miss name, without its value",
            #"""
            steps: [{id: a, request: GET /x, assert: {cookies: {session_id: s}}}]
            """#,
            { try $0.request("GET /x", [("Cookie", "sessionid=abcdefghijklmnop")]) },
            #"""
            script.yaml:2:65: error: step "a": cookie session_id is missing; there is sessionid
            2 | steps: [{id: a, request: GET /x, assert: {cookies: {session_id: s}}}]
              |                                                                 ^
               - s
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "the only other cookie, though its name is not like the wanted one",
            #"""
            steps: [{id: a, request: GET /x, assert: {cookies: {sid: s, lang: de}}}]
            """#,
            { try $0.request("GET /x", [("Cookie", "session=abcdefghijklmnop; lang=de")]) },
            #"""
            script.yaml:2:58: error: step "a": cookie sid is missing; there is session
            2 | steps: [{id: a, request: GET /x, assert: {cookies: {sid: s, lang: de}}}]
              |                                                          ^
               - s
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "several other cookies",
            #"""
            steps: [{id: a, request: GET /x, assert: {cookies: {sid: s}}}]
            """#,
            { try $0.request("GET /x", [("Cookie", "session=abcdefghijklmnop; lang=de")]) },
            #"""
            script.yaml:2:58: error: step "a": cookie sid is missing
            2 | steps: [{id: a, request: GET /x, assert: {cookies: {sid: s}}}]
              |                                                          ^
               - s
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a form field's near-miss name",
            #"""
            steps: [{id: a, request: POST /x, assert: {form: {user_name: ada}}}]
            """#,
            {
                try $0.request("POST /x", [("Content-Type", "application/x-www-form-urlencoded")], body: "username=ada")
            },
            #"""
            script.yaml:2:62: error: step "a": form user_name is missing; there is username
            2 | steps: [{id: a, request: POST /x, assert: {form: {user_name: ada}}}]
              |                                                              ^
               - ada
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a member's near-miss name",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {firstName: Ada}}}]
            """#,
            { try $0.request("POST /x", [], body: "{\"first_name\": \"Ada\", \"roles\": []}") },
            #"""
            script.yaml:2:62: error: step "a": json $.firstName is missing; there is first_name
            2 | steps: [{id: a, request: POST /x, assert: {json: {firstName: Ada}}}]
              |                                                              ^
               - "Ada"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a member without a near name",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {user: {email: ada@x.test}}}}]
            """#,
            { try $0.request("POST /x", [], body: "{\"user\": {\"first_name\": \"Ada\", \"roles\": []}}") },
            #"""
            script.yaml:2:65: error: step "a": json $.user.email is missing; it has first_name, roles
            2 | steps: [{id: a, request: POST /x, assert: {json: {user: {email: ada@x.test}}}}]
              |                                                                 ^
               - "ada@x.test"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "many members are named in part",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {email: e}}}]
            """#,
            {
                try $0.request(
                    "POST /x", [],
                    body: "{\"q1\": 1, \"q2\": 2, \"q3\": 3, \"q4\": 4, \"q 5\": 5, \"q6\": 6, \"q7\": 7, \"q8\": 8}")
            },
            #"""
            script.yaml:2:58: error: step "a": json $.email is missing; it has q1, q2, q3, q4, "q 5", q6 and 2 more
            2 | steps: [{id: a, request: POST /x, assert: {json: {email: e}}}]
              |                                                          ^
               - "e"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "no members at all",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {email: e}}}]
            """#,
            { try $0.request("POST /x", [], body: "{}") },
            #"""
            script.yaml:2:58: error: step "a": json $.email is missing; it has no members
            2 | steps: [{id: a, request: POST /x, assert: {json: {email: e}}}]
              |                                                          ^
               - "e"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "names in a redacted value stay hidden",
            #"""
            redact: [$.user]
            steps: [{id: a, request: POST /x, assert: {json: {user: {email: e}}}}]
            """#,
            { try $0.request("POST /x", [], body: "{\"user\": {\"ada@x.test\": 1}}") },
            #"""
            script.yaml:3:65: error: step "a": json $.user.email is missing
            3 | steps: [{id: a, request: POST /x, assert: {json: {user: {email: e}}}}]
              |                                                                 ^
               - "e"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a header's values in another order",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {X-List: [a, b, c]}}}]
            """#,
            { try $0.request("GET /x", [("X-List", "c"), ("X-List", "a"), ("X-List", "b")]) },
            #"""
            script.yaml:2:61: error: step "a": header X-List has the same values in another order
            2 | steps: [{id: a, request: GET /x, assert: {headers: {X-List: [a, b, c]}}}]
              |                                                             ^
               - a
               - b
               - c
               + c
               + a
               + b
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a query's values in another order",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {tag: [a, b]}}}]
            """#,
            { try $0.request("GET /x?tag=b&tag=a", []) },
            #"""
            script.yaml:2:56: error: step "a": query parameter tag has the same values in another order
            2 | steps: [{id: a, request: GET /x, assert: {query: {tag: [a, b]}}}]
              |                                                        ^
               - a
               - b
               + b
               + a
               #1  GET /x?tag=b&tag=a   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "an array's elements in another order",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {roles: [admin, {id: 1}, dev]}}}]
            """#,
            { try $0.request("POST /x", [], body: "{\"roles\": [\"dev\", \"admin\", {\"id\": 1}]}") },
            #"""
            script.yaml:2:58: error: step "a": json $.roles has the same values in another order; $unordered takes any order
            2 | steps: [{id: a, request: POST /x, assert: {json: {roles: [admin, {id: 1}, dev]}}}]
              |                                                          ^
               - ["admin",{"id":1},"dev"]
               + ["dev","admin",{"id":1}]
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a text without its last line break",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: "one\ntwo\n"}}]
            """#,
            { try $0.request("POST /x", [], body: "one\ntwo") },
            #"""
            script.yaml:2:50: error: step "a": text differs: the last line break is missing
            2 | steps: [{id: a, request: POST /x, assert: {text: "one\ntwo\n"}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a text with a line break too many",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: one}}]
            """#,
            { try $0.request("POST /x", [], body: "one\n") },
            #"""
            script.yaml:2:50: error: step "a": text differs: it has a line break too many at its end
            2 | steps: [{id: a, request: POST /x, assert: {text: one}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a text with the line ends of Windows",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: "one\ntwo\n"}}]
            """#,
            { try $0.request("POST /x", [], body: "one\r\ntwo\r\n") },
            #"""
            script.yaml:2:50: error: step "a": text differs: it has CR LF where LF should end a line
            2 | steps: [{id: a, request: POST /x, assert: {text: "one\ntwo\n"}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "bytes without their last line break",
            #"""
            steps: [{id: a, request: POST /x, assert: {base64: b25lCg==}}]
            """#,
            { try $0.request("POST /x", [], body: "one") },
            #"""
            script.yaml:2:52: error: step "a": body differs: the last line break is missing
            2 | steps: [{id: a, request: POST /x, assert: {base64: b25lCg==}}]
              |                                                    ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a compressed body that does not say so, as JSON",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
            """#,
            { try $0.request("POST /x", [], bytes: [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]) },
            #"""
            script.yaml:2:50: error: step "a": json $ can't be read: the body is gzip data, and no Content-Encoding: gzip says so
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a compressed body that does not say so, as text",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: hello}}]
            """#,
            { try $0.request("POST /x", [], bytes: [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]) },
            #"""
            script.yaml:2:50: error: step "a": text can't be read: the body is gzip data, and no Content-Encoding: gzip says so
            2 | steps: [{id: a, request: POST /x, assert: {text: hello}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a compressed body that does not say so, as a form",
            #"""
            steps: [{id: a, request: POST /x, assert: {form: {a: 1}}}]
            """#,
            { try $0.request("POST /x", [], bytes: [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]) },
            #"""
            script.yaml:2:50: error: step "a": form a can't be read: the body is gzip data, and no Content-Encoding: gzip says so
            2 | steps: [{id: a, request: POST /x, assert: {form: {a: 1}}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a compressed body with another coding",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
            """#,
            { try $0.request("POST /x", [("Content-Encoding", "br")], bytes: [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]) },
            #"""
            script.yaml:2:50: error: step "a": json $ can't be read: the body is encoded as br, which isn't decoded; gzip and deflate are, but it is gzip data
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a path without base_path",
            #"""
            base_path: /api/v1
            steps: [{id: a, request: GET /users}]
            """#,
            { try $0.request("GET /users", []) },
            #"""
            script.yaml:3:30: error: nothing takes GET /users
            3 | steps: [{id: a, request: GET /users}]
              |                              ^ nearest is step "a": path differs: it lacks base_path /api/v1
               - /api/v1/users
               + /users
               #1  GET /users   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a path with base_path twice",
            #"""
            base_path: /api
            steps: [{id: a, request: "GET /users/{id}"}]
            """#,
            { try $0.request("GET /api/api/users/7", []) },
            #"""
            script.yaml:3:31: error: nothing takes GET /api/api/users/7
            3 | steps: [{id: a, request: "GET /users/{id}"}]
              |                               ^ nearest is step "a": path differs: it has base_path /api twice
               - /api/users/{id}
               + /api/api/users/7
               #1  GET /api/api/users/7   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a path with another base",
            #"""
            base_path: /api/v1
            steps: [{id: a, request: GET /users}]
            """#,
            { try $0.request("GET /api/v2/users", []) },
            #"""
            script.yaml:3:30: error: nothing takes GET /api/v2/users
            3 | steps: [{id: a, request: GET /users}]
              |                              ^ nearest is step "a": path differs: it does not begin with base_path /api/v1
               - /api/v1/users
               + /api/v2/users
               #1  GET /api/v2/users   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a path that differs behind base_path",
            #"""
            base_path: /api
            steps: [{id: a, request: GET /users}]
            """#,
            { try $0.request("GET /api/user", []) },
            #"""
            script.yaml:3:30: error: nothing takes GET /api/user
            3 | steps: [{id: a, request: GET /users}]
              |                              ^ nearest is step "a": path differs
               - /api/users
               + /api/user
               #1  GET /api/user   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "operators on a path without base_path",
            #"""
            base_path: /api
            steps: [{id: a, request: {path: {starts_with: /u}}}]
            """#,
            { try $0.request("GET /users", []) },
            #"""
            script.yaml:3:47: error: nothing takes GET /users
            3 | steps: [{id: a, request: {path: {starts_with: /u}}}]
              |                                               ^ nearest is step "a": path differs: it does not begin with base_path /api
               - /api/…
               + /users
               #1  GET /users   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a request for another host",
            #"""
            steps: [{id: a, request: GET /users}]
            """#,
            { try $0.request("GET http://api.test/user", []) },
            #"""
            script.yaml:2:30: error: nothing takes GET http://api.test/user
            2 | steps: [{id: a, request: GET /users}]
              |                              ^ nearest is step "a": path differs
               - /users
               + /user
               the target names the host api.test: the client uses this server as a proxy
               #1  GET http://api.test/user   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "CONNECT",
            #"""
            steps: [{id: a, request: GET /users}]
            """#,
            { try $0.request("CONNECT api.test:443", []) },
            #"""
            script.yaml: error: nothing takes CONNECT api.test:443
               the client uses this server as a proxy for api.test:443; have it use no proxy, and this server's URL in place of the one that it asks for
               #1  CONNECT api.test:443   connection 1   +0.0 ms   501  unmatched
            """#),
    ]

    @Test("a rule that took its last request is named beside the nearest if it is more like the request")
    func nearerExhausted() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps: [{id: up, request: POST /up}, {id: two, request: 'GET /two/{id}'}]")
        try driver.request("POST /up")
        try driver.request("GET /up")
        #expect(
            driver.failures.first?.text() == """
                script.yaml:2:62: error: nothing takes GET /up
                2 | steps: [{id: up, request: POST /up}, {id: two, request: 'GET /two/{id}'}]
                  |                                                              ^ nearest is step "two": path differs
                   - /two/{id}
                   + /up
                   step "up" is nearer, but took its last request already: method differs
                   #2  GET /up   connection 1   +1.1 ms   501  unmatched
                """)
    }

    static let strays = [
        Case(
            "a request that is near no rule is no stub's failure",
            #"""
            steps:
              - {id: list, request: GET /items}
            stubs: [{id: health, request: GET /health}]
            """#,
            { try $0.request("GET /favicon.ico") },
            #"""
            script.yaml:2:1: error: nothing takes GET /favicon.ico
            2 | steps:
              | ^ no step or stub has a path like it
               step "list" is open, for GET /items
               #1  GET /favicon.ico   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "without steps it stands at the stubs",
            #"""
            stubs:
              - {id: health, request: GET /health}
              - {id: user, request: "GET /users/{id}"}
            """#,
            { try $0.request("POST /favicon.ico") },
            #"""
            script.yaml:2:1: error: nothing takes POST /favicon.ico
            2 | stubs:
              | ^ no stub has a path like it
               #1  POST /favicon.ico   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a segment that is alike makes a rule near",
            #"""
            stubs:
              - {id: health, request: GET /health}
              - {id: user, request: "GET /users/{id}/photo"}
            """#,
            { try $0.request("GET /user/7") },
            #"""
            script.yaml:4:30: error: nothing takes GET /user/7
            4 |   - {id: user, request: "GET /users/{id}/photo"}
              |                              ^ nearest is stub "user": path differs
               - /users/{id}/photo
               + /user/7
               #1  GET /user/7   connection 1   +0.0 ms   501  unmatched
            """#),
    ]

    @Test("a request that is near no rule blames none of them")
    func stray() throws {
        var driver = try ScriptDriver("mockserver: 1\nstubs: [{id: health, request: GET /health}]")
        try driver.request("GET /favicon.ico")
        try driver.request("GET /healthy")
        #expect(driver.script.verdict(at: driver.now).failures.map(\.rule) == [nil, "health"])
        #expect(driver.script.verdict(at: driver.now).failures.map(\.place) == ["script.yaml:2:1", "script.yaml:2:35"])
    }

    @Test("a handshake that failed has no status")
    func unanswered() throws {
        var driver = try ScriptDriver("mockserver: 1\nsteps: [{request: GET /x}]")
        driver.malformed("The client sent an alert.", "", "", .handshake, status: nil)
        #expect(
            driver.failures.first?.text() == """
                script.yaml: error: a TLS handshake failed: The client sent an alert.
                   #1  (no request line)   connection 1   +0.0 ms   no response  bad_request
                """)
    }

    @Test("a preflight whose origin is not listed is shown as refused")
    func refusedPreflight() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\ncors: {origins: ['https://a.test']}\nsteps: [{request: GET /x}]")
        for origin in ["https://a.test", "https://b.test"] {
            try driver.request(
                "OPTIONS /x", [("Origin", origin), ("Access-Control-Request-Method", "GET")])
            let outcome = driver.plan?.entry.outcomeText
            #expect(
                outcome
                    == (origin == "https://a.test"
                        ? "preflight" : "preflight, refused: cors does not list its Origin"))
        }
    }
}
