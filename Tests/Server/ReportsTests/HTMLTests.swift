import HTTPMessage
import MockRuntime
import Playback
import Scenarios
import Testing

@testable import Reports

@Suite("html: a page for people", .timeLimit(.minutes(60))) struct HTMLTests {
    private static func page(_ report: RunReport) -> String { String(decoding: report.bytes(as: .html), as: UTF8.self) }

    private static func page(_ run: ScenarioRun) -> String { page(RunReport(run, address: "127.0.0.1:1")) }

    private static var recording: ScenarioRun.Options {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        return options
    }

    // MARK: - The page

    @Test("it is well-formed XML, whatever is in it", arguments: Specimen.allCases)
    func wellFormed(_ specimen: Specimen) throws {
        let page = try specimen.report().bytes(as: .html)
        #expect(try Tool.run("xmllint", "--noout", "-", input: page) == Tool.MatchResult(status: 0, text: ""))
    }

    @Test("elements are those of HTML, nested as HTML wants, and each id is there once", arguments: Specimen.allCases)
    func elements(_ specimen: Specimen) throws {
        let page = try specimen.report().bytes(as: .html)
        #expect(try Tool.run("python3", "check-page.py", input: page) == Tool.MatchResult(status: 0, text: ""))
    }

    @Test("the check notices what is wrong with a page")
    func checks() throws {
        let head = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>a</title></head><body><h1>a</h1>"
        let wrong = [
            "<p><div></div></p>", "<div>", "<img src=\"http://a/\"/>", "<script></script>", "<p style=\"\"></p>",
            "<p id=\"a\"></p><p id=\"a\"></p>", "<a href=\"#none\">a</a>", "<h3>a</h3>", "<a onclick=\"\">a</a>",
        ]
        for markup in wrong {
            let page = Array("\(head)\(markup)</body></html>".utf8)
            #expect(try Tool.run("python3", "check-page.py", input: page).status == 1, "\(markup)")
        }
    }

    @Test("it may load and run nothing but its own style sheet, whose hash its policy has")
    func policy() throws {
        let page = Self.page(try Specimen.failed.report())
        let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
        let style = try #require(page.firstMatch(of: /<style>([^<]*)<\/style>/)).1
        let hash = try Tool.run(
            "python3", "-c",
            "import base64,hashlib,sys; print(end=base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())",
            input: Array(style.utf8)
        ).text
        #expect(
            policy == "default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;; img-src data:; "
                + "base-uri &#39;none&#39;; form-action &#39;none&#39;")
        #expect(page.matches(of: /<style/).count == 1)
        #expect(!style.contains("url(") && !style.contains("@import") && !style.contains("&"))
    }

    @Test("text is text, wherever it is", arguments: Specimen.allCases)
    func references(_ specimen: Specimen) throws {
        let page = Self.page(try specimen.report())
        for match in page.matches(of: /<[^>]* (?:href|src)="([^"]*)"/) {
            #expect(match.1.hasPrefix("#") || match.1 == "data:,")
        }
        #expect(!page.contains("<script") && !page.contains("javascript:"))
    }

    @Test(
        "escaping",
        arguments: [
            ("a & b", "a &amp; b"), ("</script><img onerror=x>", "&lt;/script&gt;&lt;img onerror=x&gt;"),
            ("\"'", "&quot;&#39;"), ("\u{0}\r\u{1B}", "\\0\\r\\u{1B}"), ("a\n\tb", "a\n\tb"),
            ("\u{202E}\u{2066}\u{200F}", "\\u{202E}\\u{2066}\\u{200F}"), ("\u{FFFE}\u{FFFF}", "\\u{FFFE}\\u{FFFF}"),
            ("é 🧪", "é 🧪"), ("\u{2028}", "\\u{2028}"), ("", ""),
        ])
    func escaping(_ text: String, _ escaped: String) {
        #expect(HTMLWriter.escaped(text) == escaped)
        var page = HTMLWriter()
        page.element("p", ["title": text, "id": nil], text)
        #expect(page.markup == "<!DOCTYPE html>\n<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test("what clients and scenarios write can't become markup")
    func hostile() throws {
        let markup = "</script></title><img src=x onerror=\"alert(1)\">"
        let run = try scenarioRun(
            """
            name: '\(markup)'
            description: '\(markup)'
            steps:
              - id: '\(markup)'
                request: POST /a
                assert: { headers: { X-A: '\(markup)' }, text: '\(markup)' }
                response: { headers: { X-B: '\(markup)' }, text: '\(markup)' }
            """, Self.recording)
        run.play(request("POST", "/a", [("X-A", markup + "\u{202E}")], body: Array((markup + "\0").utf8)))
        run.play(request("GET", "/\(markup)", exchange: 2))
        run.unfinished(
            UnfinishedRequest(
                connection: ConnectionInfo(index: 3, exchange: 1), method: "PUT", target: markup, text: markup))
        var report = RunReport(run, address: markup)
        report.notes = [markup]
        let page = Self.page(report)
        #expect(!page.contains("<img") && !page.contains("</script") && !page.contains("\u{202E}"))
        #expect(page.matches(of: /&lt;img src=x onerror=/).count > 15)
        #expect(page.matches(of: /<\/title>/).count == 1 + 2, "that of the page, and one for each request")
    }

    // MARK: - The verdict

    @Test("the verdict, and each failure as it is shown everywhere", arguments: Specimen.allCases)
    func verdict(_ specimen: Specimen) throws {
        let report = try specimen.report()
        // The caret and what follows it are in two elements.
        let page = Self.page(report).replacing(/<[^>]*>/, with: "")
        for run in report.earlierRuns + [report] {
            #expect(page.contains(HTMLWriter.escaped(run.verdict.summary())))
            for failure in run.verdict.failures {
                for line in failure.text().split(separator: "\n") {
                    #expect(page.contains(HTMLWriter.escaped(String(line))), "\(line)")
                }
            }
        }
    }

    @Test("lines of a difference are told apart, and the wrong one is not the green one")
    func difference() throws {
        let run = try scenarioRun("steps: [{id: a, request: GET /a, assert: {query: {q: right}}}]")
        run.play(request("GET", "/a?q=wrong"))
        let page = Self.page(run)
        #expect(page.contains("<span class=\"expected\">   - right</span>\n<span class=\"received\">   + wrong</span>"))
        #expect(page.contains(".expected { color: var(--passed); }\n.received { color: var(--failed); }"))
    }

    @Test("a failure's lines wrap, but for that of the scenario with its caret")
    func wrapping() throws {
        let run = try scenarioRun("steps: [{id: a, request: GET /a}]")
        run.play(request("GET", "/b"))
        let page = Self.page(run)
        #expect(
            page.contains(
                """
                error: nothing takes GET /b
                <span class="lines">2 | steps: [{id: a, request: GET /a}]
                  | ^</span> no step has a path like it
                   step &quot;a&quot; is open, for GET /a
                """))
    }

    @Test("what came true has passed: only a response is held")
    func words() throws {
        let run = try scenarioRun("stubs: [{id: a, request: GET /a, hold: {until: {arrivals: 1}}}]")
        run.play(request("GET", "/a"))
        let page = Self.page(run)
        #expect(page.contains("<span class=\"sign\" aria-hidden=\"true\">✓</span><span class=\"word\">passed</span>"))
        #expect(page.contains("<p class=\"verdict passed\">"))
        let text = page.replacing(/<style>[^<]*<\/style>/, with: "").replacing(/<[^>]*>/, with: " ")
        #expect(text.matches(of: /\bheld\b/).count == 1, "in the legend of the diagram")
    }

    @Test("several runs: a section for each, and the number of those that were only counted")
    func several() throws {
        let page = Self.page(try Specimen.several.report())
        #expect(page.contains("<h2>Run 3</h2>") && page.contains("<h2>Run 11</h2>"))
        #expect(page.contains("href=\"#run-3-run\"") && page.contains("id=\"run-3-run\""))
        #expect(page.contains("9 earlier runs only counted: 7 passed, 2 failed."))
        #expect(page.contains("✕ </span>failed: 3 of 11 runs"))
        #expect(page.contains("The command &quot;npm&quot; ended with status 3."))
        #expect(page.contains("id=\"run-3-request-1\"") && page.contains("id=\"run-11-request-1\""))
    }

    @Test("of many runs the scenario is shown while there is room, first for the last run and for those that failed")
    func manyRuns() throws {
        let lines = String(repeating: "# A comment\n", count: 1_997)
        let runs = try (1...13).map { number in
            let run = try scenarioRun("\(lines)steps: [{request: GET /a}]\n")
            run.play(request("GET", number == 11 ? "/wrong" : "/a"))
            return run.recorded
        }
        let earlier = runs.dropLast().enumerated().map { RunReport($1, number: $0 + 1, address: "") }
        let page = Self.page(RunReport(runs[12], number: 13, address: "", after: earlier))
        let shown = (1...13).filter { page.contains("id=\"run-\($0)-file-1-line-1999\"") }
        #expect(shown == [1, 2, 3, 4, 5, 6, 7, 8, 11, 13])
        #expect(page.matches(of: /Its lines are left out, for a shorter page\./).count == 3)
    }

    // MARK: - Exchanges

    @Test("an exchange has request and response, and of a long body the beginning")
    func exchange() throws {
        let run = try scenarioRun(
            "stubs: [{request: POST /a, response: {status: 201, headers: {X-B: b}, text: '{{request.body}}'}}]",
            Self.recording)
        let body = String(repeating: "é", count: 8_191) + "🧪" + String(repeating: "z", count: 10)
        run.play(request("POST", "/a", [("X-A", "a")], body: Array(body.utf8), trailers: [("x-sum", "1")]))
        let page = Self.page(run)
        #expect(
            page.contains(
                "<details class=\"exchange\"><summary><h3>#1 POST /a</h3><span class=\"outcome\">201 · stub 1 · "
                    + "connection 1 · +0.0 ms</span></summary><div id=\"request-1\" class=\"content\">"))
        #expect(page.contains("<code>POST /a HTTP/1.1\nX-A: a</code>"))
        #expect(page.contains("<code>HTTP/1.1 201 Created\nX-B: b\nContent-Type: text/plain"))
        #expect(page.contains("<code>x-sum: 1</code>"))
        #expect(page.matches(of: /The first 16382 of 16396 bytes of the body\./).count == 2)
        #expect(!page.contains("z</code>"))
    }

    @Test("a body that is not text is shown in hexadecimal")
    func bytes() throws {
        let run = try scenarioRun("stubs: [{request: POST /a}]", Self.recording)
        run.play(request("POST", "/a", body: Array("hello\0<".utf8) + [0xFF] + [UInt8](repeating: 0x41, count: 1_000)))
        let page = Self.page(run)
        let row = "00000000  68 65 6c 6c 6f 00 3c ff 41 41 41 41 41 41 41 41  |hello.&lt;.AAAAAAAA|\n00000010  "
        #expect(page.contains(row))
        #expect(page.contains("The first 512 of 1008 bytes of the body."))
    }

    @Test("a run that records no responses says so, and one whose client left too")
    func missingResponses() throws {
        let run = try scenarioRun("stubs: [{request: GET /a}]")
        run.play(request("GET", "/a"))
        #expect(Self.page(run).contains("Responses were not recorded."))
        let other = try scenarioRun("stubs: [{request: GET /a}]", Self.recording)
        other.gone(other.arrived(request("GET", "/a")).id)
        let page = Self.page(other)
        #expect(page.contains("before the response was written to its end"))
        #expect(page.contains("class=\"left\""))
    }

    @Test("requests that the journal has not are told to be missing")
    func dropped() throws {
        var options = Self.recording
        options.journalLimit = 10_000
        let run = try scenarioRun("stubs: [{request: GET /a}]", options)
        for exchange in 1...100 { run.play(request("GET", "/a", exchange: exchange)) }
        let kept = run.journal.count
        #expect(kept < 100)
        #expect(Self.page(run).contains("The journal has \(kept) of 100 requests: "))
    }
}
