import Playback
import Scenarios

extension HTMLRun {
    /// The most requests of a failure that are links.
    private static let linkedRequests = 20

    /// Writes all failures, each with links to its line of the scenario and to its requests.
    func writeFailures(_ source: HTMLSource, to page: inout HTMLWriter) {
        for index in failures.indices {
            let failure = failures[index]
            page.element("article", ["id": failureID(index), "class": "failure"]) { page in
                page.element(heading(1)) { page in
                    page.element("span", ["class": "sign", "aria-hidden": "true"], "✕ ")
                    page.text(failure.summary)
                }
                if index == 0, failures.count > 1 {
                    let count = failures.count + report.verdict.omittedFailures
                    page.element("p", ["class": "note"], "The first failure of \(count).")
                }
                page.failureText(failure)
                writeLinks(of: failure, source, to: &page)
            }
            page.line()
        }
        // The unshown leaves of a request are already reported at its last failure.
        let omitted = report.verdict.omittedFailures - failures.reduce(0) { $0 + $1.unshown }
        if omitted > 0 {
            page.element("p", ["class": "note"], "And \(EnglishText.count(omitted, "more failure")), only counted.")
        }
    }

    private func writeLinks(of failure: Failure, _ source: HTMLSource, to page: inout HTMLWriter) {
        let requests = failure.requests.filter { lists(request: $0.number) }
        page.element("p", ["class": "links"]) { page in
            page.element("span", ["class": "kind"], failure.kind.rawValue)
            if let id = source.lineID(of: failure.position) {
                page.element("a", ["href": "#\(id)"], "line \(failure.position.line) of the scenario")
            }
            for request in requests.prefix(Self.linkedRequests) {
                page.element("a", ["href": "#\(exchangeID(request.number))"], "request #\(request.number)")
            }
            if requests.count > Self.linkedRequests {
                page.element("span", "and \(requests.count - Self.linkedRequests) more")
            }
        }
    }
}

extension HTMLWriter {
    /// Writes the failure as it is shown everywhere. Lines of its difference have colors beside their signs. The line of
    /// the scenario and the caret below it are one element, which does not wrap where the others do.
    mutating func failureText(_ failure: Failure) {
        let lines = failure.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let hasDifference = failure.difference != nil
        element("pre", ["class": "text", "tabindex": "0", "aria-label": "The failure as text"]) { page in
            var shown = lines[...]
            if lines.count > 2, failure.isAboutLine, let caret = Self.caret(in: lines[2]) {
                page.text(lines[0] + "\n")
                let source = "\(lines[1])\n\(lines[2][...caret])"
                page.element("span", ["class": "lines"], source)
                page.text(String(lines[2][lines[2].index(after: caret)...]))
                shown = lines[3...]
            }
            for (index, line) in zip(shown.indices, shown) {
                if index > 0 { page.line() }
                if hasDifference, line.hasPrefix("   - ") {
                    page.element("span", ["class": "expected"], line)
                } else if hasDifference, line.hasPrefix("   + ") {
                    page.element("span", ["class": "received"], line)
                } else {
                    page.text(line)
                }
            }
        }
        line()
    }

    /// The caret in the line below a line of the scenario; nil in any other line.
    private static func caret(in line: String) -> String.Index? {
        guard let caret = line.firstIndex(of: "^"),
            line[..<caret].trimmingPrefix(while: { $0 == " " }).first == "|",
            line[..<caret].allSatisfy({ $0 == " " || $0 == "|" })
        else { return nil }
        return caret
    }
}
