import ScenarioFiles
import Testing

/// What people write in their first scenarios, with other tools in mind.
@Suite("What a newcomer writes")
struct NewcomerMistakesTests {
    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "names and values with an equals sign",
            """
            mockserver: 1
            steps:
              - request: {path: /a, headers: {Content-Type=application/json}, query: {a=1, b=x:y}}
                response: {headers: {Content-Type=application/json}}
              - {request: {path: /b, headers: Accept=text/html}}
            """,
            """
            s.yaml:3:35: error: a colon and a space stand between a name and its value: write Content-Type: application/json
            s.yaml:3:75: error: a colon and a space stand between a name and its value: write a: 1
            s.yaml:3:80: error: a colon and a space stand between a name and its value: write b: 'x:y'
            s.yaml:4:26: error: a colon and a space stand between a name and its value: write Content-Type: application/json
            s.yaml:5:35: error: headers is a map of names and values, not text: write headers: {Accept: text/html}
            """),
        DiagnosticVector(
            "responses by their status, as in a description of an API",
            """
            mockserver: 1
            steps:
              - request: GET /a
                responses: {200: {description: ok}}
              - request: GET /b
                responses:
                  200: {json: {a: 1}}
                  404: {description: none}
              - request: GET /c
                response: {json: {responses: {200: a}}}
            stubs:
              - request: GET /d
                responses: {200: {content: {application/json: {}}}}
            """,
            """
            s.yaml:4:16: error: responses must be a list with at least one response: write - {status: 200, json: …} and one such \
            line for each in the order in which they are sent
            s.yaml:7:7: error: responses must be a list with at least one response: write - {status: 200, json: …} and one such \
            line for each in the order in which they are sent
            s.yaml:10:35: error: a key must be text: write status: 200 for a status, or quote it: "200"
            s.yaml:13:16: error: responses must be a list with at least one response: write - {status: 200, json: …} and one \
            such line for each in the order in which they are sent
            """),
        DiagnosticVector(
            "a list of expectations of MockServer for Java",
            #"""
            [{"httpRequest": {"path": "/a"}, "httpResponse": {"statusCode": 200}}]
            """#, path: "s.json",
            """
            s.json:1:3: error: this is a list of expectations of MockServer for Java, not a scenario; write a stub for each of \
            its requests, below stubs: in a file that mockserver init writes
            """),
        DiagnosticVector(
            "a regular expression in place of a path",
            #"""
            mockserver: 1
            steps:
              - request: {path: '~ ^/items'}
              - request: {path: '~^/items/[0-9]+$'}
              - request: {path: '~* /it''s'}
              - request: {path: '^/users/.*'}
              - request: GET ~^/items
              - request: ~ ^/items$
              - request: GET ~ada/items
            """#,
            #"""
            s.yaml:3:22: error: a path begins with /, and a regular expression has to match the whole path: write {matches: \#
            '/items.*'}
            s.yaml:4:22: error: a path begins with /, and a regular expression has to match the whole path: write {matches: \#
            '/items/[0-9]+'}
            s.yaml:5:22: error: a path begins with /, and a regular expression has to match the whole path: write {matches: \#
            '(?i).*/it''s.*'}
            s.yaml:6:22: error: a path begins with /, and a regular expression has to match the whole path: write {matches: \#
            '/users/.*'}
            s.yaml:7:14: error: the short form has no regular expression: write {method: GET, path: {matches: '/items.*'}}
            s.yaml:8:14: error: the short form has no regular expression: write {path: {matches: /items}}
            s.yaml:9:18: error: a path begins with /: write GET /~ada/items
            """#),
        DiagnosticVector(
            "a status and a body in a list",
            """
            mockserver: 1
            steps:
              - request: GET /a
                reply: [200, {a: 1}]
              - request: GET /b
                response: [404, not found]
              - request: GET /c
                response: [200, {a: 1}, {X-Id: 7}]
              - request: GET /d
                responses: [200, {a: 1}]
              - request: GET /e
                reply: 200
            """,
            """
            s.yaml:4:5: error: unknown key "reply" in a step; write response: {status: 200, json: …}
            s.yaml:6:15: error: a response is a status or a map, not a list; for a status and a body write {status: 404, text: \
            not found}
            s.yaml:8:15: error: a response is a status or a map, not a list; for a status and a body write {status: 200, json: \
            …, headers: …}
            s.yaml:10:23: error: unknown key "a" in a response; for a body of JSON write json: {a: …}
            s.yaml:12:5: error: unknown key "reply" in a step; it is called response
            """),
        DiagnosticVector(
            "true or false in place of names and values",
            """
            mockserver: 1
            steps:
              - request: {path: /a, query: true}
              - request: {path: /b, cookies: false, headers: true}
              - request: {path: /c, query: false}
            """,
            """
            s.yaml:3:32: error: query is a map of names and values, not true: leave it out to take any, or write {page: \
            {present: true}}
            s.yaml:4:34: error: cookies is a map of names and values, not false: write {session: {absent: true}}
            s.yaml:4:50: error: headers is a map of names and values, not true: leave it out to take any, or write {Accept: \
            {present: true}}
            s.yaml:5:32: error: query is a map of names and values, not false: write query_exact: {}
            """),
        DiagnosticVector(
            "parts of steps, and variables without their braces",
            """
            mockserver: 1
            vars: {token: abc}
            steps:
              - id: login
                request: {path: /a, bearer: "{token}"}
                response: {text: "{{login.response.json.token}} {{login.request.json.user}}", headers: {X-A: "Bearer {token}"}}
              - request: GET /b?t={token}
                response:
                  text: |
                    import {token} from "a"
              - request: GET /c/{token}
                response: {json: {a: "{token}", b: "${other}", c: "{{token}} {tokens}"}}
            """,
            """
            s.yaml:5:34: warning: {token} is compared as it stands; for the variable write {{token}} [literal-braces]
            s.yaml:6:25: error: "login" is a step, and a template sees no response: name the value in vars or set, and write \
            {{token}} in both places
            s.yaml:6:55: error: "login" is a step: capture the value in it, and write {{user}}
            s.yaml:6:106: warning: {token} is sent as it stands; for the variable write {{token}} [literal-braces]
            s.yaml:7:23: warning: {token} is compared as it stands; for the variable write {{token}} [literal-braces]
            s.yaml:12:27: warning: {token} is sent as it stands; write {{request.path.token}} for what the path's {token} took \
            [literal-braces]
            s.yaml:12:41: warning: ${other} is text here; for a template write {{other}} [foreign-template]
            """),
        DiagnosticVector(
            "what the client should expect of the response",
            """
            mockserver: 1
            steps:
              - request: GET /a
                expect: {status: 201}
              - request: GET /b
                response: 404
                expect: {status: 404, json: {a: 1}}
              - request: GET /c
                expect: {json: {a: 1}}
            """,
            """
            s.yaml:4:5: error: unknown key "expect" in a step; the response is the server's own, and nothing is expected of it: \
            write response: 201
            s.yaml:7:5: error: unknown key "expect" in a step; the response is the server's own, and nothing is expected of it; \
            leave expect out
            s.yaml:9:5: error: unknown key "expect" in a step; what must be true of a request is assert, and at the end \
            expect, at the top level: write assert: {json: …}
            """),
        DiagnosticVector(
            "a time in place of a step",
            """
            mockserver: 1
            steps:
              - request: GET /a
              - request: GET /b
                after: 2s
              - request: GET /c
                after: [500]
            """,
            """
            s.yaml:5:12: error: after names steps that must be complete, and "2s" is a time: write response: {delay: 2s} for a \
            pause before the response, or interval: {gte: 2s} for the time that the client has to wait
            s.yaml:7:13: error: after names steps that must be complete, and "500" is a time: write response: {delay: 500ms} \
            for a pause before the response, or interval: {gte: 500ms} for the time that the client has to wait
            """),
        DiagnosticVector(
            "several methods in one text",
            """
            mockserver: 1
            steps:
              - request: GET,POST /a
              - request: GET, POST /b?x=1&y
              - request: GET/PUT /c
              - request: GET or HEAD /d
              - request: LIST|SHOW /g
              - request: {method: 'GET,POST', path: /e}
              - request: {method: GET|POST, path: /f}
            """,
            """
            s.yaml:3:14: error: the short form has one method: write {method: [GET, POST], path: '/a'}
            s.yaml:4:14: error: the short form has one method: write {method: [GET, POST], path: '/b', query: {x: 1, y: ''}}
            s.yaml:5:14: error: the short form has one method: write {method: [GET, PUT], path: '/c'}
            s.yaml:6:14: error: the short form has one method: write {method: [GET, HEAD], path: '/d'}
            s.yaml:7:14: error: the short form has one method: write {method: [LIST, SHOW], path: '/g'}
            s.yaml:8:23: error: several methods are a list: write [GET, POST]
            s.yaml:9:23: warning: "GET|POST" is not a known method; write [GET, POST] [unknown-method]
            """),
        DiagnosticVector(
            "keys of a response in raw bytes",
            """
            mockserver: 1
            steps:
              - request: GET /a
                response: {raw: {text: hello}}
              - request: GET /b
                response: {raw: {status: 200, body: a b}}
            """,
            #"""
            s.yaml:4:22: error: unknown key "text" in raw; raw is the text itself: write raw: hello
            s.yaml:6:22: error: unknown key "status" in raw; raw is all that is sent, the status line too: write raw: \#
            "HTTP/1.1 200 OK\r\n\r\nhello"
            s.yaml:6:35: error: unknown key "body" in raw; raw is the text itself: write raw: a b
            """#),
        DiagnosticVector(
            "a header that says how a template is encoded",
            """
            mockserver: 1
            stubs:
              - {request: GET /a, response: {headers: {Content-Encoding: gzip}, text: "{{uuid}}"}}
              - {request: GET /b, response: {headers: {Content-Encoding: br}, text: "{{uuid}}"}}
              - {request: GET /c, response: {encoding: gzip, text: "{{uuid}}"}}
            """,
            """
            s.yaml:3:62: warning: only the template's value tells whether the body is gzip data, and a body that is not is never \
            sent: write encoding: gzip beside headers in place of Content-Encoding, and the server encodes it [template-encoding]
            s.yaml:4:62: warning: only the template's value tells whether the body is br data, and a body that is not is never \
            sent: leave Content-Encoding out, or write file: and a file that has such data in place of the template \
            [template-encoding]
            """),
    ]

    @Test("is told in the words of this format", arguments: cases)
    func mistakes(_ vector: DiagnosticVector) throws { try vector.check() }
}
