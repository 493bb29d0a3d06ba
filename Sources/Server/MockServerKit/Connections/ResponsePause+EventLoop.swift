import HTTPMessage
import MockRuntime
import Sockets

extension ResponsePause {
    /// A pause until `instant` of the run's clock; nil if the response continues at once.
    ///
    /// - Parameter stream: the stream of the response in HTTP/2.
    static func until(
        _ instant: Instant, in run: ScenarioRun, on handler: some DecisionHandler, stream: Int? = nil
    ) -> ResponsePause? {
        until(instant, in: run, now: EventLoop.now, resumption(of: handler, stream: stream))
    }

    /// A pause until the gate opens; nil if it is open. A hold that has waited too long gives up here.
    static func until(
        _ gate: HoldGate, in run: ScenarioRun, on handler: some DecisionHandler, stream: Int? = nil
    ) -> ResponsePause? {
        until(gate, in: run, now: EventLoop.now, resumption(of: handler, stream: stream))
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
