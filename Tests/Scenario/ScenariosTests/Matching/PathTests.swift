import HTTPMessage
import RequestFixtures
import ScenarioFiles
import Scenarios
import Testing

@Suite("Paths")
struct PathTests {
    private func parameters(_ path: String, _ target: String, vars: String = "v: a/b") throws -> [String: String]? {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nvars:\n  \(vars)\nsteps:\n- request: {path: '\(path)'}")
        let view = RequestView(Request("GET \(target)"), needs: fixture.scenario.needs)
        let matcher = try #require(fixture.scenario.steps.first).rule.request
        guard case .matched(let parameters) = matcher.match(view, in: fixture.scope) else {
            #expect(!matcher.mismatches(view, in: fixture.scope).isEmpty)
            #expect(matcher.matches(view) != true)
            return nil
        }
        #expect(matcher.mismatches(view, in: fixture.scope).isEmpty)
        #expect(matcher.matches(view) != false)
        return Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.value) })
    }

    @Test(
        "a path fits its twin, decoded once",
        arguments: [
            ("/", "/"), ("/a b", "/a%20b"), ("/a%20b", "/a%20b"), ("/a+b", "/a+b"), ("/ä", "/%C3%A4"), ("/a", "/%61"),
            ("/a%2Fb", "/a%2fb"), ("/a%25", "/a%25"), ("/a/", "/a/"), ("/a//b", "/a//b"), ("/a/../b", "/a/../b"),
            ("/{{v}}", "/a%2Fb"), ("/x-{{v}}.json", "/x-a%2Fb.json"), ("/{{v}}{{v}}", "/a%2fba%2fb"),
            ("/%25FF", "/%25FF"), ("/%252F", "/%252F"), ("/50%25", "/50%25"),
        ])
    func matches(path: String, target: String) throws {
        #expect(try parameters(path, target) == [:])
    }

    @Test(
        "a path does not fit what only looks like it",
        arguments: [
            ("/", "*"), ("/a", "/"), ("/a", "/A"), ("/a", "/a/"), ("/a", "//a"), ("/a/b", "/a%2Fb"), ("/a%2Fb", "/a/b"),
            ("/b", "/a/../b"), ("/b", "/./b"), ("/a b", "/a+b"), ("/a%20b", "/a%2520b"), ("/ä", "/%E4"),
            ("/ä", "/a%CC%88"),
            ("/{{v}}", "/a/b"), ("/{{v}}x", "/a%2Fb"), ("/{id}", "/"), ("/{id}", "/a/b"), ("/{a}.json", "/.json"),
            ("/{a}-{b}", "/x-"), ("/{a}-{b}", "/-y"), ("/{a}-{b}", "/xy"), ("/files/{+rest}", "/files"),
            ("/{a}.json", "/a.json/"), ("/x{a}", "/x"), ("/{a}x", "/ax.x.y"),
            ("/a%2Fb", "/a%252Fb"), ("/a%252Fb", "/a%2Fb"), ("/%25FF", "/%FF"), ("/%25zz", "/%zz"),
            ("/%25FF/{id}", "/%FF/1"), ("/%25{id}", "/%FF"), ("/{id}%25zz", "/a%zz"), ("/{{v}}/%25zz", "/a%2Fb/%zz"),
        ])
    func differs(path: String, target: String) throws {
        #expect(try parameters(path, target) == nil)
    }

    @Test(
        "parameters are decoded and take as little as they may",
        arguments: [
            ("/{id}", "/a%20b", ["id": "a b"]), ("/{id}", "/a%2Fb", ["id": "a/b"]), ("/{id}", "/%zz", ["id": "%zz"]),
            ("/{id}", "/%FF", ["id": "%FF"]), ("/{a}.json", "/x.json.json", ["a": "x.json"]),
            ("/{a}-{b}", "/x-y-z", ["a": "x", "b": "y-z"]), ("/v{n}", "/v12", ["n": "12"]),
            ("/{a}--{b}", "/---x", ["a": "-", "b": "x"]),
            ("/{a}.{{v}}", "/x.a%2Fb", ["a": "x"]), ("/f/{+rest}", "/f/", ["rest": ""]),
            ("/f/{+rest}", "/f/a//b%20c", ["rest": "a//b c"]), ("/f/{+rest}", "/f/a%2Fb/c", ["rest": "a%2Fb/c"]),
            ("/f/{+rest}", "/f/a%252Fb/%FF", ["rest": "a%252Fb/%FF"]),
            ("/%25FF/{id}", "/%25FF/1", ["id": "1"]), ("/x{id}", "/x%zz", ["id": "%zz"]),
            ("/{+all}", "/", ["all": ""]), ("/{a}/b/{c}", "/1/b/2", ["a": "1", "c": "2"]),
        ] as [(String, String, [String: String])])
    func taken(path: String, target: String, parameters: [String: String]) throws {
        #expect(try self.parameters(path, target) == parameters)
    }

    @Test("operators see decoded segments, and a decoded slash as %2F")
    func operators() throws {
        #expect(try Fixture(assert: "path: {starts_with: '/a b/%2F'}").matches(Request("GET /a%20b/%2fc")))
        #expect(try !Fixture(assert: "path: {starts_with: '/a b//'}").matches(Request("GET /a%20b/%2fc")))
    }

    @Test(
        "operators tell a slash in a segment, a percent sign and what is malformed apart",
        arguments: [
            ("equals: /a%2Fb", "/a%2Fb", "/a%252Fb"), ("equals: /a%252Fb", "/a%252Fb", "/a%2Fb"),
            ("equals: /%25FF", "/%25FF", "/%FF"), ("ends_with: 50%25", "/50%25", "/50"),
            ("contains: '%2F'", "/a%2fb", "/a/b"), ("contains: /é b", "/%C3%A9%20b", "/e%20b"),
            ("one_of: [/%C3%A9, /x%20y]", "/x y", "/x%2520y"), ("matches: /a%25\\d+", "/a%259", "/a9"),
            ("equals: '/{{v}}'", "/50%25", "/50"), ("equals_ignore_case: /A%25", "/a%25", "/a%2525"),
        ])
    func escapes(path: String, matching: String, differs: String) throws {
        let fixture = try Fixture(assert: "path: {\(path)}", vars: "v: 50%")
        #expect(try fixture.matches(Request("GET \(matching)")))
        #expect(try !fixture.matches(Request("GET \(differs)")))
    }

    @Test(
        "operators see what follows the base path",
        arguments: [
            ("equals: /a", "/api/v1/a", "/a"), ("starts_with: /a", "/api/v1/ab", "/api/v1/b"),
            ("ends_with: /v1", "/api/v1/v1", "/api/v1"), ("contains: api", "/api/v1/api", "/api/v1/x"),
            ("matches: '/\\d+'", "/api/v1/12", "/12"), ("one_of: [/a, /b]", "/api/v1/b", "/b"),
            ("not: {equals: /a}", "/api/v1/b", "/b"), ("length: 2", "/api/v1/a", "/a"),
            ("equals_ignore_case: /A", "/api/v1/a", "/API/v1/a"), ("present: true", "/api/v1/", "/api/v1x"),
            ("all_of: [{contains: a}, {not: {contains: v}}]", "/api/v1/a", "/api/v1/av"),
        ])
    func operatorsBehindBase(path: String, matching: String, differs: String) throws {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nbase_path: /api/v1\nsteps:\n- {request: /, assert: {path: {\(path)}}}")
        #expect(try fixture.matches(Request("GET \(matching)")))
        #expect(try !fixture.matches(Request("GET \(differs)")))
    }

    @Test("a path outside the base path is reported with it")
    func outsideBase() throws {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nbase_path: /api\nsteps:\n- {request: /, assert: {path: {ends_with: b}}}")
        #expect(
            try fixture.report(Request("GET /b"))
                == "4:43 path differs: it does not begin with base_path /api\n- /api/…\n+ /b")
        #expect(try fixture.report(Request("GET /api/c")) == "4:43 path differs\n- ending with b\n+ /c")
    }

    @Test("a value with a slash is shown as it stands in a path")
    func slashInValue() throws {
        let fixture = try Fixture(assert: "path: '/{{v}}/x%2F{{v}}'", vars: "v: a/b%")
        #expect(
            try fixture.report(Request("GET /a/b%25/x"))
                == "7:11 path differs\n- /a%2Fb%25/x%2Fa%2Fb%25 <[0]>\n+ /a/b%25/x")
    }

    @Test(
        "the key of the index is the path that is looked up",
        arguments: [
            ("/a b/c", "/a%20b/c"), ("/a%2Fb", "/a%2Fb"), ("/", "/"), ("/a//", "/a//"), ("/%41", "/A"),
            ("/%252F%25", "/%252F%25"),
        ])
    func literalPath(path: String, target: String) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nsteps:\n- request: {method: [GET, PUT], path: '\(path)'}")
        for (method, matching) in [("GET", true), ("PUT", true), ("PUTS", false), ("POST", false), ("get", false)] {
            #expect(
                scenario.steps.first?.rule.request.matches(RequestView(Request("\(method) \(target)"), needs: []))
                    == matching)
        }
        let key = try #require(scenario.steps.first?.rule.request.pathTemplate?.literalBytes)
        #expect(key[...] == RequestView(Request("GET \(target)"), needs: []).path)
    }

    @Test(
        "a path with a parameter or an expression has no key", arguments: ["/{id}", "/a/{{v}}", "/{+rest}", "/a{id}"])
    func noLiteralPath(path: String) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nvars: {v: 1}\nsteps:\n- request: {path: '\(path)'}")
        #expect(scenario.steps.first?.rule.request.pathTemplate?.literalBytes == nil)
    }

    @Test("of several rules the one that was probably meant is nearest")
    func distance() throws {
        let yaml = """
            mockserver: 1
            order: any
            steps:
            - request: POST /users/{id}/orders
            - request: GET /users/{id}
            - request: GET /orders
            - request: {headers: {X: a}}
            """
        let fixture = try Fixture(yaml: yaml)
        let cases = [
            ("GET /user/7", 1), ("GET /orderz", 2), ("PUT /users/7/orders", 0), ("GET /users/7/", 1),
            ("GET /Orders", 2),
            ("DELETE /zzzzzzzzzz/y/x/w/v", 3),
        ]
        for (line, nearest) in cases {
            let view = RequestView(Request(line), needs: [])
            let distances = fixture.scenario.steps.map { Self.distance($0.rule.request, view, fixture.scope) }
            #expect(distances.firstIndex(of: distances.min() ?? 0) == nearest, "\(line): \(distances)")
        }
        let exact = RequestView(Request("GET /orders"), needs: [])
        #expect(Self.distance(fixture.scenario.steps[2].rule.request, exact, fixture.scope) == 0)
    }

    private static func distance(_ matcher: RequestMatcher, _ view: RequestView, _ scope: EvaluationContext) -> Int {
        var bodies = BodyBudget()
        let distance = matcher.distance(RequestOutline(view), in: scope, atMost: .max, &bodies) ?? .max
        #expect(
            matcher.leastDistance(RequestOutline(view)) <= distance, "the bound is no bound for \(matcher.position)")
        return distance
    }

    @Test("the quick bound of a distance is never above it")
    func leastDistance() throws {
        let paths = [
            "/", "/a", "/A", "/ab", "/a/b", "/a/b/", "/a//b", "/v1/orders", "/v2/orders", "/v12/orderz", "/orders/7",
            "/{id}", "/a/{id}", "/{name}.json", "/a{id}b/c", "/{+rest}", "/a/{+rest}", "/{{v}}", "/x{{v}}/{id}",
        ]
        let steps = paths.map { "- request: {method: [GET, PUT], path: \"\($0)\"}" }
        let fixture = try Fixture(
            yaml: "mockserver: 1\norder: any\nvars: {v: abc}\nsteps:\n\(steps.joined(separator: "\n"))")
        let targets =
            paths.filter { !$0.contains("{") } + ["/xabc/9", "/b.xml", "/zzz/yyy/xxx/www", "/a1/b2", "*", "/%61"]
        for target in targets {
            for method in ["GET", "POST"] {
                let view = RequestView(Request("\(method) \(target)"), needs: [])
                for step in fixture.scenario.steps { _ = Self.distance(step.rule.request, view, fixture.scope) }
            }
        }
    }
}
