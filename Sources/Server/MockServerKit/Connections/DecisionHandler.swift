import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import Sockets

/// A connection whose requests may be decided, or explained, outside its event loop, and whose responses may wait for
/// something that happens elsewhere.
protocol DecisionHandler: AnyObject {
    /// The event loop of its connection.
    var eventLoop: EventLoop { get }

    /// The request with this connection info is decided. Called on the connection's event loop, outside of event
    /// handling, perhaps after the channel has closed.
    func decided(_ request: ConnectionInfo, _ exchange: consuming Exchange, player: ResponsePlayer)

    /// A response that waited may continue; `stream` is its stream in HTTP/2. Called on the connection's event loop,
    /// outside of event handling, perhaps after the channel has closed.
    func resumed(stream: Int?)
}

extension PendingExchange {
    /// Goes on outside the event loops. A verdict waits for it.
    func finish(for handler: any DecisionHandler) {
        let eventLoop = handler.eventLoop
        // Used only on its event loop.
        nonisolated(unsafe) let handler = handler
        let inProgress = run.decisions.begin()
        finish { [connection] exchange, player in
            let moved = Locked<Exchange?>(exchange)
            eventLoop.async {
                if let exchange = moved.withLock({ $0.take() }) {
                    handler.decided(connection, exchange, player: player)
                }
                inProgress.end()
            }
        }
    }

    /// Goes on, on a queue, with a request whose connection has closed for this reason, because others wait for the event
    /// loop. A verdict waits for it.
    func finish(after reason: Channel.CloseReason, on queue: DispatchQueue) {
        let inProgress = run.decisions.begin()
        queue.async {
            if case .made(let exchange, _) = finish() { exchange.end(Exchange.End(isAnswered: false, reason)) }
            inProgress.end()
        }
    }
}

extension Exchange.End {
    /// How a response ends with its channel. Those that a stop drops stay unanswered, and the verdict lists them.
    init(isAnswered: Bool, _ reason: Channel.CloseReason) {
        self = reason == .stopped ? .dropped : isAnswered ? .answered : .gone
    }
}
