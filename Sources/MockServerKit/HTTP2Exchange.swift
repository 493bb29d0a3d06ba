import Bytes
import HTTPMessage
import MockRuntime
import Scenarios

/// A request and its response on one stream.
struct HTTP2Exchange: ~Copyable {
    /// nil once the request is complete.
    var head: RequestHead?
    /// nil until the request is complete, and for a rejected request.
    var handle: ExchangeHandle?
    /// nil until the response is ready, and while it is played.
    var player: ResponsePlayer?
    /// The request is complete, and its response is being produced outside the event loop.
    var isDeciding = false
    /// The time of `EventLoop.now` at which a waiting response continues.
    var wakeUp: Int64?
    /// The response's head is written.
    var hasHead = false
    /// The connection closes after the response, according to the scenario.
    var closesConnection = false
    /// Nothing of the response is left to be written.
    var isOver = false
    /// The scenario states a connection end or a GOAWAY instead of the response's end: that is a response, too.
    var isCutOff = false

    /// - Parameter head: the head of an incomplete request.
    init(_ head: consuming RequestHead?) { self.head = head }

    /// Whether the rest of the request is still missing.
    var isUnfinished: Bool { handle == nil && !isDeciding && !isOver }
}

/// A stream with its exchange.
typealias HTTP2ExchangeEntry = PooledTable<HTTP2Exchange>.Entry

/// The exchanges of an HTTP/2 connection by their streams, from a request's head to the end of its response.
struct HTTP2Exchanges {
    private var table = PooledTable<HTTP2Exchange> { HTTP2Exchange(nil) }
    /// The number of exchanges with a wake-up time.
    private(set) var sleeping = 0

    subscript(stream: Int) -> HTTP2ExchangeEntry? { table[stream] }

    mutating func insert(_ exchange: consuming HTTP2Exchange, for stream: Int) -> HTTP2ExchangeEntry {
        table.insert(exchange, for: stream)
    }

    /// Removes a stream that has ended.
    mutating func remove(_ stream: Int) {
        if let entry = table[stream] { wait(entry, until: nil) }
        table.remove(stream)
    }

    mutating func removeAll() {
        table.removeAll()
        sleeping = 0
    }

    /// Sets the instant of `EventLoop.now` at which the response continues, instead of any other; nil for none.
    mutating func wait(_ entry: HTTP2ExchangeEntry, until instant: Int64?) {
        if entry.value.wakeUp != nil { sleeping -= 1 }
        if instant != nil { sleeping += 1 }
        entry.value.wakeUp = instant
    }

    /// All exchanges, in the order of their streams.
    var sorted: [HTTP2ExchangeEntry] { table.sorted }

    /// The exchanges with an incomplete request, in the order of their streams.
    var unfinished: [HTTP2ExchangeEntry] { sorted.filter { $0.value.isUnfinished } }

    /// Whether any request is incomplete.
    var hasUnfinished: Bool { table.contains { $0.isUnfinished } }

    /// The exchanges whose response is due, ordered by time.
    func due(at now: Int64) -> [HTTP2ExchangeEntry] {
        guard sleeping > 0 else { return [] }
        return sorted.filter { $0.value.wakeUp.map { $0 <= now } ?? false }
            .sorted { ($0.value.wakeUp ?? 0, $0.number) < ($1.value.wakeUp ?? 0, $1.number) }
    }

    /// The earliest time at which a waiting response continues.
    var firstWakeUp: Int64? {
        sleeping > 0 ? table.entries.compactMap { $0.value.wakeUp }.min() : nil
    }
}
