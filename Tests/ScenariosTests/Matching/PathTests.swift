import HTTPMessage
import Scenarios
import Testing

@Suite("Paths")
struct PathTests {
    private func parameters(_ path: String, _ target: String, vars: String = "v: a/b") throws -> [String: String]? {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nvars:\n  \(vars)\nsteps:\n- request: {path: '\(path)'}")
        let view = RequestView(Request("GET \(target)"), needs: fixture.scenario.needs)
        let pattern = try #require(fixture.scenario.steps.first).rule.request
        guard case .matched(let parameters) = pattern.match(view, in: fixture.scope) else {
            #expect(!pattern.mismatches(view, in: fixture.scope).isEmpty)
            #expect(pattern.fits(view) != true)
            return nil
        }
        #expect(pattern.mismatches(view, in: fixture.scope).isEmpty)
        #expect(pattern.fits(view) != false)
        return Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.value) })
    }

    @Test(
        "a path fits its twin, decoded once",
        arguments: [
            ("/", "/"), ("/a b", "/a%20b"), ("/a%20b", "/a%20b"), ("/a+b", "/a+b"), ("/ä", "/%C3%A4"), ("/a", "/%61"),
            ("/a%2Fb", "/a%2fb"), ("/a%25", "/a%25"), ("/a/", "/a/"), ("/a//b", "/a//b"), ("/a/../b", "/a/../b"),
            ("/{{v}}", "/a%2Fb"), ("/x-{{v}}.json", "/x-a%2Fb.json"), ("/{{v}}{{v}}", "/a%2fba%2fb"),
        ])
    func fits(path: String, target: String) throws {
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
        "the key of the index is the path that is looked up",
        arguments: [
            ("/a b/c", "/a%20b/c"), ("/a%2Fb", "/a%2Fb"), ("/", "/"), ("/a//", "/a//"), ("/%41", "/A"),
        ])
    func literalPath(path: String, target: String) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nsteps:\n- request: {method: [GET, PUT], path: '\(path)'}")
        for (method, fits) in [("GET", true), ("PUT", true), ("PUTS", false), ("POST", false), ("get", false)] {
            #expect(
                scenario.steps.first?.rule.request.fits(RequestView(Request("\(method) \(target)"), needs: [])) == fits)
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
            let distances = fixture.scenario.steps.map { $0.rule.request.distance(view, in: fixture.scope) }
            #expect(distances.firstIndex(of: distances.min() ?? 0) == nearest, "\(line): \(distances)")
        }
        let exact = RequestView(Request("GET /orders"), needs: [])
        #expect(fixture.scenario.steps[2].rule.request.distance(exact, in: fixture.scope) == 0)
    }
}
