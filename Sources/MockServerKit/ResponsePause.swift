import HTTPMessage
import MockRuntime
import Sockets

/// How a response that can't continue goes on. Confined to its connection's event loop.
struct ResponsePause: ~Copyable {
    /// When it continues, by `EventLoop.now`; nil if something else wakes it.
    let wakeUp: Int64?
    /// What waits for a virtual clock as long as the response does.
    private let waiter: VirtualWaiter?

    private init(wakeUp: Int64?, waiter: VirtualWaiter? = nil) {
        self.wakeUp = wakeUp
        self.waiter = waiter
    }

    /// A pause until `instant` of the run's clock; nil if the response continues at once.
    ///
    /// - Parameter stream: the stream of the response in HTTP/2.
    static func until(
        _ instant: Instant, of exchange: borrowing ExchangeHandle, on handler: some DecisionHandler, stream: Int? = nil
    ) -> ResponsePause? {
        pause(exchange.run.clock.wait(until: instant, resumption(of: handler, stream: stream)))
    }

    /// A pause until the gate opens; nil if it is open. A hold that has waited too long gives up here.
    static func until(
        _ gate: HoldGate, of exchange: borrowing ExchangeHandle, on handler: some DecisionHandler, stream: Int? = nil
    ) -> ResponsePause? {
        let (run, resume) = (exchange.run, resumption(of: handler, stream: stream))
        let time = run.clock.virtualTime
        let isClosed = gate.whenOpen {
            time?.begin()
            resume { time?.end() }
        }
        guard isClosed else { return nil }
        if let pause = pause(run.clock.waitForHold(until: gate.deadline, resume)) { return pause }
        run.expireHolds()
        // A response that is released after others waits for those.
        return gate.opened == nil ? ResponsePause(wakeUp: nil) : nil
    }

    private static func pause(_ wait: ServerClock.Wait) -> ResponsePause? {
        switch wait {
        case .over: nil
        case .real(let nanoseconds): ResponsePause(wakeUp: EventLoop.now + nanoseconds)
        case .virtual(let waiter): ResponsePause(wakeUp: nil, waiter: waiter)
        }
    }

    /// Continues the response on its event loop, unless its connection is gone.
    private static func resumption(of handler: any DecisionHandler, stream: Int?) -> VirtualTime.Resumption {
        let eventLoop = handler.eventLoop
        // Used only on its event loop.
        nonisolated(unsafe) weak let connection = handler
        return { done in
            eventLoop.async {
                connection?.resumed(stream: stream)
                done()
            }
        }
    }
}
