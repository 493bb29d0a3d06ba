import ExactJSON
import HTTPMessage
package import Playback
package import Scenarios
import TextCoding

/// The requests of an HTTP archive (HAR 1.2), in order: mockserver's own, or one that a browser saved.
package struct HTTPArchive: Sendable {
    /// Why a file is not such an archive, and where.
    package struct Invalid: Error, Hashable, Sendable {
        package let line: Int
        package let column: Int
        /// A sentence.
        package let message: String

        init(position: JSONPosition, message: String) {
            (line, column) = (position.line, position.column)
            self.message = message
        }
    }

    /// A recorded request.
    package struct Entry: Sendable {
        package let request: RequestDescription
        /// Its number in the run; nil if the archive does not say.
        package let number: Int?
        /// When it was sent, in nanoseconds since 1970; nil if the archive has no such time.
        package let start: Int64?
        /// How long it took until its response was complete, in nanoseconds.
        package let duration: Int64
        /// The name of its connection; nil if the archive has none.
        package let connection: String?
        /// Why the archive lacks the body or its end, as a clause; nil if it has the whole body. The request has a mark in
        /// place of such a body.
        package let lackOfBody: String?
        /// Whether the body has other bytes than were sent, with the same content: browsers undo content codings, and some
        /// write the parts of a form alone.
        package let isBodyRestated: Bool
        /// The run that it belongs to; nil if the archive does not say.
        fileprivate let page: String?
        /// What became of it; nil if the archive does not say.
        package let outcome: RecordedOutcome?
        /// The URL of its server, without a path; nil if the archive does not say.
        fileprivate let server: String?
    }

    /// What became of a request in the run that mockserver recorded.
    package struct RecordedOutcome: Hashable, Sendable {
        /// The id of the step or stub that took it; nil if none did.
        package let step: String?
        package let stub: String?
        /// The kind of its failure.
        package let failure: FailureKind?
    }

    /// A failure of the run that mockserver recorded.
    package struct RecordedFailure: Sendable {
        package let kind: FailureKind
        /// The event, in one line, and its line of the scenario.
        let headline: String
        /// The failure as it was shown.
        let text: String
        let json: JSON
        /// The numbers of the requests that it is about.
        let requests: [Int]
    }

    /// The runs of an archive that mockserver wrote, if it has several or one of a session.
    fileprivate struct Page: Sendable {
        let name: String
        let scenario: String?
        let session: String?
        let summary: Summary
        let badRequests: Int
        let failures: [RecordedFailure]
    }

    /// What the line of a verdict says of its run: `failed: Login (2 requests, 1 of 2 steps, ended after 30s, seed 7)`.
    package struct Summary: Hashable, Sendable {
        /// The seed of the random values.
        package private(set) var seed: UInt64?
        /// The time limit that ended the run.
        package private(set) var timeout: String?
        /// Whether a reload ended the run before its time.
        package private(set) var isCutShort = false

        /// Reads the facts, which stand in the last parentheses.
        init(_ line: String) {
            guard line.hasSuffix(")"), let start = line.ranges(of: " (").last else { return }
            for fact in line[start.upperBound...].dropLast().split(separator: ", ") {
                if fact.hasPrefix("seed ") { seed = UInt64(fact.dropFirst(5)) }
                if fact.hasPrefix("ended after ") { timeout = String(fact.dropFirst(12)) }
                if fact == "ended by a reload" { isCutShort = true }
            }
        }
    }

    package private(set) var entries: [Entry]
    private let pages: [Page]
    /// What tells the run from the others of the archive, such as `session abc` or `run 2`; nil if it is not named.
    package private(set) var name: String?
    /// The name of the scenario of a named run.
    package private(set) var scenario: String?
    /// The session that the run belongs to.
    private var session: String?
    /// The failures of the run that mockserver recorded; nil if the archive does not say.
    package private(set) var failures: [RecordedFailure]?
    /// The number of entries that are not HTTP and left out, by the scheme of their URL.
    package private(set) var leftOut: [String: Int]
    /// The number of entries that a browser answered from its cache, so that no server got them.
    package private(set) var cached = 0
    /// The number of requests that broke HTTP, of which mockserver's archives have no entry.
    package private(set) var badRequests: Int
    /// What the line of the run's verdict says, if mockserver wrote the archive.
    private var summary: Summary

    /// The seed of the random values, if mockserver wrote the archive of one run.
    package var seed: UInt64? { summary.seed }
    /// The time limit that ended the run, which therefore failed; nil if none did.
    package var timeout: String? { summary.timeout }
    /// Whether a reload ended the run, so that what it had not reached is not a failure.
    package var isCutShort: Bool { summary.isCutShort }

    /// The URL of the server that got the first request; nil without requests. Without a path, but for that of a session.
    package var serverURL: String? {
        entries.lazy.compactMap(\.server).first.map { server in server + (session.map { "/s/\($0)" } ?? "") }
    }

    /// The number of requests of the run that have no entry, because the journal had no room for them.
    package var missingEntries: Int {
        max(0, (entries.compactMap(\.number).max() ?? 0) - entries.count - badRequests)
    }

    /// When the first request was sent, in nanoseconds since 1970; nil if the archive has no times.
    package var start: Int64? { entries.lazy.compactMap(\.start).min() }

    /// Reads an archive.
    package init(_ bytes: [UInt8]) throws(Invalid) {
        var text = bytes
        // Some browsers write a byte order mark.
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        let reading = PositionedJSON.read(text)
        guard let root = reading.root else {
            let error = reading.errors.last
            throw Invalid(
                position: error?.position ?? JSONPosition(offset: 0, line: 1, column: 1),
                message: error?.message ?? "this is not JSON")
        }
        guard let list = root["log"]?["entries"], case .array(let elements) = list.content else {
            throw Invalid(position: root.position, message: "this is not an HTTP archive: it has no log.entries")
        }
        let log = root["log"]
        let creator = log?["creator"]?["name"]?.text
        let isOwn = creator == "mockserver"
        pages = isOwn ? (log?["pages"]?.elements ?? []).compactMap(Page.init) : []
        let sessions = Dictionary(pages.map { ($0.name, $0.session) }) { first, _ in first }
        var (entries, leftOut): ([Entry], [String: Int]) = ([], [:])
        for element in elements {
            let url = element["request"]?["url"]?.text
            let recorded = url.flatMap(AbsoluteURL.init)
            if recorded == nil, let scheme = url.flatMap(AbsoluteURL.scheme) {
                leftOut[scheme, default: 0] += 1
                continue
            }
            if !isOwn, element.isFromCache(ofFirefox: creator == "Firefox") {
                cached += 1
                continue
            }
            let page = isOwn ? element["pageref"]?.text : nil
            entries.append(
                try Entry(element, recorded, isOwn: isOwn, page, session: page.flatMap { sessions[$0] ?? nil }))
        }
        (self.entries, self.leftOut) = (entries, leftOut)
        badRequests = max(0, log?["_bad_requests"]?.integer ?? 0)
        summary = Summary(isOwn ? log?["comment"]?.text ?? "" : "")
        failures = isOwn ? log?["_failures"]?.recordedFailures : nil
    }

    /// The runs that the archive has, each as an archive of its own. Only mockserver's archives tell runs apart: the pages
    /// of browsers' archives are parts of one.
    package var runs: [HTTPArchive] {
        guard !pages.isEmpty else { return [self] }
        return pages.map { page in
            var run = self
            run.entries = entries.filter { $0.page == page.name }
            (run.name, run.scenario, run.session) = (page.name, page.scenario, page.session)
            (run.summary, run.badRequests, run.failures) = (page.summary, page.badRequests, page.failures)
            if page.name != pages.first?.name { run.leftOut = [:] }
            return run
        }
    }

    /// A run that is left out, because it played another scenario.
    package struct RunLeftOut: Sendable {
        let name: String
        let hasFailed: Bool
    }

    /// The runs that played a scenario, and the others: if runs have names, those of that scenario's name, or all if there
    /// are none.
    package func runs(of scenario: Scenario) -> (runs: [HTTPArchive], leftOut: [RunLeftOut]) {
        let own = runs.filter { $0.scenario == scenario.name }
        guard !own.isEmpty else { return (runs, []) }
        let others = runs.filter { $0.scenario != scenario.name }
        return (own, others.compactMap { run in run.name.map { RunLeftOut(name: $0, hasFailed: run.hasFailed) } })
    }

    private var hasFailed: Bool { badRequests > 0 || timeout != nil || !(failures ?? []).isEmpty }
}

