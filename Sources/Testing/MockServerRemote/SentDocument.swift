import Foundation
import ScenarioBuilder

/// A document that was sent as JSON under a name of its own. What the server says of lines of that text is shown at the
/// Swift lines that made them.
struct SentDocument: Sendable {
    let name: String
    let text: String
    private let sites: [CallSite]

    /// - Throws: what can't be sent, at its Swift lines: closures, and values that are not valid.
    init(_ document: ScenarioDocument) throws(RemoteMockServerError) {
        let document = document.locatedInAttribute { FileManager.default.contents(atPath: $0).map { Array($0) } }
        let problems = Self.closures(in: document) + document.problems
        guard problems.isEmpty else {
            throw .invalidScenario(
                problems.map {
                    RemoteMockServer.Diagnostic(
                        severity: .error, position: Self.position(of: $0.site), message: $0.message)
                })
        }
        let written = document.written
        name = "swift-\(UUID().uuidString).json"
        text = written.text
        sites = written.sites
    }

    private static func closures(in document: ScenarioDocument) -> [(site: CallSite, message: String)] {
        (document.steps + document.stubs).flatMap { rule in
            rule.checks.map {
                (
                    $0.site,
                    "a closure can't be sent to a server in another process; assert by conditions, or judge the "
                        + "requests of the server's journal"
                )
            }
                + (rule.responder.map {
                    [($0.site, "a closure can't be sent to a server in another process; respond by templates")]
                } ?? [])
        }
    }

    private static func position(of site: CallSite) -> RemoteMockServer.Position {
        let path = ScenarioLookup(from: site.file).shownPath(of: site.file)
        return RemoteMockServer.Position(path: path, line: site.line, column: site.column)
    }

    // MARK: - Swift lines

    /// The failure at its Swift line.
    func shown(_ failure: RemoteMockServer.Failure) -> RemoteMockServer.Failure {
        var failure = failure
        failure.title = shown(failure.title)
        failure.note = failure.note.map(shown)
        failure.remarks = failure.remarks.map(shown)
        if failure.position.path == name, let site = site(ofLine: failure.position.line) {
            failure.wholeText = Self.quoting(site, in: failure.wholeText, insteadOf: failure.position.line)
            failure.position = Self.position(of: site)
        }
        failure.wholeText = shown(failure.wholeText)
        return failure
    }

    /// The diagnostic at its Swift line.
    func shown(_ diagnostic: RemoteMockServer.Diagnostic) -> RemoteMockServer.Diagnostic {
        guard diagnostic.position.path == name, let site = site(ofLine: diagnostic.position.line) else {
            return diagnostic
        }
        return RemoteMockServer.Diagnostic(
            severity: diagnostic.severity, position: Self.position(of: site), message: shown(diagnostic.message),
            code: diagnostic.code)
    }

    /// The text with each position of the sent text, `name:line:column`, replaced by that of its Swift line.
    func shown(_ text: String) -> String {
        let parts = text.components(separatedBy: name)
        return parts.dropFirst().reduce(parts[0]) { text, part in
            let numbers = part.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard numbers.count == 3, numbers[0].isEmpty, let line = Int(numbers[1]), let site = site(ofLine: line)
            else { return text + name + part }
            return text + Self.position(of: site).description + numbers[2].drop(while: \.isNumber)
        }
    }

    private func site(ofLine line: Int) -> CallSite? { sites.indices.contains(line - 1) ? sites[line - 1] : nil }

    /// The text of a failure with the Swift line in place of the one that was sent, or without it if the Swift source
    /// is not readable here.
    private static func quoting(_ site: CallSite, in text: String, insteadOf sent: Int) -> String {
        var lines = text.components(separatedBy: "\n")
        guard lines.count > 2, lines[1].hasPrefix("\(sent) | "), let caret = lines[2].firstIndex(of: "^") else {
            return text
        }
        let note = lines[2][caret...].dropFirst()
        guard let source = line(at: site) else {
            lines[1...2] = note.isEmpty ? [] : ["  \(note)"]
            return lines.joined(separator: "\n")
        }
        let gutter = String(repeating: " ", count: "\(site.line)".count + 1) + "|"
        lines[1] = "\(site.line) | \(source)"
        lines[2] = gutter + String(repeating: " ", count: site.column) + "^" + note
        return lines.joined(separator: "\n")
    }

    private static func line(at site: CallSite) -> String? {
        guard let data = FileManager.default.contents(atPath: site.file) else { return nil }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(site.line - 1) else { return nil }
        return String(decoding: lines[site.line - 1], as: UTF8.self).replacingOccurrences(of: "\t", with: " ")
    }
}

/// The documents that were sent to a server last.
actor SentDocuments {
    /// More than a test can still ask about.
    private static let limit = 16

    private var documents: [SentDocument] = []

    func add(_ document: SentDocument) {
        documents.append(document)
        if documents.count > Self.limit { documents.removeFirst() }
    }

    /// The verdict with each failure at its Swift line.
    func shown(_ verdict: RemoteMockServer.Verdict) -> RemoteMockServer.Verdict {
        var verdict = verdict
        for document in documents { verdict.failures = verdict.failures.map(document.shown) }
        return verdict
    }

    /// The error with each position at its Swift line.
    func shown(_ error: RemoteMockServerError) -> RemoteMockServerError {
        switch error {
        case .invalidScenario(let diagnostics):
            .invalidScenario(documents.reduce(diagnostics) { $0.map($1.shown) })
        case .timedOut(let text):
            .timedOut(documents.reduce(text) { $1.shown($0) })
        default: error
        }
    }
}
