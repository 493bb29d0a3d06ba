import MockRuntime
import Playback
import Scenarios
import TextCoding

extension RunReport {
    /// The runs as one page for people, which needs no other file and runs no script.
    ///
    /// The exchanges are there from the start, each in a `details` element: a link to one opens it, and so does the search
    /// of a browser for text that is in it.
    var html: String {
        var page = HTMLWriter()
        page.element("html", ["lang": "en"]) { page in
            page.element("head", content: writeHead)
            page.line()
            page.element("body", content: writeBody)
        }
        page.line()
        return page.markup
    }

    /// What the page may load and run: its own style sheet. `img-src` is for the empty icon, without which browsers ask
    /// the server for one and complain that they may not.
    static let contentSecurityPolicy = [
        "default-src 'none'", "style-src 'sha256-\(Base64.encode(SHA256.hash(styleSheet.utf8)))'", "img-src data:",
        "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")

    private func writeHead(_ page: inout HTMLWriter) {
        page.empty("meta", ["charset": "utf-8"])
        page.empty("meta", ["http-equiv": "Content-Security-Policy", "content": Self.contentSecurityPolicy])
        page.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.empty("meta", ["name": "color-scheme", "content": "light dark"])
        page.empty("meta", ["name": "generator", "content": "mockserver \(Version.current)"])
        page.empty("link", ["rel": "icon", "href": "data:,"])
        page.element("title", "\(passed ? "passed" : "failed"): \(Printable.line(scenario.name))")
        page.style(Self.styleSheet)
    }

    private func writeBody(_ page: inout HTMLWriter) {
        let sections = sections
        page.element("header") { page in
            page.element("h1", Printable.line(scenario.name))
            page.element("p", ["class": passed ? "verdict passed" : "verdict failed"]) { page in
                page.element("span", ["aria-hidden": "true"], passed ? "✓ " : "✕ ")
                page.text(isAbsent || hasSeveralRuns ? headline : verdict.summary())
            }
            if let description = scenario.description { page.element("p", ["class": "description"], description) }
            for note in (refusedRequests.map { ["\($0.text)."] } ?? []) + notes {
                page.element("p", ["class": "note"], Printable.line(note))
            }
        }
        page.line()
        if isAbsent || hasSeveralRuns {
            writeRuns(sections, to: &page)
        } else {
            for section in sections { section.writeNavigation(to: &page) }
        }
        page.element("main") { page in for section in sections { section.write(to: &page) } }
        page.line()
        page.element("footer") { page in
            var facts = ["mockserver \(Version.current)"]
            if let exitStatus { facts.append("exit status \(exitStatus)") }
            page.element("p", facts.joined(separator: ", "))
        }
    }

    /// The most lines of scenarios on the page. There may be a thousand runs of one scenario.
    private static let sourceLines = 20_000

    /// All runs. The scenarios' lines are shown for the last run, then for those that failed, then for the others, as
    /// long as there is room.
    private var sections: [HTMLRun] {
        let runs = runs
        let order = runs.indices.sorted { a, b in
            func rank(_ index: Int) -> Int { index == runs.count - 1 ? 0 : runs[index].verdict.passed ? 2 : 1 }
            return (rank(a), a) < (rank(b), b)
        }
        var (shown, room): (Set<Int>, Int) = ([], Self.sourceLines)
        for index in order where room > 0 {
            shown.insert(index)
            room -= min(runs[index].scenario.source.lineCount, HTMLSource.wholeLimit)
        }
        return runs.indices.map {
            HTMLRun(runs[$0], isOnly: !isAbsent && !hasSeveralRuns, showsSource: shown.contains($0))
        }
    }

    /// A table of all runs, which leads to each.
    private func writeRuns(_ sections: [HTMLRun], to page: inout HTMLWriter) {
        page.element("nav", ["aria-label": "Runs"]) { page in
            page.element("h2", "Runs")
            page.table(["Run", "Verdict"], class: "runs") { page in
                for section in sections {
                    let verdict = section.report.verdict
                    page.row {
                        $0.element("td") { page in
                            page.element("a", ["href": "#\(section.prefix)run"], section.name)
                        }
                        $0.element("td", ["class": verdict.passed ? "passed" : "failed"], verdict.summary())
                    }
                }
            }
            for (omitted, noun) in [(omittedRuns, "earlier run"), (omittedSessions, "session")] {
                let count = omitted.passed + omitted.failed
                guard count > 0 else { continue }
                page.element(
                    "p", ["class": "note"],
                    "\(EnglishText.count(count, noun)) only counted: \(omitted.passed) passed, \(omitted.failed) failed."
                )
            }
        }
        page.line()
    }
}

extension HTMLWriter {
    /// Writes a table with a header for each column.
    mutating func table(_ headers: [String], class name: String, rows: (inout HTMLWriter) -> Void) {
        element("table", ["class": name]) { page in
            page.element("thead") { page in
                page.row { page in for header in headers { page.element("th", ["scope": "col"], header) } }
            }
            page.element("tbody", content: rows)
        }
        line()
    }

    /// Writes a row of a table, or a part of one.
    mutating func row(_ attributes: Attributes = [:], content: (inout HTMLWriter) -> Void) {
        element("tr", attributes, content: content)
        line()
    }
}