extension HTTPArchive.Page {
    fileprivate init?(_ page: PositionedJSON) {
        guard let name = page["id"]?.text else { return nil }
        self.name = name
        (scenario, session) = (page["title"]?.text, page["_session"]?.text)
        summary = HTTPArchive.Summary(page["comment"]?.text ?? "")
        badRequests = max(0, page["_bad_requests"]?.integer ?? 0)
        failures = page["_failures"]?.recordedFailures ?? []
    }
}

extension HTTPArchive.RecordedFailure {
    fileprivate init?(_ failure: PositionedJSON) {
        guard let kind = failure["kind"]?.text.flatMap(FailureKind.init), let title = failure["title"]?.text,
            let text = failure["text"]?.text
        else { return nil }
        self.kind = kind
        let place = [
            failure["path"]?.text, failure["line"]?.integer.map(String.init),
            failure["column"]?.integer.map(String.init),
        ]
        headline = "\(title), at \(place.compactMap { $0 }.joined(separator: ":"))"
        (self.text, json) = (text, failure.json)
        requests = failure["requests"]?.elements?.compactMap { $0["number"]?.integer } ?? []
    }
}

extension HTTPArchive.Entry {
    /// - Parameters:
    ///   - recorded: its URL, if that is absolute.
    ///   - isOwn: whether mockserver wrote the archive.
    ///   - page: the run that it belongs to.
    ///   - session: the session of that run.
    fileprivate init(
        _ entry: PositionedJSON, _ recorded: AbsoluteURL?, isOwn: Bool, _ page: String?, session: String?
    ) throws(HTTPArchive.Invalid) {
        guard let stated = entry["request"] else {
            throw HTTPArchive.Invalid(position: entry.position, message: "the entry has no request")
        }
        guard let method = stated["method"]?.text else {
            throw HTTPArchive.Invalid(position: stated.position, message: "the request has no method")
        }
        // Anything may stand there, so it is not shown.
        guard Array(method.utf8).isToken else {
            throw HTTPArchive.Invalid(
                position: stated["method"]?.position ?? stated.position,
                message: "the method is not a token such as GET")
        }
        guard let url = stated["url"], let address = url.text else {
            throw HTTPArchive.Invalid(position: stated.position, message: "the request has no url")
        }
        var request: RequestDescription
        do throws(RequestDescription.Invalid) {
            if let recorded {
                let target = stated["_target"]?.text ?? Self.target(recorded, method)
                request = try RequestDescription(recorded: method, target: target, authority: recorded.authority)
            } else {
                request = try RequestDescription(method: method, target: address)
            }
            request.version = Self.version(stated["httpVersion"]?.text ?? "")
            request.pathPrefix = session.map { "/s/\($0)" } ?? ""
        } catch {
            throw HTTPArchive.Invalid(position: url.position, message: error.description)
        }
        var boundary: String?
        for field in stated["headers"]?.elements ?? [] {
            guard let name = field["name"]?.text, let value = field["value"]?.text else {
                throw HTTPArchive.Invalid(position: field.position, message: "a header has a name and a value")
            }
            // Browsers write the pseudo-header fields of HTTP/2 among the others.
            if name.hasPrefix(":") { continue }
            if name.lowercased() == "content-type" { boundary = Self.boundary(value) }
            request.add(recorded: name, value)
        }
        let data = stated["postData"]
        var isBodyRestated = false
        if let data {
            request.body = try Self.body(data, boundary: boundary)
            isBodyRestated = !isOwn && (data["text"]?.text?.isEmpty ?? true) && !request.body.isEmpty
        }
        let encoded = isOwn ? nil : EncodedBody(request)
        switch encoded {
        case .sent(let bytes)?: request.body = bytes
        case .decoded?: isBodyRestated = true
        case .damaged?, .undecodable?, nil: break
        }
        let size = BodySize(stated, data, request, isOwn: isOwn)
        let lack =
            size.lack ?? (encoded == .damaged ? "the archive does not have the bytes of its compressed body" : nil)
        isBodyRestated = isBodyRestated || !isOwn && size.differs(from: request.body.count)
        self.isBodyRestated = isBodyRestated && lack == nil && encoded != .undecodable
        if lack != nil {
            (request.body, request.cutBodySize) = (RedactedMark.cutBody(size: size.stated ?? 0), size.stated)
        }
        self.request = request
        lackOfBody = lack
        self.page = page
        number = isOwn ? entry["_number"]?.integer : nil
        server = recorded.map { "\($0.isSecure ? "https" : "http")://\($0.authority)" }
        start = entry["startedDateTime"]?.text.flatMap(Self.nanoseconds)
        duration = entry["time"]?.milliseconds ?? 0
        connection = entry["connection"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        outcome =
            !isOwn
            ? nil
            : HTTPArchive.RecordedOutcome(
                step: entry["_step"]?.text, stub: entry["_stub"]?.text,
                failure: entry["_failure"]?.text.flatMap { FailureKind(rawValue: $0) })
    }

    /// The request target: archives write that of CONNECT, and the `*` of OPTIONS, as a URL, too.
    private static func target(_ url: AbsoluteURL, _ method: String) -> String {
        switch method {
        case "CONNECT": url.authority
        case "OPTIONS" where url.target == "/*": "*"
        default: url.target
        }
    }

    private static func version(_ name: String) -> HTTPVersion {
        switch name.lowercased() {
        case "http/1.0": .http10
        case "h2", "http/2", "http/2.0", "h3", "http/3", "http/3.0": .h2
        default: .http11
        }
    }

    // MARK: - Bodies

    private static func body(_ data: PositionedJSON, boundary: String?) throws(HTTPArchive.Invalid) -> [UInt8] {
        let parameters = data["params"]?.elements ?? []
        if let text = data["text"], let written = text.text, !(written.isEmpty && !parameters.isEmpty) {
            guard (data["encoding"] ?? data["_encoding"])?.text == "base64" else { return Array(written.utf8) }
            guard let bytes = Base64.decode(written, ignoresSpace: true) else {
                throw HTTPArchive.Invalid(position: text.position, message: "this is not base64")
            }
            return bytes
        }
        var pairs: [(name: String, value: String, file: String?, type: String?)] = []
        for parameter in parameters {
            guard let name = parameter["name"]?.text else {
                throw HTTPArchive.Invalid(position: parameter.position, message: "a parameter has a name")
            }
            pairs.append(
                (name, parameter["value"]?.text ?? "", parameter["fileName"]?.text, parameter["contentType"]?.text))
        }
        guard data["mimeType"]?.text?.lowercased().hasPrefix("multipart/") ?? false else {
            // Browsers write them as they were sent, or decoded; `%` and `+` tell which.
            return Array(
                pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&").utf8)
        }
        let boundary = boundary ?? data["mimeType"]?.text.flatMap(Self.boundary) ?? "boundary"
        var body = ""
        for pair in pairs {
            let file = pair.file.map { "; filename=\"\($0)\"" } ?? ""
            let type = pair.type.map { "Content-Type: \($0)\r\n" } ?? ""
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\(file)\r\n\(type)\r\n"
            body += "\(pair.value)\r\n"
        }
        return Array("\(body)--\(boundary)--\r\n".utf8)
    }

    private static func encoded(_ text: String) -> String {
        let decoded = Percent.decode(Array(text.utf8))
        return text.contains("%") && decoded.isWellFormed ? text : Percent.encode(text)
    }

    private static func boundary(_ type: String) -> String? {
        guard let range = type.lowercased().firstRange(of: "boundary=") else { return nil }
        let offset = type.lowercased().utf8.distance(
            from: type.lowercased().startIndex, to: range.upperBound)
        let rest = String(decoding: Array(type.utf8).dropFirst(offset), as: UTF8.self)
        if rest.hasPrefix("\"") { return String(rest.dropFirst().prefix { $0 != "\"" }) }
        return String(rest.prefix { $0 != ";" && $0 != " " })
    }

    // MARK: - Times

    /// An ISO 8601 time such as `2026-01-31T12:00:00.250+01:00`; nil for another text.
    static func nanoseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            return Int64(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
            (1...31).contains(day), (1601...9999).contains(year), (0...24).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }
            var scale: Int64 = 100_000_000
            for digit in digits.prefix(9) {
                fraction += Int64(digit - 0x30) * scale
                scale /= 10
            }
            rest = rest[digits.endIndex...]
        }
        var offset: Int64 = 0
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            let digits = rest.dropFirst().filter { $0 >= 0x30 && $0 <= 0x39 }.map { Int64($0 - 0x30) }
            guard digits.count == 4 else { return nil }
            offset = (digits[0] * 600 + digits[1] * 60 + digits[2] * 10 + digits[3]) * 60
            if sign == UInt8(ascii: "-") { offset = -offset }
        }
        // Days since 1970 in the Gregorian calendar, with years that begin in March.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowed) = whole.addingReportingOverflow(fraction)
        return overflow || overflowed ? nil : sum
    }
}

