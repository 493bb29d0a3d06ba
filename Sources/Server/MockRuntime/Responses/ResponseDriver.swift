public import HTTPMessage
public import HTTPWire
public import Scenarios

/// What a response is made of: determines what is sent next, and when. It knows nothing of connections.
@usableFromInline
package protocol ResponseSource {
    /// The most bytes of a body that are passed on at a time.
    var piece: Int { get set }
    /// Records what is sent; nil if nobody wants to know.
    var recorder: ResponseRecorder? { get }

    /// The output at `instant`. After the end of the response, the output is the same again. A source never waits: its
    /// caller asks again.
    mutating func next(at instant: Instant) -> ResponseOutput

    /// Skips the body and the trailers: the protocol carries none for this request or status. Called after the head.
    mutating func skipBody()
}

extension ResponseSource {
    /// The output at `instant`, which is recorded if somebody wants to know.
    @inlinable package mutating func recordedNext(at instant: Instant) -> ResponseOutput {
        let output = next(at: instant)
        recorder?.note(output, at: instant)
        return output
    }
}

/// What a transport can do with each part of a response. It knows nothing of scenarios.
@usableFromInline
package protocol ResponseSink {
    /// Whether the transport takes more for now.
    var takesMore: Bool { get }
    /// The most bytes of the next piece of a body.
    var room: Int { get }

    mutating func write(informational head: RenderedHead) -> ResponseStep
    mutating func write(_ head: RenderedHead, framing: ResponseEncoder.Framing, at time: WallClockTime) -> ResponseStep
    mutating func beginChunk(_ size: Int)
    mutating func write(_ piece: ArraySlice<UInt8>)
    mutating func write(trailers: Fields) -> ResponseStep
    mutating func write(raw bytes: ArraySlice<UInt8>)
    mutating func write(_ frame: HTTP2Frame) -> ResponseStep
    mutating func write(afterEnd goaway: Goaway, at position: Position) -> ResponseStep

    /// Sees to it that the response continues at `instant` of the run's clock, and returns whether it has to wait for that.
    mutating func waits(until instant: Instant) -> Bool
    /// Sees to it that the response continues once the gate is open, and returns whether it has to wait for that.
    mutating func waits(for gate: HoldGate) -> Bool
}

extension ResponseSink {
    /// Of a transport that bounds by `takesMore` what it holds.
    @inlinable package var room: Int { 64 * 1024 }
}

/// What follows a part of a response that a sink was to write.
@usableFromInline
package enum ResponseStep {
    case goesOn
    /// The protocol carries no body for this request or status.
    case skipsBody
    /// The protocol can't carry this part.
    case unsendable
    /// This part was the last one, and what it ends is for the sink to know.
    case stops
}

/// Where a response stands after it was driven.
@usableFromInline
package enum ResponseProgress {
    /// The sink takes no more for now.
    case full
    /// It waits for its time, for a gate, or for its source.
    case waits
    case ended(ResponseEnd)
    /// The protocol can't carry what came last, and nothing after that is sent.
    case unsendable
    /// The sink wanted nothing more after what came last.
    case stopped
}

/// Has `sink` write what `source` says, as far as that is due by `clock` and the sink takes it.
@inlinable
package func drive<Source: ResponseSource, Sink: ResponseSink>(
    _ source: inout Source, into sink: inout Sink, clock: ServerClock
) -> ResponseProgress {
    var now = clock.now()
    source.piece = sink.room
    while sink.takesMore {
        var step = ResponseStep.goesOn
        switch source.recordedNext(at: now) {
        case .informational(let head): step = sink.write(informational: head)
        case .head(let head, let framing): step = sink.write(head, framing: framing, at: clock.wallTime(at: now))
        case .chunk(let size):
            sink.beginChunk(size)
            source.piece = sink.room
        case .bytes(let piece):
            sink.write(piece)
            source.piece = sink.room
        case .trailers(let fields): step = sink.write(trailers: fields)
        case .raw(let bytes): sink.write(raw: bytes)
        case .frame(let frame): step = sink.write(frame)
        case .goawayAfterEnd(let goaway, let position): step = sink.write(afterEnd: goaway, at: position)
        case .wait(let until):
            if sink.waits(until: until) { return .waits }
            now = clock.now()
        case .held(let gate):
            if sink.waits(for: gate) { return .waits }
            now = clock.now()
        case .notReady: return .waits
        case .end(let end): return .ended(end)
        }
        switch step {
        case .goesOn: break
        case .skipsBody: source.skipBody()
        case .unsendable: return .unsendable
        case .stops: return .stopped
        }
    }
    return .full
}
