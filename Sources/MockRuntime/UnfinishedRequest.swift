public import HTTPMessage
import Playback

/// A connection that its client closed without a byte, or cut in a request: no failure, but a run's journal tells of it.
public struct UnfinishedRequest: Hashable, Sendable {
    /// The connection, and the index that the request would have had on it.
    public let connection: ConnectionInfo
    /// The method, where the request line was read.
    public let method: String?
    /// The request target, where the request line was read.
    public let target: String?
    /// What there was of it: a sentence.
    public let text: String
    /// Whether there was a byte of it.
    public let hasBytes: Bool

    package init(connection: ConnectionInfo, method: String?, target: String?, text: String, hasBytes: Bool = true) {
        self.connection = connection
        self.method = method
        self.target = target
        self.text = text
        self.hasBytes = hasBytes
    }

    /// Both made safe for a terminal; nil where no request line was read.
    package var requestLine: (method: String, target: String)? {
        guard let method, let target else { return nil }
        return (Printable.text(method), Printable.text(target))
    }
}

/// The last unfinished requests of a run.
struct UnfinishedRequests: Sendable {
    /// So many are kept.
    static let limit = 1_000

    private var newest: [UnfinishedRequest] = []

    mutating func add(_ request: UnfinishedRequest) {
        // Dropping half at a time keeps the cost of each constant.
        if newest.count == 2 * Self.limit { newest.removeFirst(Self.limit) }
        newest.append(request)
    }

    var all: [UnfinishedRequest] { Array(newest.suffix(Self.limit)) }
}