/// The size of a recorded body, and whether the archive has all of it.
private struct BodySize {
    /// The size that is stated; nil if none is.
    let stated: Int?
    /// Why the archive lacks the body or its end, as a clause; nil if it has the whole body.
    let lack: String?
    /// The size that the request itself states.
    private let sent: Int?

    /// Whether another number of bytes was sent, as that of a text in another encoding.
    func differs(from count: Int) -> Bool { sent.map { $0 != count } ?? false }

    /// - Parameters:
    ///   - data: `postData`, of which the request has its body.
    ///   - isOwn: whether mockserver wrote the archive, which says itself what it lacks. Redacted bodies have other sizes.
    init(_ stated: PositionedJSON, _ data: PositionedJSON?, _ request: RequestDescription, isOwn: Bool) {
        let written = stated["bodySize"]?.integer.flatMap { $0 < 0 ? nil : $0 }
        sent = Self.contentLength(request)
        let size = isOwn ? written : sent ?? written
        self.stated = size ?? (request.body.isEmpty ? nil : request.body.count)
        let none = size.map { "the archive does not have its body of \(ByteCount.text($0))" }
        let comment = data?["comment"]?.text ?? ""
        if comment.hasPrefix("only the beginning") || !isOwn && comment.lowercased().contains("truncated") {
            lack = "the archive has only the beginning of its body"
        } else if isOwn {
            lack = data == nil && size ?? 0 > 0 ? none : nil
        } else if request.body.isEmpty {
            let hasText = data?["text"]?.text != nil || data?["params"]?.elements?.isEmpty == false
            let isUnwritten = data != nil ? !hasText : request.isChunked
            lack = size ?? 0 > 0 ? none : size == nil && isUnwritten ? "the archive does not have its body" : nil
        } else if data.map({ Self.lacksFile($0, request.body.count, size) }) ?? false {
            lack = "the archive does not have the content of a file in its body"
        } else if let size, let data, size > Self.largest(data, request) {
            lack = "the archive has only the beginning of its body"
        } else {
            lack = nil
        }
    }

