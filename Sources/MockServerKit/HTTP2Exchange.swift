import Bytes
import HTTPMessage
import MockRuntime
import Scenarios

/// A request and its response on one stream.
struct HTTP2Exchange: ~Copyable {
    /// nil from when the request is whole.
    var head: RequestHead?
    /// nil until the request is whole, and for one that is refused.
    var handle: ExchangeHandle?
    /// nil until the response is made, and while it is played.
    var player: ResponsePlayer?
    /// The request is whole, and its response being made off the event loop.
    var isDeciding = false
    /// When the response goes on that waits, as `EventLoop.now` tells.
    var wakeUp: Int64?
    /// The response's head is written.
    var hasHead = false
    /// The scenario has the connection close behind the response.
    var closesConnection = false
    /// All there is to say is said.
    var isOver = false
    /// The scenario has an end of the connection, or a GOAWAY, take the place of the response: that is a response, too.
    var isCutOff = false

    /// - Parameter head: that of a request that is not whole.
    init(_ head: consuming RequestHead?) { self.head = head }

    /// The rest of the request is still to come.
    var isUnfinished: Bool { handle == nil && !isDeciding && !isOver }
}

/// A stream with its exchange.
typealias HTTP2ExchangeEntry = PooledTable<HTTP2Exchange>.Entry

/// The exchanges of an HTTP/2 connection by their streams, from a request's head to the end of its response.
struct HTTP2Exchanges {
    private var table = PooledTable<HTTP2Exchange> { HTTP2Exchange(nil) }
    /// How many of them have a time to go on.
    private(set) var sleeping = 0

    subscript(stream: Int) -> HTTP2ExchangeEntry? { table[stream] }

    mutating func insert(_ exchange: consuming HTTP2Exchange, for stream: Int) -> HTTP2ExchangeEntry {
        table.insert(exchange, for: stream)
    }

    /// Forgets a stream that has ended.
    mutating func remove(_ stream: Int) {
        if let entry = table[stream] { wait(entry, until: nil) }
        table.remove(stream)
    }

    mutating func removeAll() {
        table.removeAll()
        sleeping = 0
    }

    /// Has the response go on at `instant` of `EventLoop.now`, in place of any other; nil for none.
    mutating func wait(_ entry: HTTP2ExchangeEntry, until instant: Int64?) {
        if entry.value.wakeUp != nil { sleeping -= 1 }
        if instant != nil { sleeping += 1 }
        entry.value.wakeUp = instant
    }

    /// All of them, in the order of their streams.
    var sorted: [HTTP2ExchangeEntry] { table.sorted }

    /// Those whose request is not whole, in the order of their streams.
    var unfinished: [HTTP2ExchangeEntry] { sorted.filter { $0.value.isUnfinished } }

    /// Whether there are any whose request is not whole.
    var hasUnfinished: Bool { table.entries.contains { $0.value.isUnfinished } }

    /// Those whose response is due, by their time.
    func due(at now: Int64) -> [HTTP2ExchangeEntry] {
        guard sleeping > 0 else { return [] }
        return sorted.filter { $0.value.wakeUp.map { $0 <= now } ?? false }
            .sorted { ($0.value.wakeUp ?? 0, $0.number) < ($1.value.wakeUp ?? 0, $1.number) }
    }

    /// When the first response goes on that waits for its time.
    var firstWakeUp: Int64? {
        sleeping > 0 ? table.entries.compactMap { $0.value.wakeUp }.min() : nil
    }
}
