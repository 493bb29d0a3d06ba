import ExactJSON
import HTTPMessage
import HTTPTypes
import MockRuntime
import Playback
import Scenarios
import TextCoding

extension RunReport {
    /// The requests and their responses as an HTTP archive, version 1.2. If there were several runs, each is a page.
    /// Members that begin with `_` are mockserver's own.
    var har: JSON {
        let hasPages = hasSeveralRuns || session != nil
        let log: JSON = .members([
            ("version", "1.2"),
            ("creator", ["name": "mockserver", "version": .string(Version.current)]),
            ("pages", .only(hasPages, .array(runs.map(\.page)))),
            ("entries", .array(runs.flatMap { run in run.journal.map { run.entry($0, hasPage: hasPages) } })),
            ("comment", .string(hasSeveralRuns ? tallies : verdict.summary())),
            ("_bad_requests", Self.badRequests(runs)),
            ("_failures", hasPages ? nil : failures),
        ])
        return ["log": log]
    }

    /// The number of requests that broke HTTP, which the journal does not have; nil if there were none.
    private static func badRequests(_ runs: [RunReport]) -> JSON? {
        let failures = runs.flatMap(\.verdict.failures).filter { $0.kind == .badRequest }
        let count = failures.reduce(0) { $0 + $1.repeats }
        return .only(count > 0, .integer(count))
    }

    /// What no entry shows of the verdict; nil if nothing failed.
    private var failures: JSON? {
        .only(!verdict.failures.isEmpty, .array(verdict.failures.map(\.json)))
    }

    private var pageName: String { label ?? "run \(number)" }

    private var page: JSON {
        .members([
            ("startedDateTime", .string(start.text)), ("id", .string(pageName)), ("title", .string(scenario.name)),
            ("pageTimings", [:]), ("comment", .string(verdict.summary())), ("_session", session.map(JSON.string)),
            ("_bad_requests", Self.badRequests([self])), ("_failures", failures),
        ])
    }

    private func entry(_ entry: JournalEntry, hasPage: Bool) -> JSON {
        let timeline = entry.timeline
        let written = entry.responseForClient
        let began = written.map { max(.zero, $0.began - timeline.arrival).wholeMicroseconds } ?? .zero
        let wrote =
            written.map { max(began, ($0.wrote - timeline.arrival).wholeMicroseconds) }
            ?? timeline.left.map { max(.zero, $0 - timeline.arrival).wholeMicroseconds } ?? .zero
        let facts: [(String, JSON?)] = [
            ("pageref", .only(hasPage, .string(pageName))),
            ("startedDateTime", .string((start + timeline.arrival).text)),
            ("time", .milliseconds(wrote)),
            ("request", request(entry.request)),
            ("response", response(entry)),
            ("cache", [:]),
            (
                "timings",
                [
                    "send": 0, "wait": .milliseconds(written == nil ? wrote : began),
                    "receive": .milliseconds(written == nil ? .zero : wrote - began),
                ]
            ),
            ("serverIPAddress", ipAddress.map(JSON.string)),
            ("connection", .string(String(timeline.connection.index))),
            ("comment", timeline.leavingText.map { .string("\($0), before the response was written to its end") }),
        ]
        let own: [(String, JSON?)] =
            timeline.takerMembers.map { ($0.0.rawValue, $0.1) } + [
                ("failure", entry.failure.map { .string($0.rawValue) }), ("fault", timeline.fault.map(JSON.string)),
                ("number", .integer(timeline.number)), ("exchange", .integer(timeline.connection.exchange)),
                ("stream", timeline.connection.stream.map(JSON.integer)),
            ]
        return .members(facts + own.map { ("_" + $0.0, $0.1) })
    }

    // MARK: - Requests

    private func request(_ request: RecordedRequest) -> JSON {
        let mimeType = request.fields.text("content-type")
        let query = request.query.map { Form.pairs($0) } ?? []
        return .members([
            ("method", .string(request.method.rawValue)),
            ("url", .string(url(of: request))),
            ("_target", .only(!request.hasTargetOfURL, .string(request.target))),
            ("httpVersion", .string(request.version.harName)),
            ("cookies", .array(request.fields.cookies)),
            ("headers", request.fields.json),
            (
                "queryString",
                .array(query.map { ["name": .string($0.name.repaired), "value": .string($0.value.repaired)] })
            ),
            ("postData", .only(!request.body.isEmpty, postData(request, mimeType ?? ""))),
            ("headersSize", -1),
            ("bodySize", .integer(request.bodySize)),
        ])
    }

    /// The request's body. HAR itself has no way to say that it is not text.
    private func postData(_ request: RecordedRequest, _ mimeType: String) -> JSON {
        let text = BodyMembers(request.body)
        return .members([
            ("mimeType", .string(mimeType)), ("text", .string(text.text)),
            ("_encoding", .only(text.isBase64, "base64")),
            ("comment", .only(request.isBodyCut, Self.cutComment)),
        ])
    }

    /// The absolute URL of the request; characters that a URL can't contain are percent-encoded.
    private func url(of request: RecordedRequest) -> String {
        let target = request.target
        if target.contains("://"), target.first?.isLetter ?? false { return target.encodedAsURL }
        let scheme = request.tls == nil ? "http" : "https"
        let authority = request.host.isEmpty ? (ipAddress == nil ? "localhost" : listeningAddress) : request.host
        let rest = target.hasPrefix("/") ? target : request.path.isEmpty ? "" : "/" + target
        return "\(scheme)://\(authority)\(rest)".encodedAsURL
    }

