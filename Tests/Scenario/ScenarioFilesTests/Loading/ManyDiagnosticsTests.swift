import CPlatform
import Foundation
import ScenarioFiles
import Scenarios
import Testing

/// Files with very many errors or warnings: the work grows with the file, not with its square.
@Suite struct ManyDiagnosticsTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let head: String
        let item: @Sendable (Int) -> String
        /// What stands behind the items, and before as many others.
        var middle: String?
        var other: @Sendable (Int) -> String = { _ in "" }
        /// Whether the file is one that the scenario includes.
        var isIncluded = false
        var testDescription: String { name }

        init(_ name: String, _ head: String, _ item: @escaping @Sendable (Int) -> String) {
            (self.name, self.head, self.item) = (name, head, item)
        }

        func file(_ count: Int) -> String {
            let first = "mockserver: 1\n" + head + (0..<count).map(item).joined()
            return middle.map { first + $0 + (0..<count).map(other).joined() } ?? first
        }

        /// The same with further items.
        func followed(by middle: String, _ other: @escaping @Sendable (Int) -> String) -> Kind {
            var kind = self
            (kind.middle, kind.other) = (middle, other)
            return kind
        }

        /// The same as a file that is included.
        var included: Kind {
            var kind = self
            kind.isIncluded = true
            return kind
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
        Kind("steps whose requests stubs take", "steps:\n- {request: GET /first}\n") { _ in "- {request: GET /a}\n" }
            .followed(by: "stubs:\n") { _ in "- {request: GET /a, times: 1}\n" },
        Kind("steps whose requests stubs with other parameters take", "steps:\n- {request: GET /first}\n") {
            "- {request: GET /a/\($0)}\n"
        }.followed(by: "stubs:\n") { "- {request: 'GET /a/{p\($0)}', times: 1}\n" },
        Kind("stubs that only their methods tell apart", "stubs:\n") {
            "- {request: {method: [GET, M\($0)], path: /a}}\n"
        },
        Kind("steps that no request reaches", "steps:\n- {request: GET /a, times: {at_least: 1}}\n") { _ in
            "- {request: GET /a}\n"
        },
        Kind("endless steps that no request reaches, in any order", "order: any\nsteps:\n") { _ in
            "- {request: GET /a, times: {at_least: 1}}\n"
        },
        Kind("blocks with an endless step", "steps:\n") {
            "- parallel: [{request: GET /a\($0), times: {at_least: 1}}, {request: GET /b\($0)}]\n"
        },
        Kind("variables of an included file", "vars:\n") { "  a\($0): \($0)\n" }.included,
        Kind("templates in variables of an included file", "vars:\n") { "  a\($0): '{{uuid}}'\n" }.included,
        Kind("headers of an included file", "defaults:\n  response:\n    headers:\n") { "      A\($0): x\n" }
            .included,
    ]

    /// Loads a file of a kind.
    ///
    /// - Returns: the least processor time of this thread, of which other tests take none, over some attempts.
    private func cost(_ kind: Kind, _ count: Int, attempts: Int) throws -> Double {
        var text = kind.file(count)
        var options = LoadOptions()
        options.isCheckOnly = true
        let folder = try BodyFolder()
        if kind.isIncluded {
            try folder.write("s.yaml", Array(text.utf8))
            options.folder = folder.path
            // Without a map of its own there is nothing to merge.
            let own = kind.head.hasPrefix("vars") ? "vars: {b: 1}" : "defaults: {response: {headers: {B: x}}}"
            text = "mockserver: 1\ninclude: [s.yaml]\n\(own)\nstubs: [{request: GET /a}]\n"
        }
        let bytes = Array(text.utf8)
        return (0..<attempts).map { _ in
            time { Scenario.load(bytes: bytes, path: "main.yaml", options: options) }
        }.min() ?? 0
    }

    private func time(_ load: () -> LoadedScenario) -> Double {
        let start = cplatform_thread_time()
        withExtendedLifetime(load()) {}
        return Double(cplatform_thread_time() - start)
    }

    /// The number of items of a small file: LOADING_ITEMS in the environment, or 250. At 2,000 the square is most of the
    /// cost wherever there is one.
    private static let items = ProcessInfo.processInfo.environment["LOADING_ITEMS"].flatMap { Int($0) } ?? 250

    @Test("eight times the items cost about eight times as much", arguments: kinds)
    func growth(_ kind: Kind) throws {
        // The square would be 64. Whatever disturbs a measurement adds to it, so the least of several is the true one; a
        // machine that is slow is so for both.
        let base = try cost(kind, Self.items, attempts: 3)
        var most = Double.infinity
        for _ in 0..<3 where most > 14 * base { most = min(most, try cost(kind, 8 * Self.items, attempts: 1)) }
        #expect(most <= 14 * base, "\(Self.items) items")
    }

    @Test("past a thousand errors no message is made")
    func furtherErrors() throws {
        let kind = try #require(Self.kinds.first)
        #expect(try cost(kind, 16_000, attempts: 3) < 5 * cost(kind, 2_000, attempts: 3))
    }

    @Test func errorsPastAThousandAreCounted() {
        let file = "mockserver: 1\nsteps: [{request: GET /a}]\n" + (0..<1_500).map { "stepz\($0): 1\n" }.joined()
        let loaded = Scenario.load(bytes: Array(file.utf8), path: "s.yaml")
        let texts = loaded.diagnostics.map(\.description)
        #expect(texts.count == 1_001)
        #expect(texts.first == #"s.yaml:3:1: error: unknown key "stepz0" in a scenario; did you mean "steps"?"#)
        #expect(texts.last == "s.yaml:1003:1: error: and 500 more errors, not shown: correct these first")
        #expect(loaded.errors.reduce(0) { $0 + $1.count } == 1_500)
        let error = #expect(throws: ScenarioError.self) { try loaded.get() }
        let last = "s.yaml:1003:1: error: and 500 more errors, not shown: correct these first"
        #expect(error?.description.hasSuffix(last) == true)
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
