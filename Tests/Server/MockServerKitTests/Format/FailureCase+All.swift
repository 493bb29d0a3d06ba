import MockServerKit

extension FailureCase {
    static let all: [FailureCase] = [requests, rules, time, responses, ends].flatMap { $0 }

    private static let requests: [FailureCase] = [
        both(
            .unmatched, "steps: [{id: list, request: {path: /items, query: {page: 2}}}]",
            wrong: { try $1.ask(WireRequest("GET /items?page=3")) },
            right: { try $1.ask(WireRequest("GET /items?page=2")) },
            """
            scenario.yaml:4:58: error: nothing takes GET /items?page=3
            4 | steps: [{id: list, request: {path: /items, query: {page: 2}}}]
              |                                                          ^ nearest is step "list": query parameter page differs
               - 2
               + 3
               #1  GET /items?page=3   connection 1   +0.0 ms   501  unmatched
            """),
        both(
            .outOfOrder, "steps: [{id: login, request: POST /login}, {id: me, request: GET /me}]",
            wrong: { try $1.ask(WireRequest("GET /me")) },
            right: {
                try $1.ask(WireRequest("POST /login"))
                try $1.ask(WireRequest("GET /me"))
            },
            """
            scenario.yaml:4:45: error: GET /me came out of order
            4 | steps: [{id: login, request: POST /login}, {id: me, request: GET /me}]
              |                                             ^ step "me" would take it, but waits for step "login" (POST /login, 0 of 1)
               #1  GET /me   connection 1   +0.0 ms   501  out_of_order
            """),
        both(
            .exhausted, "steps: [{id: refresh, request: POST /auth/refresh}]",
            wrong: {
                try $1.ask(WireRequest("POST /auth/refresh"))
                try $1.ask(WireRequest("POST /auth/refresh"))
            },
            right: { try $1.ask(WireRequest("POST /auth/refresh")) },
            """
            scenario.yaml:4:10: error: step "refresh": 2 requests, expected exactly 1
            4 | steps: [{id: refresh, request: POST /auth/refresh}]
              |          ^ the 2nd came 0.0 ms after the 1st, 0.0 ms after its response
               #1  POST /auth/refresh   connection 1   +0.0 ms   200  step "refresh"
               #2  POST /auth/refresh   connection 1   +0.0 ms   501  exhausted
            """),
        both(
            .never, "stubs: [{id: forbidden, request: DELETE /me, never: true}]",
            wrong: { try $1.ask(WireRequest("DELETE /me")) },
            right: { _, _ in },
            """
            scenario.yaml:4:10: error: stub "forbidden": DELETE /me came, which must never come
            4 | stubs: [{id: forbidden, request: DELETE /me, never: true}]
              |          ^
               #1  DELETE /me   connection 1   +0.0 ms   501  never
            """),
        [
            FailureCase(
                kind: .badRequest, wire: .http1, yaml: "stubs: [{request: GET /x}]",
                wrong: { _, client in
                    try client.raw.send("GET /x HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n")
                    _ = try client.raw.end()
                },
                right: { try $1.ask(WireRequest()) },
                text: """
                    scenario.yaml: error: a request is not HTTP: The field line `no colon` has no colon, in line 3 of the head, at byte 26 (RFC 9112, section 5).
                       #1  GET /x   connection 1   +0.0 ms   400  bad_request
                    """),
            FailureCase(
                kind: .badRequest, wire: .http2, yaml: "stubs: [{request: GET /x}]",
                wrong: { _, client in
                    try client.send(WireRequest("GET /a#b"))
                    try client.response()
                },
                right: { try $1.ask(WireRequest()) },
                text: """
                    scenario.yaml: error: a request is not HTTP: `:path` holds a byte that no path or query has: a space, a control, `#`, a backslash or one beyond ASCII (RFC 9113, section 8.3.1).
                       #1  GET /a#b   connection 1   +0.0 ms   400  bad_request
                    """),
        ],
    ].flatMap { $0 }

