import HTTPTypes
import Testing

@testable import BuiltScenarios
@testable import ScenarioBuilder
@testable import ScenarioFiles

@Suite("Conditions that are written in Swift")
struct ConditionBuildingTests {
    @Test("join in one map where the format allows it, and are all_of where it doesn't")
    func joining() throws {
        try expect("{headers: {A: x, B: y}, query: {q: 1}}", .header("A", "x"), .query("q", 1), .header("B", "y"))
        try expect(
            "{all_of: [{headers: {A: {starts_with: x}}}, {headers: {a: {ends_with: z}}}]}",
            .header("A", .startsWith("x")), .header("a", .endsWith("z")))
        try expect("{all_of: [{query: {a: 1}}, {query: {a: 2}}]}", .query("a", 1), .query("a", 2))
        try expect(
            "{all_of: [{query_exact: {a: 1}}, {query_exact: {b: 1}}]}", .queryExact(["a": 1]), .queryExact(["b": 1]))
        try expect("{body: {length: 5, sha256: {starts_with: a}}}", .body(.length(5)), .body(.sha256(.startsWith("a"))))
        try expect(
            "{all_of: [{not: /a}, {not: /b}]}", .not(RequestMatcher("/a")), .not(RequestMatcher("/b")))
        try expect("{all_of: [{json: {a: 1}}, {json: {b: 2}}]}", .json(["a": 1]), .json(["b": 2]))
    }

    @Test("take values and operators, of literals and of variables")
    func values() throws {
        let name = "ada"
        let ids = ["1", "2"]
        try expect("{basic: {user: ada, password: {present: true}}}", .basic(user: name, password: .present))
        try expect(
            "{query_exact: {a: 1, b: x, c: {present: true}, d: [x, y]}}",
            .queryExact(["a": 1, "b": "x", "c": .present, "d": ["x", "y"]]))
        try expect("{form_exact: {a: ada}}", .formExact(["a": name]))
        try expect("{headers: {X-Id: {one_of: [1, 2]}}}", .header("X-Id", .oneOf(ids)))
        try expect("{headers: {X-Id: {one_of: [1, x, 2.5]}}}", .header("X-Id", .oneOf([1, "x", 2.5])))
        try expect("{headers: {X-Id: [1, 2]}}", .header("X-Id", ids))
        try expect("{headers: {Ratio: 0.5, On: true}}", .header("Ratio", 0.5), .header("On", true))
        try expect(
            "{headers: {Accept: {not: {any_of: [a, {contains: b}]}}}}",
            .header(.accept, .not(.anyOf(["a", .contains("b")]))))
        try expect(
            "{tls: {sni: {ends_with: .com}, client_certificate: {subject: CN=a}}}",
            .tls(sni: .endsWith(".com"), clientCertificateSubject: "CN=a"))
    }

    @Test("stand beside a path, a query or another path")
    func paths() throws {
        try expect(Stub(.get, "/a", .query("b", 1)), "{method: GET, path: /a, query: {b: 1}}")
        try expect(Stub("/a?c=2", .query("b", 1)), "{all_of: [/a?c=2, {query: {b: 1}}]}")
        try expect(
            Stub(.get, "/{+any}", .path(.endsWith(".png"))),
            "{all_of: [{method: GET, path: \"/{+any}\"}, {path: {ends_with: .png}}]}")
    }

    @Test("of several assert calls are one map, and defaults take the same")
    func assertions() throws {
        let document = ScenarioDocument("s") {
            Defaults(assert: [.header("A", "x"), .header("A", .present)])
            Step(.get, "/a").assert(.header("A", "x")).assert(.bearer("t"), .header("B", "y"))
        }
        try expect(
            document,
            """
            defaults: {assert: {all_of: [{headers: {A: x}}, {headers: {A: {present: true}}}]}}
            steps: [{request: GET /a, assert: {headers: {A: x, B: y}, bearer: t}}]
            """)
    }

    @Test("and headers of a response are joined if a name stands twice")
    func headers() throws {
        let document = ScenarioDocument("s") {
            Stub("/a").respond(Response().header("Set-Cookie", "a=1").header("set-cookie", "b=2", "c=3"))
        }
        try expect(document, "stubs: [{request: /a, response: {headers: {Set-Cookie: [a=1, b=2, c=3]}}}]")
    }

    private func expect(
        _ request: String, _ conditions: ScenarioBuilder.Condition..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let read = Document.read(path: "s.yaml", bytes: Array(request.utf8))
        var reader = DocumentReader()
        let built = CanonicalNode(
            reader.node(ScenarioBuilder.Condition.request(conditions, at: CallSite(file: "", line: 1, column: 1))))
        #expect(built == CanonicalNode(try #require(read.root)), sourceLocation: sourceLocation)
    }

    private func expect(_ stub: Stub, _ request: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(
            ScenarioDocument("s") { stub }, "stubs:\n  - request: \(request)", sourceLocation: sourceLocation)
    }

    private func expect(
        _ document: ScenarioDocument, _ lines: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = "mockserver: 1\nname: s\n" + lines
        let read = Document.read(path: "s.yaml", bytes: Array(file.utf8))
        #expect(read.diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
        var reader = DocumentReader()
        let built = CanonicalNode(reader.node(document.root))
        #expect(built == CanonicalNode(try #require(read.root)), sourceLocation: sourceLocation)
        #expect(reader.diagnostics.found.map(\.description) == [], sourceLocation: sourceLocation)
    }
}
