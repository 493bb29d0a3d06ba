import TextCoding
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A piece of a body that is sent by itself.
public struct Chunk: Sendable {
    private enum Content: Sendable {
        case text(String)
        case json(JSONValue)
        case bytes(String)
    }

    private let content: Content
    private let delay: Delay?

    /// Text, after a wait.
    public static func text(_ text: String, delay: Delay? = nil) -> Chunk { Chunk(content: .text(text), delay: delay) }
    /// JSON, after a wait.
    public static func json(_ value: JSONValue, delay: Delay? = nil) -> Chunk {
        Chunk(content: .json(value), delay: delay)
    }
    /// The JSON that `encoder` makes of a value, after a wait.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable, by encoder: JSONEncoder = .stable, delay: Delay? = nil
    ) -> Chunk {
        .json(JSONValue(encoding: value, by: encoder), delay: delay)
    }
    /// Bytes, after a wait.
    public static func bytes(_ bytes: some Collection<UInt8>, delay: Delay? = nil) -> Chunk {
        Chunk(content: .bytes(Base64.encode(bytes)), delay: delay)
    }

    func node(at site: CallSite) -> DocumentNode {
        let piece: (String, DocumentNode?) =
            switch content {
            case .text(let text): ("text", .string(text, at: site))
            case .json(let value): ("json", value.data(at: site))
            case .bytes(let text): ("base64", .string(text, at: site))
            }
        return .map([piece, ("delay", delay?.node(at: site))], at: site)
    }
}

/// A server-sent event. What is nil is not sent.
public struct Event: Sendable {
    private let event: String?
    private let data: String?
    private let json: JSONValue?
    private let id: String?
    private let retry: Duration?
    private let comment: String?
    private let delay: Delay?

    /// An event of a type, with data as text or as JSON, sent after a wait.
    ///
    /// - Parameters:
    ///   - event: its type; nil for `message`.
    ///   - data: its data as text.
    ///   - json: its data as JSON.
    ///   - id: its id, which a client sends when it connects again.
    ///   - retry: the time before the client connects again.
    ///   - comment: a line that clients skip.
    ///   - delay: how long it waits before it is sent.
    public init(
        _ event: String? = nil, data: String? = nil, json: JSONValue? = nil, id: String? = nil, retry: Duration? = nil,
        comment: String? = nil, delay: Delay? = nil
    ) {
        self.event = event
        self.data = data
        self.json = json
        self.id = id
        self.retry = retry
        self.comment = comment
        self.delay = delay
    }

    func node(at site: CallSite) -> DocumentNode {
        .map(
            [
                ("event", event.map { .string($0, at: site) }), ("data", data.map { .string($0, at: site) }),
                ("json", json?.data(at: site)), ("id", id.map { .string($0, at: site) }),
                ("retry", retry.map { .duration($0, at: site) }), ("comment", comment.map { .string($0, at: site) }),
                ("delay", delay?.node(at: site)),
            ], at: site)
    }
}
