import HTTPMessage
import MockRuntime
import Playback

/// A run on the page: its report, and the indexes by which the sections of the page look up requests and failures.
struct HTMLRun {
    let report: RunReport
    let journal: [JournalEntry]
    /// The beginning of the run's ids.
    let prefix: String
    /// Whether the scenario's lines are shown.
    let showsSource: Bool
    private let isOnly: Bool
    /// The indices of the failures about each request, by its number.
    private let failuresByRequest: [Int: [Int]]
    /// The kind of the first failure that each request caused, by its number.
    private let kindByRequest: [Int: FailureKind]
    private let listed: Set<Int>

    init(_ report: RunReport, isOnly: Bool, showsSource: Bool = true) {
        self.report = report
        self.showsSource = showsSource
        self.isOnly = isOnly
        journal = report.journal
        prefix =
            isOnly
            ? "" : "\((report.label ?? "run \(report.number)").replacing(", ", with: "-").replacing(" ", with: "-"))-"
        listed = Set(journal.map(\.request.number))
        var indices: [Int: [Int]] = [:]
        var kinds: [Int: FailureKind] = [:]
        for entry in journal { kinds[entry.request.number] = entry.failure }
        for (index, failure) in report.verdict.failures.enumerated() {
            for number in Set(failure.requests.map(\.number)) { indices[number, default: []].append(index) }
            if let last = failure.requests.last?.number, kinds[last] == nil, !failure.kind.isAboutEnd {
                kinds[last] = failure.kind
            }
        }
        failuresByRequest = indices
        kindByRequest = kinds
    }

    var failures: [Failure] { report.verdict.failures }

    func failures(of request: Int) -> [Int] { failuresByRequest[request] ?? [] }

    /// The kind of the first failure that a request caused; nil if it caused none, although failures may list it.
    func failureKind(of request: Int) -> FailureKind? { kindByRequest[request] }

    func lists(request: Int) -> Bool { listed.contains(request) }

    // MARK: - Identifiers

    /// What the run is called among several.
    var name: String {
        let label = report.label ?? "run \(report.number)"
        return label.prefix(1).uppercased() + label.dropFirst()
    }

    func failureID(_ index: Int) -> String { "\(prefix)failure-\(index + 1)" }
    func exchangeID(_ number: Int) -> String { "\(prefix)request-\(number)" }
    /// The id of a request in the diagram.
    func barID(_ number: Int) -> String { "\(prefix)bar-\(number)" }
    func lineID(_ line: Int, file: Int) -> String { "\(prefix)file-\(file + 1)-line-\(line)" }

    // MARK: - Headings

    /// The element of a heading `depth` levels below the run.
    func heading(_ depth: Int = 0) -> String { "h\(depth + (isOnly ? 2 : 3))" }

    // MARK: - Writing

    private static let parts = [
        ("failures", "Failures"), ("scenario", "Scenario"), ("diagram", "Diagram"), ("requests", "Requests"),
    ]

    /// Writes links to the run's parts.
    func writeNavigation(to page: inout HTMLWriter) {
        page.element("nav", ["aria-label": isOnly ? "Parts" : "Parts of \(name)"]) { page in
            page.element("ul", ["class": "parts"]) { page in
                for (id, title) in Self.parts where id != "failures" || report.verdict.hasFailures {
                    page.element("li") { $0.element("a", ["href": "#\(prefix)\(id)"], title) }
                }
            }
        }
        page.line()
    }

    func write(to page: inout HTMLWriter) {
        if isOnly { return writeParts(to: &page) }
        page.element("section", ["id": "\(prefix)run", "class": "run"]) { page in
            page.element("h2", name)
            page.element("p", ["class": report.verdict.passed ? "verdict passed" : "verdict failed"]) { page in
                page.element("span", ["aria-hidden": "true"], report.verdict.passed ? "✓ " : "✕ ")
                page.text(report.verdict.summary())
            }
            writeNavigation(to: &page)
            writeParts(to: &page)
        }
        page.line()
    }

    private func writeParts(to page: inout HTMLWriter) {
        writeFacts(to: &page)
        let source = HTMLSource(self)
        if report.verdict.hasFailures { part("failures", "Failures", to: &page) { writeFailures(source, to: &$0) } }
        part("scenario", "Scenario", to: &page) { source.write(to: &$0) }
        part("diagram", "Diagram", to: &page) { HTMLDiagram(self).write(to: &$0) }
        part("requests", "Requests", to: &page, content: writeRequests)
    }

    private func part(
        _ id: String, _ title: String, to page: inout HTMLWriter, content: (inout HTMLWriter) -> Void
    ) {
        page.element("section", ["id": "\(prefix)\(id)"]) { page in
            page.element(heading(), title)
            page.line()
            content(&page)
        }
        page.line()
    }

    private func writeFacts(to page: inout HTMLWriter) {
        let facts = [
            ("Began", report.start.text), ("Duration", TimeText.text(report.duration)), ("Address", report.address),
            ("Seed", String(report.verdict.seed)),
        ]
        page.element("dl", ["class": "facts"]) { page in
            for (name, value) in facts {
                page.element("div") { page in
                    page.element("dt", name)
                    page.element("dd", Printable.line(value))
                }
            }
        }
        page.line()
    }

    // MARK: - Requests

    private func writeRequests(to page: inout HTMLWriter) {
        let total = report.verdict.requests
        if journal.isEmpty {
            page.element("p", total == 0 ? "No request came." : "No request is kept.")
        } else {
            if journal.count < total {
                let kept = "The journal has \(journal.count) of \(total) requests"
                page.element("p", ["class": "note"], "\(kept): the last ones, without those that broke HTTP.")
            }
            page.element("p", ["class": "hint"], "A click on a request opens its exchange.")
            for entry in journal { HTMLExchange(entry, in: self).write(to: &page) }
        }
        writeDropped(to: &page)
        writeUnfinished(to: &page)
    }

    private func writeDropped(to page: inout HTMLWriter) {
        let dropped = report.verdict.dropped
        guard !dropped.isEmpty else { return }
        page.element(heading(1), "Not answered to the end")
        page.element("ul", ["class": "plain"]) { page in
            for entry in dropped {
                page.element("li") { writeLink(to: entry.number, "#\(entry.number) \(entry.requestText)", on: &$0) }
            }
        }
    }

    private func writeUnfinished(to page: inout HTMLWriter) {
        let unfinished = report.unfinishedRequests.compactMap { request in
            request.requestLine.map { (line: "\($0.method) \($0.target)", request: request) }
        }
        guard !unfinished.isEmpty else { return }
        page.element(heading(1), "Not received to the end")
        page.table(["Request", "Connection", "What came"], class: "unfinished") { page in
            for (line, request) in unfinished {
                page.row { page in
                    page.element("td") { $0.element("code", line) }
                    page.element("td", request.connection.text)
                    page.element("td", Printable.line(request.text))
                }
            }
        }
    }

    /// Writes a link to a request's exchange, or only the text if the journal has dropped it.
    func writeLink(to number: Int, _ text: String, on page: inout HTMLWriter) {
        guard lists(request: number) else { return page.text(text) }
        page.element("a", ["href": "#\(exchangeID(number))"], text)
    }
}

extension FailureKind {
    /// Whether the run's end caused it, so that the requests that it lists caused nothing.
    fileprivate var isAboutEnd: Bool { self == .unmet || self == .expect }
}
