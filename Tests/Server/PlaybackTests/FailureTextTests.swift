import Playback
import Scenarios
import Testing

/// The whole text of each kind of failure, as readers see it.
@Suite struct FailureTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let yaml: String
        let play: @Sendable (inout ScriptDriver) throws -> Void
        let text: String
        var testDescription: String { name }

        init(
            _ name: String, _ yaml: String, _ play: @escaping @Sendable (inout ScriptDriver) throws -> Void,
            _ text: String
        ) {
            self.name = name
            self.yaml = "mockserver: 1\n" + yaml
            self.play = play
            self.text = text
        }

        /// The run has one failure, which has the text.
        func expectOneFailure() throws {
            var driver = try ScriptDriver(yaml)
            try play(&driver)
            let failure = try #require(driver.failures.first)
            #expect(failure.text() == text)
            #expect(driver.failures.count == 1)
        }
    }

    @Test("a run is told whole", arguments: unmatched + order + assertions + connections + templates + ends)
    func told(_ row: Case) throws {
        var driver = try ScriptDriver(row.yaml)
        try row.play(&driver)
        #expect(driver.report == row.text)
    }

    static let unmatched = [
        Case(
            "unmatched names the nearest step and all that is wrong",
            """
            steps:
              - id: list
                request: {method: GET, path: /items, query: {page: 2}, headers: {Accept: application/json, X-Key: k}}
            """,
            { try $0.request("GET /items?page=3", [("Accept", "text/html")]) },
            """
            script.yaml:4:56: error: nothing takes GET /items?page=3
            4 |     request: {method: GET, path: /items, query: {page: 2}, headers: {Accept: application/json, X-Key: k}}
              |                                                        ^ nearest is step "list": query parameter page differs
               - 2
               + 3
               also: header Accept differs
               also: header X-Key is missing
               #1  GET /items?page=3   connection 1   +0.0 ms   501  unmatched
            script.yaml:3:5: error: step "list": 0 requests, expected exactly 1
            3 |   - id: list
              |     ^ waiting for GET /items; last was #1 GET /items?page=3, 501
            """),
        Case(
            "unmatched with a slip in the path",
            """
            steps: [{id: me, request: GET /users/me}, {id: other, request: POST /other}]
            """,
            { try $0.request("GET /user/me") },
            """
            script.yaml:2:31: error: nothing takes GET /user/me
            2 | steps: [{id: me, request: GET /users/me}, {id: other, request: POST /other}]
              |                               ^ nearest is step "me": path differs
               - /users/me
               + /user/me
               #1  GET /user/me   connection 1   +0.0 ms   501  unmatched
            script.yaml:2:10: error: step "me": 0 requests, expected exactly 1
            2 | steps: [{id: me, request: GET /users/me}, {id: other, request: POST /other}]
              |          ^ waiting for GET /users/me; last was #1 GET /user/me, 501
               1 later step was not reached either: "other"
            """),
        Case(
            "unmatched without a rule points at the scenario",
            "expect: [{request: GET /y, never: true}]",
            { try $0.request("GET /x") },
            """
            script.yaml: error: nothing takes GET /x
               the scenario has no steps and no stubs
               #1  GET /x   connection 1   +0.0 ms   501  unmatched
            """),
        Case(
            "exhausted where a stub took its last",
            "stubs: [{id: once, request: GET /x, times: 1}]",
            {
                try $0.request("GET /x")
                try $0.request("GET /x")
            },
            """
            script.yaml:2:10: error: stub "once": 2 requests, expected at most 1
            2 | stubs: [{id: once, request: GET /x, times: 1}]
              |          ^ the 2nd came 1.1 ms after the 1st, 1.0 ms after its response
               #1  GET /x   connection 1   +0.0 ms   200  stub "once"
               #2  GET /x   connection 1   +1.1 ms   501  exhausted
            """),
        Case(
            "exhausted where two stubs took their last, the one by a fault",
            """
            stubs:
              - {id: cut, request: GET /x, times: 1, response: {fault: reset}}
              - {id: any, request: "/{name}", times: 1}
            """,
            {
                try $0.request("GET /x")
                try $0.request("GET /y")
                try $0.request("GET /x")
            },
            """
            script.yaml:4:6: error: stub "any": 2 requests, expected at most 1
            4 |   - {id: any, request: "/{name}", times: 1}
              |      ^ the 2nd came 1.1 ms after the 1st, 1.0 ms after its response
               make at most 1 attempt: #1's connection was reset without a response (fault reset)
               stub "cut" took its last request: 1 of at most 1
               #2  GET /y   connection 1   +1.1 ms   200  stub "any"
               #3  GET /x   connection 1   +2.2 ms   501  exhausted
            """),
        Case(
            "exhausted where an open step nearly took it, whose redacted values stay so",
            """
            redact: [query.token]
            steps:
              - {id: list, request: GET /items}
              - parallel:
                  - {id: far, request: {method: GET, path: /items, query: {state: open, page: 2}, headers: {X-K: v}}}
                  - {id: near, request: {method: GET, path: /items, query: {token: expected-token-1, page: 2}}}
                  - {id: other, request: GET /other}
            """,
            {
                try $0.request("GET /items")
                try $0.request("GET /items?token=mistaken-token-22&page=3")
            },
            """
            script.yaml:4:6: error: step "list": 2 requests, expected exactly 1
            4 |   - {id: list, request: GET /items}
              |      ^ the 2nd came 1.1 ms after the 1st, 1.0 ms after its response
               step "near" is open, but query parameter token differs (expected expected-token-1, received mist… \
            (17 characters, differs from the 1st on)) and 1 more
               #1  GET /items                                     connection 1   +0.0 ms   200  step "list"
               #2  GET /items?token=(redacted, 17 bytes)&page=3   connection 1   +1.1 ms   501  exhausted
            script.yaml:6:10: error: step "far": 0 requests, expected exactly 1
            6 |       - {id: far, request: {method: GET, path: /items, query: {state: open, page: 2}, headers: {X-K: v}}}
              |          ^ waiting for GET /items with state=open, page=2; last was #2 GET /items?token=(redacted, 17 bytes)&page=3, 501
            script.yaml:7:10: error: step "near": 0 requests, expected exactly 1
            7 |       - {id: near, request: {method: GET, path: /items, query: {token: expected-token-1, page: 2}}}
              |          ^ waiting for GET /items with page=2; last was #2 GET /items?token=(redacted, 17 bytes)&page=3, 501
            script.yaml:8:10: error: step "other": 0 requests, expected exactly 1
            8 |       - {id: other, request: GET /other}
              |          ^ waiting for GET /other; last was #2 GET /items?token=(redacted, 17 bytes)&page=3, 501
            """),
        Case(
            "unmatched where the value of a path is several segments",
            """
            base_path: /v1
            vars: {name: a/b.txt}
            stubs: [{request: "GET /files/{{name}}"}]
            """,
            {
                try $0.request("GET /v1/files/a/b.txt")
                try $0.request("GET /v1/files/a/c.txt")
            },
            """
            script.yaml:4:24: error: nothing takes GET /v1/files/a/b.txt
            4 | stubs: [{request: "GET /files/{{name}}"}]
              |                        ^ nearest is stub 1: path differs: a / in the value of an expression is expected as %2F; \
            for a value of several segments write path: {equals: "/files/{{name}}"}
               - /v1/files/a%2Fb.txt
               + /v1/files/a/b.txt
               #1  GET /v1/files/a/b.txt   connection 1   +0.0 ms   501  unmatched
            script.yaml:4:24: error: nothing takes GET /v1/files/a/c.txt
            4 | stubs: [{request: "GET /files/{{name}}"}]
              |                        ^ nearest is stub 1: path differs
               - /v1/files/a%2Fb.txt      name, set at script.yaml:3:14
               + /v1/files/a/c.txt
               #2  GET /v1/files/a/c.txt   connection 1   +1.1 ms   501  unmatched
            """),
        Case(
            "unmatched because a variable is not set yet says what would set it",
            """
            order: any
            steps:
              - {id: make, request: "PUT /n/{id}", times: {at_most: 1}, capture: {id: {path: id}}}
              - {id: read, request: "GET /n/{{id}}"}
            """,
            { try $0.request("GET /n/7") },
            """
            script.yaml:5:30: error: nothing takes GET /n/7
            5 |   - {id: read, request: "GET /n/{{id}}"}
              |                              ^ nearest is step "read": it uses {{id}}: "make", which sets it at script.yaml:4:71, has not run
               #1  GET /n/7   connection 1   +0.0 ms   501  unmatched
            script.yaml:5:6: error: step "read": 0 requests, expected exactly 1
            5 |   - {id: read, request: "GET /n/{{id}}"}
              |      ^ waiting for GET /n/{{id}}, which uses {{id}}: "make", which sets it at script.yaml:4:71, has not run; last was #1 GET /n/7, 501
            """),
        Case(
            "alike are one, with the newest count; others are their own",
            "steps: [{id: a, request: {method: GET, path: /a, headers: {k: v}, query: {q: 1}}}]",
            {
                for _ in 1...7 { try $0.request("GET /a?q=1") }
                try $0.request("GET /a?q=1", [("k", "w")])
                try $0.request("GET /a?q=2")
            },
            """
            script.yaml:2:63: error: nothing takes GET /a?q=1 (8 times)
            2 | steps: [{id: a, request: {method: GET, path: /a, headers: {k: v}, query: {q: 1}}}]
              |                                                               ^ nearest is step "a": header k is missing
               - v
               #1  GET /a?q=1   connection 1   +0.0 ms   501  unmatched
               #2  GET /a?q=1   connection 1   +1.1 ms   501  unmatched
               #3  GET /a?q=1   connection 1   +2.2 ms   501  unmatched
               #4  GET /a?q=1   connection 1   +3.3 ms   501  unmatched
               #5  GET /a?q=1   connection 1   +4.4 ms   501  unmatched
            script.yaml:2:63: error: nothing takes GET /a?q=2
            2 | steps: [{id: a, request: {method: GET, path: /a, headers: {k: v}, query: {q: 1}}}]
              |                                                               ^ nearest is step "a": header k is missing
               - v
               also: query parameter q differs
               #9  GET /a?q=2   connection 1   +8.8 ms   501  unmatched
            script.yaml:2:10: error: step "a": 0 requests, expected exactly 1
            2 | steps: [{id: a, request: {method: GET, path: /a, headers: {k: v}, query: {q: 1}}}]
              |          ^ waiting for GET /a; last was #9 GET /a?q=2, 501
            """),
        Case(
            "never",
            "stubs: [{id: forbidden, request: DELETE /me, never: true}]",
            { try $0.request("DELETE /me") },
            """
            script.yaml:2:10: error: stub "forbidden": DELETE /me came, which must never come
            2 | stubs: [{id: forbidden, request: DELETE /me, never: true}]
              |          ^
               #1  DELETE /me   connection 1   +0.0 ms   501  never
            """),
        Case(
            "never, for each letter that someone types",
            """
            stubs:
              - {id: found, request: "GET /search?q=swift&x=1"}
              - {id: typing, request: GET /search, never: true}
            """,
            { for text in ["s", "sw", "swi", "swift"] { try $0.request("GET /search?q=\(text)&x=1") } },
            """
            script.yaml:4:6: error: stub "typing": 3 requests, expected none
            4 |   - {id: typing, request: GET /search, never: true}
              |      ^ query parameter q grows with each request, as someone types: wait for a pause in the typing before you send one
               #1  GET /search?q=s&x=1     connection 1   +0.0 ms   501  never
               #2  GET /search?q=sw&x=1    connection 1   +1.1 ms   501  never
               #3  GET /search?q=swi&x=1   connection 1   +2.2 ms   501  never
            """),
        Case(
            "never, more often than is shown, and requests that do not grow",
            "stubs: [{id: no, request: GET /a, never: true}]",
            { for number in 1...12 { try $0.request("GET /a?q=\(number)") } },
            """
            script.yaml:2:10: error: stub "no": 12 requests, expected none
            2 | stubs: [{id: no, request: GET /a, never: true}]
              |          ^
               the first 10 of them:
               #1  GET /a?q=1     connection 1   +0.0 ms   501  never
               #2  GET /a?q=2     connection 1   +1.1 ms   501  never
               #3  GET /a?q=3     connection 1   +2.2 ms   501  never
               #4  GET /a?q=4     connection 1   +3.3 ms   501  never
               #5  GET /a?q=5     connection 1   +4.4 ms   501  never
               #6  GET /a?q=6     connection 1   +5.5 ms   501  never
               #7  GET /a?q=7     connection 1   +6.6 ms   501  never
               #8  GET /a?q=8     connection 1   +7.7 ms   501  never
               #9  GET /a?q=9     connection 1   +8.8 ms   501  never
               #10  GET /a?q=10   connection 1   +9.9 ms   501  never
            """),
        Case(
            "bad_request, with and without a request line",
            "stubs: [{request: GET /x}]",
            {
                $0.malformed("The field line `x` has no colon (RFC 9112, section 5).", "GET", "/x")
                $0.malformed("The Host is missing (RFC 9112, section 3.2).", "GET", "/x")
                $0.malformed("The request line `?` is no request line (RFC 9112, section 3).")
            },
            """
            script.yaml: error: a request is not HTTP: The field line `x` has no colon (RFC 9112, section 5).
               #1  GET /x   connection 1   +0.0 ms   400  bad_request
            script.yaml: error: a request is not HTTP: The Host is missing (RFC 9112, section 3.2).
               #2  GET /x   connection 1   +1.0 ms   400  bad_request
            script.yaml: error: a request is not HTTP: The request line `?` is no request line (RFC 9112, section 3).
               #3  (no request line)   connection 1   +2.0 ms   400  bad_request
            """),
        Case(
            "bad_request of a request that is HTTP says by the status what it is",
            "stubs: [{request: GET /x}]",
            {
                let all = [(408, "It stopped."), (421, "It is for https."), (501, "It is odd."), (429, "It waits.")]
                for (status, reason) in all {
                    $0.malformed(reason, "GET", "/x", status: status)
                }
            },
            """
            script.yaml: error: a request came too slowly: It stopped.
               #1  GET /x   connection 1   +0.0 ms   408  bad_request
            script.yaml: error: a request is misdirected: It is for https.
               #2  GET /x   connection 1   +1.0 ms   421  bad_request
            script.yaml: error: a request is not supported: It is odd.
               #3  GET /x   connection 1   +2.0 ms   501  bad_request
            script.yaml: error: a client has too many requests at once: It waits.
               #4  GET /x   connection 1   +3.0 ms   429  bad_request
            """),
    ]

    static let order = [
        Case(
            "out_of_order names every step that would match and what it waits for",
            """
            vars: {cart: empty}
            steps:
              - {id: poll, request: GET /p, times: {at_least: 1}}
              - id: both
                parallel: [{id: a, request: GET /a}, [{id: b, request: GET /b}, {id: p2, request: GET /p}]]
              - {id: again, request: GET /p, when: {cart: full}}
              - {request: GET /p, after: [both, again]}
            """,
            {
                try $0.request("GET /p")
                try $0.request("GET /a")
                try $0.request("GET /p")
            },
            """
            script.yaml:4:6: error: GET /p came out of order
            4 |   - {id: poll, request: GET /p, times: {at_least: 1}}
              |      ^ step "poll" would take it, but takes no more since step "a" began with #2
               step "p2" would take it, but waits for step "b" (GET /b, 0 of 1)
               step "again" would take it, but waits for parallel "both": step "b" (GET /b, 0 of 1), step "p2" (GET /p, 0 of 1)
               step 6 would take it, but waits for parallel "both": step "b" (GET /b, 0 of 1), step "p2" (GET /p, 0 of 1), step "again" (GET /p, 0 of 1)
               #3  GET /p   connection 1   +2.2 ms   501  out_of_order
            script.yaml:6:44: error: step "b": 0 requests, expected exactly 1
            6 |     parallel: [{id: a, request: GET /a}, [{id: b, request: GET /b}, {id: p2, request: GET /p}]]
              |                                            ^ waiting for GET /b; last was #3 GET /p, 501
               3 later steps were not reached either: "p2", "again", step 6
            """),
        Case(
            "a when that does not hold says what it wanted, what it was and where that was set",
            """
            vars: {cart: empty}
            steps: [{id: pay, request: POST /pay, when: {cart: full}}]
            """,
            { try $0.request("POST /pay") },
            """
            script.yaml:3:10: error: POST /pay came out of order
            3 | steps: [{id: pay, request: POST /pay, when: {cart: full}}]
              |          ^ step "pay" would take it, but wants cart to be "full", but it is "empty", set by vars at script.yaml:2:14
               #1  POST /pay   connection 1   +0.0 ms   501  out_of_order
            script.yaml:3:10: error: step "pay": 0 requests, expected exactly 1
            3 | steps: [{id: pay, request: POST /pay, when: {cart: full}}]
              |          ^ it wants cart to be "full", but it is "empty", set by vars at script.yaml:2:14; last was #1 POST /pay, 501
            """),
        Case(
            "stubs that a when closes say what each wants, what the variable is now, who set it and where",
            """
            vars: {cart: empty, role: guest}
            stubs:
              - {id: A, request: POST /a, set: {cart: open}}
              - {id: B, request: "POST /b/{role}", capture: {role: {path: role}}}
              - {id: C, request: POST /c, when: {cart: full, role: admin}}
              - {id: D, request: POST /c, when: {cart: paid}}
              - {id: E, request: POST /d, when: {cart: paid}}
            """,
            {
                try $0.request("POST /c")
                try $0.request("POST /a")
                try $0.request("POST /b/user")
                try $0.request("POST /c?again")
                try $0.request("POST /d")
            },
            """
            script.yaml:6:38: error: nothing takes POST /c
            6 |   - {id: C, request: POST /c, when: {cart: full, role: admin}}
              |                                      ^ nearest is stub "C": it wants cart to be "full", but it is "empty", set by vars at script.yaml:2:14
               also: it wants role to be "admin", but it is "guest", set by vars at script.yaml:2:27
               stub "D" would take it, but wants cart to be "paid", but it is "empty", set by vars at script.yaml:2:14
               #1  POST /c   connection 1   +0.0 ms   501  unmatched
            script.yaml:6:38: error: nothing takes POST /c?again
            6 |   - {id: C, request: POST /c, when: {cart: full, role: admin}}
              |                                      ^ nearest is stub "C": it wants cart to be "full", but it is "open", set by stub "A" at script.yaml:4:43
               also: it wants role to be "admin", but it is "user", captured by stub "B" at script.yaml:5:56
               stub "D" would take it, but wants cart to be "paid", but it is "open", set by stub "A" at script.yaml:4:43
               #4  POST /c?again   connection 1   +3.3 ms   501  unmatched
            script.yaml:8:38: error: nothing takes POST /d
            8 |   - {id: E, request: POST /d, when: {cart: paid}}
              |                                      ^ nearest is stub "E": it wants cart to be "paid", but it is "open", set by stub "A" at script.yaml:4:43
               #5  POST /d   connection 1   +4.4 ms   501  unmatched
            """),
        Case(
            "a when whose variable nobody has set says who would set it, and follows from a capture without a value",
            """
            stubs:
              - {id: A, request: POST /a, capture: {cart: {json: $.cart}}}
              - {id: C, request: POST /c, when: {cart: full}}
            """,
            {
                try $0.request("POST /c")
                try $0.request("POST /a", body: "{}")
                try $0.request("POST /c?again")
            },
            """
            script.yaml:4:38: error: nothing takes POST /c
            4 |   - {id: C, request: POST /c, when: {cart: full}}
              |                                      ^ nearest is stub "C": it wants cart to be "full", but it is not set: "A", which sets it at script.yaml:3:41, has not run
               #1  POST /c   connection 1   +0.0 ms   501  unmatched
            script.yaml:3:47: error: stub "A": capture cart has no value
            3 |   - {id: A, request: POST /a, capture: {cart: {json: $.cart}}}
              |                                               ^ the body has nothing at $.cart
               follows from it: nothing takes POST /c?again, at script.yaml:4:38
               #2  POST /a   connection 1   +1.1 ms   200  stub "A"
            """),
        Case(
            "exhausted while the one before was unanswered",
            "steps:\n  - id: refresh\n    request: POST /auth/refresh",
            {
                try $0.request("POST /auth/refresh", connection: 1, response: false)
                try $0.request("POST /auth/refresh", connection: 2)
            },
            """
            script.yaml:3:5: error: step "refresh": 2 requests, expected exactly 1
            3 |   - id: refresh
              |     ^ the 2nd came 1.0 ms after the 1st, while the 1st was still unanswered
               #1  POST /auth/refresh   connection 1   +0.0 ms   200  step "refresh"
               #2  POST /auth/refresh   connection 2   +1.0 ms   501  exhausted
            """),
        Case(
            "exhausted after the answer, three times over",
            "steps:\n  - id: refresh\n    request: POST /r\n    times: 2",
            { for _ in 1...5 { try $0.request("POST /r") } },
            """
            script.yaml:3:5: error: step "refresh": 5 requests, expected exactly 2
            3 |   - id: refresh
              |     ^ the 3rd came 1.1 ms after the 2nd, 1.0 ms after its response
               #2  POST /r   connection 1   +1.1 ms   200  step "refresh"
               #3  POST /r   connection 1   +2.2 ms   501  exhausted
               #4  POST /r   connection 1   +3.3 ms   501  exhausted
               #5  POST /r   connection 1   +4.4 ms   501  exhausted
            """),
        Case(
            "exhausted after the client left",
            "steps: [{id: slow, request: GET /s}]",
            {
                try $0.request("GET /s", response: false)
                $0.leave()
                try $0.request("GET /s", connection: 2)
            },
            """
            script.yaml:2:10: error: step "slow": 2 requests, expected exactly 1
            2 | steps: [{id: slow, request: GET /s}]
              |          ^ the 2nd came 2.0 ms after the 1st, 1.0 ms after the client gave it up
               #1  GET /s   connection 1   +0.0 ms   left  step "slow"
               #2  GET /s   connection 2   +2.0 ms   501  exhausted
            """),
        Case(
            "a resend after a fault is told as such, though other requests came between",
            """
            steps:
              - id: cut
                request: GET /a
                response: {fault: reset}
              - {id: other, request: GET /b}
            """,
            {
                try $0.request("GET /a")
                try $0.request("GET /b")
                try $0.request("GET /a")
            },
            """
            script.yaml:3:5: error: step "cut": 2 requests, expected exactly 1
            3 |   - id: cut
              |     ^ the 2nd came 2.2 ms after the 1st, 2.1 ms after the reset
               make at most 1 attempt: #1's connection was reset without a response (fault reset)
               #1  GET /a   connection 1   +0.0 ms   reset  step "cut"
               #3  GET /a   connection 1   +2.2 ms   501  exhausted
            """),
        Case(
            "a resend that another step would take names the step that was cut",
            """
            steps:
              - {id: cut, request: GET /a, response: {fault: close}}
              - {id: between, request: GET /b}
              - {id: later, request: GET /a}
            """,
            {
                try $0.request("GET /a")
                try $0.request("GET /a")
                try $0.request("GET /b")
                try $0.request("GET /a")
            },
            """
            script.yaml:5:6: error: GET /a came out of order
            5 |   - {id: later, request: GET /a}
              |      ^ step "later" would take it, but waits for step "between" (GET /b, 0 of 1)
               step "cut" took its last request: 1 of exactly 1
               make at most 1 attempt: #1's connection was closed without a response (fault close)
               HTTP libraries send such a request again automatically; if yours does and you want to allow it,
               write `times: { at_least: 1 }` at script.yaml:3:6
               #2  GET /a   connection 1   +1.1 ms   501  out_of_order
            """),
    ]

    static let assertions = [
        Case(
            "a leaf with the origin of each of its values",
            """
            vars:
              kind: Bearer
              token: "{{'tok-' }}{{'x1'}}"
            steps:
              - id: me
                request: GET /me
                assert:
                  headers: { X-Auth: "{{kind}} {{token}}" }
                set: {kind: Basic}
            """,
            { try $0.request("GET /me", [("X-Auth", "Bearer tok-2")]) },
            """
            script.yaml:9:26: error: step "me": header X-Auth differs
            9 |       headers: { X-Auth: "{{kind}} {{token}}" }
              |                          ^
               - Bearer tok-x1      token, set at script.yaml:4:10
               + Bearer tok-2
               #1  GET /me   connection 1   +0.0 ms   200  step "me"
            """),
        Case(
            "each leaf is a failure of its own, an inserted element one line",
            """
            steps:
              - id: put
                request: PUT /l
                assert: {json: {list: [1, 2, 3], id: "5"}}
            """,
            { try $0.request("PUT /l", body: #"{"list": [1, 9, 2, 3], "id": 5}"#) },
            """
            script.yaml:5:27: error: step "put": json $.list[1] must not be there
            5 |     assert: {json: {list: [1, 2, 3], id: "5"}}
              |                           ^
               + 9
               #1  PUT /l   connection 1   +0.0 ms   200  step "put"
            script.yaml:5:42: error: step "put": json $.id differs
            5 |     assert: {json: {list: [1, 2, 3], id: "5"}}
              |                                          ^
               - "5" (string)
               + 5 (number)
               #1  PUT /l   connection 1   +0.0 ms   200  step "put"
            """),
        Case(
            "any_of shows the nearest branch",
            """
            steps:
              - id: put
                request: PUT /l
                assert: {any_of: [{headers: {A: b, C: d}}, {query: {q: 1}}]}
            """,
            { try $0.request("PUT /l?q=2") },
            """
            script.yaml:5:22: error: step "put": any_of: none of its 2 branches matches, the nearest is the 2nd
            5 |     assert: {any_of: [{headers: {A: b, C: d}}, {query: {q: 1}}]}
              |                      ^
               - query parameter q 1
               + query parameter q 2
               #1  PUT /l?q=2   connection 1   +0.0 ms   200  step "put"
            """),
    ]

    static let templates = [
        Case(
            "a capture without a value, and what follows from it",
            """
            steps:
              - {id: make, request: PUT /n, capture: {id: {header: Location}}}
              - id: use
                request: GET /use
                assert: {headers: {X-Id: "{{id}}"}}
                set: {copy: "n-{{id}}"}
              - {id: read, request: "GET /n/{{id}}"}
              - {id: last, request: "GET /c/{{copy}}"}
            """,
            {
                try $0.request("PUT /n")
                try $0.request("GET /use")
                try $0.request("GET /n/7")
            },
            """
            script.yaml:3:47: error: step "make": capture id has no value
            3 |   - {id: make, request: PUT /n, capture: {id: {header: Location}}}
              |                                               ^ the request has no header Location
               follows from it: step "use": {{id}} has no value, at script.yaml:6:31
               follows from it: step "use": {{id}} has no value, at script.yaml:7:20
               follows from it: nothing takes GET /n/7, at script.yaml:8:30
               follows from it: step "read": 0 requests, expected exactly 1, at script.yaml:8:6; 1 later step was not reached either: "last"
               #1  PUT /n   connection 1   +0.0 ms   200  step "make"
            """),
        Case(
            "templates in assert and set that are not set yet",
            """
            order: any
            steps:
              - {id: make, request: "PUT /n/{id}", times: {at_most: 1}, capture: {id: {path: id}}}
              - id: use
                request: GET /use
                assert: {headers: {X-Id: "is {{id}}"}}
                set: {copy: "n-{{id}}", other: "{{request.headers.x-n | number}}"}
            """,
            { try $0.request("GET /use", [("X-N", "abc")]) },
            """
            script.yaml:7:34: error: step "use": {{id}} is not set yet
            7 |     assert: {headers: {X-Id: "is {{id}}"}}
              |                                  ^ "make", which sets it at script.yaml:4:71, has not run
               #1  GET /use   connection 1   +0.0 ms   500  step "use"
            script.yaml:8:20: error: step "use": {{id}} is not set yet
            8 |     set: {copy: "n-{{id}}", other: "{{request.headers.x-n | number}}"}
              |                    ^ "make", which sets it at script.yaml:4:71, has not run
               #1  GET /use   connection 1   +0.0 ms   500  step "use"
            script.yaml:8:37: error: step "use": number takes a JSON number, and "abc" is not one
            8 |     set: {copy: "n-{{id}}", other: "{{request.headers.x-n | number}}"}
              |                                     ^
               #1  GET /use   connection 1   +0.0 ms   500  step "use"
            """),
        Case(
            "of a value that is not set yet nobody can say that it is missing",
            """
            order: any
            steps:
              - {id: make, request: "PUT /n/{id}", times: {at_most: 1}, capture: {id: {path: id}}}
              - id: use
                request: PUT /use
                assert: {json: {id: "{{id}}"}}
            """,
            { try $0.request("PUT /use", body: "{}") },
            """
            script.yaml:7:26: error: step "use": {{id}} is not set yet
            7 |     assert: {json: {id: "{{id}}"}}
              |                          ^ "make", which sets it at script.yaml:4:71, has not run
               #1  PUT /use   connection 1   +0.0 ms   500  step "use"
            """),
        Case(
            "a response whose template makes no value",
            "steps:\n  - id: a\n    request: GET /a\n    response: {text: \"{{request.headers.x}}\"}",
            {
                try $0.request("GET /a", response: false)
                guard let plan = $0.plan, case .scripted(let response) = plan.response,
                    let template = response.templates.first, let scope = plan.scope
                else { return }
                do throws(EvaluationError) {
                    _ = try template.text(in: scope)
                } catch {
                    $0.fail(.template(error))
                }
            },
            """
            script.yaml:5:23: error: step "a": the request has no header x
            5 |     response: {text: "{{request.headers.x}}"}
              |                       ^
               #1  GET /a   connection 1   +0.0 ms   500  step "a"
            """),
        Case(
            "vars that make no value are a failure of the run",
            "vars: {n: \"{{'x' | number}}\", m: \"{{n}}\"}\nsteps: [{id: a, request: GET /a, assert: {query: {q: \"{{m}}\"}}}]",
            { try $0.request("GET /a?q=1") },
            """
            script.yaml:2:12: error: vars: number takes a JSON number, and "x" is not one
            2 | vars: {n: "{{'x' | number}}", m: "{{n}}"}
              |            ^
               follows from it: vars: {{n}} has no value, at script.yaml:2:35
               follows from it: step "a": {{m}} has no value, at script.yaml:3:55
            """),
        Case(
            "unsendable",
            "steps: [{id: a, request: GET /a, response: {headers: {X: y}}}]",
            {
                try $0.request("GET /a", response: false)
                $0.fail(.unsendable("the header `X` cannot be sent", $0.script.scenario.steps[0].rule.position))
            },
            """
            script.yaml:2:10: error: step "a": the header `X` cannot be sent
            2 | steps: [{id: a, request: GET /a, response: {headers: {X: y}}}]
              |          ^
               #1  GET /a   connection 1   +0.0 ms   500  step "a"
            """),
    ]

    static let ends = [
        Case(
            "unmet, with what was not reached behind the step it waits for",
            """
            steps:
              - parallel:
                - {id: a, request: GET /a, times: 2}
                - - {id: b, request: "/b"}
                  - {id: b2, request: GET /b}
              - {id: c, request: GET /c}
              - {id: d, request: GET /d, after: [b2]}
              - {request: GET /e}
            """,
            { try $0.request("GET /a") },
            """
            script.yaml:4:8: error: step "a": 1 request, expected exactly 2
            4 |     - {id: a, request: GET /a, times: 2}
              |        ^ waiting for GET /a
               2 later steps were not reached either: "c", step 6
               #1  GET /a   connection 1   +0.0 ms   200  step "a"
            script.yaml:5:10: error: step "b": 0 requests, expected exactly 1
            5 |     - - {id: b, request: "/b"}
              |          ^ waiting for /b; last was #1 GET /a, 200
               2 later steps were not reached either: "b2", "d"
            """),
        Case(
            "unmet cites the stub that took what the step would have",
            """
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
            stubs: [{id: all, request: "/{+any}"}]
            """,
            {
                for _ in 1...5 { try $0.request("GET /b") }
                try $0.request("GET /a")
            },
            """
            script.yaml:2:36: error: step "b": 0 requests, expected exactly 1
            2 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
              |                                    ^ waiting for GET /b; last was #6 GET /a, 200
               stub "all" took #1 GET /b before this step was open
               stub "all" took #2 GET /b before this step was open
               stub "all" took #3 GET /b before this step was open
               and 2 more
            """),
        Case(
            "unmet cites the earlier step that took, without need, what this one would have taken",
            """
            steps:
              - {request: GET /jobs/1, times: {at_least: 1, at_most: 4}}
              - {request: GET /jobs/1}
            """,
            { for _ in 1...3 { try $0.request("GET /jobs/1") } },
            """
            script.yaml:4:6: error: step 2: 0 requests, expected exactly 1
            4 |   - {request: GET /jobs/1}
              |      ^ waiting for GET /jobs/1; last was #3 GET /jobs/1, 200
               step 1 took #2 GET /jobs/1, as it comes first in the file
               step 1 took #3 GET /jobs/1, as it comes first in the file
            """),
        Case(
            "unmet cites the earlier step of a wider path that took what this one would have taken",
            """
            steps:
              - {id: any, request: "GET /{+path}", times: {at_least: 1, at_most: 5}}
              - {id: me, request: GET /me}
            """,
            {
                for _ in 1...4 { try $0.request("GET /me") }
                try $0.request("GET /you")
            },
            """
            script.yaml:4:6: error: step "me": 0 requests, expected exactly 1
            4 |   - {id: me, request: GET /me}
              |      ^ waiting for GET /me; last was #5 GET /you, 200
               step "any" took #1 GET /me before this step was open
               step "any" took #2 GET /me, as it comes first in the file
               step "any" took #3 GET /me, as it comes first in the file
               and 1 more
            """),
        Case(
            "unmet does not cite a step that had need of the same request",
            """
            steps:
              - {id: refused, request: GET /me, response: 401}
              - {id: retried, request: GET /me}
            """,
            { try $0.request("GET /me") },
            """
            script.yaml:4:6: error: step "retried": 0 requests, expected exactly 1
            4 |   - {id: retried, request: GET /me}
              |      ^ waiting for GET /me; last was #1 GET /me, 401
            """),
        Case(
            "unmet shows the last request that came, whether a step took it, a stub, or nothing did",
            """
            cors: true
            steps:
              - {id: page, request: GET /books, times: 2}
              - {id: rest, request: GET /rest}
            stubs: [{request: GET /logo, response: 304}]
            """,
            {
                try $0.request("GET /books")
                try $0.request("GET /books?cursor=b")
                try $0.request("GET /logo")
            },
            """
            script.yaml:5:6: error: step "rest": 0 requests, expected exactly 1
            5 |   - {id: rest, request: GET /rest}
              |      ^ waiting for GET /rest; last was #3 GET /logo, 304
            """),
        Case(
            "unmet shows the last request only once",
            """
            steps:
              - {id: page, request: GET /books, times: 2}
            """,
            { try $0.request("GET /books?cursor=b") },
            """
            script.yaml:3:6: error: step "page": 1 request, expected exactly 2
            3 |   - {id: page, request: GET /books, times: 2}
              |      ^ waiting for GET /books
               #1  GET /books?cursor=b   connection 1   +0.0 ms   200  step "page"
            """),
        Case(
            "unmet shows a last request that is no failure",
            """
            cors: true
            steps: [{id: rest, request: PUT /rest}]
            unmatched: {allow: true, status: 404}
            """,
            {
                try $0.request("GET /else")
                try $0.request(
                    "OPTIONS /rest", [("Origin", "http://a.test"), ("Access-Control-Request-Method", "PUT")])
            },
            """
            script.yaml:3:10: error: step "rest": 0 requests, expected exactly 1
            3 | steps: [{id: rest, request: PUT /rest}]
              |          ^ waiting for PUT /rest; last was #2 OPTIONS /rest, 204
            """),
        Case(
            "unmet because a when does not hold",
            """
            vars: {cart: empty}
            steps: [{id: pay, request: POST /pay, when: {cart: full}}, {id: bye, request: GET /bye, times: {at_most: 1}}]
            """,
            { _ in },
            """
            script.yaml:3:10: error: step "pay": 0 requests, expected exactly 1
            3 | steps: [{id: pay, request: POST /pay, when: {cart: full}}, {id: bye, request: GET /bye, times: {at_most: 1}}]
              |          ^ it wants cart to be "full", but it is "empty", set by vars at script.yaml:2:14
            """),
        Case(
            "expect counts every request, whoever took it",
            """
            steps: [{id: a, request: GET /img/1}]
            stubs: [{id: no, request: GET /img/2, never: true}]
            unmatched: {allow: true}
            expect:
              - {request: "GET /img/{x}", times: {at_most: 3}}
              - {request: "GET /img/{x}", never: true}
              - {request: {path: "/img/{x}", headers: {k: {matches: "v+"}}}}
              - {request: GET /img/9}
            """,
            {
                try $0.request("GET /img/1")
                try $0.request("GET /img/1")
                try $0.request("GET /img/2")
                try $0.request("GET /img/3")
            },
            """
            script.yaml:2:10: error: step "a": 2 requests, expected exactly 1
            2 | steps: [{id: a, request: GET /img/1}]
              |          ^ the 2nd came 1.1 ms after the 1st, 1.0 ms after its response
               #1  GET /img/1   connection 1   +0.0 ms   200  step "a"
               #2  GET /img/1   connection 1   +1.1 ms   501  exhausted
            script.yaml:3:10: error: stub "no": GET /img/2 came, which must never come
            3 | stubs: [{id: no, request: GET /img/2, never: true}]
              |          ^
               #3  GET /img/2   connection 1   +2.2 ms   501  never
            script.yaml:6:6: error: GET /img/{x}: 4 requests, expected at most 3
            6 |   - {request: "GET /img/{x}", times: {at_most: 3}}
              |      ^
               #2  GET /img/1   connection 1   +1.1 ms   501  exhausted
               #3  GET /img/2   connection 1   +2.2 ms   501  never
               #4  GET /img/3   connection 1   +3.3 ms   501  allowed
            script.yaml:7:6: error: GET /img/{x}: 4 requests, expected none
            7 |   - {request: "GET /img/{x}", never: true}
              |      ^
               #2  GET /img/1   connection 1   +1.1 ms   501  exhausted
               #3  GET /img/2   connection 1   +2.2 ms   501  never
               #4  GET /img/3   connection 1   +3.3 ms   501  allowed
            script.yaml:8:6: error: /img/{x} with header k: 0 requests, expected at least 1
            8 |   - {request: {path: "/img/{x}", headers: {k: {matches: "v+"}}}}
              |      ^
            script.yaml:9:6: error: GET /img/9: 0 requests, expected at least 1
            9 |   - {request: GET /img/9}
              |      ^
            """),
        Case(
            "expect before compares the last of one with the first of the other, and both must be there",
            """
            order: any
            steps:
              - {id: a, request: GET /a, times: {at_most: 9}}
              - {id: b, request: GET /b, times: {at_most: 9}}
              - {id: c, request: GET /c, times: {at_most: 9}}
              - {id: d, request: GET /d, times: {at_most: 9}}
            expect:
              - {step: a, before: b}
              - {step: b, before: a}
              - {step: c, before: a}
              - {step: c, before: d}
            """,
            {
                try $0.request("GET /b")
                for _ in 1...5 { try $0.request("GET /b") }
                try $0.request("GET /a")
                try $0.request("GET /b")
            },
            """
            script.yaml:9:6: error: expected step "a" before step "b"
            9 |   - {step: a, before: b}
              |      ^ its last request is #7, the other's first is #1
               #1  GET /b   connection 1   +0.0 ms   200  step "b"
               #7  GET /a   connection 1   +6.6 ms   200  step "a"
            script.yaml:10:6: error: expected step "b" before step "a"
            10 |   - {step: b, before: a}
               |      ^ its last request is #8, the other's first is #7
               #7  GET /a   connection 1   +6.6 ms   200  step "a"
               #8  GET /b   connection 1   +7.7 ms   200  step "b"
            script.yaml:11:6: error: expected step "c" before step "a"
            11 |   - {step: c, before: a}
               |      ^ step "c" took no request
            script.yaml:12:6: error: expected step "c" before step "d"
            12 |   - {step: c, before: d}
               |      ^ step "c" and step "d" took no request
            """),
    ]
}