    /// The server's IP address; nil for a Unix-domain socket and if the server listens on all addresses.
    private var ipAddress: String? {
        guard !address.hasPrefix("unix:") else { return nil }
        let host = String(decoding: Authority.host(of: listeningAddress.utf8), as: UTF8.self)
        return host == "0.0.0.0" || host == "::" ? nil : host
    }

    /// The address without the URL that the report of a session has in place of it.
    private var listeningAddress: String { AbsoluteURL(address)?.authority ?? address }

    private static let cutComment: JSON = "only the beginning of the body is kept"

    // MARK: - Responses

    private func response(_ entry: JournalEntry) -> JSON {
        // A response that never began is not a response; archives write status 0 for that.
        guard let response = entry.responseForClient else {
            let isAnswered = !hasResponses && entry.timeline.left == nil
            return Self.response(
                isAnswered ? entry.status ?? 0 : 0, entry.request.version, fields: Fields(), content: nil)
        }
        let text = BodyMembers(response.body)
        let isCut = response.isCut
        let content: JSON = .members([
            ("size", .integer(response.bodySize)),
            ("mimeType", .string(response.fields.text("content-type") ?? "x-unknown")),
            ("text", .string(text.text)),
            ("encoding", .only(text.isBase64, "base64")),
            ("comment", .only(isCut, Self.cutComment)),
        ])
        return Self.response(
            response.status, entry.request.version, fields: response.fields, reason: response.reason, content: content,
            bodySize: response.bodySize)
    }

    /// - Parameter reason: the reason phrase in the scenario; nil for the registered one, which HTTP/1 writes.
    private static func response(
        _ status: Int, _ version: HTTPVersion, fields: Fields, reason: String? = nil, content: JSON?,
        bodySize: Int = -1
    ) -> JSON {
        .members([
            ("status", .integer(status)),
            // HTTP/2 has no reason phrases (RFC 9113, section 8.3.2).
            ("statusText", .string(version == .h2 ? "" : reason ?? ReasonPhrase.registered(for: status))),
            ("httpVersion", .string(version.harName)),
            ("cookies", .array(fields.setCookies)),
            ("headers", fields.json),
            ("content", content ?? ["size": 0, "mimeType": "x-unknown", "text": ""]),
            ("redirectURL", .string(fields.text("location") ?? "")),
            ("headersSize", -1),
            ("bodySize", .integer(bodySize)),
        ])
    }
}

extension RecordedRequest {
    /// Whether the URL shows the target as it was sent.
    fileprivate var hasTargetOfURL: Bool {
        if method == .connect { return target == host }
        return target.hasPrefix("/") && target.encodedAsURL == target && !(method == .options && target == "/*")
    }
}

extension Duration {
    /// The duration truncated to the written precision, so that the sum of the parts is the whole (HAR 1.2, timings).
    fileprivate var wholeMicroseconds: Duration { .microseconds(wholeNanoseconds / 1_000) }
}

extension JournalEntry {
    /// The response that the client could receive; nil if it had left before the head.
    var responseForClient: RecordedResponse? {
        guard let response, let left = timeline.left, left < response.began else { return response }
        return nil
    }
}

extension TimelineEntry {
    fileprivate var fault: String? { if case .fault(let name) = response { name } else { nil } }
}

extension HTTPVersion {
    fileprivate var harName: String {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        case .h2: "HTTP/2"
        }
    }
}

extension Fields {
    fileprivate func text(_ name: String) -> String? { first(named: name).map { String(decoding: $0, as: UTF8.self) } }

    /// The pairs of `Cookie`; empty if the value is redacted.
    fileprivate var cookies: [JSON] {
        values(named: "cookie").flatMap { $0.split(separator: UInt8(ascii: ";")) }.compactMap { Self.cookie($0) }
    }

    /// The pairs of `Set-Cookie` with the attributes that don't require parsing dates (RFC 6265, section 4.1.1).
    fileprivate var setCookies: [JSON] {
        values(named: "set-cookie").compactMap { value in
            let parts = value.split(separator: UInt8(ascii: ";"))
            guard let first = parts.first, case .object(var cookie)? = Self.cookie(first) else { return nil }
            for part in parts.dropFirst() {
                let (name, value) = Self.pair(part)
                switch (name.lowercased(), value) {
                case ("path", let value?): cookie["path"] = .string(value)
                case ("domain", let value?): cookie["domain"] = .string(value)
                case ("httponly", _): cookie["httpOnly"] = true
                case ("secure", _): cookie["secure"] = true
                default: break
                }
            }
            return .object(cookie)
        }
    }

    private static func cookie(_ bytes: ArraySlice<UInt8>) -> JSON? {
        let (name, value) = pair(bytes)
        return value.map { ["name": .string(name), "value": .string($0)] }
    }

    /// The name and value without outer white space; the value is nil without a `=`.
    private static func pair(_ bytes: ArraySlice<UInt8>) -> (name: String, value: String?) {
        func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
            String(decoding: bytes.trimmingOptionalWhitespace, as: UTF8.self)
        }
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(bytes), nil) }
        return (trimmed(bytes[..<equals]), trimmed(bytes[(equals + 1)...]))
    }
}

extension [UInt8] {
    fileprivate var repaired: String { String(decoding: self, as: UTF8.self) }
}

extension String {
    /// The text with all characters that a URL can't contain percent-encoded (RFC 3986, section 2).
    fileprivate var encodedAsURL: String {
        utf8.reduce(into: "") { text, byte in
            let isAllowed = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}#".utf8.contains(byte)
            text += isAllowed ? String(UnicodeScalar(byte)) : Percent.encode(CollectionOfOne(byte))
        }
    }
}
