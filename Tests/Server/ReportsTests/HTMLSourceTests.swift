import HTTPMessage
import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

@testable import Reports

@Suite("html: the marks at the scenario's lines") struct HTMLSourceTests {
    /// The marks of `run.yaml`, a character for each line: `+` passed, `x` failed, `o` never reached.
    private static func marks(_ run: ScenarioRun) -> String {
        let files = SourceMarks.all(HTMLRun(RunReport(run, address: ""), isOnly: true))
        return (1...files[0].file.lineCount).map { line in
            switch files[0].marks[line] {
            case .passed: "+"
            case .failed: "x"
            case .unreached: "o"
            case nil: "."
            }
        }.joined()
    }

    private static let scenario = """
        steps:
          - id: a
            request: GET /a
            assert:
              query: { q: 1 }

            # A comment
            response: 201
          - { id: b, request: GET /b,
              response: 202 }
          - id: c
            request: GET /c
          - id: d
            request: GET /d
            times: { at_least: 0 }
        stubs:
          - id: used
            request: GET /used
          - id: unused
            request: GET /unused
          - id: forbidden
            request: GET /forbidden
            never: true
        expect:
          - request: GET /a
            times: 1
          - request: GET /b
            times: 2

        """

    @Test(
        "each line of a step, a stub or a check",
        arguments: [
            ([], "..xooo..ooooo..." + "....." + "+++" + "." + "x.x.."),
            (["/a?q=1", "/b", "/used"], "..++++..+++xo..." + ".++.." + "+++" + "." + "++x.."),
        ] as [([String], String)])
    func marks(_ targets: [String], _ expected: String) throws {
        let run = try scenarioRun(Self.scenario)
        for (index, target) in targets.enumerated() { run.play(request("GET", target, exchange: index + 1)) }
        #expect(Self.marks(run) == expected)
    }

    @Test("a failed line has a sign, a word and a link to its failure, and the failure one back")
    func links() throws {
        let run = try scenarioRun(Self.scenario)
        run.play(request("GET", "/a"))
        let page = String(decoding: RunReport(run, address: "").bytes(as: .html), as: UTF8.self)
        let row = try #require(page.firstMatch(of: /<tr id="file-1-line-6" class="failed">.*/)).0
        #expect(row.contains("<span class=\"sign\" aria-hidden=\"true\">✕</span><span class=\"word\">failed</span>"))
        #expect(row.contains("<code>      query: { q: 1 }</code>"))
        #expect(row.contains("href=\"#failure-1\">✕ step &quot;a&quot;: query parameter q is missing</a>"))
        #expect(page.contains("<a href=\"#file-1-line-6\">line 6 of the scenario</a>"))
        #expect(page.contains("<tr id=\"file-1-line-12\" class=\"unreached\">"))
    }

    @Test("of a long file the lines around marks are shown, and how many others there are")
    func longFile() throws {
        let stubs = (1...3_000).map { "  - request: GET /\($0)" }.joined(separator: "\n")
        let run = try scenarioRun("stubs:\n\(stubs)\nsteps:\n  - {id: a, request: GET /a}\n")
        run.play(request("GET", "/1000"))
        let page = String(decoding: RunReport(run, address: "").bytes(as: .html), as: UTF8.self)
        #expect(page.matches(of: /<tr id="file-1-line-/).count == 7 + 4)
        #expect(page.contains("… 998 lines") && page.contains("<code>  - request: GET /1000</code>"))
    }
}
