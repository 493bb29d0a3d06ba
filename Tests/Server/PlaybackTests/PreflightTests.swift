import Scenarios
import Testing

@testable import Playback

@Suite("A CORS preflight")
struct PreflightTests {
    private static let asking = [("Origin", "http://a.test"), ("Access-Control-Request-Method", "PUT")]

    private func driver(_ lines: String) throws -> ScriptDriver { try ScriptDriver("mockserver: 1\nseed: 7\n" + lines) }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: String
        /// The target of the preflight, after one request for each of `before`.
        var target = "/a"
        var before: [String] = []
        let outcome: String
    }

    static let rows = [
        Row(
            testDescription: "that nothing matches", lines: "cors: true\nsteps: [{id: a, request: PUT /a}]",
            outcome: "preflight"),
        Row(
            testDescription: "from an origin that is not listed is answered outside the script, too",
            lines: "cors: {origins: [http://b.test]}\nsteps: [{id: a, request: PUT /a}]", outcome: "preflight"),
        Row(
            testDescription: "that a step takes is the step's",
            lines: "cors: true\nsteps: [{id: a, request: OPTIONS /a}]", outcome: "step a"),
        Row(
            testDescription: "that a step with a regular expression takes is the step's",
            lines: "cors: true\nsteps: [{id: a, request: {method: OPTIONS, path: {matches: /a+}}}]", outcome: "step a"),
        Row(
            testDescription: "that a stub for any method takes is the stub's",
            lines: "cors: true\nstubs: [{id: b, request: /a}]", outcome: "stub b"),
        Row(
            testDescription: "that a later step would take",
            lines: "cors: true\nsteps: [{id: b, request: PUT /b}, {id: a, request: OPTIONS /a}]", outcome: "preflight"),
        Row(
            testDescription: "that a step took the last of",
            lines: "cors: true\nsteps: [{id: a, request: OPTIONS /a}]", before: ["OPTIONS /a"], outcome: "preflight"),
        Row(
            testDescription: "that a stub took the last of",
            lines: "cors: true\nstubs: [{id: a, request: OPTIONS /a, times: 1}]", before: ["OPTIONS /a"],
            outcome: "preflight"),
        Row(
            testDescription: "that a stub forbids is forbidden",
            lines: "cors: true\nstubs: [{id: a, request: OPTIONS /a, never: true}]", outcome: "never"),
        Row(
            testDescription: "is unmatched if cors is off", lines: "cors: false\nsteps: [{id: a, request: PUT /a}]",
            outcome: "unmatched"),
        Row(
            testDescription: "is unmatched without cors", lines: "steps: [{id: a, request: PUT /a}]",
            outcome: "unmatched"),
        Row(
            testDescription: "is not the response to unmatched requests",
            lines: "cors: true\nunmatched: {status: 404, allow: true}\nsteps: [{id: a, request: PUT /a}]",
            outcome: "preflight"),
    ]

    @Test("is taken, answered or a failure", arguments: rows)
    func outcome(_ row: Row) throws {
        var driver = try driver(row.lines)
        for line in row.before { try driver.request(line) }
        #expect(try driver.request("OPTIONS \(row.target)", Self.asking) == row.outcome)
        #expect(driver.failures.isEmpty == !["never", "unmatched"].contains(row.outcome))
        if row.outcome == "preflight" { #expect(driver.plan?.entry.response == .status(204)) }
    }

    @Test("is OPTIONS with an origin that asks for a method; any other is unmatched")
    func others() throws {
        var driver = try driver("cors: true\nsteps: [{id: a, request: PUT /a}]")
        #expect(try driver.request("OPTIONS /a", [Self.asking[0]]) == "unmatched")
        #expect(try driver.request("OPTIONS /a", [Self.asking[1]]) == "unmatched")
        #expect(try driver.request("GET /a", Self.asking) == "unmatched")
        #expect(try driver.request("PUT /a", Self.asking) == "step a")
    }

    @Test("counts among the connections and in no other item of expect, and the run passes")
    func expectations() throws {
        var driver = try driver(
            """
            cors: true
            steps: [{id: a, request: PUT /a}]
            expect:
              - {request: {path: /a}, times: 1, max_in_flight: 1}
              - {request: OPTIONS /a, never: true}
              - {connections: 2}
            """)
        try driver.request("OPTIONS /a", Self.asking)
        try driver.request("PUT /a", [Self.asking[0]], connection: 2)
        try driver.request("OPTIONS /b", Self.asking, connection: 2)
        let verdict = driver.script.verdict(at: driver.now)
        #expect(verdict.passed, "\(verdict.text())")
        #expect(verdict.requests == 3)
    }

    @Test("that a stub takes counts in expect as any request")
    func taken() throws {
        var driver = try driver(
            """
            cors: true
            stubs: [{request: OPTIONS /a}]
            expect: [{request: OPTIONS /a, times: 1}]
            """)
        try driver.request("OPTIONS /a", Self.asking)
        #expect(driver.script.verdict(at: driver.now).passed)
    }

    @Test("is shown where connections are")
    func connections() throws {
        var driver = try driver(
            """
            cors: true
            steps: [{id: a, request: PUT /a}]
            expect: [{connections: {at_most: 1}}]
            """)
        try driver.request("OPTIONS /a", Self.asking)
        try driver.request("PUT /a", [Self.asking[0]], connection: 2)
        #expect(
            driver.report == """
                script.yaml:5:11: error: 2 connections carried a request, expected at most 1
                5 | expect: [{connections: {at_most: 1}}]
                  |           ^
                   #1  OPTIONS /a   connection 1   +0.0 ms   204  preflight
                   #2  PUT /a       connection 2   +1.1 ms   200  step "a"
                """)
    }

    @Test("that gets no permission is named where the step it was for stays unmet")
    func refused() throws {
        let scenario = """
            cors:
              origins: [http://a.test]
              headers: [X-Id]
            steps:
              - parallel:
                  - {id: one, request: {method: PUT, path: "/a/{id}", query: {q: 1}, headers: {X-Id: i}}}
                  - {id: two, request: GET /b}
            """
        func asking(_ origin: String, _ headers: String, _ method: String = "PUT") -> [(String, String)] {
            [
                ("Origin", origin), ("Access-Control-Request-Method", method),
                ("Access-Control-Request-Headers", headers),
            ]
        }
        var driver = try driver(scenario)
        try driver.request("OPTIONS /a/7?q=1", asking("http://b.test", "x-id"))
        try driver.request("OPTIONS /a/7?q=1", asking("http://b.test", "x-id"))
        try driver.request("OPTIONS /a/8?q=1", asking("http://a.test", "x-id, x-other, x-more"))
        try driver.request("OPTIONS /a/9?q=1", asking("http://a.test", "x-key"))
        // These are allowed, or not for one of the steps.
        try driver.request("OPTIONS /a/7?q=1", asking("http://a.test", "x-id"))
        try driver.request("OPTIONS /a/7?q=2", asking("http://b.test", "x-id"))
        try driver.request("OPTIONS /a/7?q=1", asking("http://b.test", "x-id", "POST"))
        #expect(
            driver.report == """
                script.yaml:8:10: error: step "one": 0 requests, expected exactly 1
                8 |       - {id: one, request: {method: PUT, path: "/a/{id}", query: {q: 1}, headers: {X-Id: i}}}
                  |          ^ waiting for PUT /a/{id}; last was #7 OPTIONS /a/7?q=1, 204
                   #1 OPTIONS /a/7?q=1 is a browser's preflight for PUT from http://b.test, but cors at script.yaml:4:3 lists only http://a.test
                   #3 OPTIONS /a/8?q=1 is a browser's preflight for PUT with the headers x-other, x-more, but cors at script.yaml:5:3 lists only x-id
                   #4 OPTIONS /a/9?q=1 is a browser's preflight for PUT with the header x-key, but cors at script.yaml:5:3 lists only x-id
                script.yaml:9:10: error: step "two": 0 requests, expected exactly 1
                9 |       - {id: two, request: GET /b}
                  |          ^ waiting for GET /b; last was #7 OPTIONS /a/7?q=1, 204
                """)
        try driver.request("PUT /a/7?q=1", [("X-Id", "i")])
        try driver.request("GET /b")
        #expect(driver.script.verdict(at: driver.now).passed)
    }

    @Test("completes no step, keeps no run from being complete, and no failure shows it")
    func completion() throws {
        var driver = try driver(
            """
            cors: true
            steps: [{id: b, request: PUT /b}, {id: a, request: OPTIONS /a}]
            """)
        try driver.request("OPTIONS /a", Self.asking, response: false)
        #expect(driver.script.unanswered == 1)
        driver.answer(connection: 1)
        #expect(driver.script.unanswered == 0 && !driver.script.isComplete)
        #expect(
            driver.report == """
                script.yaml:4:10: error: step "b": 0 requests, expected exactly 1
                4 | steps: [{id: b, request: PUT /b}, {id: a, request: OPTIONS /a}]
                  |          ^ waiting for PUT /b; last was #1 OPTIONS /a, 204
                   1 later step was not reached either: "a"
                """)
        try driver.request("PUT /b")
        try driver.request("OPTIONS /a", Self.asking)
        #expect(driver.script.isComplete && !driver.script.hasFailed)
        try driver.request("OPTIONS /c", Self.asking)
        #expect(driver.script.isComplete)
    }
}
