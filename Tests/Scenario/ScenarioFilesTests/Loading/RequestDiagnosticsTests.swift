import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in a request")
struct RequestDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "no request",
            #"""
            mockserver: 1
            steps:
              - response: 200
            """#,
            #"""
            s.yaml:3:5: error: a step needs a request: write request: GET /me
            """#),
        DiagnosticVector(
            "lower case method",
            #"""
            mockserver: 1
            steps:
              - request: get /me
            """#,
            #"""
            s.yaml:3:14: error: a method is upper case: write GET /me
            """#),
        DiagnosticVector(
            "lower case method of a stub, which is then not compared with others",
            #"""
            mockserver: 1
            stubs:
              - request: get /a
              - request: GET /b
              - request: {path: /c, methd: GET}
              - request: GET /c
            """#,
            #"""
            s.yaml:3:14: error: a method is upper case: write GET /a
            s.yaml:5:25: error: unknown key "methd" in a request; did you mean "method"?
            """#),
        DiagnosticVector(
            "full url",
            #"""
            mockserver: 1
            steps:
              - request: GET http://localhost:80/me?x=1
            """#,
            #"""
            s.yaml:3:18: error: a request has a path, not a full URL: write GET /me?x=1
            """#),
        DiagnosticVector(
            "full url alone",
            #"""
            mockserver: 1
            steps:
              - request: https://example.org
            """#,
            #"""
            s.yaml:3:14: error: a request has a path, not a full URL: write /
            """#),
        DiagnosticVector(
            "version",
            #"""
            mockserver: 1
            steps:
              - request: GET /me HTTP/1.1
            """#,
            #"""
            s.yaml:3:21: error: the version is not part of a request: write GET /me
            """#),
        DiagnosticVector(
            "no slash",
            #"""
            mockserver: 1
            steps:
              - request: GET me
            """#,
            #"""
            s.yaml:3:18: error: a path begins with /: write GET /me
            """#),
        DiagnosticVector(
            "no slash alone",
            #"""
            mockserver: 1
            steps:
              - request: me
            """#,
            #"""
            s.yaml:3:14: error: a path begins with /: write /me
            """#),
        DiagnosticVector(
            "two spaces",
            #"""
            mockserver: 1
            steps:
              - request: GET  /me
            """#,
            #"""
            s.yaml:3:17: error: one space stands between method and path: write GET /me
            """#),
        DiagnosticVector(
            "tab",
            #"""
            mockserver: 1
            steps:
              - request: "GET\t/me"
            """#,
            #"""
            s.yaml:3:20: error: one space stands between method and path: write GET /me
            """#),
        DiagnosticVector(
            "space around",
            #"""
            mockserver: 1
            steps:
              - request: ' /me'
            """#,
            #"""
            s.yaml:3:15: error: a request has no space around it: write /me
            """#),
        DiagnosticVector(
            "method alone",
            #"""
            mockserver: 1
            steps:
              - request: GET
            """#,
            #"""
            s.yaml:3:14: error: the path is missing: write GET /…, or {method: GET} for any path
            """#),
        DiagnosticVector(
            "empty request",
            #"""
            mockserver: 1
            steps:
              - request: ''
            """#,
            #"""
            s.yaml:3:15: error: a request is a path or a method and a path, like GET /me
            """#),
        DiagnosticVector(
            "missing request",
            #"""
            mockserver: 1
            steps:
              - request: 
            """#,
            #"""
            s.yaml:3:13: error: a request is a text like GET /me or a map, not nothing
            """#),
        DiagnosticVector(
            "list request",
            #"""
            mockserver: 1
            steps:
              - request: [GET /a]
            """#,
            #"""
            s.yaml:3:14: error: a request is a text like GET /me or a map, not a list; write GET /a
            """#),
        DiagnosticVector(
            "not a method",
            #"""
            mockserver: 1
            steps:
              - request: 'G(T /a'
            """#,
            #"""
            s.yaml:3:15: error: "G(T" is not a method; write a request like GET /me
            """#),
        DiagnosticVector(
            "connect",
            #"""
            mockserver: 1
            steps:
              - request: CONNECT example.org:443
            """#,
            #"""
            s.yaml:3:22: error: CONNECT has no path: write {method: CONNECT, target: 'example.org:443'}
            """#),
        DiagnosticVector(
            "asterisk",
            #"""
            mockserver: 1
            steps:
              - request: GET *
            """#,
            #"""
            s.yaml:3:18: error: only OPTIONS asks for *: write {method: GET} for any path
            """#),
        DiagnosticVector(
            "asterisk alone",
            #"""
            mockserver: 1
            steps:
              - request: '*'
            """#,
            #"""
            s.yaml:3:15: error: only OPTIONS asks for *: write {} for any request
            """#),
        DiagnosticVector(
            "fragment",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a#b'
            """#,
            #"""
            s.yaml:3:21: error: a fragment is never sent; leave it out, or write %23 for the character
            """#),
        DiagnosticVector(
            "bad percent",
            #"""
            mockserver: 1
            steps:
              - request: GET /a%2
            """#,
            #"""
            s.yaml:3:19: error: "a%2" has a % without two hexadecimal digits; write %25 for it
            """#),
        DiagnosticVector(
            "bad utf8",
            #"""
            mockserver: 1
            steps:
              - request: GET /a%ff
              - request: /a%ff?b=1
              - request: GET /{id}/a%ff
              - request: {method: GET, path: /a%ff}
            """#,
            #"""
            s.yaml:3:19: error: "a%ff" does not decode to UTF-8; to compare it as it is sent, write {method: GET, target: '/a%ff'}
            s.yaml:4:15: error: "a%ff" does not decode to UTF-8; to compare it as it is sent, write {target: '/a%ff?b=1'}
            s.yaml:5:24: error: "a%ff" does not decode to UTF-8; to compare it as it is sent, write {method: GET, target: {matches: …}}
            s.yaml:6:35: error: "a%ff" does not decode to UTF-8; to compare it as it is sent, write target: '/a%ff' in place of path
            """#),
        DiagnosticVector(
            "bad utf8 below a base path",
            #"""
            mockserver: 1
            base_path: /api
            steps:
              - request: GET /a%ff
            """#,
            #"""
            s.yaml:4:19: error: "a%ff" does not decode to UTF-8; to compare it as it is sent, write {method: GET, target: '/api/a%ff'}
            """#),
        DiagnosticVector(
            "bad utf8 in the base path",
            #"""
            mockserver: 1
            base_path: /a%ff
            steps:
              - request: GET /a
            """#,
            #"""
            s.yaml:2:13: error: "a%ff" does not decode to UTF-8; leave base_path out, and write target in place of path in each request
            """#),
        DiagnosticVector(
            "bad query percent",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a?x=%zz'
            """#,
            #"""
            s.yaml:3:24: error: "%zz" is not percent-encoded UTF-8; write %25 for a percent sign
            """#),
        DiagnosticVector(
            "unbalanced",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{id'
            """#,
            #"""
            s.yaml:3:22: error: this { does not open a parameter: write {name}, {+name} for the rest, or %7B for the character
            """#),
        DiagnosticVector(
            "stray close",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/id}'
            """#,
            #"""
            s.yaml:3:24: error: this } has no { before it; write %7D for the character
            """#),
        DiagnosticVector(
            "empty parameter",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{}'
            """#,
            #"""
            s.yaml:3:22: error: a parameter has a name of letters, digits and _: write {id}
            """#),
        DiagnosticVector(
            "digit parameter",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{1d}'
            """#,
            #"""
            s.yaml:3:22: error: a parameter has a name of letters, digits and _: write {_1d}
            """#),
        DiagnosticVector(
            "adjacent",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{b}{c}'
            """#,
            #"""
            s.yaml:3:25: error: {b}{c} could be split anywhere; put a character between them, like {b}-{c}
            """#),
        DiagnosticVector(
            "twice",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{b}/{b}'
            """#,
            #"""
            s.yaml:3:26: error: the parameter {b} is in the path twice: write {b2} for one
            """#),
        DiagnosticVector(
            "rest not last",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a/{+b}/c'
            """#,
            #"""
            s.yaml:3:28: error: {+b} takes all the rest, so nothing may follow it: write {b} for one segment
            """#),
        DiagnosticVector(
            "rest twice",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /{+a}/{+b}'
            """#,
            #"""
            s.yaml:3:25: error: {+b} takes all the rest, and the path has one already: write {b} for one segment
            """#),
        DiagnosticVector(
            "rest in segment",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /a{+b}'
            """#,
            #"""
            s.yaml:3:21: error: {+b} takes whole segments and must follow a /: write /{+b}, or {b} for a part
            """#),
        DiagnosticVector(
            "rest with tail",
            #"""
            mockserver: 1
            steps:
              - request: 'GET /{+b}x'
            """#,
            #"""
            s.yaml:3:24: error: {+b} takes all the rest, so nothing may follow it: write {b} for one segment
            """#),
        DiagnosticVector(
            "path with query",
            #"""
            mockserver: 1
            steps:
              - request: {path: '/a?b=c'}
            """#,
            #"""
            s.yaml:3:24: error: a path ends before the ?; put the query under query, or write the short form as request
            """#),
        DiagnosticVector(
            "path url",
            #"""
            mockserver: 1
            steps:
              - request: {path: 'http://h/a'}
            """#,
            #"""
            s.yaml:3:22: error: a path begins with /: write /a
            """#),
        DiagnosticVector(
            "path asterisk",
            #"""
            mockserver: 1
            steps:
              - request: {path: '*'}
            """#,
            #"""
            s.yaml:3:22: error: * is not a path; leave path out to take any, or write target: '*'
            """#),
        DiagnosticVector(
            "path list",
            #"""
            mockserver: 1
            steps:
              - request: {path: [/a, /b]}
            """#,
            #"""
            s.yaml:3:21: error: one value is wanted here, not a list: write {one_of: [/a, /b]}
            """#),
        DiagnosticVector(
            "method lower",
            #"""
            mockserver: 1
            steps:
              - request: {method: get, path: /a}
            """#,
            #"s.yaml:3:23: warning: "get" is not a known method; did you mean GET? [unknown-method]"#),
        DiagnosticVector(
            "method list",
            #"""
            mockserver: 1
            steps:
              - request: {method: [GET, post, 'a b', '']}
            """#,
            #"""
            s.yaml:3:29: warning: "post" is not a known method; did you mean POST? [unknown-method]
            s.yaml:3:35: error: "a b" is not a method: write letters, digits and !#$%&'*+-.^_`|~, like GET
            s.yaml:3:42: error: "" is not a method: write letters, digits and !#$%&'*+-.^_`|~, like GET
            """#),
        DiagnosticVector(
            "method empty",
            #"""
            mockserver: 1
            steps:
              - request: {method: []}
            """#,
            #"""
            s.yaml:3:23: error: method takes a method or a list of them: write GET, or leave method out
            """#),
        DiagnosticVector(
            "method map",
            #"""
            mockserver: 1
            steps:
              - request: {method: {one_of: [GET]}}
            """#,
            #"""
            s.yaml:3:23: error: method is a method or a list of them, not a map: write [GET]
            """#),
        DiagnosticVector(
            "unknown and later",
            #"""
            mockserver: 1
            steps:
              - request: {pth: /a, json_path: {}, json_schema: {}}
            """#,
            #"""
            s.yaml:3:15: error: unknown key "pth" in a request; did you mean "path"?
            s.yaml:3:35: error: json_path is empty: write {"$.items[*].id": {contains: 7}}
            """#),
        DiagnosticVector(
            "host list",
            #"""
            mockserver: 1
            steps:
              - request: {host: [a, b]}
            """#,
            #"""
            s.yaml:3:21: error: one value is wanted here, not a list: write {one_of: [a, b]}
            """#),
    ]
}
