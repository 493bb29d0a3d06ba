import HTTPMessage
import Playback
@testable import Reports
import ScenarioFiles
import Scenarios
import Testing

/// What `mockserver explain` prints, whole.
@Suite struct ExplanationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let yaml: String
        let after: [String]
        let request: String
        let body: String
        let text: String
        var testDescription: String { name }

        init(
            _ name: String, _ yaml: String, after: [String] = [], _ request: String, body: String = "", _ text: String
        ) {
            (self.name, self.yaml, self.after) = (name, yaml, after)
            (self.request, self.body, self.text) = (request, body, text)
        }
    }

    static let shop = """
        name: Shop
        vars: {cart: empty}
        steps:
          - {id: login, request: POST /login, capture: {user: {json: $.user}}}
          - id: add
            request: POST /cart
            assert: {headers: {X-User: "{{user}}"}, json: {sku: A-1}}
            set: {cart: full}
          - {id: pay, request: POST /pay, when: {cart: full}}
          - {id: mine, request: "GET /users/{{user}}", times: {at_least: 1}}
          - {id: late, request: GET /cart}
        stubs:
          - {id: health, request: GET /health, times: 1}
          - {id: any, request: "GET /{+rest}"}
          - {id: forbidden, request: DELETE /users, never: true}
          - {id: gone, request: "/users"}
        """

    static let other = """
        vars: {cart: empty}
        steps:
          - {id: one, request: GET /a, times: {at_least: 1}}
          - {id: two, request: GET /b}
          - {id: full, request: GET /c, when: {cart: full}}
        stubs: [{id: c, request: GET /c}]
        """

    static func script(
        _ yaml: String, after: [String] = [], isRecorded: Bool = false, isUnseeded: Bool = false
    ) throws -> Script {
        let scenario = try Scenario(yaml: "mockserver: 1\n" + yaml, path: "s.yaml")
        var environment = Script.Environment(
            seed: 7, serverURL: "http://localhost", start: WallClockTime(nanoseconds: 0))
        (environment.isRecorded, environment.isUnseeded) = (isRecorded, isUnseeded)
        var script = Script(scenario, environment)
        for name in after {
            for step in try #require(scenario.steps(named: name)) { script.assumeComplete(step: step) }
        }
        return script
    }

    private static func explanation(_ row: Row, isUnseeded: Bool = false) throws -> Explanation {
        var script = try script(row.yaml, after: row.after, isUnseeded: isUnseeded)
        let words = row.request.split(separator: " ").map(String.init)
        var stated = try RequestDescription(method: words[0], target: words[1])
        stated.body = Array(row.body.utf8)
        let connection = ConnectionInfo(index: 1, exchange: 1)
        let view = RequestView(stated.request(on: connection), needs: script.scenario.needs)
        let explanation = script.explain(ExchangeID(connection), view, at: Instant(nanoseconds: 0))
        return try #require(explanation)
    }

    @Test("each rule is told, and what a run would report", arguments: rows)
    func told(_ row: Row) throws {
        #expect(try Self.explanation(row).text() == row.text)
    }

    @Test("a step that at_most alone makes optional is said to be so, as text and as JSON")
    func optional() throws {
        let row = Row(
            "", "steps: [{id: a, request: GET /a, times: {at_most: 2}}, {id: b, request: GET /b}]", "GET /a",
            """
            GET /a: step "a" takes it

               takes    step "a"  s.yaml:2:10  it is open, and matches first; the step is optional: at_least is 0
               differs  step "b"  s.yaml:2:77  path differs (expected /b, received /a)
            """)
        let explanation = try Self.explanation(row)
        #expect(explanation.text() == row.text)
        #expect(explanation.jsonText.split(separator: "\"optional\": true").count == 2)
    }

    static let rows = [
        Row(
            "a step takes it, and its assertions hold", shop, "POST /login", body: #"{"user": "ada"}"#,
            #"""
            POST /login: step "login" takes it

               takes    step "login"      s.yaml:5:6    it is open, and matches first
               differs  step "add"        s.yaml:7:19   path differs (expected /cart, received /login)
               differs  step "pay"        s.yaml:10:29  path differs (expected /pay, received /login)
               differs  step "mine"       s.yaml:11:25  method differs (expected GET, received POST) and 1 more
               differs  step "late"       s.yaml:12:25  method differs (expected GET, received POST) and 1 more
               differs  stub "health"     s.yaml:14:27  method differs (expected GET, received POST) and 1 more
               differs  stub "any"        s.yaml:15:24  method differs (expected GET, received POST)
               differs  stub "forbidden"  s.yaml:16:30  method differs (expected DELETE, received POST) and 1 more
               differs  stub "gone"       s.yaml:17:25  path differs (expected /users, received /login)
            """#),
        Row(
            "a step would take it, but waits, and what a capture would give is not there yet", shop, "POST /cart",
            #"""
            POST /cart: nothing takes it (out_of_order)

               differs  step "login"      s.yaml:5:31   path differs (expected /login, received /cart)
               waits    step "add"        s.yaml:6:5    it waits for step "login" (POST /login, 0 of 1)
               differs  step "pay"        s.yaml:10:29  path differs (expected /pay, received /cart)
               differs  step "mine"       s.yaml:11:25  method differs (expected GET, received POST) and 1 more
               differs  step "late"       s.yaml:12:25  method differs (expected GET, received POST)
               differs  stub "health"     s.yaml:14:27  method differs (expected GET, received POST) and 1 more
               differs  stub "any"        s.yaml:15:24  method differs (expected GET, received POST)
               differs  stub "forbidden"  s.yaml:16:30  method differs (expected DELETE, received POST) and 1 more
               differs  stub "gone"       s.yaml:17:25  path differs (expected /users, received /cart)

            s.yaml:6:5: error: POST /cart came out of order
            6 |   - id: add
              |     ^ step "add" would take it, but waits for step "login" (POST /login, 0 of 1)
            """#),
        Row(
            "what an assumed step captured is not known", shop, after: ["login"], "POST /cart",
            body: #"{"SKU": "A-1"}"#,
            #"""
            POST /cart: step "add" takes it, but the run would fail

               differs  step "login"      s.yaml:5:31   path differs (expected /login, received /cart)
               takes    step "add"        s.yaml:6:5    it is open, and matches first
               differs  step "pay"        s.yaml:10:29  path differs (expected /pay, received /cart)
               differs  step "mine"       s.yaml:11:25  method differs (expected GET, received POST) and 1 more
               differs  step "late"       s.yaml:12:25  method differs (expected GET, received POST)
               differs  stub "health"     s.yaml:14:27  method differs (expected GET, received POST) and 1 more
               differs  stub "any"        s.yaml:15:24  method differs (expected GET, received POST)
               differs  stub "forbidden"  s.yaml:16:30  method differs (expected DELETE, received POST) and 1 more
               differs  stub "gone"       s.yaml:17:25  path differs (expected /users, received /cart)

            s.yaml:8:33: error: step "add": {{user}} is not known
            8 |     assert: {headers: {X-User: "{{user}}"}, json: {sku: A-1}}
              |                                 ^ step "login" sets it from a request that is not known here

            s.yaml:8:57: error: step "add": json $.sku is missing; there is SKU
            8 |     assert: {headers: {X-User: "{{user}}"}, json: {sku: A-1}}
              |                                                         ^
               - "A-1"
            """#),
        Row(
            "what an assumed step set is known", shop, after: ["add"], "POST /pay",
            #"""
            POST /pay: step "pay" takes it

               differs  step "login"      s.yaml:5:31   path differs (expected /login, received /pay)
               differs  step "add"        s.yaml:7:19   path differs (expected /cart, received /pay)
               takes    step "pay"        s.yaml:10:6   it is open, and matches first
               differs  step "mine"       s.yaml:11:25  method differs (expected GET, received POST) and 1 more
               differs  step "late"       s.yaml:12:25  method differs (expected GET, received POST) and 1 more
               differs  stub "health"     s.yaml:14:27  method differs (expected GET, received POST) and 1 more
               differs  stub "any"        s.yaml:15:24  method differs (expected GET, received POST)
               differs  stub "forbidden"  s.yaml:16:30  method differs (expected DELETE, received POST) and 1 more
               differs  stub "gone"       s.yaml:17:25  path differs (expected /users, received /pay)
            """#),
        Row(
            "a step that took its last request, and a stub that a rule before it hides", shop, after: ["late"],
            "GET /cart",
            #"""
            GET /cart: stub "any" takes it

               differs    step "login"      s.yaml:5:26   method differs (expected POST, received GET) and 1 more
               differs    step "add"        s.yaml:7:14   method differs (expected POST, received GET)
               differs    step "pay"        s.yaml:10:24  method differs (expected POST, received GET) and 1 more
               differs    step "mine"       s.yaml:11:30  path differs (expected /users/{{…}}, received /cart)
               exhausted  step "late"       s.yaml:12:6   it took its last request: 1 of exactly 1
               differs    stub "health"     s.yaml:14:31  path differs (expected /health, received /cart)
               takes      stub "any"        s.yaml:15:6   no open step matches, and no stub before it
               differs    stub "forbidden"  s.yaml:16:30  method differs (expected DELETE, received GET) and 1 more
               differs    stub "gone"       s.yaml:17:25  path differs (expected /users, received /cart)
            """#),
        Row(
            "a stub that must never get a request", shop, "DELETE /users",
            #"""
            DELETE /users: nothing takes it (never)

               differs      step "login"      s.yaml:5:26   method differs (expected POST, received DELETE) and 1 more
               differs      step "add"        s.yaml:7:14   method differs (expected POST, received DELETE) and 1 more
               differs      step "pay"        s.yaml:10:24  method differs (expected POST, received DELETE) and 1 more
               differs      step "mine"       s.yaml:11:25  method differs (expected GET, received DELETE) and 1 more
               differs      step "late"       s.yaml:12:25  method differs (expected GET, received DELETE) and 1 more
               differs      stub "health"     s.yaml:14:27  method differs (expected GET, received DELETE) and 1 more
               differs      stub "any"        s.yaml:15:24  method differs (expected GET, received DELETE)
               never        stub "forbidden"  s.yaml:16:6   it matches, and must never get a request
               comes later  stub "gone"       s.yaml:17:6   it matches too, but stub "forbidden" comes first

            s.yaml:16:6: error: stub "forbidden": DELETE /users came, which must never come
            16 |   - {id: forbidden, request: DELETE /users, never: true}
               |      ^
            """#),
        Row(
            "a name that a capture sets later", shop, "GET /users/ada",
            #"""
            GET /users/ada: stub "any" takes it

               differs  step "login"      s.yaml:5:26   method differs (expected POST, received GET) and 1 more
               differs  step "add"        s.yaml:7:14   method differs (expected POST, received GET) and 1 more
               differs  step "pay"        s.yaml:10:24  method differs (expected POST, received GET) and 1 more
               differs  step "mine"       s.yaml:11:30  it uses {{user}}: "login", which sets it at s.yaml:5:49, has not run
               differs  step "late"       s.yaml:12:29  path differs (expected /cart, received /users/ada)
               differs  stub "health"     s.yaml:14:31  path differs (expected /health, received /users/ada)
               takes    stub "any"        s.yaml:15:6   no open step matches, and no stub before it
               differs  stub "forbidden"  s.yaml:16:30  method differs (expected DELETE, received GET) and 1 more
               differs  stub "gone"       s.yaml:17:25  path differs (expected /users, received /users/ada)
            """#),
        Row(
            "a step that a later one closed", other, after: ["two"], "GET /a",
            #"""
            GET /a: nothing takes it (out_of_order)

               closed   step "one"   s.yaml:4:6   it takes no more since step "two" began
               differs  step "two"   s.yaml:5:28  path differs (expected /b, received /a)
               differs  step "full"  s.yaml:6:29  path differs (expected /c, received /a)
               differs  stub "c"     s.yaml:7:30  path differs (expected /c, received /a)

            s.yaml:4:6: error: GET /a came out of order
            4 |   - {id: one, request: GET /a, times: {at_least: 1}}
              |      ^ step "one" would take it, but takes no more since step "two" began
            """#),
        Row(
            "a step whose when does not hold", other, after: ["two"], "GET /c",
            #"""
            GET /c: stub "c" takes it

               differs  step "one"   s.yaml:4:28  path differs (expected /a, received /c)
               differs  step "two"   s.yaml:5:28  path differs (expected /b, received /c)
               when     step "full"  s.yaml:6:6   it wants cart to be "full", but it is "empty", set by vars at s.yaml:2:14
               takes    stub "c"     s.yaml:7:10  it matches, and step "full", which would take it too, is not open
            """#),
        Row(
            "a stub whose when does not hold",
            """
            vars: {cart: empty}
            stubs:
              - {id: add, request: POST /cart, set: {cart: full}}
              - {id: pay, request: POST /pay, when: {cart: full}}
            """, "POST /pay",
            #"""
            POST /pay: nothing takes it (unmatched)

               differs  stub "add"  s.yaml:4:29  path differs (expected /cart, received /pay)
               when     stub "pay"  s.yaml:5:6   it wants cart to be "full", but it is "empty", set by vars at s.yaml:2:14

            s.yaml:5:42: error: nothing takes POST /pay
            5 |   - {id: pay, request: POST /pay, when: {cart: full}}
              |                                          ^ nearest is stub "pay": it wants cart to be "full", but it is "empty", set by vars at s.yaml:2:14
            """#),
    ]

    @Test(
        "a step is complete with all that it waits for, and a block with its steps",
        arguments: [
            (["both"], "GET /c", true), (["c"], "GET /d", true), (["a"], "GET /b", true), (["a"], "GET /c", false),
            (["c"], "GET /a", false), ([], "GET /e", true), (["f"], "GET /a", true),
        ])
    func assumed(_ after: [String], _ request: String, _ isTaken: Bool) throws {
        let yaml = """
            steps:
              - id: both
                parallel: [{id: a, request: GET /a}, [{id: b, request: GET /b}, {id: b2, request: GET /b2}]]
              - {id: c, request: GET /c}
              - {id: d, request: GET /d}
              - {id: e, request: GET /e, after: []}
              - {id: f, request: GET /f, after: [e]}
            """
        #expect(try Self.explanation(Row("", yaml, after: after, request, "")).isTaken == isTaken)
    }

    @Test("a random value is not guessed without a seed, nor what is made from it")
    func unseeded() throws {
        let yaml = """
            vars: {n: "{{random.int(10000, 99999)}}", m: "x-{{n}}", k: known}
            steps:
              - {id: one, request: "GET /n/{{n}}", set: {k: "{{uuid}}"}}
              - {id: two, request: {method: POST, path: /m, headers: {X-M: "{{m}}"}}}
              - {id: three, request: "GET /k/{{k}}"}
            """
        let random = "it is random in each run; --seed gives the values of a run"
        #expect(
            try Self.explanation(Row("", yaml, "GET /n/5", ""), isUnseeded: true).text() == """
                GET /n/5: nothing takes it (unmatched)

                   differs  step "one"    s.yaml:4:29  it uses {{n}}: \(random)
                   differs  step "two"    s.yaml:5:33  method differs (expected POST, received GET) and 2 more
                   differs  step "three"  s.yaml:6:31  path differs (expected /k/known, received /n/5)

                s.yaml:4:29: error: nothing takes GET /n/5
                4 |   - {id: one, request: "GET /n/{{n}}", set: {k: "{{uuid}}"}}
                  |                             ^ nearest is step "one": it uses {{n}}: \(random)
                """)
        let later = try Self.explanation(Row("", yaml, after: ["two"], "GET /k/known", ""), isUnseeded: true)
        #expect(later.rules.last?.reason == "it uses {{k}}: step \"one\" sets it from a request that is not known here")
        let seeded = try Self.explanation(Row("", yaml, "GET /n/5", "")).rules[0]
        #expect(seeded.reason == "path differs")
    }

    @Test("the first line hides the secrets that titles hide")
    func hiddenTarget() throws {
        let yaml = "redact: [X-Key]\nsteps: [{request: GET /by/1}]"
        var script = try Self.script(yaml)
        var stated = try RequestDescription(method: "GET", target: "/by/secret-key-77?k=secret-key-77")
        try stated.add("X-Key", "secret-key-77")
        let view = RequestView(
            stated.request(on: ConnectionInfo(index: 1, exchange: 1)), needs: script.scenario.needs)
        let id = ExchangeID(ConnectionInfo(index: 1, exchange: 1))
        let explained = script.explain(id, view, at: Instant(nanoseconds: 0))
        let explanation = try #require(explained)
        let shown = "GET /by/(redacted, 13 bytes)?k=(redacted, 13 bytes)"
        #expect(explanation.text().hasPrefix("\(shown): nothing takes it (unmatched)\n"))
        #expect(explanation.failures.map(\.title) == ["nothing takes \(shown)"])
        #expect(!explanation.text().contains("secret-key") && !explanation.jsonText.contains("secret-key"))
    }

    @Test("the same in parts")
    func json() throws {
        let row = Row("", Self.other, after: ["two"], "GET /c", "")
        #expect(
            try Self.explanation(row).jsonText == #"""
                {
                  "request": {
                    "method": "GET",
                    "target": "/c",
                    "stub": "c",
                    "before_step": "full"
                  },
                  "taken": true,
                  "passed": true,
                  "rules": [
                    {
                      "step": "one",
                      "standing": "differs",
                      "reason": "path differs",
                      "expected": [
                        "/a"
                      ],
                      "received": [
                        "/c"
                      ],
                      "path": "s.yaml",
                      "line": 4,
                      "column": 28
                    },
                    {
                      "step": "two",
                      "standing": "differs",
                      "reason": "path differs",
                      "expected": [
                        "/b"
                      ],
                      "received": [
                        "/c"
                      ],
                      "path": "s.yaml",
                      "line": 5,
                      "column": 28
                    },
                    {
                      "step": "full",
                      "standing": "when",
                      "reason": "it wants cart to be \"full\", but it is \"empty\", set by vars at s.yaml:2:14",
                      "path": "s.yaml",
                      "line": 6,
                      "column": 6
                    },
                    {
                      "stub": "c",
                      "standing": "takes",
                      "reason": "it matches, and step \"full\", which would take it too, is not open",
                      "path": "s.yaml",
                      "line": 7,
                      "column": 10
                    }
                  ],
                  "failures": []
                }
                """#)
    }

    @Test("a request is known as it would come")
    func stated() throws {
        var request = try RequestDescription(method: "POST", target: "https://api.test:8443/caf\u{E9}?q=1#top")
        try request.add("X-A", "b")
        request.body = [0x68, 0x69]
        let head = request.request(on: ConnectionInfo(index: 1, exchange: 1)).head
        #expect(String(decoding: head.target, as: UTF8.self) == "/caf%C3%A9?q=1")
        #expect(
            head.fields == Fields([("Host", "api.test:8443"), ("X-A", "b"), ("Content-Length", "2")]))
    }

    @Test(
        "what is not a request",
        arguments: [
            ("", "/", "\"\" is not a method; write GET, POST or another one"),
            ("G(T", "/", "\"G(T\" is not a method; write GET, POST or another one"),
            ("GET", "me", "\"me\" is not a path; a path begins with /: /me"),
            ("GET", "/a b", "a path has no space; write %20"),
            ("GET", "/a#b", "a fragment (#) is never sent; leave it out"),
            ("GET", "http://", "\"\" is not a host with an optional port"),
            ("CONNECT", "api.test", "CONNECT has a host and a port: CONNECT example.com:443"),
        ])
    func invalid(_ method: String, _ target: String, _ expected: String) {
        #expect(throws: RequestDescription.Invalid(expected)) { try RequestDescription(method: method, target: target) }
    }

    @Test("a header has a name, and no control characters")
    func invalidHeaders() throws {
        var request = try RequestDescription(method: "GET", target: "/")
        #expect(
            throws: RequestDescription.Invalid(
                "what is before the first colon is not the name of a header; write Name: value")
        ) {
            try request.add("a b", "c")
        }
        #expect(throws: RequestDescription.Invalid("the value of A has a control character, which no header has")) {
            try request.add("A", "b\r\nC: d")
        }
    }
}
