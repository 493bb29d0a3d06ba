import HTTPMessage
import HTTPTypes
import MockRuntime
import Playback
import Scenarios
import TextCoding

/// A request of a run on the page: a line that is always visible, and below it the exchange, which opens when the line is
/// clicked or the page's address names it.
struct HTMLExchange {
    /// The most failures of a request that are shown with it, and the most requests of such a failure.
    private static let limit = (failures: 20, requests: 5)
    /// The most characters of a request target or of a field's value.
    private static let longest = 4_096

    private let entry: JournalEntry
    private let run: HTMLRun
    private let failures: [Int]

    init(_ entry: JournalEntry, in run: HTMLRun) {
        self.entry = entry
        self.run = run
        failures = run.failures(of: entry.request.number)
    }

    private var timeline: TimelineEntry { entry.timeline }
    private var number: Int { entry.request.number }
    private var kind: FailureKind? { run.failureKind(of: number) }

    func write(to page: inout HTMLWriter) {
        page.element("details", ["class": kind != nil ? "exchange failed" : "exchange"]) { page in
            page.element("summary") { page in
                page.element(run.heading(1), "#\(number) \(timeline.requestText)")
                page.element("span", ["class": "outcome"]) { page in
                    var facts = [timeline.responseText]
                    if case .failed = timeline.outcome {} else { facts.append(timeline.outcomeText) }
                    facts += [timeline.connectionText, timeline.offsetText]
                    page.text(facts.joined(separator: " · "))
                    if let kind { page.element("span", ["class": "sign"], " ✕ \(kind.rawValue)") }
                }
            }
            // A link to what is in the element opens it; one to the element would not.
            page.element("div", ["id": run.exchangeID(number), "class": "content"], content: writeContent)
        }
        page.line()
    }

    private func writeContent(_ page: inout HTMLWriter) {
        page.element("p", ["class": "links"]) { page in
            page.element("a", ["href": "#\(run.barID(number))"], "back to the diagram")
        }
        writeFailures(to: &page)
        page.element("div", ["class": "sides"]) { page in
            page.element("section") { page in
                page.element(run.heading(2), "Request")
                writeRequest(to: &page)
            }
            page.element("section") { page in
                page.element(run.heading(2), "Response")
                writeResponse(to: &page)
            }
        }
    }

    private func writeFailures(to page: inout HTMLWriter) {
        for index in failures.prefix(Self.limit.failures) {
            let failure = run.failures[index]
            if failure.requests.count <= Self.limit.requests || failure.requests.last?.number == number {
                page.failureText(failure)
            } else {
                page.element("p") { page in
                    page.text("It is one of the requests of ")
                    page.element("a", ["href": "#\(run.failureID(index))"], failure.summary)
                }
            }
        }
        let more = failures.count - Self.limit.failures
        if more > 0 {
            page.element("p") { $0.element("a", ["href": "#\(run.prefix)failures"], "and \(more) more failures") }
        }
    }

    // MARK: - Messages

    private func writeRequest(to page: inout HTMLWriter) {
        let request = entry.request
        let line = "\(entry.request.method.rawValue) \(Self.shortened(request.target)) \(request.version.name)"
        page.message("Head of the request", [line] + Self.lines(request.fields))
        page.body(request.body, size: request.bodySize, isCut: request.isBodyCut, "Body of the request")
        page.trailers(Self.lines(request.trailerFields))
        if let tls = request.tls {
            let facts = [tls.version, tls.applicationProtocol, tls.serverName, tls.clientSubject].compactMap(\.self)
            page.element("p", ["class": "note"], facts.map(Printable.line).joined(separator: ", "))
        }
    }

    private func writeResponse(to page: inout HTMLWriter) {
        if let leaving = timeline.leavingText {
            page.element("p", ["class": "note"], "\(leaving), before the response was written to its end")
        }
        if case .fault(let name) = timeline.response { page.element("p", ["class": "note"], "Fault: \(name).") }
        guard let response = entry.response else {
            let text = run.report.hasResponses ? "No head was written." : "Responses were not recorded."
            return page.element("p", ["class": "note"], text)
        }
        for interim in response.informational {
            page.message(
                "Interim response", [statusLine(interim.status, reason: nil)] + Self.lines(interim.fields))
        }
        if response.status > 0 {
            let line = statusLine(response.status, reason: response.reason)
            page.message("Head of the response", [line] + Self.lines(response.fields))
        } else {
            page.element("p", ["class": "note"], "Raw bytes instead of a head.")
        }
        page.body(response.body, size: response.bodySize, isCut: response.isCut, "Body of the response")
        page.trailers(Self.lines(response.trailerFields))
        var facts = ["began after \(TimeText.text(response.began - timeline.arrival))"]
        if response.wrote > response.began {
            facts.append("last bytes after \(TimeText.text(response.wrote - timeline.arrival))")
        }
        if !response.isComplete { facts.append("not written to its end") }
        page.element("p", ["class": "note"], facts.joined(separator: ", "))
    }

    private func statusLine(_ status: Int, reason: String?) -> String {
        let phrase = entry.request.version == .h2 ? "" : reason ?? ReasonPhrase.registered(for: status)
        return "\(entry.request.version.name) \(status)" + (phrase.isEmpty ? "" : " \(phrase)")
    }

    private static func lines(_ fields: Fields) -> [String] {
        fields.lines.indices.map { index in
            "\(String(decoding: fields.name(at: index), as: UTF8.self)): "
                + shortened(String(decoding: fields.value(at: index), as: UTF8.self))
        }
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        return "\(String(text.unicodeScalars.prefix(longest)))… (\(text.utf8.count) bytes)"
    }
}

extension HTTPVersion {
    fileprivate var name: String {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        case .h2: "HTTP/2"
        }
    }
}

extension HTMLWriter {
    /// The most bytes of a body that are shown, and the most of one that is not text.
    private static let shownBytes = (text: 16_384, other: 512)

    /// Writes lines of a message's head; no line can contain another.
    fileprivate mutating func message(_ label: String, _ lines: [String]) {
        code(label, lines.map(Printable.line).joined(separator: "\n"))
    }

    fileprivate mutating func trailers(_ lines: [String]) {
        if !lines.isEmpty { message("Trailers", lines) }
    }

    private mutating func code(_ label: String, _ text: String) {
        element("pre", ["tabindex": "0", "aria-label": label]) { $0.element("code", text) }
        line()
    }

    /// Writes the beginning of a body: as text if it is UTF-8, else as hexadecimal numbers.
    ///
    /// - Parameters:
    ///   - size: the number of bytes of the whole body.
    ///   - isCut: whether `body` is only its beginning.
    fileprivate mutating func body(_ body: [UInt8], size: Int, isCut: Bool, _ label: String) {
        guard !body.isEmpty else {
            if size > 0 { element("p", ["class": "note"], "\(EnglishText.count(size, "byte")) of body, not kept.") }
            return
        }
        var shown = body.prefix(Self.shownBytes.text)
        // The cut may be in the middle of a character.
        let isBeginning = isCut || shown.count < body.count
        if isBeginning, let invalid = UTF8Text.firstInvalid(in: shown), shown.count - invalid < 4 {
            shown = shown.prefix(invalid)
        }
        if let text = UTF8Text.decode(shown) {
            code(label, text)
        } else {
            shown = body.prefix(Self.shownBytes.other)
            code(label, HexDump.text(shown))
        }
        if shown.count < size {
            element("p", ["class": "note"], "The first \(shown.count) of \(size) bytes of the body.")
        }
    }
}