    private static let rules: [FailureCase] = [
        both(
            .assertion,
            """
            vars: {token: tok-2}
            steps: [{id: retried, request: GET /me, assert: {headers: {X-Token: "{{token}}"}}}]
            """,
            wrong: { try $1.ask(WireRequest("GET /me", "X-Token: tok-1")) },
            right: { try $1.ask(WireRequest("GET /me", "X-Token: tok-2")) },
            """
            scenario.yaml:5:69: error: step "retried": header X-Token differs
            5 | steps: [{id: retried, request: GET /me, assert: {headers: {X-Token: "{{token}}"}}}]
              |                                                                     ^
               - tok-2      token, set at scenario.yaml:4:15
               + tok-1
               #1  GET /me   connection 1   +0.0 ms   200  step "retried"
            """),
        both(
            .capture,
            """
            steps:
              - {id: first, request: GET /a, capture: {key: {header: X-Key}}}
              - {id: second, request: GET /b, assert: {headers: {X-Key: "{{key}}"}}}
            """,
            wrong: {
                try $1.ask(WireRequest("GET /a"))
                try $1.ask(WireRequest("GET /b", "X-Key: 1"))
            },
            right: {
                try $1.ask(WireRequest("GET /a", "X-Key: 1"))
                try $1.ask(WireRequest("GET /b", "X-Key: 1"))
            },
            """
            scenario.yaml:5:49: error: step "first": capture key has no value
            5 |   - {id: first, request: GET /a, capture: {key: {header: X-Key}}}
              |                                                 ^ the request has no header X-Key
               follows from it: step "second": {{key}} has no value, at scenario.yaml:6:62
               #1  GET /a   connection 1   +0.0 ms   200  step "first"
            """),
        both(
            .template,
            """
            stubs:
              - {id: set, request: POST /a, set: {token: tok-1}}
              - {id: use, request: GET /a, response: {text: "{{token}}"}}
            """,
            wrong: { try $1.ask(WireRequest("GET /a")) },
            right: {
                try $1.ask(WireRequest("POST /a"))
                try $1.ask(WireRequest("GET /a"))
            },
            """
            scenario.yaml:6:50: error: stub "use": {{token}} is not set yet
            6 |   - {id: use, request: GET /a, response: {text: "{{token}}"}}
              |                                                  ^ "set", which sets it at scenario.yaml:5:39, has not run
               #1  GET /a   connection 1   +0.0 ms   500  stub "use"
            """),
    ].flatMap { $0 }

