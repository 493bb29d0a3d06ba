import ScenarioFiles
import Testing

/// Values that are right in other tools, where this format has a value of another kind.
@Suite("A value of another kind")
struct ShapeAdviceTests {
    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "a map where a list should stand",
            """
            mockserver: 1
            steps:
              request: GET /a
            stubs: {request: GET /b, responses: {status: 200}}
            expect:
              request: GET /c
            """,
            """
            s.yaml:3:3: error: steps must be a list; an item begins with - and a space: write - request: …
            s.yaml:4:8: error: stubs must be a list; write it in brackets: [{request: …}]
            s.yaml:6:3: error: expect must be a list; an item begins with - and a space: write - request: …
            """),
        DiagnosticVector(
            "a map where parallel steps or responses should stand",
            """
            mockserver: 1
            steps:
              - parallel: {request: GET /a}
              - request: /b
                responses:
                  status: 200
            """,
            """
            s.yaml:3:15: error: parallel takes a list of at least one step; write it in brackets: [{request: …}]
            s.yaml:6:7: error: responses must be a list with at least one response; an item begins with - and a space: write - \
            status: …
            """),
        DiagnosticVector(
            "a request where a step or a stub should stand",
            """
            mockserver: 1
            steps:
              - GET /a
              - parallel: [/b, nothing]
            stubs:
              - POST /c?d=e
              - [GET /c]
            expect: [all, 7]
            """,
            """
            s.yaml:3:5: error: a step is a map, not text; write request: GET /a
            s.yaml:4:16: error: a step is a map, not text; write request: /b
            s.yaml:4:20: error: a step is a map, not text; write {request: GET /me}, or leave it out
            s.yaml:6:5: error: a stub is a map, not text; write request: POST /c?d=e
            s.yaml:7:5: error: a stub is a map, not a list; write {request: GET /me}, or leave it out
            s.yaml:8:10: error: an item of expect is a map, not text; write {request: GET /me}, or leave it out
            s.yaml:8:15: error: an item of expect is a map, not a number; write {request: GET /me}, or leave it out
            """),
        DiagnosticVector(
            "a list where a response should stand",
            """
            mockserver: 1
            steps:
              - {request: /a, response: [200, 404]}
              - {request: /b, response: [{status: 200}]}
            """,
            """
            s.yaml:3:29: error: a response is a status or a map, not a list; to send several in turn write responses: [200, \
            404]
            s.yaml:4:29: error: a response is a status or a map, not a list; to send several in turn write responses: […]
            """),
        DiagnosticVector(
            "credentials, bodies and captures as text",
            """
            mockserver: 1
            steps:
              - request: {path: /a, basic: "user:p:a"}
                capture: {id: $.id, b: '{{uuid}}', c: foo}
                set: {used: '{{id}}{{b}}{{c}}'}
              - request: {path: /b, basic: user}
                assert: {body: hello}
              - {request: {path: /c, body: [1]}}
            """,
            """
            s.yaml:3:32: error: basic is a map like {user: alice, password: secret}, not text; write {user: user, password: \
            'p:a'}
            s.yaml:4:19: error: a capture is a map like {json: $.id} or {header: Location}, not text; write {json: $.id}
            s.yaml:4:28: error: a capture is a map like {json: $.id} or {header: Location}, not text; write set in place of capture for what a template makes
            s.yaml:4:43: error: a capture is a map like {json: $.id} or {header: Location}, not text; write {json: $.foo}, {query: foo} or {header: foo}
            s.yaml:6:32: error: basic is a map like {user: alice, password: secret}, not text; write {user: user, password: …}
            s.yaml:7:20: error: body is a map like {length: {lte: 5MiB}}, not text; write text: hello in place of body
            s.yaml:8:32: error: body is a map like {length: {lte: 5MiB}}, not a list; write json: […] in place of body
            """),
        DiagnosticVector(
            "names and values as text",
            """
            mockserver: 1
            steps:
              - request: {path: /a, query: page=1, form: user=a&b=c d, cookies: a=b; c=, headers: 'X-Id: a:b'}
                set: cart=full
              - request: {path: /b, query_exact: q=a%20b, form_exact: a, headers: X-Id=7}
                set: cart
                response: {headers: 'Location: /c', trailers: a}
            """,
            """
            s.yaml:3:32: error: query is a map of names and values, not text: write query: {page: 1}
            s.yaml:3:46: error: form is a map of names and values, not text: write form: {user: a, b: c d}
            s.yaml:3:69: error: cookies is a map of names and values, not text: write cookies: {a: b, c: ''}
            s.yaml:3:87: error: headers is a map of names and values, not text: write headers: {X-Id: 'a:b'}
            s.yaml:4:10: error: set is a map of names and values, not text: write set: {cart: full}
            s.yaml:5:38: error: query_exact is a map of names and values, not text: write {page: 1}
            s.yaml:5:59: error: form_exact is a map of names and values, not text: write {name: alice}
            s.yaml:5:71: error: headers is a map of names and values, not text: write headers: {X-Id: 7}
            s.yaml:6:10: error: set is a map of names and values, not text: write {cart: full}
            s.yaml:7:25: error: headers is a map of names and values, not text: write headers: {Location: /c}
            s.yaml:7:51: error: trailers is a map of names and values, not text: write {Checksum: abc}
            """),
        DiagnosticVector(
            "names and values as a list",
            """
            mockserver: 1
            vars: [token]
            steps:
              - request: {path: /a, headers: [X: y, 'Z: 1'], query: [a=b, [c: null]]}
                set: [cart: full]
            """,
            """
            s.yaml:2:7: error: vars is a map of names and values, not a list: write {token: abc}
            s.yaml:4:34: error: headers is a map of names and values, not a list: write headers: {X: y, Z: 1}
            s.yaml:4:57: error: query is a map of names and values, not a list: write query: {a: b, c: 'null'}
            s.yaml:5:10: error: set is a map of names and values, not a list: write set: {cart: full}
            """),
        DiagnosticVector(
            "counts of other tools",
            """
            mockserver: 1
            steps:
              - {request: /a, times: 1-3}
              - {request: /b, times: once}
              - {request: /c, times: 2+}
              - {request: /d, times: '>= 2'}
              - {request: /e, times: <3}
              - {request: /f, times: 3x}
              - {request: /g, times: 3 times}
              - {request: /h, times: many}
              - {request: /i, times: 3-1}
              - {request: /j, times: 99999999999999999999-1}
              - {request: /k, max_in_flight: {lte: 1}}
              - {request: /l, max_in_flight: {lte: a}}
            stubs:
              - {request: /m, times: any}
              - {request: /n, times: 1..3}
              - {request: /o, times: <3}
            expect:
              - connections: 1 to 3
            """,
            """
            s.yaml:3:26: error: times is a whole number or a map: write {at_least: 1, at_most: 3}
            s.yaml:4:26: error: times is a whole number or a map: write 1
            s.yaml:5:26: error: times is a whole number or a map: write {at_least: 2}
            s.yaml:6:26: error: times is a whole number or a map: write {at_least: 2}
            s.yaml:7:26: error: times is a whole number or a map: write {at_most: 2}
            s.yaml:8:26: error: times is a whole number or a map: write 3
            s.yaml:9:26: error: times is a whole number or a map: write 3
            s.yaml:10:26: error: times is a whole number or a map: write {at_least: 1}
            s.yaml:11:26: error: times is a whole number or a map: write {at_least: 1, at_most: 3}
            s.yaml:12:26: error: times is a whole number of at least 1: write 2, or another such number
            s.yaml:13:34: error: max_in_flight is a whole number of at least 1, not a map: write 1
            s.yaml:14:34: error: max_in_flight is a whole number of at least 1: write 2, or another such number
            s.yaml:16:26: error: times is a whole number or a map: leave it out for any number
            s.yaml:17:26: error: times is a whole number or a map: write {at_most: 3}, as a stub is never required
            s.yaml:18:26: error: times is a whole number or a map: write {at_most: 2}
            s.yaml:20:18: error: connections is a whole number or a map: write {at_least: 1, at_most: 3}
            """),
    ]

    @Test("is told in the notation of this format", arguments: cases)
    func shapes(_ vector: DiagnosticVector) throws { try vector.check() }
}
