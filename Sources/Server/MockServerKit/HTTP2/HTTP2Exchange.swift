import Bytes
import HTTPMessage
import MockRuntime
import Playback
import Scenarios

/// A request and its response on one stream.
struct HTTP2Exchange: ~Copyable {
    /// nil once the request is complete.
    var head: RequestHead?
    /// What the head has shown, if it was looked at before the body came.
    var examined: ExaminedHead?
    /// nil until the request is complete, once the response is written, and for a rejected request.
    var exchange: Exchange?
    /// nil until the response is ready, while it is played, and once it is over.
    var player: ResponsePlayer?
    /// The memory that the response holds until the stream ends.
    var held: ResponseMemory.Held?
    /// Once the response is written, though the stream has not ended: the response has no end, or the rest of the request is
    /// still thrown away.
    var openEnded: ExchangeReference?
    /// The trailers that end the response.
    var trailers: Fields?
    /// The bytes that are no frame and end the connection.
    var garbage: ArraySlice<UInt8> = []
    /// The GOAWAY that follows the response's last byte, and its position in the scenario.
    var goaway: (frame: Goaway, position: Position)?
    /// While the response is produced outside the event loop.
    var pending: ExchangeReference?
    /// The body that is thrown away; nil unless the request was decided at its head.
    var arriving: ArrivingBody?
    /// How much of the body had come when its timeout began, and when the timeout ends, on the clock of `EventLoop.now`;
    /// nil while none runs.
    fileprivate(set) var bodyTimeout: (received: Int, end: Int64)?
    /// What the response waits for besides its client.
    fileprivate(set) var pause: ResponsePause?
    /// The response's pieces are DATA frames of their own.
    var keepsPieces = false
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
    var isUnfinished: Bool { isBegun || arriving?.bytesBeforeFault != nil }

    /// Whether the rest of the request is still missing, and its decision waits for that.
    var isBegun: Bool { exchange == nil && pending == nil && !isOver }

    /// The exchange, also once its response is written.
    var reference: ExchangeReference? { exchange.reference ?? openEnded }

    /// The run of its response; nil while there is none.
    var run: ScenarioRun? { exchange.reference?.run }
}

extension HTTP2Exchange {
    /// The body of a request that was decided at its head.
    struct ArrivingBody {
        /// How many bytes of it have come.
        var bytes = 0
        var isWhole = false
        /// The number of bytes before the fault within it; nil without one. A shorter body passes whole.
        var bytesBeforeFault: Int?
    }
}

/// A stream with its exchange.
typealias HTTP2ExchangeEntry = PooledTable<HTTP2Exchange>.Entry

/// The exchanges of an HTTP/2 connection by their streams, from a request's head to the end of its response.
struct HTTP2Exchanges: ~Copyable {
    private var table = PooledTable<HTTP2Exchange>()
    /// The number of exchanges whose response waits for something besides its client.
    private(set) var pausing = 0

    subscript(stream: Int) -> HTTP2ExchangeEntry? { table[stream] }

    mutating func insert(_ exchange: consuming HTTP2Exchange, for stream: Int) -> HTTP2ExchangeEntry {
        table.insert(exchange, for: stream)
    }

    /// Removes a stream that has ended.
    mutating func remove(_ entry: HTTP2ExchangeEntry) {
        pause(entry, nil)
        table.remove(entry.number)
    }

    mutating func removeAll() {
        table.removeAll()
        pausing = 0
    }

    /// Has a response wait, or not, instead of what it waited for.
    mutating func pause(_ entry: HTTP2ExchangeEntry, _ pause: consuming ResponsePause?) {
        if entry.value.pause != nil { pausing -= 1 }
        if pause != nil { pausing += 1 }
        entry.value.pause = pause
    }

    /// All exchanges, in the order of their streams.
    var sorted: [HTTP2ExchangeEntry] { table.sorted }

    /// The exchanges whose request is not decided because it is incomplete, in any order.
    var begun: some Sequence<HTTP2ExchangeEntry> { table.entries.filter { $0.value.isBegun } }

    /// The exchanges with an incomplete request, in the order of their streams.
    var unfinished: [HTTP2ExchangeEntry] { sorted.filter { $0.value.isUnfinished } }

    /// Gives each incomplete request a timeout of its own for the next piece of its body, and returns when the first one
    /// ends. A body that must wait for others has none.
    ///
    /// - Parameter body: how many bytes of a stream's body have come, and whether it waits.
    func watchBodies(
        from now: Int64, limit: Int64, _ body: (_ stream: Int) -> (received: Int, waits: Bool)
    ) -> Int64? {
        guard hasUnfinished else { return nil }
        var first: Int64?
        for entry in table.entries {
            guard entry.value.isUnfinished else {
                entry.value.bodyTimeout = nil
                continue
            }
            let (received, waits) = body(entry.number)
            if waits {
                entry.value.bodyTimeout = nil
            } else if entry.value.bodyTimeout?.received != received {
                entry.value.bodyTimeout = (received, now + limit)
            }
            if let end = entry.value.bodyTimeout?.end { first = min(first ?? end, end) }
        }
        return first
    }

    /// The exchanges whose body has been waited for too long, in the order of their streams.
    func stalled(at now: Int64) -> [HTTP2ExchangeEntry] {
        unfinished.filter { $0.value.bodyTimeout.map { $0.end <= now } ?? false }
    }

    /// Whether the rest of any body is still to come.
    var haveBodies: Bool { table.contains { $0.isUnfinished || $0.arriving.map { !$0.isWhole } ?? false } }

    /// Whether any request is incomplete.
    var hasUnfinished: Bool { table.contains { $0.isUnfinished } }

    /// The exchanges whose response is due, ordered by time.
    func due(at now: Int64) -> [HTTP2ExchangeEntry] {
        guard pausing > 0 else { return [] }
        return sorted.filter { $0.value.pause?.wakeUp.map { $0 <= now } ?? false }
            .sorted { ($0.value.pause?.wakeUp ?? 0, $0.number) < ($1.value.pause?.wakeUp ?? 0, $1.number) }
    }

    /// The earliest time at which a waiting response continues.
    var firstWakeUp: Int64? {
        pausing > 0 ? table.entries.compactMap { $0.value.pause?.wakeUp }.min() : nil
    }
}