    private static func contentLength(_ request: RequestDescription) -> Int? {
        request.value(of: "content-length").flatMap(Int.init).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether a file among the parameters has no content, though it is not known to be empty.
    private static func lacksFile(_ data: PositionedJSON, _ count: Int, _ size: Int?) -> Bool {
        guard data["text"]?.text?.isEmpty ?? true else { return false }
        return (data["params"]?.elements ?? []).contains { parameter in
            guard parameter["fileName"]?.text != nil else { return false }
            guard let value = parameter["value"]?.text else { return true }
            return value.isEmpty && size.map { $0 > count } ?? false
        }
    }

    /// The most bytes that a body can have had whose text is this one.
    private static func largest(_ data: PositionedJSON, _ request: RequestDescription) -> Int {
        let coding = request.value(of: "content-encoding")?.lowercased() ?? "identity"
        let type = (request.value(of: "content-type") ?? data["mimeType"]?.text ?? "").lowercased()
        let isRebuilt = data["text"]?.text?.isEmpty ?? true
        // A decoded body has another size than the sent one, and a rebuilt one another boundary.
        if coding != "identity" || isRebuilt && type.hasPrefix("multipart/") || RedactedMark.isIn(request.body) {
            return .max
        }
        guard let charset = type.firstRange(of: "charset=") else { return request.body.count }
        let name = type[charset.upperBound...].drop { $0 == "\"" }
        if ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "latin1", "windows-125"].contains(where: name.hasPrefix)
        {
            return request.body.count
        }
        // No character of another encoding takes more than 4 bytes; a byte order mark or an escape sequence takes a few.
        return 4 * String(decoding: request.body, as: UTF8.self).unicodeScalars.count + 16
    }
}

