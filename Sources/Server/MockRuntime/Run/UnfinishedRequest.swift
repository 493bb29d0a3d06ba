public import HTTPMessage
import Playback

/// A connection that its client closed without a byte or within a request: recorded, but not a failure.
public struct UnfinishedRequest: Hashable, Sendable {
    /// The connection, and the index that the request would have had on it.
    public let connection: ConnectionInfo
    /// The method, if the request line was read.
    public let method: String?
    /// The request target, if the request line was read.
    public let target: String?
    /// The received part, described in a sentence.
    public let text: String
    /// Whether a byte of it arrived.
    public let hasBytes: Bool

    package init(connection: ConnectionInfo, method: String?, target: String?, text: String, hasBytes: Bool = true) {
        self.connection = connection
        self.method = method
        self.target = target
        self.text = text
        self.hasBytes = hasBytes
    }

    /// Method and target, safe for a terminal; nil if no request line was read.
    package var requestLine: (method: String, target: String)? {
        guard let method, let target else { return nil }
        return (Printable.text(method), Printable.text(target))
    }
}

/// The last unfinished requests of a run.
struct UnfinishedRequests: Sendable {
    /// The number of requests that are kept.
    static let limit = 1_000

    private var newest: [UnfinishedRequest] = []

    mutating func add(_ request: UnfinishedRequest) {
        // Dropping half at a time keeps the cost of each constant.
        if newest.count == 2 * Self.limit { newest.removeFirst(Self.limit) }
        newest.append(request)
    }

    var all: [UnfinishedRequest] { Array(newest.suffix(Self.limit)) }
}
