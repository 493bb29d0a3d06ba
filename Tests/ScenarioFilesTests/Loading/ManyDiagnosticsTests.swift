import CPlatform
import ScenarioFiles
import Scenarios
import Testing

/// Files with very many errors or warnings: the work grows with the file, not with its square.
@Suite struct ManyDiagnosticsTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let head: String
        let item: @Sendable (Int) -> String
        var testDescription: String { name }

        init(_ name: String, _ head: String, _ item: @escaping @Sendable (Int) -> String) {
            (self.name, self.head, self.item) = (name, head, item)
        }

        func file(_ count: Int) -> String {
            "mockserver: 1\n" + head + (0..<count).map(item).joined()
        }
    }

    static let kinds = [
        Kind("unknown keys of the file", "") { "stepz\($0): 1\n" },
        Kind("unknown keys of steps", "steps:\n") { "- {request: GET /a\($0), respons: 200}\n" },
        Kind("unknown keys of one step", "steps:\n- request: GET /a\n") { "  respons\($0): 200\n" },
        Kind("unknown variables among as many captures", "steps:\n") {
            "- {request: GET /a\($0), capture: {va\($0): {header: A}}, response: {text: '{{vx\($0)}}'}}\n"
        },
        Kind("unknown variables of when", "steps:\n") {
            "- {request: GET /a\($0), set: {va\($0): 1}, when: {vx\($0): 1}}\n"
        },
        Kind("unknown variables of vars", "stubs: [{request: GET /a}]\nvars:\n") { "  a\($0): '{{b\($0)}}'\n" },
        Kind("unknown steps of after", "steps:\n") { "- {id: st\($0), request: GET /a\($0), after: [sx\($0)]}\n" },
        Kind("unknown steps of hold", "steps:\n") {
            "- {id: st\($0), request: GET /a\($0), hold: {until: {step: sx\($0)}}}\n"
        },
        Kind("unknown steps of connection", "steps:\n") {
            "- {id: st\($0), request: {path: /a\($0), connection: {same_as: sx\($0)}}}\n"
        },
        Kind("unknown aliases", "x-a:\n") { "- &a\($0) 1\n- *b\($0)\n" },
        Kind("an error behind aliases", "x-a: &a {requst: GET /a}\nstubs:\n") { _ in "- *a\n" },
        Kind("requests that are missing", "stubs:\n") { _ in "- {response: 200}\n" },
        Kind("ids that are taken", "steps:\n") { "- {id: same, request: GET /a\($0)}\n" },
        Kind("keys that are there twice", "vars:\n") { "  a: \($0)\n" },
        Kind("headers that are there twice", "stubs:\n- request: GET /a\n  response:\n    headers:\n") {
            "      \($0.isMultiple(of: 2) ? "A" : "a")\($0 / 2): x\n"
        },
        Kind("wrong names of headers", "stubs:\n- request: GET /a\n  response:\n    headers:\n") {
            "      'a b\($0)': x\n"
        },
        Kind("headers of redact", "stubs: [{request: GET /a}]\nredact:\n") { "- X-\($0)\n" },
        Kind("errors on one line", "x: ") { "{request: GET /ä\($0), respons: 1}, " },
        Kind("templates of one text", "stubs:\n- request: GET /a\n  response:\n    text: |\n") {
            "      {{vx\($0)}}\n"
        },
        Kind("keywords of a schema", "stubs:\n- request: /\n  assert:\n    json_schema:\n      properties:\n") {
            "        p\($0): {type: strin}\n"
        },
        Kind("missing files", "stubs:\n") { "- {request: GET /a\($0), response: {file: n\($0).json}}\n" },
        Kind("cycles", "steps:\n") { "- {id: s\($0), request: GET /a\($0), after: [s\($0)]}\n" },
        Kind("unused captures", "steps:\n") { "- {request: GET /a\($0), capture: {v\($0): {header: A}}}\n" },
        Kind("shadowed stubs", "stubs:\n") { _ in "- {request: GET /a}\n" },
        Kind("unknown methods", "stubs:\n") { "- {request: GTE /a\($0)}\n" },
        Kind("allowed codes", "stubs:\n") { "- {request: GET /a\($0)} # mockserver: allow unused-capture\n" },
        Kind("comments that allow below each other", "stubs: [{request: GET /a}]\n") { _ in
            "# mockserver: allow unused-capture\n"
        },
        Kind("codes allowed on a text of many lines", "stubs: [{request: GET /a}]\nname: | # mockserver: allow") {
            "\($0 == 0 ? "" : " x")\($0 % 2 == 0 ? " unused-capture" : "\n ")"
        },
    ]

    /// The processor time of this thread, of which other tests take none.
    private func cost(_ kind: Kind, _ count: Int) -> Double {
        let bytes = Array(kind.file(count).utf8)
        var options = LoadOptions()
        options.isCheckOnly = true
        let start = cplatform_thread_time()
        _ = Scenario.load(bytes: bytes, path: "s.yaml", options: options)
        return Double(cplatform_thread_time() - start)
    }

    @Test("eight times the diagnostics cost about eight times as much", arguments: kinds)
    func growth(_ kind: Kind) {
        // The square would be 64. The limits of work are part of the smaller file's cost, too.
        var ratio = Double.infinity
        for _ in 0..<4 where ratio > 20 {
            ratio = min(ratio, cost(kind, 2_400) / cost(kind, 300))
        }
        #expect(ratio <= 20)
    }

    @Test func errorsPastAThousandAreCounted() {
        let file = "mockserver: 1\nsteps: [{request: GET /a}]\n" + (0..<1_500).map { "stepz\($0): 1\n" }.joined()
        let loaded = Scenario.load(bytes: Array(file.utf8), path: "s.yaml")
        let texts = loaded.diagnostics.map(\.description)
        #expect(texts.count == 1_001)
        #expect(texts.first == #"s.yaml:3:1: error: unknown key "stepz0" in a scenario; did you mean "steps"?"#)
        #expect(texts.last == "s.yaml:1003:1: error: and 500 more errors")
        #expect(loaded.errors.reduce(0) { $0 + $1.count } == 1_500)
        let error = #expect(throws: ScenarioError.self) { try loaded.get() }
        #expect(error?.description.hasSuffix("s.yaml:1003:1: error: and 500 more errors") == true)
    }

    @Test func aThousandErrorsAreAllSaid() {
        let file = "mockserver: 1\nsteps: [{request: GET /a}]\n" + (0..<1_000).map { "stepz\($0): 1\n" }.joined()
        let loaded = Scenario.load(bytes: Array(file.utf8), path: "s.yaml")
        #expect(loaded.diagnostics.count == 1_000)
        #expect(loaded.diagnostics.allSatisfy { $0.count == 1 })
    }

    @Test("errors of the notation and of the format are counted together")
    func bothCounts() {
        let twice = (0..<900).map { _ in "name: a\n" }.joined()
        let file = "mockserver: 1\nsteps: [{request: GET /a}]\n" + (0..<900).map { "stepz\($0): 1\n" }.joined() + twice
        let loaded = Scenario.load(bytes: Array(file.utf8), path: "s.yaml")
        #expect(loaded.diagnostics.count == 1_001)
        #expect(loaded.errors.reduce(0) { $0 + $1.count } == 1_799)
    }

    @Test func warningsAreAllSaid() {
        let file = "mockserver: 1\nstubs:\n" + (0..<1_500).map { "- {request: GTE /a\($0)}\n" }.joined()
        #expect(Scenario.load(bytes: Array(file.utf8), path: "s.yaml").warnings.count == 1_500)
    }
}
