import HTTPMessage
import HTTPWire
import MockRuntime
import Scenarios

/// Hands one response to the client of its `URLProtocol`, on its loading queue.
struct InProcessSink: ResponseSink {
    let exchange: InProcessExchange

    var takesMore: Bool { exchange.isLoading }

    // `URLSession` shows neither interim responses nor chunks.
    mutating func write(informational head: RenderedHead) -> ResponseStep { .goesOn }
    mutating func beginChunk(_ size: Int) {}

    mutating func write(
        _ head: RenderedHead, framing: ResponseEncoder.Framing, at time: WallClockTime
    ) -> ResponseStep {
        let received = ReceivedHead(head, framing: framing, answering: exchange.context, at: time)
        exchange.receive(received)
        return received?.hasBody ?? true ? .goesOn : .skipsBody
    }

    mutating func write(_ piece: ArraySlice<UInt8>) { exchange.receive(piece) }
    mutating func write(raw bytes: ArraySlice<UInt8>) { exchange.receiveRaw(bytes) }

    mutating func write(trailers: Fields) -> ResponseStep {
        exchange.endBody()
        return .goesOn
    }

    // The run rejects a response that states a frame of HTTP/2.
    mutating func write(_ frame: HTTP2Frame) -> ResponseStep { .unsendable }
    mutating func write(afterEnd goaway: Goaway, at position: Position) -> ResponseStep { .unsendable }

    mutating func waits(until instant: Instant) -> Bool { exchange.waits(until: instant) }
    mutating func waits(for gate: HoldGate) -> Bool { exchange.waits(for: gate) }
}
