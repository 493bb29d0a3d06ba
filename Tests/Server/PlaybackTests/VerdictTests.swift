import Playback
import Scenarios
import Testing

/// The verdict's whole text, and its limits.
@Suite struct VerdictTests {
    private static let yaml = """
        mockserver: 1
        name: Two steps
        seed: 7
        steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
        """

    @Test("two leaves told at one place are two failures, and of several requests each is one")
    func leavesOfOnePosition() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: a, times: 2, request: POST /a, assert: {json: [1]}}
            """)
        try driver.request("POST /a", body: "[1,2,3]")
        try driver.request("POST /a", body: "[1,2,3]")
        #expect(
            driver.report == """
                script.yaml:3:56: error: step "a": json $[1] must not be there (2 times)
                3 |   - {id: a, times: 2, request: POST /a, assert: {json: [1]}}
                  |                                                        ^
                   + 2
                   #1  POST /a   connection 1   +0.0 ms   200  step "a"
                   #2  POST /a   connection 1   +1.1 ms   200  step "a"
                script.yaml:3:56: error: step "a": json $[2] must not be there (2 times)
                3 |   - {id: a, times: 2, request: POST /a, assert: {json: [1]}}
                  |                                                        ^
                   + 3
                   #1  POST /a   connection 1   +0.0 ms   200  step "a"
                   #2  POST /a   connection 1   +1.1 ms   200  step "a"
                """)
    }

    @Test("requests after the last one of a step are one failure, which tells typing as long as it lasts")
    func typing() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: a, request: GET /s, assert: {query: {q: swift}}}
            """)
        for text in ["s", "sw", "swi", "swif", "swift"] { try driver.request("GET /s?q=\(text)") }
        let failures = driver.script.verdict(at: driver.now).failures
        #expect(failures.map(\.kind) == [.assertion, .exhausted])
        #expect(
            failures.last?.text() == """
                script.yaml:3:6: error: step "a": 5 requests, expected exactly 1
                3 |   - {id: a, request: GET /s, assert: {query: {q: swift}}}
                  |      ^ the 2nd came 1.1 ms after the 1st, 1.0 ms after its response
                   query parameter q grows with each request, as someone types: wait for a pause in the typing before you send one
                   #1  GET /s?q=s       connection 1   +0.0 ms   200  step "a"
                   #2  GET /s?q=sw      connection 1   +1.1 ms   501  exhausted
                   #3  GET /s?q=swi     connection 1   +2.2 ms   501  exhausted
                   #4  GET /s?q=swif    connection 1   +3.3 ms   501  exhausted
                   #5  GET /s?q=swift   connection 1   +4.4 ms   501  exhausted
                """)
        try driver.request("GET /s?q=other")
        #expect(driver.script.verdict(at: driver.now).failures.last?.remarks == [])
    }

    @Test(
        "a step whose request came with another form of its path fails because of that",
        arguments: [
            ("", "/files/a b", "/files/a%2520b"), ("", "/v1/next", "/v1/v1/next"), ("", "/v1/next", "/next"),
            ("base_path: /api", "/next", "/next"), ("base_path: /api", "/next", "/api/api/next"),
            ("", "/Notes", "/notes"),
        ])
    func formOfPath(_ key: String, _ path: String, _ sent: String) throws {
        var driver = try ScriptDriver(
            "mockserver: 1\n\(key)\nsteps: [{id: a, request: {method: GET, path: '\(path)'}}]")
        try driver.request("GET \(sent)")
        let failures = driver.script.verdict(at: driver.now).failures
        #expect(failures.map(\.kind) == [.unmatched, .unmet])
        #expect(failures.map(\.cause) == [nil, 0])
    }

    @Test("a path that differs in more explains no step without its requests")
    func otherPath() throws {
        var driver = try ScriptDriver("mockserver: 1\nbase_path: /api\nsteps: [{id: a, request: GET /next}]")
        try driver.request("GET /v2/next")
        #expect(driver.script.verdict(at: driver.now).failures.map(\.cause) == [nil, nil])
    }

    @Test("a run that holds is one line")
    func passed() throws {
        var driver = try ScriptDriver(Self.yaml)
        try driver.request("GET /a")
        try driver.request("GET /b")
        let verdict = driver.script.verdict(at: driver.now)
        #expect(verdict.text() == "passed: Two steps (2 requests, 2 of 2 steps, seed 7)")
        #expect("\(verdict)" == verdict.text())
        #expect(
            verdict.text(style: .color) == "\u{1B}[32mpassed\u{1B}[0m: Two steps (2 requests, 2 of 2 steps, seed 7)")
    }

    @Test("failures stand in order of time, the first marked, and answers that were dropped are named")
    func failed() throws {
        var driver = try ScriptDriver(Self.yaml)
        try driver.request("GET /a", response: false)
        try driver.request("GET /a")
        try driver.request("GET /x")
        try driver.request("GET /x")
        #expect(
            driver.script.verdict(at: driver.now).text() == """
                script.yaml:4:10: error: step "a": 2 requests, expected exactly 1
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
                  |          ^ the 2nd came 1.0 ms after the 1st, while the 1st was still unanswered
                   #1  GET /a   connection 1   +0.0 ms   200  step "a"
                   #2  GET /a   connection 1   +1.0 ms   501  exhausted
                   the first failure of 3

                script.yaml:4:1: error: nothing takes GET /x (2 times)
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
                  | ^ no step has a path like it
                   step "b" is open, for GET /b
                   #3  GET /x   connection 1   +2.1 ms   501  unmatched
                   #4  GET /x   connection 1   +3.2 ms   501  unmatched

                script.yaml:4:36: error: step "b": 0 requests, expected exactly 1
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
                  |                                    ^ waiting for GET /b; last was #4 GET /x, 501

                not answered to the end:
                   #1  GET /a   connection 1   +0.0 ms   200  step "a"

                failed: Two steps (3 failures, 4 requests, 1 of 2 steps, seed 7); the first is script.yaml:4:10: step "a": 2 requests, expected exactly 1
                """)
    }

    struct Cascade: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The steps `a`, `b` and so on, unless it says otherwise.
        var steps =
            "[{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]"
        let requests: String
        /// The failures, each by its kind and the index of the failure that it follows from.
        let failures: String
    }

    static let cascades = [
        Cascade(
            testDescription: "requests after one that came too soon", requests: "b a c d",
            failures: "out_of_order; out_of_order <0; out_of_order <0; unmet <0"),
        Cascade(
            testDescription: "requests after a step that was left out", requests: "a c d",
            failures: "out_of_order; out_of_order <0; unmet"),
        Cascade(
            testDescription: "requests after one with a slash too many", requests: "a/ b c d",
            failures: "unmatched; out_of_order <0; out_of_order <0; out_of_order <0; unmet <0"),
        Cascade(
            testDescription: "a step that needs more requests than were refused",
            steps: "[{id: a, request: GET /a, times: 2}, {id: b, request: GET /b}, {id: c, request: GET /c}]",
            requests: "a/ b a/?again c", failures: "unmatched; out_of_order; unmatched; out_of_order <0; unmet <0"),
        Cascade(
            testDescription: "a request that another one waited for comes late for a reason of its own",
            requests: "d a c b", failures: "out_of_order; out_of_order; unmet <0"),
        Cascade(
            testDescription: "a request that comes too soon, after another one did and a step was made good",
            requests: "c a d b", failures: "out_of_order; out_of_order; unmet <0"),
        Cascade(
            testDescription: "a request that comes once too often, one among equal ones", requests: "b a c c d",
            failures: "out_of_order; out_of_order; out_of_order <0; unmet <0"),
        Cascade(
            testDescription: "a request that nothing takes, far from what was due", requests: "x b",
            failures: "unmatched; out_of_order; unmet"),
        Cascade(
            testDescription: "steps behind one without its requests that never came", requests: "b a c",
            failures: "out_of_order; out_of_order <0; unmet <0"),
        Cascade(
            testDescription: "a step that its when keeps shut, too",
            steps:
                "[{id: a, request: GET /a, set: {k: 1}}, {id: b, request: GET /b}, {id: c, request: GET /c, when: {k: 2}}]",
            requests: "b a c", failures: "out_of_order; out_of_order; unmet <0"),
        Cascade(
            testDescription: "requests of a block and behind it",
            steps:
                "[{parallel: [{id: a, request: GET /a}, [{id: b, request: GET /b}, {id: c, request: GET /c}]]}, {id: d, request: GET /d}]",
            requests: "c b d a", failures: "out_of_order; out_of_order; unmet <0"),
    ]

    @Test("a failure follows from another one only if nothing else can be its reason", arguments: cascades)
    func cascade(_ cascade: Cascade) throws {
        var driver = try ScriptDriver("mockserver: 1\nvars: {k: 0}\nsteps: \(cascade.steps)")
        for name in cascade.requests.split(separator: " ") { try driver.request("GET /\(name)") }
        let failures = driver.script.verdict(at: driver.now).failures.map { failure in
            failure.kind.rawValue + (failure.cause.map { " <\($0)" } ?? "")
        }
        #expect(failures.joined(separator: "; ") == cascade.failures)
    }

    @Test("a step that was left out names the failure that follows from it")
    func leftOut() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps:\n  - request: GET /a\n  - request: GET /b\n  - request: GET /c")
        for name in ["a", "c"] { try driver.request("GET /\(name)") }
        let failures = driver.script.verdict(at: driver.now).failures
        #expect(failures.map(\.kind) == [.outOfOrder, .unmet])
        #expect(
            failures.last?.remarks == [
                "1 later step was not reached either: step 3", "the failure at script.yaml:5:5 follows from this one",
            ])
    }

    @Test(
        "what follows from a failure is counted with it, and listed on request; the last line names the first failure")
    func consequences() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            name: In order
            seed: 7
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
            """)
        for name in "bacdc" { try driver.request("GET /\(name)?n=\(driver.script.requests)") }
        try driver.request("PUT /d")
        let verdict = driver.script.verdict(at: driver.now)
        #expect(
            verdict.text() == """
                script.yaml:4:36: error: GET /b?n=0 came out of order
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                    ^ step "b" would take it, but waits for step "a" (GET /a, 0 of 1)
                   #1  GET /b?n=0   connection 1   +0.0 ms   501  out_of_order
                   2 more requests came out of order because of this
                   follows from it: step "b": 0 requests, expected exactly 1, at script.yaml:4:36; 2 later steps were not reached either: "c", "d"
                   the first failure of 6

                script.yaml:4:62: error: GET /c?n=4 came out of order
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                                              ^ step "c" would take it, but waits for step "b" (GET /b, 0 of 1)
                   #5  GET /c?n=4   connection 1   +4.4 ms   501  out_of_order

                script.yaml:4:104: error: nothing takes PUT /d
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                                                                                        ^ nearest is step "d": method differs
                   - GET
                   + PUT
                   #6  PUT /d   connection 1   +5.5 ms   501  unmatched

                failed: In order (6 failures, 6 requests, 1 of 4 steps, seed 7); the first is script.yaml:4:36: GET /b?n=0 came out of order
                """)
        #expect(
            verdict.text(telling: .whole) == """
                script.yaml:4:36: error: GET /b?n=0 came out of order
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                    ^ step "b" would take it, but waits for step "a" (GET /a, 0 of 1)
                   #1  GET /b?n=0   connection 1   +0.0 ms   501  out_of_order
                   the first failure of 6

                script.yaml:4:62: error: GET /c?n=2 came out of order
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                                              ^ step "c" would take it, but waits for step "b" (GET /b, 0 of 1)
                   #3  GET /c?n=2   connection 1   +2.2 ms   501  out_of_order
                   follows from the failure at script.yaml:4:36

                script.yaml:4:88: error: GET /d?n=3 came out of order
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                                                                        ^ step "d" would take it, but waits for step "b" (GET /b, 0 of 1), step "c" (GET /c, 0 of 1)
                   #4  GET /d?n=3   connection 1   +3.3 ms   501  out_of_order
                   follows from the failure at script.yaml:4:36

                script.yaml:4:62: error: GET /c?n=4 came out of order
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                                              ^ step "c" would take it, but waits for step "b" (GET /b, 0 of 1)
                   #5  GET /c?n=4   connection 1   +4.4 ms   501  out_of_order

                script.yaml:4:104: error: nothing takes PUT /d
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                                                                                        ^ nearest is step "d": method differs
                   - GET
                   + PUT
                   #6  PUT /d   connection 1   +5.5 ms   501  unmatched

                script.yaml:4:36: error: step "b": 0 requests, expected exactly 1
                4 | steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c}, {id: d, request: GET /d}]
                  |                                    ^ waiting for GET /b; last was #6 PUT /d, 501
                   2 later steps were not reached either: "c", "d"
                   follows from the failure at script.yaml:4:36

                failed: In order (6 failures, 6 requests, 1 of 4 steps, seed 7); the first is script.yaml:4:36: GET /b?n=0 came out of order
                """)
        #expect(verdict.failures.count == 6 && !verdict.passed)
    }

    @Test("failures of several runs keep what they follow from")
    func consequencesOfRuns() throws {
        var driver = try ScriptDriver(Self.yaml.replacing("GET /b}", with: "GET /b}, {id: c, request: GET /c}"))
        for name in "bac" { try driver.request("GET /\(name)") }
        let verdict = driver.script.verdict(at: driver.now)
        let causes = verdict.failures.map(\.cause)
        #expect(causes == [nil, 0, 0])
        #expect(
            verdict.following([Verdict.Ended(number: 1, verdict: verdict)]).failures.map(\.cause)
                == [nil, 0, 0, nil, 3, 3])
        #expect(
            verdict.including([("session a", verdict)], failed: 0).failures.map(\.cause) == [nil, 0, 0, nil, 3, 3])
    }

    @Test("color stands round the text and changes none of it")
    func color() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps: [{id: a, request: GET /a, assert: {headers: {k: \"v{{'w'}}\"}}}]")
        try driver.request("GET /a", [("k", "x")])
        try driver.request("GET /a")
        let verdict = driver.script.verdict(at: driver.now)
        let colored = verdict.text(style: .color)
        #expect(colored.contains("\u{1B}[31m   - vw\u{1B}[0m\n\u{1B}[32m   + x\u{1B}[0m"))
        #expect(
            colored.split(separator: "\n")[0].hasPrefix(
                "\u{1B}[1mscript.yaml:2:56: \u{1B}[0m\u{1B}[31merror: \u{1B}[0m"))
        #expect(colored.replacing(Self.codes, with: "") == verdict.text())
        #expect(verdict.failures.map { "\($0)" } == verdict.failures.map { $0.text() })
    }

    private static var codes: Regex<Substring> { /\u{1B}\[[0-9]+m/ }

    @Test("above twenty leaves of one request the rest is counted")
    func leaves() throws {
        let members = (1...25).map { "m\($0): 1" }.joined(separator: ", ")
        var driver = try ScriptDriver("mockserver: 1\nsteps: [{id: a, request: PUT /a, assert: {json: {\(members)}}}]")
        try driver.request("PUT /a", body: "{}")
        #expect(driver.failures.count == 20)
        #expect(driver.failures.last?.remarks == ["and 5 more"])
        #expect(driver.failures.dropLast().allSatisfy { $0.remarks.isEmpty })
        let verdict = driver.script.verdict(at: driver.now)
        #expect(verdict.failures.count == 20)
        #expect(verdict.omittedFailures == 5)
        #expect(verdict.text().contains("\n   the first failure of 25\n"))
        #expect(!verdict.text().contains("only counted"))
        #expect(verdict.summary().hasSuffix(" (25 failures, 1 request, 1 of 1 step, seed 1)"))
    }

    @Test("a flood of different bad requests is bounded, and what the end shows still has room")
    func flood() throws {
        var driver = try ScriptDriver(Self.yaml)
        let padding = String(repeating: "p", count: 2_100)
        for number in 1...1_200 { try driver.request("GET /\(number)/\(padding)") }
        let verdict = driver.script.verdict(at: driver.now)
        #expect(verdict.failures.count == 1_001)
        #expect(verdict.omittedFailures == 200)
        #expect(verdict.failures.last?.kind == .unmet)
        #expect(verdict.failures.allSatisfy { $0.requests.allSatisfy { $0.target.count <= 2_048 } })
        #expect(verdict.text().contains("\n\nand 200 more failures, only counted\n\n"))
        #expect(verdict.summary() == "failed: Two steps (1201 failures, 1200 requests, 0 of 2 steps, seed 7)")
        #expect(verdict.failures.first?.title.hasSuffix("p… (2103 bytes)") == true)
    }

    @Test("a difference of very many lines is cut")
    func lines() throws {
        var driver = try ScriptDriver("mockserver: 1\nsteps: [{id: a, request: PUT /a, assert: {text: x}}]")
        try driver.request("PUT /a", body: (1...100).map { "line \($0)" }.joined(separator: "\n"))
        let received = driver.failures.first?.difference?.received.map(\.text)
        #expect(received?.count == 21)
        #expect(received?.last == "… (80 more lines)")
    }

    struct Caret: Sendable, CustomTestStringConvertible {
        let name: String
        let line: String
        let shown: String
        var testDescription: String { name }

        init(_ name: String, _ line: String, _ shown: String) {
            self.name = name
            self.line = line
            self.shown = shown
        }
    }

    /// The caret must be below the last line's `@`.
    static let carets = [
        Caret("a plain line", "steps: [{request: GET /a, assert: {query: {q: @}}}]", "@"),
        Caret("letters with accents", "steps: [{id: été, request: GET /a, assert: {query: {q: @}}}]", "@"),
        Caret(
            "letters that combine", "steps: [{id: e\u{301}te\u{301}, request: GET /a, assert: {query: {q: @}}}]", "@"),
        Caret("wide characters", "steps: [{id: 日本, request: GET /a, assert: {query: {q: @}}}]", "@"),
        Caret("an emoji", "steps: [{id: 😀, request: GET /a, assert: {query: {q: @}}}]", "@"),
        Caret(
            "a long line",
            "steps: [{id: \(String(repeating: "l", count: 400)), request: GET /a, assert: {query: {q: @}}}]",
            "@"),
        Caret(
            "a line that goes on",
            "steps: [{request: GET /a, assert: {query: {q: @}}, response: {text: \(String(repeating: "l", count: 400))}}]",
            "@"),
        Caret("a tab", "steps: [{request: GET /a,\tassert: {query: {q: @}}}]", "@"),
    ]

    @Test("the caret stands under the column, on a terminal", arguments: carets)
    func caret(_ row: Caret) throws {
        var driver = try ScriptDriver("mockserver: 1\n" + row.line.replacing("@", with: "'@'"))
        try driver.request("GET /a")
        let lines = (driver.failures.first?.text() ?? "").split(separator: "\n")
        try #require(lines.count > 2)
        #expect(lines[1].unicodeScalars.count <= 170)
        #expect(!lines[1].contains("\t"))
        let before = lines[2].prefix { $0 != "^" }.count
        var (columns, marked) = (0, Character(" "))
        for character in lines[1] {
            if columns == before {
                marked = character
                break
            }
            let isWide = character.unicodeScalars.contains { $0.value > 0x2E80 }
            columns += isWide ? 2 : 1
        }
        #expect(marked == "'", "\(lines[1])\n\(lines[2])")
    }
}
