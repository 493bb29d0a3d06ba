import ScenarioFiles
import Testing
import TextCoding

/// What is right by the format but probably means something else.
@Suite("A trap")
struct TrapDiagnosticsTests {
    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "an operator without $ in JSON",
            """
            mockserver: 1
            steps:
              - {request: {path: /a, json: {price: {gt: 1}, name: {regex: 'a.*'}, tags: {one_of: [a]}}}}
              - {request: {path: /b, json: {id: {present: true}, x: {gt: a}, y: {length: 3}, z: {gt: 1, w: 2}}}}
              - {request: {path: /c, json: {price: {$gt: 1}}}, response: {json: {price: {gt: 1}}}}
            """,
            """
            s.yaml:3:41: warning: "gt" is a member of the value here; an operator in JSON begins with $: write $gt \
            [json-operator]
            s.yaml:3:56: warning: "regex" is a member of the value here; an operator in JSON begins with $: write $matches \
            [json-operator]
            s.yaml:3:78: warning: "one_of" is a member of the value here; an operator in JSON begins with $: write $one_of \
            [json-operator]
            s.yaml:4:38: warning: "present" is a member of the value here; an operator in JSON begins with $: write \
            $present [json-operator]
            """),
        DiagnosticVector(
            "null in place of a text, an id or a method",
            """
            mockserver: 1
            steps:
              - {id: null, request: {method: ~, path: /a}, response: {text: null}}
              - {id: 'nothing', request: /b, response: {json: null}}
            """,
            """
            s.yaml:3:10: warning: null is the text "null" here; leave the id out for a step or stub without one [null-text]
            s.yaml:3:34: warning: ~ is the text "~" here; leave the method out to take any [null-text]
            s.yaml:3:65: warning: null is the text "null" here; write '' for the empty text [null-text]
            """),
        DiagnosticVector(
            "a fragment",
            """
            mockserver: 1
            steps:
              - request: GET /a#top
              - request: GET /b?q=c#top
              - request: GET /c #top
              - request: {path: /d}  #top
              - request: GET /e #1 of many
              - request: GET /f  #top
              - request: 'GET /g' #top
              - request:
                  path: /h #/route
            """,
            """
            s.yaml:3:20: error: a fragment is never sent; leave it out, or write %23 for the character
            s.yaml:4:24: error: a fragment is never sent; leave it out, or write %23 for the character
            s.yaml:5:21: warning: #top is a comment of YAML and no part of the request; a fragment is never sent, so leave it \
            out, or write %23 for the character [fragment]
            s.yaml:11:16: warning: #/route is a comment of YAML and no part of the request; a fragment is never sent, so leave \
            it out, or write %23 for the character [fragment]
            """),
        DiagnosticVector(
            "misspelled keywords of an inline schema",
            """
            mockserver: 1
            steps:
              - request:
                  path: /a
                  json_schema:
                    type: object
                    requried: [typ]
                    properties: {typ: {tpye: string}, requried: true}
                    allOf: [{minlength: 1}]
                    x-note: 1
                    nullable: true
            """,
            """
            s.yaml:7:9: warning: "requried" is not a keyword of JSON Schema and so means nothing; did you mean "required"? \
            [json-schema-keyword]
            s.yaml:8:28: warning: "tpye" is not a keyword of JSON Schema and so means nothing; did you mean "type"? \
            [json-schema-keyword]
            s.yaml:9:18: warning: "minlength" is not a keyword of JSON Schema and so means nothing; did you mean "minLength"? \
            [json-schema-keyword]
            """),
        DiagnosticVector(
            "a part that the protocol can't carry",
            """
            mockserver: 1
            defaults: {response: {h2: {goaway: NO_ERROR}}}
            steps:
              - request: {path: /a, protocol: h2}
              - request: {path: /b, protocol: http/1.1}
              - request: /c
                assert: {protocol: http/1.1}
                responses: [{status: 200, h2: {goaway: NO_ERROR}}, 201]
                times: 2
              - request: /d
            """,
            """
            s.yaml:2:23: warning: h2 goes only over HTTP/2, and step 2 takes only HTTP/1.1: write it in the responses of the \
            other steps in place of defaults [unsendable]
            s.yaml:8:31: warning: h2 goes only over HTTP/2, and only requests over HTTP/1.1 are taken here: leave it out \
            [unsendable]
            """),
        DiagnosticVector(
            "a part that only HTTP/1.1 can carry",
            """
            mockserver: 1
            defaults: {response: {reason: Fine}}
            steps:
              - request: {path: /a, protocol: h2}
                responses:
                  - {status: 200, fault: malformed_chunk, framing: chunked, text: abc}
                  - {raw: "HTTP/1.1 200 OK"}
              - request: /b
                assert: {protocol: h2}
                response: {reason: Own}
              - request: {path: /c, protocol: http/1.1}
            """,
            """
            s.yaml:2:23: warning: reason goes only over HTTP/1.1, and step 1 takes only HTTP/2: write it in the responses of \
            the other steps in place of defaults [unsendable]
            s.yaml:6:23: warning: malformed_chunk goes only over HTTP/1.1, and only requests over HTTP/2 are taken here: leave \
            it out [unsendable]
            s.yaml:7:10: warning: raw goes only over HTTP/1.1, and only requests over HTTP/2 are taken here: leave it out \
            [unsendable]
            s.yaml:10:16: warning: reason goes only over HTTP/1.1, and only requests over HTTP/2 are taken here: leave it out \
            [unsendable]
            """),
        DiagnosticVector(
            "a condition that never holds",
            """
            mockserver: 1
            vars: {mode: fast}
            steps:
              - {request: /a, set: {cart: full}}
              - {request: /b, set: {cart: empty, token: '{{uuid}}'}}
            stubs:
              - {request: /c, when: {cart: ful}}
              - {request: /d, when: {cart: full}}
              - {request: /e, when: {mode: slow, token: x}}
            """,
            """
            s.yaml:7:26: warning: "cart" is never "ful", so no request can reach this: set makes it "full" or "empty" [never-open]
            """),
        DiagnosticVector(
            "a client that leaves at a fault of its request",
            """
            mockserver: 1
            steps:
              - {request: /a, client: cancels, response: {fault: {kind: stall, at: request_body}}}
              - {request: /b, client: cancels, response: 200}
            """,
            """
            s.yaml:4:27: warning: the response is sent at once, so a client hardly has time to leave; add a hold or a delay \
            [prompt-response]
            """),
        DiagnosticVector(
            "sizes in other spellings",
            """
            mockserver: 1
            steps:
              - {request: {path: /a, body: {length: {lte: 5 MB}}}}
              - {request: {path: /b, body: {length: 5 foot}}}
              - {request: /c, response: {text: abc, throttle: 1mb}}
              - {request: /d, response: {text: abc, throttle: 16 bytes/s}}
              - {request: /e, response: {text: abc, dribble: {chunk: 16 bytes, every: 5ms}}}
              - {request: /f, response: {text: abc, fault: {kind: reset, at: response_body, after_bytes: 3KB}}}
            """,
            """
            s.yaml:3:47: error: "5 MB" is not a number of bytes; write 5MB
            s.yaml:4:41: error: "5 foot" is not a number of bytes; write 512, 64KiB or 5MiB
            s.yaml:5:51: error: throttle is bytes per second: write 1MB/s
            s.yaml:6:51: error: throttle is bytes per second: write 16B/s
            s.yaml:7:58: error: chunk is a size with its unit: write 16B
            s.yaml:8:94: error: after_bytes is a number without a unit: write 3000
            """),
        DiagnosticVector(
            "unknown keys of small maps",
            """
            mockserver: 1
            steps:
              - {request: {path: /a, basic: {username: a}, tls: {cn: a}, connection: {step: a}}}
              - {request: /b, hold: {until: {count: 2}}}
              - {request: /c, response: {delay: {uniform: {min: 1s}}, chunks: [{body: x}]}}
            """,
            """
            s.yaml:3:34: error: unknown key "username" in basic; it is called user
            s.yaml:3:54: error: unknown key "cn" in tls; write client_certificate: {subject: CN=alice} under tls
            s.yaml:3:75: error: unknown key "step" in connection; it is called same_as
            s.yaml:4:34: error: unknown key "count" in until; it is called arrivals
            s.yaml:5:48: error: unknown key "min" in uniform; it is called from
            s.yaml:5:69: error: unknown key "body" in a chunk; it is called text
            """),
        DiagnosticVector(
            "brackets of GraphQL",
            """
            mockserver: 1
            steps:
              - {request: {path: /a, graphql: {query: 'query { a { b }'}}}
              - {request: {path: /b, graphql: {query: 'query { a } }'}}}
              - {request: {path: /c, graphql: {query: 'query { a(b: [1, 2}) }'}}}
              - {request: {path: /d, graphql: {query: 'query { a(b: {c: [1, 2]}) { d } }'}}}
            """,
            """
            s.yaml:3:50: error: the query is not GraphQL: the { that opens here is never closed; write } where it ends
            s.yaml:4:56: error: the query is not GraphQL: this } closes nothing; leave it out
            s.yaml:5:62: error: the query is not GraphQL: this } closes nothing; leave it out
            """),
        DiagnosticVector(
            // The prefixes stand apart, so that scanners of repositories don't find them.
            "secrets that look real",
            """
            mockserver: 1
            vars:
              aws: \("AKIA")4HPQ2ZN7KD3RWB5T
              docs: AKIAIOSFODNN7EXAMPLE
              github: \("ghp")_9aKd82LmQx7VbTzRw3NcYh5JfGp0Es1UoWi4
              made: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
              short: ghp_123
              slack: \("xoxb")-7293847502-8374650192-aHs7Kd92LmQpZx4V
              google: \("AIza")SyD9x7Kq2LmP4vBn8RtW3cYh6JfGzEs1UoW
            stubs:
              - request: /a
                assert: {bearer: "{{aws}}{{docs}}{{github}}{{made}}{{short}}{{slack}}{{google}}"}
                response:
                  text: |
                    -----BEGIN \("PRIVATE") KEY-----
                    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj
                    -----END PRIVATE KEY-----
              - request: /b
                response: {text: "-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----\\n"}
            """,
            """
            s.yaml:3:8: warning: this looks like an AWS access key that is real; write one that is made up, or {{env.NAME}} and \
            give the name to --allow-env [secret]
            s.yaml:5:11: warning: this looks like a GitHub token that is real; write one that is made up, or {{env.NAME}} and \
            give the name to --allow-env [secret]
            s.yaml:8:10: warning: this looks like a Slack token that is real; write one that is made up, or {{env.NAME}} and \
            give the name to --allow-env [secret]
            s.yaml:9:11: warning: this looks like a Google API key that is real; write one that is made up, or {{env.NAME}} and \
            give the name to --allow-env [secret]
            s.yaml:15:9: warning: this looks like a private key that is real; write one that is made up, or {{env.NAME}} and \
            give the name to --allow-env [secret]
            """),
        DiagnosticVector(
            "signed tokens",
            // Those of https://login.acme-bank.com, of jwt.io without an issuer, and of an example.
            """
            mockserver: 1
            stubs:
              - request: {path: /a, bearer: \(token(issuer: "https://login.acme-bank.com"))}
              - request: {path: /b, bearer: \(token(issuer: nil))}
              - request: {path: /c, bearer: \(token(issuer: "https://example.com"))}
              - request: {path: /d, bearer: \(token(issuer: "https://login.acme-bank.com", algorithm: "none"))}
            """,
            """
            s.yaml:3:33: warning: this looks like a signed JSON Web Token that is real; write one that is made up, or {{env.NAME}} \
            and give the name to --allow-env [secret]
            """),
    ]

    private static func token(issuer: String?, algorithm: String = "RS256") -> String {
        let header = #"{"alg":"\#(algorithm)","typ":"JWT"}"#
        let payload = issuer.map { #"{"iss":"\#($0)","sub":"u-1"}"# } ?? #"{"sub":"1234567890","name":"John Doe"}"#
        return [header, payload].map { Base64.encode(Array($0.utf8), .url) }.joined(separator: ".")
            + ".mZ3kQ8vT1xW7yB4nR6pL9dJ2fH5gC0sK-uE_aIoUqXzY"
    }

    @Test("is told with a code, or is an error", arguments: cases)
    func warns(_ vector: DiagnosticVector) throws { try vector.check() }
}
