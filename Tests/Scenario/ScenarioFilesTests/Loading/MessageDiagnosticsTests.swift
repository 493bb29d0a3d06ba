import ScenarioFiles
import Scenarios
import Testing

@Suite("What of a response would hang or break its client")
struct MessageDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.headers + Self.bodies + Self.everywhere)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let headers: [DiagnosticVector] = [
        DiagnosticVector(
            "headers of the connection, as curl -i shows them",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response:
                  headers:
                    transfer-encoding: chunked
                    Connection: Keep-Alive
                    Keep-Alive: timeout=5
                    Upgrade: h2c
                  text: hello
              - request: GET /b
                response: {headers: {Connection: close}}
              - request: GET /c
                response: {headers: {Connection: [close, upgrade]}}
            """#,
            #"""
            s.yaml:6:9: error: the server writes Transfer-Encoding itself: write framing: chunked next to headers (not in it); to send a wrong one on purpose, write transfer-encoding: {text: chunked}
            s.yaml:7:9: error: the server writes Connection itself: write connection: keep_alive next to headers (not in it); to send a wrong one on purpose, write Connection: {text: Keep-Alive}
            s.yaml:8:9: error: Keep-Alive is about the connection: write connection: keep_alive next to headers (not in it); to send a wrong one on purpose, write Keep-Alive: {text: 'timeout=5'}
            s.yaml:9:9: error: the server changes to no other protocol: leave Upgrade out; to send a wrong one on purpose, write Upgrade: {text: h2c}
            s.yaml:12:26: error: the server writes Connection itself: write connection: close next to headers (not in it); to send a wrong one on purpose, write Connection: {text: close}
            s.yaml:14:26: error: the server writes Connection itself: write connection: close or connection: keep_alive next to headers (not in it); to send a wrong one on purpose, write Connection: {text: …}
            """#),
        DiagnosticVector(
            "on purpose",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response:
                  headers:
                    Transfer-Encoding: {text: chunked}
                    Connection: [{text: close}, {text: upgrade}]
                    Keep-Alive: {text: timeout=5}
                    Upgrade: {text: h2c}
                    Content-Length: {text: '999'}
                    Content-Encoding: {text: gzip}
                  text: hello
            """#,
            ""),
        DiagnosticVector(
            "one of two on purpose",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {headers: {Upgrade: [{text: h2c}, websocket]}}
            """#,
            #"""
            s.yaml:4:26: error: the server changes to no other protocol: leave Upgrade out; to send a wrong one on purpose, write Upgrade: {text: …}
            """#),
    ]

    static let bodies: [DiagnosticVector] = [
        DiagnosticVector(
            "lengths",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, response: {headers: {Content-Length: 5}, text: hello}}
              - {request: GET /b, response: {headers: {content-length: 999}, text: hello}}
              - {request: GET /c, response: {headers: {Content-Length: 5}}}
              - {request: GET /d, response: {headers: {Content-Length: five}, text: é}}
              - {request: GET /e, response: {headers: {Content-Length: [2, 2]}, text: é}}
              - {request: GET /f, response: {headers: {Content-Length: 3}, json: [1, 2]}}
              - {request: GET /g, response: {headers: {Content-Length: 1}, file: in.json}}
              - {request: HEAD /h, response: {headers: {Content-Length: 999}}}
              - {request: GET /i, response: {headers: {Content-Length: 2}, text: h}}
            """#,
            #"""
            s.yaml:4:60: error: the body has 5 bytes, not 999: leave Content-Length out; to send a wrong one on purpose, write content_length: 999 next to headers (not in it)
            s.yaml:5:60: error: the body has 0 bytes, not 5: leave Content-Length out; to send a wrong one on purpose, write content_length: 5 next to headers (not in it)
            s.yaml:6:60: error: "five" is not a number of bytes: leave Content-Length out; to send a wrong one on purpose, write content_length: 7 next to headers (not in it)
            s.yaml:7:64: error: a response has one Content-Length: leave Content-Length out; to send a wrong one on purpose, write content_length: 2 next to headers (not in it)
            s.yaml:8:60: error: the body has 5 bytes, not 3: leave Content-Length out; to send a wrong one on purpose, write content_length: 3 next to headers (not in it)
            s.yaml:9:60: error: the body has 7 bytes, not 1: leave Content-Length out; to send a wrong one on purpose, write content_length: 1 next to headers (not in it)
            s.yaml:11:60: error: the body has 1 byte, not 2: leave Content-Length out; to send a wrong one on purpose, write content_length: 2 next to headers (not in it)
            """#),
        DiagnosticVector(
            "codings",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, response: {headers: {Content-Encoding: gzip}, text: hello}}
              - {request: GET /b, response: {headers: {Content-Encoding: 'gzip, br'}, json: {a: "{{count}}"}}}
              - {request: GET /c, response: {headers: {Content-Encoding: identity}, text: hello}}
              - {request: GET /d, response: {headers: {Content-Encoding: deflate}}}
              - {request: GET /e, response: {headers: {Content-Encoding: zstd}, file: in.json}}
              - {request: GET /f, response: {headers: {Content-Encoding: br}, file: in.json}}
              - {request: GET /g, response: {headers: {Content-Encoding: gzip}, file: in.gz}}
              - {request: HEAD /h, response: {headers: {Content-Encoding: gzip}}}
            """#,
            #"""
            s.yaml:3:62: error: the body is not encoded in gzip: write encoding: gzip next to headers (not in it) in place of Content-Encoding, or send a file that is; to send a wrong one on purpose, write Content-Encoding: {text: gzip}
            s.yaml:4:62: error: the body is not encoded in br: leave Content-Encoding out, or send a file that is; to send a wrong one on purpose, write Content-Encoding: {text: 'gzip, br'}
            s.yaml:6:62: error: the body is not encoded in deflate: write encoding: deflate next to headers (not in it) in place of Content-Encoding, or send a file that is; to send a wrong one on purpose, write Content-Encoding: {text: deflate}
            s.yaml:7:62: error: the body is not encoded in zstd: leave Content-Encoding out, or send a file that is; to send a wrong one on purpose, write Content-Encoding: {text: zstd}
            """#),
        DiagnosticVector(
            "a template decides",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, response: {headers: {Content-Length: 5}, text: "{{count}}"}}
              - {request: GET /b, response: {headers: {Content-Length: "{{count}}"}, text: a}}
              - {request: GET /c, response: {headers: {Content-Encoding: gzip}, text: "{{request.body | base64_decode}}"}}
              - {request: GET /d, response: {headers: {Content-Encoding: "{{request.headers.accept-encoding}}"}, text: a}}
              - {request: GET /e, response: {status: "{{request.query.s}}", json: {}}}
              - {request: GET /f, response: {status: "{{request.query.s}}"}}
            """#,
            #"""
            s.yaml:3:60: warning: the body's length is known only when its template is filled in: leave Content-Length out, since a response whose body has another length is not sent [template-length]
            s.yaml:4:60: warning: Content-Length is known only when its template is filled in: leave Content-Length out, since a response whose body has another length is not sent [template-length]
            s.yaml:5:62: warning: only the template's value tells whether the body is gzip data, and a body that is not is never sent: write encoding: gzip next to headers (not in it) in place of Content-Encoding, and the server encodes it [template-encoding]
            s.yaml:6:62: warning: only the template's value tells how the body is encoded, and a body that is not encoded so is never sent: write a step or a stub for each encoding, with encoding: gzip in place of the header [template-encoding]
            s.yaml:7:42: warning: this template can make 204, 205 or 304, which have no body: "json" is then left out; write a step or a stub for each status if it must be sent [template-status]
            """#),
        DiagnosticVector(
            "a status without a body",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, response: {status: 204, text: gone}}
              - {request: GET /b, response: {status: 205, json: null}}
              - {request: GET /c, response: {status: 304, file: in.json}}
              - {request: GET /d, response: {status: 204, text: ''}}
              - {request: GET /e, response: {status: 304, headers: {Content-Length: 999, Content-Encoding: gzip}}}
              - {request: GET /f, response: {status: 204, headers: {Content-Length: 999}}}
              - {request: GET /g, response: {status: 205, headers: {Content-Length: 0}}}
              - {request: GET /h, response: {status: 204, text: "{{count}}"}}
            """#,
            #"""
            s.yaml:3:47: error: a response with status 204 has no body: leave "text" out, or write another status, such as 200
            s.yaml:4:47: error: a response with status 205 has no body: leave "json" out, or write another status, such as 200
            s.yaml:5:47: error: a response with status 304 has no body: leave "file" out, or write another status, such as 200
            s.yaml:8:73: error: a response with status 204 has no Content-Length, not even 0: leave Content-Length out; to send a wrong one on purpose, write Content-Length: {text: 999}
            s.yaml:10:47: error: a response with status 204 has no body: leave "text" out, or write another status, such as 200
            """#),
        DiagnosticVector(
            "a length under 204",
            #"""
            mockserver: 1
            defaults: {response: {headers: {Content-Length: 0}}}
            steps:
              - {request: GET /a, response: {status: 204, headers: {content-length: 0}}}
              - {request: HEAD /b, response: {status: 204, headers: {Content-Length: "{{count}}"}}}
              - {request: GET /c, response: {status: 204, headers: {Content-Length: {text: 0}}}}
              - {request: GET /d, response: {status: 204, headers: {Content-Length: null}}}
              - {request: GET /e, response: {status: "{{request.query.s}}"}}
              - {request: GET /f, response: 204}
              - {request: GET /g, response: 204}
            """#,
            #"""
            s.yaml:2:49: error: a response with status 204 has no Content-Length, not even 0: leave Content-Length out; to send a wrong one on purpose, write Content-Length: {text: 0}
            s.yaml:4:73: error: a response with status 204 has no Content-Length, not even 0: leave Content-Length out; to send a wrong one on purpose, write Content-Length: {text: 0}
            s.yaml:5:74: error: a response with status 204 has no Content-Length, not even 0: leave Content-Length out; to send a wrong one on purpose, write Content-Length: {text: …}
            """#),
    ]

    /// Each way to write a response.
    static let everywhere: [DiagnosticVector] = [
        DiagnosticVector(
            "in defaults that nothing takes",
            #"""
            mockserver: 1
            defaults: {response: {status: 204, headers: {Upgrade: h2c, Content-Length: 9}, text: a}}
            stubs: [{request: GET /never, never: true}]
            """#,
            #"""
            s.yaml:2:46: error: the server changes to no other protocol: leave Upgrade out; to send a wrong one on purpose, write Upgrade: {text: h2c}
            s.yaml:2:80: error: a response with status 204 has no body: leave "text" out, or write another status, such as 200
            """#),
        DiagnosticVector(
            "in defaults beside what steps state",
            #"""
            mockserver: 1
            defaults: {response: {headers: {Content-Length: 2}, json: {}}}
            steps:
              - request: GET /a
              - {request: GET /b, response: 204}
              - {request: GET /c, response: {text: abc}}
              - {request: GET /d, responses: [{status: 304}, {headers: {Content-Length: null}, text: abc}, {status: 304, text: ''}]}
            """#,
            #"""
            s.yaml:2:49: error: the body of step 3 has 3 bytes, not 2: leave Content-Length out; to send a wrong one on purpose, write content_length: 2 next to headers (not in it)
            s.yaml:5:33: error: a response with status 204 has no body: defaults give it "json"; write {status: 204, text: ''}
            s.yaml:7:44: error: a response with status 304 has no body: defaults give it "json"; write {status: 304, text: ''}
            """#),
        DiagnosticVector(
            "in defaults, once for all responses that don't fit",
            #"""
            mockserver: 1
            defaults:
              response:
                headers:
                  Transfer-Encoding: chunked
                  Content-Length: 9
            steps:
              - {request: GET /a, response: {text: abc}}
              - {request: GET /b, response: {text: abcd}}
              - {request: GET /c, responses: [{json: {}}, 200]}
            stubs: [{request: GET /d}]
            """#,
            #"""
            s.yaml:5:7: error: the server writes Transfer-Encoding itself: write framing: chunked next to headers (not in it); to send a wrong one on purpose, write Transfer-Encoding: {text: chunked}
            s.yaml:6:23: error: the body of step 1 has 3 bytes, not 9: leave Content-Length out; to send a wrong one on purpose, write content_length: 9 next to headers (not in it)
            """#),
        DiagnosticVector(
            "in a list of responses, in a stub and in unmatched",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, responses: [{status: 204, text: a}, {headers: {Upgrade: h2c}}]}
            stubs:
              - {request: GET /b, response: {headers: {Content-Length: 3}, text: a}}
            unmatched: {status: 304, headers: {Transfer-Encoding: chunked}, json: {}}
            """#,
            #"""
            s.yaml:3:49: error: a response with status 204 has no body: leave "text" out, or write another status, such as 200
            s.yaml:3:70: error: the server changes to no other protocol: leave Upgrade out; to send a wrong one on purpose, write Upgrade: {text: h2c}
            s.yaml:5:60: error: the body has 1 byte, not 3: leave Content-Length out; to send a wrong one on purpose, write content_length: 3 next to headers (not in it)
            s.yaml:6:36: error: the server writes Transfer-Encoding itself: write framing: chunked next to headers (not in it); to send a wrong one on purpose, write Transfer-Encoding: {text: chunked}
            s.yaml:6:65: error: a response with status 304 has no body: leave "json" out, or write another status, such as 200
            """#),
    ]
}
