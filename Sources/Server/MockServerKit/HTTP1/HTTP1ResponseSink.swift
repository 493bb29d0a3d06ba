import HTTPMessage
import HTTPWire
import MockRuntime
import Scenarios
import Sockets

/// Writes one response into the buffer of its connection's writer, on the channel's event loop.
struct HTTP1ResponseSink<Stream: ByteStream, Connection: DecisionHandler>: ResponseSink {
    let writer: HTTP1ResponseWriter<Stream>
    let connection: Connection
    let run: ScenarioRun
    let context: ResponseContext
    /// nil until the head is written.
    var encoder: ResponseEncoder?
    /// The number of bytes that the chunk being written still has.
    var chunkRest: Int

    var takesMore: Bool { writer.takesMore }

    mutating func write(informational head: RenderedHead) -> ResponseStep {
        guard let encoded = head.encoded else { return .unsendable }
        ResponseEncoder.appendInterim(encoded, to: &writer.buffer)
        writer.sendNow()
        return .goesOn
    }

    /// The run has checked the head; one that can't be sent would end the connection here.
    mutating func write(
        _ head: RenderedHead, framing: ResponseEncoder.Framing, at time: WallClockTime
    ) -> ResponseStep {
        guard let encoded = head.encoded else { return .unsendable }
        let encoder = ResponseEncoder(
            encoded, answering: context, body: framing, keepsAlive: head.connection != .close && !writer.isLastOfClient,
            saysSo: head.connection == .keepAlive)
        writer.begin(encoded, status: head.head.status, encoder, at: time)
        self.encoder = encoder
        return encoder.sendsBody ? .goesOn : .skipsBody
    }

    mutating func beginChunk(_ size: Int) {
        chunkRest = size
        encoder?.beginChunk(size, to: &writer.buffer)
    }

    /// A chunk that is whole is sent.
    mutating func write(_ piece: ArraySlice<UInt8>) {
        guard chunkRest > 0 else {
            encoder?.append(piece, to: &writer.buffer)
            return writer.flushIfLarge()
        }
        chunkRest -= piece.count
        encoder?.appendPart(piece, isLast: chunkRest == 0, to: &writer.buffer)
        if chunkRest == 0 { writer.sendNow() } else { writer.flushIfLarge() }
    }

    /// The run has checked the trailers.
    mutating func write(trailers: Fields) -> ResponseStep {
        guard let encoder else { return .unsendable }
        do { try encoder.appendEnd(trailers: trailers, to: &writer.buffer) } catch { return .unsendable }
        return .goesOn
    }

    mutating func write(raw bytes: ArraySlice<UInt8>) {
        writer.buffer.append(contentsOf: bytes)
        writer.flushIfLarge()
    }

    /// The run rejects a response over HTTP/1.1 that states a frame of HTTP/2.
    mutating func write(_ frame: HTTP2Frame) -> ResponseStep { .unsendable }
    mutating func write(afterEnd goaway: Goaway, at position: Position) -> ResponseStep { .unsendable }

    mutating func waits(until instant: Instant) -> Bool {
        writer.waits(for: ResponsePause.until(instant, in: run, on: connection))
    }

    mutating func waits(for gate: HoldGate) -> Bool {
        writer.waits(for: ResponsePause.until(gate, in: run, on: connection))
    }
}