    private static let time: [FailureCase] = [
        both(
            .holdTimeout,
            "steps: [{id: pair, request: GET /a, times: {at_most: 2}, hold: {until: {arrivals: 2}, timeout: 1s}}]",
            wrong: { server, client in
                try client.send(WireRequest("GET /a"))
                try await server.waitFor(step: "pair", timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
                try client.response()
            },
            right: { _, client in
                try client.send(WireRequest("GET /a"))
                try client.ask(WireRequest("GET /a"))
                try client.response()
            },
            """
            scenario.yaml:4:72: error: step "pair": its hold did not open within 1.00 s
            4 | steps: [{id: pair, request: GET /a, times: {at_most: 2}, hold: {until: {arrivals: 2}, timeout: 1s}}]
              |                                                                        ^ it waits for 2 requests, of which 1 came
               the held responses are sent without it
               #1  GET /a   connection 1   +0.0 ms   200  step "pair"
            """),
        both(
            .maxInFlight,
            "steps: [{id: image, request: GET /a, times: 2, max_in_flight: 1, response: {delay: 1s}}]",
            wrong: { server, client in
                try client.send(WireRequest("GET /a"))
                try client.send(WireRequest("GET /a"))
                try await server.waitFor(step: "image", count: 2, timeout: .seconds(600))
                try await server.clock.waitForSleepers(client.wire == .http1 ? 1 : 2, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(10), timeout: .seconds(600))
            },
            right: { server, client in
                for _ in 0..<2 {
                    try client.send(WireRequest("GET /a"))
                    try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                    try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
                    try client.response()
                }
            },
            """
            scenario.yaml:4:63: error: step "image": 2 requests in flight at once, expected at most 1
            4 | steps: [{id: image, request: GET /a, times: 2, max_in_flight: 1, response: {delay: 1s}}]
              |                                                               ^ #2 came while #1 was unanswered: send them one after the other, each after the response to the one before
               #1  GET /a   connection 1   +0.0 ms   200  step "image"
               #2  GET /a   connection 1   +0.0 ms   200  step "image"
            """),
        both(
            .interval, "steps: [{id: first, request: GET /a}, {id: retry, request: GET /a, interval: {gte: 1s}}]",
            wrong: {
                try $1.ask(WireRequest("GET /a"))
                try $1.ask(WireRequest("GET /a"))
            },
            right: { server, client in
                try client.ask(WireRequest("GET /a"))
                try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
                try client.ask(WireRequest("GET /a"))
            },
            """
            scenario.yaml:4:84: error: step "retry": GET /a came 0.0 ms after the response before it, expected at least 1.00 s
            4 | steps: [{id: first, request: GET /a}, {id: retry, request: GET /a, interval: {gte: 1s}}]
              |                                                                                    ^
               #2  GET /a   connection 1   +0.0 ms   200  step "retry"
            """),
        both(
            .client, "steps: [{id: stay, request: GET /a, client: answered, response: {delay: 1s}}]",
            wrong: { server, client in
                try client.send(WireRequest("GET /a"))
                try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                client.leave()
            },
            right: { server, client in
                try client.send(WireRequest("GET /a"))
                try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
                try client.response()
            },
            """
            scenario.yaml:4:45: error: step "stay": the client left before the response was complete, expected it to stay
            4 | steps: [{id: stay, request: GET /a, client: answered, response: {delay: 1s}}]
              |                                             ^ the client left after 0.0 ms
               #1  GET /a   connection 1   +0.0 ms   left  step "stay"
            """),
    ].flatMap { $0 }

    private static let responses: [FailureCase] = [
        FailureCase(
            kind: .unsendable, wire: .http1, yaml: unsendable("h2: {goaway: NO_ERROR}"),
            wrong: { try $1.ask(WireRequest("GET /a")) }, right: { try $1.ask(WireRequest("GET /b")) },
            text: """
                scenario.yaml:4:45: error: stub "a": h2 cannot be sent over HTTP/1.1, which has no frames
                4 | stubs: [{id: a, request: GET /a, response: {h2: {goaway: NO_ERROR}}}, {request: GET /b}]
                  |                                             ^
                   #1  GET /a   connection 1   +0.0 ms   500  stub "a"
                """),
        FailureCase(
            kind: .unsendable, wire: .http2, yaml: unsendable("raw: hello"),
            wrong: { try $1.ask(WireRequest("GET /a")) }, right: { try $1.ask(WireRequest("GET /b")) },
            text: """
                scenario.yaml:4:50: error: stub "a": raw cannot be sent over HTTP/2, which has frames
                4 | stubs: [{id: a, request: GET /a, response: {raw: hello}}, {request: GET /b}]
                  |                                                  ^
                   #1  GET /a   connection 1   +0.0 ms   500  stub "a"
                """),
    ]

    private static func unsendable(_ keys: String) -> String {
        "stubs: [{id: a, request: GET /a, response: {\(keys)}}, {request: GET /b}]"
    }

    private static let ends: [FailureCase] = [
        both(
            .unmet, "steps: [{id: login, request: POST /login}, {id: me, request: GET /me}]",
            wrong: { _, _ in },
            right: {
                try $1.ask(WireRequest("POST /login"))
                try $1.ask(WireRequest("GET /me"))
            },
            """
            scenario.yaml:4:10: error: step "login": 0 requests, expected exactly 1
            4 | steps: [{id: login, request: POST /login}, {id: me, request: GET /me}]
              |          ^ waiting for POST /login
               1 later step was not reached either: "me"
            """),
        both(
            .expect, "stubs: [{request: GET /a}]\nexpect: [{request: GET /a, times: {at_most: 1}}]",
            wrong: {
                try $1.ask(WireRequest("GET /a"))
                try $1.ask(WireRequest("GET /a"))
            },
            right: { try $1.ask(WireRequest("GET /a")) },
            """
            scenario.yaml:5:11: error: GET /a: 2 requests, expected at most 1
            5 | expect: [{request: GET /a, times: {at_most: 1}}]
              |           ^
               #1  GET /a   connection 1   +0.0 ms   200  stub 1
               #2  GET /a   connection 1   +0.0 ms   200  stub 1
            """),
    ].flatMap { $0 }
}
