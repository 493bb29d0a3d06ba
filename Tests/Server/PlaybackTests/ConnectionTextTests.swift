import HTTPMessage
import Playback
import Scenarios
import Testing

/// Texts about connections that the scenario does not expect.
extension FailureTextTests {
    static let connections = [
        Case(
            "an assertion about the connection shows both",
            """
            steps:
              - {id: login, request: POST /login, times: 2}
              - id: me
                request: GET /me
                assert:
                  connection: { same_as: login }
            """,
            {
                try $0.request("POST /login", connection: 1)
                try $0.request("POST /login", connection: 2)
                try $0.request("GET /me", connection: 1)
            },
            """
            script.yaml:7:30: error: step "me": connection differs
            7 |       connection: { same_as: login }
              |                              ^
               - the connection of step "login" (connection 2)
               + connection 1
               #3  GET /me   connection 1   +2.2 ms   200  step "me"
            """),
        Case(
            "an assertion about the connection of a step that took nothing says so",
            """
            steps:
              - {id: login, request: POST /login, times: {at_most: 1}}
              - {id: me, request: GET /me, assert: {connection: {same_as: login}}}
            """,
            { try $0.request("GET /me") },
            """
            script.yaml:4:63: error: step "me": connection differs: step "login" has taken no request
            4 |   - {id: me, request: GET /me, assert: {connection: {same_as: login}}}
              |                                                               ^
               - the connection of step "login"
               + connection 1
               #1  GET /me   connection 1   +0.0 ms   200  step "me"
            """),
        Case(
            "an assertion that a connection is new counts unmatched requests",
            """
            steps: [{id: me, request: GET /me, times: 2, assert: {connection: new, protocol: h2}}]
            unmatched: {allow: true}
            """,
            {
                try $0.request("GET /favicon.ico", connection: 4)
                try $0.request("GET /me", connection: 4, version: .h2)
                try $0.request("GET /me", connection: 5, version: .h2)
            },
            """
            script.yaml:2:67: error: step "me": connection differs
            2 | steps: [{id: me, request: GET /me, times: 2, assert: {connection: new, protocol: h2}}]
              |                                                                   ^
               - a new connection
               + connection 4, its 2nd request
               #2  GET /me   connection 4   +1.1 ms   200  step "me"
            """),
        Case(
            "assertions about protocol and TLS",
            """
            steps: [{id: me, request: GET /me, assert: {protocol: h2, tls: {sni: a.test}}}]
            """,
            { try $0.request("GET /me", tls: TLSInfo(version: "TLSv1.3", serverName: "b.test")) },
            """
            script.yaml:2:55: error: step "me": protocol differs
            2 | steps: [{id: me, request: GET /me, assert: {protocol: h2, tls: {sni: a.test}}}]
              |                                                       ^
               - h2
               + http/1.1
               #1  GET /me   connection 1   +0.0 ms   200  step "me"
            script.yaml:2:70: error: step "me": tls sni differs
            2 | steps: [{id: me, request: GET /me, assert: {protocol: h2, tls: {sni: a.test}}}]
              |                                                                      ^
               - a.test
               + b.test
               #1  GET /me   connection 1   +0.0 ms   200  step "me"
            """),
        Case(
            "a request that comes on another connection than the step wants is unmatched",
            """
            steps:
              - {id: login, request: POST /login}
              - {id: me, request: {path: /me, connection: {same_as: login}}}
            """,
            {
                try $0.request("POST /login", connection: 1)
                try $0.request("GET /me", connection: 2)
                try $0.request("GET /me", connection: 1)
            },
            """
            script.yaml:4:57: error: nothing takes GET /me
            4 |   - {id: me, request: {path: /me, connection: {same_as: login}}}
              |                                                         ^ nearest is step "me": connection differs
               - the connection of step "login" (connection 1)
               + connection 2
               #2  GET /me   connection 2   +1.1 ms   501  unmatched
            """),
        Case(
            "a step may ask for the connection of its own request before",
            """
            steps: [{id: poll, request: GET /poll, times: 3, assert: {any_of: [{connection: new}, {connection: {same_as: poll}}]}}]
            """,
            {
                try $0.request("GET /poll", connection: 1)
                try $0.request("GET /poll", connection: 1)
                try $0.request("GET /other", connection: 2)
                try $0.request("GET /poll", connection: 2)
            },
            """
            script.yaml:2:1: error: nothing takes GET /other
            2 | steps: [{id: poll, request: GET /poll, times: 3, assert: {any_of: [{connection: new}, {connection: {same_as: poll}}]}}]
              | ^ no step has a path like it
               step "poll" is open, for GET /poll
               #3  GET /other   connection 2   +2.2 ms   501  unmatched
            script.yaml:2:67: error: step "poll": any_of: none of its 2 branches matches, the nearest is the 1st
            2 | steps: [{id: poll, request: GET /poll, times: 3, assert: {any_of: [{connection: new}, {connection: {same_as: poll}}]}}]
              |                                                                   ^
               - a new connection
               + connection 2, its 2nd request
               #4  GET /poll   connection 2   +3.3 ms   200  step "poll"
            """),
        Case(
            "too many connections are shown by the first request of each",
            """
            stubs: [{id: all, request: "/{+any}"}]
            expect:
              - connections: {at_most: 2}
              - connections: {at_least: 2}
              - connections: 4
            """,
            {
                for connection in [7, 2, 7, 3, 2] { try $0.request("GET /\(connection)", connection: connection) }
            },
            """
            script.yaml:4:5: error: 3 connections carried a request, expected at most 2
            4 |   - connections: {at_most: 2}
              |     ^
               #1  GET /7   connection 7   +0.0 ms   200  stub "all"
               #2  GET /2   connection 2   +1.1 ms   200  stub "all"
               #4  GET /3   connection 3   +3.3 ms   200  stub "all"
            script.yaml:6:5: error: 3 connections carried a request, expected exactly 4
            6 |   - connections: 4
              |     ^
               #1  GET /7   connection 7   +0.0 ms   200  stub "all"
               #2  GET /2   connection 2   +1.1 ms   200  stub "all"
               #4  GET /3   connection 3   +3.3 ms   200  stub "all"
            """),
        Case(
            "a connection whose request is no HTTP counts, once",
            """
            stubs: [{id: all, request: "/{+any}"}]
            expect:
              - connections: 1
            """,
            {
                $0.malformed("bad", connection: 2)
                try $0.request("GET /a", connection: 2)
                try $0.request("GET /a", connection: 1)
            },
            """
            script.yaml: error: a request is not HTTP: bad
               #1  (no request line)   connection 2   +0.0 ms   400  bad_request
            script.yaml:4:5: error: 2 connections carried a request, expected exactly 1
            4 |   - connections: 1
              |     ^
               #1  (no request line)   connection 2   +0.0 ms   400  bad_request
               #3  GET /a              connection 1   +2.1 ms   200  stub "all"
            """),
        Case(
            "no connection at all",
            "expect: [connections: 1]",
            { _ in },
            """
            script.yaml:2:10: error: 0 connections carried a request, expected exactly 1
            2 | expect: [connections: 1]
              |          ^
            """),
        Case(
            "a request sent again after a reset stream",
            """
            steps: [{id: get, request: GET /a, response: {h2: {rst_stream: REFUSED_STREAM}}}]
            """,
            {
                try $0.request("GET /a", version: .h2)
                try $0.request("GET /a", version: .h2)
            },
            """
            script.yaml:2:10: error: step "get": 2 requests, expected exactly 1
            2 | steps: [{id: get, request: GET /a, response: {h2: {rst_stream: REFUSED_STREAM}}}]
              |          ^ the 2nd came 1.1 ms after the 1st, 1.0 ms after the reset
               make at most 1 attempt: #1's response was rst_stream REFUSED_STREAM
               HTTP libraries send such a request again automatically; if yours does and you want to allow it,
               write `times: { at_least: 1 }` at script.yaml:2:10
               #1  GET /a   connection 1   +0.0 ms   rst_stream REFUSED_STREAM  step "get"
               #2  GET /a   connection 1   +1.1 ms   501  exhausted
            """),
    ]
}