extension RequestDescription {
    /// The value of the first field with this name in lower case.
    fileprivate func value(of name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }

    fileprivate var isChunked: Bool { value(of: "transfer-encoding")?.lowercased().contains("chunked") ?? false }
}

extension PositionedJSON {
    fileprivate subscript(name: String) -> PositionedJSON? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.name == name }?.value
    }

    fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }

    fileprivate var elements: [PositionedJSON]? { if case .array(let elements) = content { elements } else { nil } }

    /// The failures of a list; those that are not understood are left out.
    fileprivate var recordedFailures: [HTTPArchive.RecordedFailure] {
        (elements ?? []).compactMap(HTTPArchive.RecordedFailure.init)
    }

    /// Whether an entry of a browser says that its response came from the browser's cache. Firefox says so by the part of the
    /// cache that is left after the request, which other programs write of any response that is kept.
    fileprivate func isFromCache(ofFirefox isFirefox: Bool) -> Bool {
        if let from = self["_fromCache"]?.text { return !from.isEmpty }
        return isFirefox && self["cache"]?["afterRequest"] != nil
    }

    fileprivate var integer: Int? {
        if case .number(let number) = content { Int(number.lexeme) } else { nil }
    }

    /// A number of milliseconds, in nanoseconds.
    fileprivate var milliseconds: Int64? {
        guard case .number(let number) = content, let value = Double(number.lexeme), value >= 0, value < 1e12 else {
            return nil
        }
        return Int64(value * 1e6)
    }
}
