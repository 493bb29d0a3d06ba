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
            s.yaml:12:27: warning: {token} is sent as it stands; write {{request.path.token}} for the value of {token} in the path \
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
            s.yaml:3:14: error: the short form has one method: write {method: [GET, POST], path: /a}
            s.yaml:4:14: error: the short form has one method: write {method: [GET, POST], path: /b, query: {x: 1, y: ''}}
            s.yaml:5:14: error: the short form has one method: write {method: [GET, PUT], path: /c}
            s.yaml:6:14: error: the short form has one method: write {method: [GET, HEAD], path: /d}
            s.yaml:7:14: error: the short form has one method: write {method: [LIST, SHOW], path: /g}
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
            sent: write encoding: gzip next to headers (not in it) in place of Content-Encoding, and the server encodes it [template-encoding]
            s.yaml:4:62: warning: only the template's value tells whether the body is br data, and a body that is not is never \
            sent: leave Content-Encoding out, or write file: and a file that has such data in place of the template \
            [template-encoding]
            """),
        DiagnosticVector(
            "data of json-server",
            """
            {"posts": [{"id": 1}], "profile": {"name": "ada"}}
            """, path: "s.json",
            """
            s.json:1:2: error: this is data of json-server, not a scenario; write a stub for each of its keys, like {request: \
            GET /posts, response: {json: [{…}]}}, below stubs: in a file that mockserver init writes
            """),
        DiagnosticVector(
            "a cassette of VCR",
            """
            http_interactions:
              - {request: {method: get, uri: http://a/b}, response: {status: {code: 200}}}
            recorded_with: VCR 6.0.0
            """,
            """
            s.yaml:1:1: error: this is a cassette of VCR, not a scenario; write a stub for each of its requests, below stubs: \
            in a file that mockserver init writes
            """),
        DiagnosticVector(
            "handlers of msw",
            """
            import { http, HttpResponse } from 'msw'
            export const handlers = [
              http.get('/me', () => HttpResponse.json({ id: 1 })),
            ]
            """,
            """
            s.yaml:1:1: error: this is JavaScript, not a scenario; write a stub for each of its requests, below stubs: in a \
            file that mockserver init writes
            """),
        DiagnosticVector(
            "handlers of msw that are one text",
            """
            export const handlers = [
              http.get('/me', resolver),
            ]
            """,
            """
            s.yaml:1:1: error: this is JavaScript, not a scenario; write a stub for each of its requests, below stubs: in a \
            file that mockserver init writes
            """),
        DiagnosticVector(
            "options and words of other tools at the top",
            """
            mockserver: 1
            timeout: 30s
            strict: true
            common: &common {X-Id: 7}
            headers:
              Accept: a
            defaults:
              request: {headers: {Accept: text/html}}
            steps:
              - {request: GET /a, response: {headers: *common}}
            """,
            """
            s.yaml:2:1: error: unknown key "timeout" in a scenario; how long a run may take is an option of the command: leave \
            it out, and write --timeout 30s; that of a hold stands in the hold
            s.yaml:3:1: error: unknown key "strict" in a scenario; steps are strict by default: leave it out, or write order: \
            any for steps that come in any order
            s.yaml:4:1: error: unknown key "common" in a scenario; a key that only holds an anchor begins with x-: write \
            x-common
            s.yaml:5:1: error: unknown key "headers" in a scenario; it belongs under a response or a request: defaults: \
            {response: {headers: {…}}}
            s.yaml:8:3: error: unknown key "request" in defaults; what each request must have is assert: write assert: \
            {headers: {…}}
            """),
        DiagnosticVector(
            "counts in place of expectations",
            """
            mockserver: 1
            expect: {requests: 3}
            stubs:
              - request: GET /a
            """,
            """
            s.yaml:2:9: error: expect must be a list: write [{request: GET /me, times: 3}]
            """),
        DiagnosticVector(
            "requests as keys of expect",
            """
            mockserver: 1
            expect: {GET /a: 2}
            stubs:
              - request: GET /a
            """,
            """
            s.yaml:2:9: error: expect must be a list: write [{request: GET /a, times: 2}]
            """),
        DiagnosticVector(
            "headers as a list",
            """
            mockserver: 1
            steps:
              - request: {path: /a, headers: [{name: X-Id, value: 7}]}
                response: {headers: [{name: X-Id, value: 7}, {key: Vary, value: Accept}]}
              - request: GET /b
                assert: {headers: [X-Request-Id, Accept], cookies: [session]}
              - request: {path: /c, headers: {not: {X-Id: a}}, query: {absent: {page: true}}}
            """,
            """
            s.yaml:3:34: error: headers is a map of names and values, not a list: write headers: {X-Id: 7}
            s.yaml:4:25: error: headers is a map of names and values, not a list: write headers: {X-Id: 7, Vary: Accept}
            s.yaml:6:23: error: headers is a map of names and values, not a list: write {X-Request-Id: {present: true}, \
            Accept: {present: true}}
            s.yaml:6:56: error: cookies is a map of names and values, not a list: write {session: {present: true}}
            s.yaml:7:35: error: an operator stands after the name whose value it compares: write X-Id: {not: a}
            s.yaml:7:60: error: an operator stands after the name whose value it compares: write page: {absent: true}
            """),
        DiagnosticVector(
            "headers beside the keys of a message",
            """
            mockserver: 1
            steps:
              - request: GET /a
                response: {status: 302, location: /login, cache_control: no-store, X-Id: 7}
              - request: {path: /b, accept: text/html, User-Agent: curl}
              - request: GET /c
                response: {type: html, text: a}
            """,
            """
            s.yaml:4:29: error: unknown key "location" in a response; it is a header: write headers: {Location: /login}
            s.yaml:4:47: error: unknown key "cache_control" in a response; it is a header: write headers: {Cache-Control: \
            no-store}
            s.yaml:4:72: error: unknown key "X-Id" in a response; it is a header: write headers: {X-Id: 7}
            s.yaml:5:25: error: unknown key "accept" in a request; it is a header: write headers: {Accept: text/html}
            s.yaml:5:44: error: unknown key "User-Agent" in a request; it is a header: write headers: {User-Agent: curl}
            s.yaml:7:16: error: unknown key "type" in a response; write headers: {Content-Type: text/html}
            """),
        DiagnosticVector(
            "a file in place of its JSON",
            """
            mockserver: 1
            steps:
              - {request: GET /a, response: {json: profile.json}}
              - {request: GET /b, response: {json: {$ref: bodies/user.json}}}
              - {request: GET /c, response: {json: {name: profile.json}}}
            """,
            """
            s.yaml:3:40: warning: this is sent as it stands; for what the file has write file: profile.json in place of json \
            [foreign-value]
            s.yaml:4:40: warning: this is sent as it stands; for what the file has write file: bodies/user.json in place of \
            json [foreign-value]
            """),
        DiagnosticVector(
            "random delays in one text",
            """
            mockserver: 1
            steps:
              - {request: GET /a, response: {delay: 100ms-300ms}}
              - {request: GET /b, response: {delay: 100-300ms}}
              - {request: GET /c, response: {delay: 'random(1s, 2s)'}}
              - {request: GET /d, response: {delay: {body: 1s..2s}}}
              - {request: GET /e, response: {delay: 300ms-100ms}}
            """,
            """
            s.yaml:3:41: error: a random delay is a map: write {uniform: {from: 100ms, to: 300ms}}
            s.yaml:4:41: error: a random delay is a map: write {uniform: {from: 100ms, to: 300ms}}
            s.yaml:5:41: error: a random delay is a map: write {uniform: {from: 1s, to: 2s}}
            s.yaml:6:48: error: a random delay is a map: write {uniform: {from: 1s, to: 2s}}
            s.yaml:7:41: error: "300ms-100ms" is not a duration; write a number and a unit, like 200ms, 1.5s or 2m
            """),
        DiagnosticVector(
            "several responses in one",
            """
            mockserver: 1
            steps:
              - {request: GET /a, response: {sequence: [500, 200]}}
              - {request: GET /b, response: {status: [500, 200]}}
              - request: GET /c
                response:
                  status: 200, 404
              - {request: GET /d, responses: [{status: 500, times: 2}, 200]}
              - {request: GET /e, responses: [{json: {a: 1}, times: 3}, 200]}
              - {request: GET /f, response: {status: '200,x'}}
            """,
            """
            s.yaml:3:34: error: unknown key "sequence" in a response; to send several in turn write responses: [500, 200] in \
            the step, beside request
            s.yaml:4:42: error: a response has one status; to send several in turn write responses: [500, 200] in the step
            s.yaml:7:15: error: a response has one status; to send several in turn write responses: [200, 404] in the step
            s.yaml:8:49: error: unknown key "times" in a response; it belongs in the step, beside response; to send this \
            response twice, list it twice: responses: [500, 500]
            s.yaml:9:50: error: unknown key "times" in a response; it belongs in the step, beside response; to send this \
            response three times, list it three times: responses: [{…}, {…}, {…}]
            s.yaml:10:42: error: a status is a number from 200 to 999 or a template alone, not "200,x": write 200 or '{{name}}'
            """),
        DiagnosticVector(
            "counts without an end",
            """
            mockserver: 1
            steps:
              - {request: GET /a, times: -1}
            stubs:
              - {request: GET /b, times: -1}
              - {request: GET /c, times: {at_least: 2}}
            """,
            """
            s.yaml:3:30: error: times is a whole number or a map: write {at_least: 1}
            s.yaml:5:30: error: times is a whole number or a map: leave it out for any number
            s.yaml:6:31: error: a stub is never required, so at_least has no meaning; leave it out, and write an item of \
            expect, like {request: GET /c, times: {at_least: 2}}, or a step in place of the stub
            """),
        DiagnosticVector(
            "requests and conditions in lists",
            """
            mockserver: 1
            steps:
              - request: GET /a
                assert:
                  - headers: {Accept: text/html}
                  - json: {a: 1}
              - request: [GET, /b]
              - request: GET /c
                assert: [{query: {a: 1}}, {query: {b: 2}}]
            """,
            """
            s.yaml:5:7: error: a request is a text like GET /me or a map, not a list; write its keys together in one map: \
            {headers: …, json: …}
            s.yaml:7:14: error: a request is a text like GET /me or a map, not a list; write GET /b
            s.yaml:9:13: error: a request is a text like GET /me or a map, not a list; for conditions that all must hold write \
            {all_of: […]}
            """),
        DiagnosticVector(
            "methods without their place",
            """
            mockserver: 1
            steps:
              - request: GET/me
              - request: 'POST:/b'
              - request: {GET: /me}
              - request: {post: /b}
              - request: {path: /c, type: POST}
              - request: /d GET
              - request: "*"
              - request: GET *
              - request: {path: '*'}
            """,
            """
            s.yaml:3:14: error: a space stands between method and path: write GET /me
            s.yaml:4:15: error: a space stands between method and path: write POST /b
            s.yaml:5:15: error: unknown key "GET" in a request; a request in one line is a text: write GET /me
            s.yaml:6:15: error: unknown key "post" in a request; a request in one line is a text: write POST /b
            s.yaml:7:25: error: unknown key "type" in a request; it is called method
            s.yaml:8:16: warning: the space is a part of the path, and the method stands before it: write GET /d [literal-path]
            s.yaml:9:15: error: only OPTIONS asks for *: write {} for any request
            s.yaml:10:18: error: only OPTIONS asks for *: write {method: GET} for any path
            s.yaml:11:22: error: * is not a path; leave path out to take any, or write target: '*'
            """),
        DiagnosticVector(
            "conditions in one text",
            """
            mockserver: 1
            steps:
              - request: GET /a
                assert: "headers.Accept == 'x'"
              - request: GET /b
                assert: "request.body.user.age >= 18"
              - request: GET /c
                assert: query.page != 2
              - request: GET /d
                assert: body contains 'ada'
              - request: path matches '/e/.*'
            """,
            """
            s.yaml:4:14: error: conditions are a map: write {headers: {Accept: x}}
            s.yaml:6:14: error: conditions are a map: write {json_path: {$.user.age: {gte: 18}}}
            s.yaml:8:13: error: conditions are a map: write {query: {page: {not: 2}}}
            s.yaml:10:13: error: conditions are a map: write {text: {contains: ada}}
            s.yaml:11:14: error: conditions are a map: write {path: {matches: '/e/.*'}}
            """),
        DiagnosticVector(
            "regular expressions between slashes in place of a value",
            """
            mockserver: 1
            steps:
              - request: {path: /a, headers: {X-Id: /ab+c/i}, query: {q: '/^a/'}}
              - request: {path: /b, headers: {Referer: '/a[1]/'}, query: {q: /users/}, json: {name: /^A/, path: /a/b/}}
            """,
            """
            s.yaml:3:41: warning: this is compared as it stands; for a regular expression write {matches: '(?i).*ab+c.*'} \
            [regex-slashes]
            s.yaml:3:62: warning: this is compared as it stands; for a regular expression write {matches: 'a.*'} \
            [regex-slashes]
            s.yaml:4:44: warning: this is compared as it stands; for a regular expression write {matches: '.*a[1].*'} \
            [regex-slashes]
            s.yaml:4:89: warning: this is compared as it stands; for a regular expression write {$matches: 'A.*'} \
            [regex-slashes]
            """),
        DiagnosticVector(
            "members by their paths",
            """
            mockserver: 1
            steps:
              - request: {path: /a, json: {user.name: ada}}
              - request: {path: /b, json: {$.user.name: ada}}
              - request: {path: /c, json: {'$.items.length()': 2}}
              - request: {path: /d, json: {'items[0].id': 1, 'a b.c': 1, example.com/x: 1}}
            """,
            """
            s.yaml:3:32: warning: "user.name" is one name; for a member of a member write json_path: {$.user.name: ada} in \
            place of json [foreign-value]
            s.yaml:4:32: error: a query stands under json_path: write json_path: {$.user.name: ada} in place of json
            s.yaml:5:32: error: a query stands under json_path: write json_path: {$.items: {length: 2}} in place of json
            s.yaml:6:32: warning: "items[0].id" is one name; for a member of a member write json_path: {$.items[0].id: 1} in \
            place of json [foreign-value]
            """),
        DiagnosticVector(
            "elements by their numbers in templates",
            """
            mockserver: 1
            steps:
              - request: POST /a
                response: {text: "{{request.json.items.0.id}} {{request.json.items[0].id}} {{request.json.years.2024}}"}
            """,
            """
            s.yaml:4:43: warning: .0 is a member whose name is "0"; for an element of an array write [0] in its place \
            [foreign-value]
            """),
        DiagnosticVector(
            "wildcards and types as values",
            """
            mockserver: 1
            steps:
              - request: {path: /a, headers: {X-Id: "*", If-None-Match: "*", Accept: "*"}, bearer: "*", query: {select: "*"}}
              - request: {host: http://localhost/a, path: /b}
              - request: {host: "*", path: /c}
              - request: {path: /d, json: {id: "#number", a: "#notnull", b: "##string", c: "#notpresent", d: "#1", e: "#uuid", f: "#regex [a-z]+"}}
            """,
            """
            s.yaml:3:41: warning: * is compared as it stands; for any value write {present: true} [foreign-value]
            s.yaml:3:88: warning: * is compared as it stands; for any value write {present: true} [foreign-value]
            s.yaml:4:21: warning: a host has no scheme before it: write localhost [foreign-value]
            s.yaml:5:21: warning: * is compared as it stands; leave host out to take any [foreign-value]
            s.yaml:6:36: warning: #number is compared as it stands; for any value write {$present: true}, and for its type \
            json_schema [foreign-value]
            s.yaml:6:50: warning: #notnull is compared as it stands; for any value write {$present: true} [foreign-value]
            s.yaml:6:65: warning: ##string is compared as it stands; for any value write {$present: true}, and for its type \
            json_schema [foreign-value]
            s.yaml:6:80: warning: #notpresent is compared as it stands; for a member that must be missing write {$absent: \
            true} [foreign-value]
            s.yaml:6:107: warning: #uuid is compared as it stands; for a UUID write {$matches: '[0-9a-f-]{36}'} [foreign-value]
            s.yaml:6:119: warning: #regex [a-z]+ is compared as it stands; for a regular expression write {$matches: '[a-z]+'} \
            [foreign-value]
            """),
        DiagnosticVector(
            "a scenario below its version",
            """
            mockserver:
              name: a
              steps: [{request: GET /a}]
            """,
            """
            s.yaml:2:3: error: this is version 1 of the format, and the keys of a scenario stand beside mockserver, at the \
            top: write mockserver: 1
            """),
        DiagnosticVector(
            "words in place of the response to what nothing takes",
            """
            mockserver: 1
            unmatched: ignore
            stubs: [{request: GET /a}]
            """,
            """
            s.yaml:2:12: error: unmatched is a status or a map, not "ignore": write {status: 404, allow: true}
            """),
        DiagnosticVector(
            "a failure in place of the response to what nothing takes",
            """
            mockserver: 1
            unmatched: error
            stubs: [{request: GET /a}]
            """,
            """
            s.yaml:2:12: error: unmatched is a status or a map, not "error": leave it out, since such a request fails the run \
            already
            """),
        DiagnosticVector(
            "a pause as a hold",
            """
            mockserver: 1
            steps:
              - {request: GET /a, hold: 2s}
            """,
            """
            s.yaml:3:29: error: a hold is a map like {until: {arrivals: 3}}, not text; a pause is delay: write response: \
            {delay: 2s} in place of hold
            """),
        DiagnosticVector(
            "a comment in JSON",
            """
            {"mockserver": 1,
              // the steps
              "steps": [{"request": "GET /a"}]}
            """, path: "s.json",
            """
            s.json:2:3: error: JSON has no comments; leave it out, or write the scenario as a file in YAML
            """),
        DiagnosticVector(
            "a comment behind a value in JSON",
            """
            {"mockserver": 1, "steps": [{"request": "GET /a"} /* one */]}
            """, path: "s.json",
            """
            s.json:1:51: error: JSON has no comments; leave it out, or write the scenario as a file in YAML
            """),
        DiagnosticVector(
            "conditions of when that are no variables",
            """
            mockserver: 1
            steps:
              - {request: GET /a, when: {count: {gt: 2}}}
              - {request: GET /b, when: {query.page: 2}}
              - {request: GET /c, when: {request.json.user.id: 2}}
              - {request: GET /d, when: {uuid: 2}}
            """,
            """
            s.yaml:3:30: error: when compares variables, and "count" is not one; requests are counted by the step: write \
            responses: [200, 200, 503], or times: 2 and another step
            s.yaml:4:30: error: when compares variables, and "query.page" is not one; what a request has stands under request: \
            write request: {query: {page: 2}}
            s.yaml:5:30: error: when compares variables, and "request.json.user.id" is not one; what a request has stands \
            under request: write request: {json_path: {$.user.id: 2}}
            s.yaml:6:30: error: when compares variables, and "uuid" is not one; write the name of one of vars, capture or set
            """),
        DiagnosticVector(
            "keys around the steps of a block",
            """
            mockserver: 1
            steps:
              - parallel: {steps: [{request: GET /a}, {request: GET /b}]}
              - parallel: {request: GET /c}
            """,
            """
            s.yaml:3:16: error: parallel is the list itself: leave steps out, and write its items below parallel
            s.yaml:4:15: error: parallel takes a list of at least one step; write it in brackets: [{request: …}]
            """),
        DiagnosticVector(
            "the empty body",
            """
            mockserver: 1
            steps:
              - {request: POST /a, assert: {body: null}}
              - {request: POST /b, assert: {body: ''}}
            """,
            """
            s.yaml:3:39: error: body is a map like {length: {lte: 5MiB}}, not null; write {empty: true}
            s.yaml:4:39: error: body is a map like {length: {lte: 5MiB}}, not text; write {empty: true}
            """),
        DiagnosticVector(
            "sizes as numbers",
            """
            mockserver: 1
            steps:
              - {request: {path: /a, headers: {Content-Length: {gte: 1KB}}}}
            """,
            """
            s.yaml:3:58: error: "1KB" is not a number: write 1000
            """),
        DiagnosticVector(
            "keys of a step in its response",
            """
            mockserver: 1
            steps:
              - request: GET /a
                response: {when: {a: 1}}
              - request: GET /b
                response: {websocket: true}
              - {request: GET /c, step: login}
              - {request: GET /d, then: [{request: GET /e}]}
            """,
            """
            s.yaml:4:16: error: unknown key "when" in a response; it belongs in the step, beside response
            s.yaml:6:16: error: unknown key "websocket" in a response; the server has no WebSocket; leave it out
            s.yaml:7:23: error: unknown key "step" in a step; it is called id
            s.yaml:8:29: error: then is fail, repeat_last or cycle; write a later step after this one, as the next item of steps
            """),
        DiagnosticVector(
            "no space between a key and a bracket",
            """
            mockserver: 1
            steps:
              - {request: POST /a, response: {json:{"a":1}}}
            """,
            """
            s.yaml:3:39: error: a space belongs after the colon: write json: {…
            """),
        DiagnosticVector(
            "no space between a key and a list",
            """
            mockserver: 1
            steps:
              - {request: POST /a, responses:[200, 500]}
            """,
            """
            s.yaml:3:33: error: a space belongs after the colon: write responses: […
            """),
        DiagnosticVector(
            "files in templates and tags",
            """
            mockserver: 1
            steps:
              - {request: GET /a, response: {text: "{{file 'a.json'}}"}}
              - {request: GET /b, response: {json: !include user.json}}
            """,
            """
            s.yaml:3:43: error: a template reads no file: write file: a.json in place of text
            s.yaml:4:40: error: the tag !include is not known here; write file: user.json for a body, or include: [user.json] \
            at the top level for stubs
            s.yaml:4:49: warning: this is sent as it stands; for what the file has write file: user.json in place of json \
            [foreign-value]
            """),
        DiagnosticVector(
            "values of headers in another form",
            """
            mockserver: 1
            steps:
              - {request: GET /a, response: {status: 503, headers: {Retry-After: 2s}}}
              - {request: GET /b, response: {headers: {Content-Type: json}, text: a}}
              - {request: {path: /c, headers: {Content-Type: json}}}
              - {request: GET /d, response: {headers: {Content-Type: mine}, text: a}}
            """,
            """
            s.yaml:3:70: warning: Retry-After has seconds without a unit, or a date: write 2 [foreign-value]
            s.yaml:4:58: warning: a media type has two parts: write application/json [foreign-value]
            s.yaml:5:50: warning: a media type has two parts: write application/json [foreign-value]
            """),
        DiagnosticVector(
            "parameters of Flask",
            """
            mockserver: 1
            steps:
              - request: GET /a/<int:id>
              - request: GET /b/<name>/c
            """,
            """
            s.yaml:3:21: warning: "<int:id>" is text in a path; for a parameter write /a/{id} [literal-path]
            s.yaml:4:21: warning: "<name>" is text in a path; for a parameter write /b/{name}/c [literal-path]
            """),
        DiagnosticVector(
            "null in other languages",
            """
            mockserver: 1
            steps:
              - {request: GET /a, response: {json: {a: None, b: undefined, c: nil, d: 'None'}}}
            """,
            """
            s.yaml:3:44: warning: None is the text "None" here; write null, or quote it [foreign-value]
            s.yaml:3:53: warning: undefined is the text "undefined" here; write null, or quote it [foreign-value]
            s.yaml:3:67: warning: nil is the text "nil" here; write null, or quote it [foreign-value]
            """),
        DiagnosticVector(
            "an environment variable as a map",
            """
            mockserver: 1
            vars: {n: {env: HOME}}
            steps:
              - {request: GET /a, response: {json: '{{n}}'}}
            """,
            """
            s.yaml:2:11: warning: this is an object; for an environment variable write '{{env.HOME}}', and give --allow-env \
            HOME [foreign-value]
            """),
        DiagnosticVector(
            "conditions of other tools",
            """
            mockserver: 1
            steps:
              - request: {path: /a, operation: Hero}
              - request: {path: /b, json_equals: {a: 1}}
              - request: {path: /c, xml: <a/>}
              - request: {path: /d, json: {a: {$type: number}, b: {$any: true}, c: {$contains_all: [1, 2]}}}
              - request: {path: /e, headers: {X-Id: {type: number}, X-Key: {is_uuid: true}}}
              - request: {path: /f, json: {$strict: true}}
            """,
            """
            s.yaml:3:25: error: unknown key "operation" in a request; write graphql: {operation: Hero}
            s.yaml:4:25: error: unknown key "json_equals" in a request; it is called json_exact
            s.yaml:5:25: error: unknown key "xml" in a request; write text: {contains: …}
            s.yaml:6:36: error: unknown operator "$type"; a type is part of a schema: write json_schema: {type: object, …} \
            beside json
            s.yaml:6:56: error: unknown operator "$any"; write $present: true
            s.yaml:6:73: error: unknown operator "$contains_all"; write $all_of: [{$contains: …}, {$contains: …}]
            s.yaml:7:42: error: unknown operator "type"; for a number write matches: '[0-9]+'
            s.yaml:7:65: error: unknown operator "is_uuid"; write matches: '[0-9a-f-]{36}'
            s.yaml:8:32: error: unknown operator "$strict"; write json_exact in place of json for a value without further \
            members
            """),
        DiagnosticVector(
            "steps of other tools",
            """
            mockserver: 1
            steps:
              - {request: GET /a, retry: 3}
              - {request: GET /b, loop: true}
              - {request: GET /c, next: b}
              - {request: GET /d, skip: true}
              - {request: GET /e, comment: x}
              - {request: GET /f, timeout: 2s}
              - {request: GET /g, any_order: true}
            """,
            """
            s.yaml:3:23: error: unknown key "retry" in a step; the client asks again: write responses: [503, 200] for a \
            failure and what follows it
            s.yaml:4:23: error: unknown key "loop" in a step; write it under stubs for any number of requests, or times: 3
            s.yaml:5:23: error: unknown key "next" in a step; steps are played in order, so write a list of steps for a chain \
            of states; when and set keep other states
            s.yaml:6:23: error: unknown key "skip" in a step; leave it out; a step that is not wanted is commented out
            s.yaml:7:23: error: unknown key "comment" in a step; write it as a comment
            s.yaml:8:23: error: unknown key "timeout" in a step; it belongs in a hold; for a response that comes late write \
            response: {delay: 5s}
            s.yaml:9:23: error: unknown key "any_order" in a step; steps that come in any order stand in a block: write - \
            parallel: […] with them as its list
            """),
        DiagnosticVector(
            "parameters that are optional",
            """
            mockserver: 1
            steps:
              - request: GET /a/{id?}
              - request: {path: '/b/{id?}'}
              - request: GET /c?{d}
            """,
            """
            s.yaml:3:21: error: no parameter is optional: write {id}, and the path without it in a step or stub of its own
            s.yaml:4:25: error: no parameter is optional: write {id}, and the path without it in a step or stub of its own
            """),
        DiagnosticVector(
            "a path of Windows in double quotes",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, response: {json: {path: "C:\temp", b: "C:\\temp", c: 'C:\temp', d: "a:\n"}}}
            """#,
            #"""
            s.yaml:3:47: warning: a backslash in double quotes begins an escape, here a control character; write \\ for one \#
            [foreign-value]
            """#),
    ]

    @Test("is told in the words of this format", arguments: cases)
    func mistakes(_ vector: DiagnosticVector) throws { try vector.check() }
}
