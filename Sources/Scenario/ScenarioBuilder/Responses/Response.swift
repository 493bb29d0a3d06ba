public import HTTPTypes
public import ScenarioWords
import TextCoding
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response of the scenario: a status, headers, a body, and how they are sent. Each method returns a copy with one
/// more property; the words are those of the file format.
///
/// ```swift
/// let response = Response(.created).header("Location", "/orders/7").json(["id": 7]).delay(.milliseconds(200))
/// ```
public struct Response: Sendable {
    private(set) var entries: [(key: String, value: DocumentNode)] = []
    let site: CallSite

    /// A response with this status; 200 unless said.
    public init(
        _ status: HTTPResponse.Status? = nil, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        site = CallSite(filePath, line, column)
        if let status { entries = [("status", .number(status.code, at: site))] }
    }

    /// A response whose status is the value of a template, such as `{{request.query.status}}`.
    public init(
        statusTemplate: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        site = CallSite(filePath, line, column)
        entries = [("status", .string(statusTemplate, at: site))]
    }

    /// Bytes that are written as they stand instead of a response; HTTP/1.1 only.
    public static func raw(
        _ bytes: some Collection<UInt8>, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Response {
        let response = Response(filePath: filePath, line: line, column: column)
        let text = DocumentNode.string(Base64.encode(bytes), at: response.site)
        return response.setting("raw", .map([("base64", text)], at: response.site))
    }

    /// Text that is written as it stands instead of a response; HTTP/1.1 only.
    public static func raw(
        _ text: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Response {
        let response = Response(filePath: filePath, line: line, column: column)
        return response.setting("raw", .string(text, at: response.site))
    }

    /// The response as the format writes it: a number for a status alone.
    var node: DocumentNode {
        if entries.count == 1, entries[0].key == "status" { return entries[0].value }
        return .map(entries.map { ($0.key, Optional($0.value)) }, at: site)
    }

    /// The map, also for a status alone.
    var map: DocumentNode { .map(entries.map { ($0.key, Optional($0.value)) }, at: site) }

    /// The response without templates, unless it says that it has some: its strings are what a closure computed.
    package var literal: Response {
        entries.contains { $0.key == "template" } ? self : template(false)
    }

    func setting(_ key: String, _ value: DocumentNode) -> Response {
        var copy = self
        copy.entries.removeAll { $0.key == key }
        copy.entries.append((key: key, value: value))
        return copy
    }

    /// The value of a map's key with one more entry.
    private func adding(to key: String, _ name: String, _ value: DocumentNode) -> Response {
        let map = entries.first { $0.key == key }?.value ?? .map([], at: site)
        return setting(key, map.adding([(name, value)]))
    }
}

// Head.
extension Response {
    /// The reason phrase; HTTP/1.1 only.
    public func reason(_ text: String) -> Response { setting("reason", .string(text, at: site)) }

    /// A header with one or more values, each on a line of its own, in the order of the calls. A header that is there
    /// already gets further lines.
    public func header(_ name: String, _ values: String...) -> Response {
        header(name, values.map { DocumentNode.string($0, at: site) })
    }

    private func header(_ name: String, _ values: [DocumentNode]) -> Response {
        let headers = entries.first { $0.key == "headers" }?.value.entries ?? []
        guard let index = headers.firstIndex(where: { $0.key.lowercased() == name.lowercased() }) else {
            return adding(to: "headers", name, values.count == 1 ? values[0] : .list(values, at: site))
        }
        var joined = headers
        let before = headers[index].value
        if case .list(let nodes) = before.kind {
            joined[index].value = .list(nodes + values, at: before.site)
        } else {
            joined[index].value = .list([before] + values, at: site)
        }
        return setting("headers", DocumentNode(.map(joined), at: site))
    }

    /// A header.
    public func header(_ name: HTTPField.Name, _ value: String) -> Response { header(name.rawName, value) }

    /// A header that is sent without a check, so that it can be wrong.
    public func uncheckedHeader(_ name: String, _ value: String) -> Response {
        header(name, [.map([("text", .string(value, at: site))], at: site)])
    }

    /// Leaves out a header of the defaults.
    public func removingHeader(_ name: String) -> Response {
        adding(to: "headers", name, DocumentNode(.null, at: site))
    }
}

// Body: at most one of these.
extension Response {
    /// A JSON body.
    public func json(_ value: JSONValue) -> Response { setting("json", value.data(at: site)) }

    /// A JSON body: what `encoder` makes of a value.
    @_disfavoredOverload
    public func json(_ value: some Encodable, by encoder: JSONEncoder = .stable) -> Response {
        json(JSONValue(encoding: value, by: encoder))
    }

    /// A body of text.
    public func text(_ text: String) -> Response { setting("text", .string(text, at: site)) }

    /// A body of bytes.
    public func bytes(_ bytes: some Collection<UInt8>) -> Response {
        setting("base64", .string(Base64.encode(bytes), at: site))
    }

    /// A body from a file in the folder of the Swift source, or below.
    public func file(_ path: String) -> Response { setting("file", .string(path, at: site)) }

    /// A body in chunks that are sent one by one.
    public func chunks(_ chunks: [Chunk]) -> Response {
        setting("chunks", .list(chunks.map { $0.node(at: site) }, at: site))
    }

    /// Server-sent events.
    ///
    /// - Parameters:
    ///   - events: what is sent, in this order.
    ///   - next: what follows the last one; `close` unless said.
    public func events(_ events: [Event], then next: AfterLastEvent? = nil) -> Response {
        let response = setting("events", .list(events.map { $0.node(at: site) }, at: site))
        return next.map { response.setting("then", .string($0.rawValue, at: site)) } ?? response
    }

    /// Fields after the body.
    public func trailer(_ name: String, _ value: String) -> Response {
        adding(to: "trailers", name, .string(value, at: site))
    }

    /// Whether `{{…}}` in the response is a template; for a file it is only one if this is said.
    public func template(_ isTemplate: Bool) -> Response { setting("template", .bool(isTemplate, at: site)) }
}

// Delivery.
extension Response {
    /// An interim response before this one (RFC 9110, section 15.2), such as 103.
    public func informational(_ status: Int, headers: KeyValuePairs<String, String> = [:]) -> Response {
        let fields = headers.map { ($0.key, Optional(DocumentNode.string($0.value, at: site))) }
        let item = DocumentNode.map(
            [("status", .number(status, at: site)), ("headers", fields.isEmpty ? nil : .map(fields, at: site))],
            at: site)
        var items: [DocumentNode] = []
        if case .list(let list)? = entries.first(where: { $0.key == "informational" })?.value.kind { items = list }
        return setting("informational", .list(items + [item], at: site))
    }

    /// Waits before the head.
    public func delay(_ delay: Delay) -> Response { setting("delay", delay.node(at: site)) }

    /// Waits before the head, and between the head and the body.
    public func delay(headers: Delay? = nil, body: Delay? = nil) -> Response {
        setting(
            "delay", .map([("headers", headers?.node(at: site)), ("body", body?.node(at: site))], at: site))
    }

    /// Sends the body in slices of so many bytes, the first at once.
    public func dribble(chunk bytes: Int, every interval: Duration) -> Response {
        setting(
            "dribble",
            .map([("chunk", .size(bytes, at: site)), ("every", .duration(interval, at: site))], at: site))
    }

    /// Sends the body with so many bytes a second.
    public func throttle(bytesPerSecond bytes: Int) -> Response {
        setting("throttle", .string("\(bytes)B/s", at: site))
    }

    /// Answers range requests with 206 and 416 (RFC 9110, section 14).
    public func ranges() -> Response { setting("ranges", .string("auto", at: site)) }

    /// A content coding of the body.
    public typealias Encoding = BodyEncoding

    /// Compresses the body, whatever the request accepts.
    public func encoding(_ encoding: Encoding) -> Response {
        setting("encoding", .string(encoding.rawValue, at: site))
    }

    /// How the end of the body is marked.
    public typealias Framing = BodyFraming

    /// How the end of the body is marked.
    public func framing(_ framing: Framing) -> Response { setting("framing", .string(framing.rawValue, at: site)) }

    /// States a wrong length.
    public func contentLength(_ bytes: Int) -> Response { setting("content_length", .number(bytes, at: site)) }

    /// What becomes of the connection after the response.
    public typealias Connection = ConnectionOption

    /// What becomes of the connection after the response.
    public func connection(_ connection: Connection) -> Response {
        setting("connection", .string(connection.rawValue, at: site))
    }

    /// Breaks the response.
    public func fault(_ fault: Fault) -> Response { setting("fault", fault.node(at: site)) }

    /// Breaks the response, at this phase or after these bytes of its body.
    public func fault(_ kind: Fault.Kind, at phase: Fault.Phase? = nil, afterBytes bytes: Int? = nil) -> Response {
        fault(Fault(kind, at: phase, afterBytes: bytes))
    }

    /// Frames of HTTP/2.
    public func h2(_ frames: HTTP2Frames) -> Response { setting("h2", frames.node(at: site)) }
}
