import HTTPMessage
import MockRuntime
import Scenarios

/// A request and its response on one stream. Changed in its connection's table, where it stays.
struct HTTP2Exchange: ~Copyable {
    /// nil from when the request is whole.
    var head: RequestHead?
    /// nil until the request is whole, and for one that is refused.
    var name: ExchangeHandle?
    var player: ResponsePlayer?
    /// The request is whole, and its response being made off the event loop.
    var isDeciding = false
    /// When the response goes on that waits, as `EventLoop.now` tells.
    var wakeUp: Int64?
    /// The response's head is written.
    var hasHead = false
    /// All there is to say is said.
    var isOver = false
    /// The scenario has an end of the connection, or a GOAWAY, take the place of the response: that is a response, too.
    var isCutOff = false

    /// - Parameter head: that of a request that is not whole.
    init(_ head: consuming RequestHead?) { self.head = head }

    /// The rest of the request is still to come.
    var isUnfinished: Bool { name == nil && !isDeciding && !isOver }
}
