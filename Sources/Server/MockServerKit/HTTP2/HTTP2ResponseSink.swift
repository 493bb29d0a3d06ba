import Bytes
import HTTP2
import HTTPMessage
import HTTPWire
import MockRuntime
import Scenarios
import Sockets

/// Writes one response into its stream's session, on the channel's event loop.
struct HTTP2ResponseSink<Stream: ByteStream>: ResponseSink {
    let connection: HTTP2Connection<Stream>
    let entry: HTTP2ExchangeEntry
    /// Whether the stream's window and the connection take more.
    private(set) var takesMore: Bool

    /// A stream that can't send holds no more than one DATA frame.
    var room: Int {
        entry.value.keepsPieces
            ? HTTP2Session.bodyMark : max(1, HTTP2Session.bodyMark - connection.session.unsent(entry.number))
    }

    mutating func write(informational head: RenderedHead) -> ResponseStep {
        // The run has checked it; a client needs none.
        try? connection.session.inform(entry.number, head.head)
        return .goesOn
    }

    /// The run has checked the head; one that can't be sent would end the stream here.
    mutating func write(
        _ head: RenderedHead, framing: ResponseEncoder.Framing, at time: WallClockTime
    ) -> ResponseStep {
        let date = connection.date.value(at: time, of: connection.settings.date)
        guard
            let carriesBody = try? connection.session.respond(
                entry.number, head.head, length: framing.length, date: date)
        else { return .unsendable }
        connection.settings.metrics?.responding(status: head.head.status)
        entry.value.hasHead = true
        entry.value.closesConnection = head.connection == .close
        return carriesBody ? .goesOn : .skipsBody
    }

    mutating func beginChunk(_ size: Int) { entry.value.keepsPieces = true }

    mutating func write(_ piece: ArraySlice<UInt8>) {
        takesMore = connection.session.write(entry.number, piece, asFrame: entry.value.keepsPieces)
    }

    mutating func write(trailers: Fields) -> ResponseStep {
        if !trailers.isEmpty { entry.value.trailers = trailers }
        return .goesOn
    }

    mutating func write(raw bytes: ArraySlice<UInt8>) { entry.value.garbage = bytes }

    /// A GOAWAY that would cut a stream of another session is not sent.
    mutating func write(_ frame: HTTP2Frame) -> ResponseStep {
        if case .goaway(let goaway) = frame, connection.harmsOthers(entry, keepingUpTo: goaway.lastKept) {
            return .stops
        }
        takesMore = connection.send(frame, entry) && connection.session.wantsMore(entry.number)
        return .goesOn
    }

    mutating func write(afterEnd goaway: Goaway, at position: Position) -> ResponseStep {
        entry.value.goaway = (goaway, position)
        return .goesOn
    }

    mutating func waits(until instant: Instant) -> Bool {
        waits { ResponsePause.until(instant, in: $0, on: connection, stream: entry.number) }
    }

    mutating func waits(for gate: HoldGate) -> Bool {
        waits { ResponsePause.until(gate, in: $0, on: connection, stream: entry.number) }
    }

    private func waits(_ pause: (ScenarioRun) -> ResponsePause?) -> Bool {
        guard let run = entry.value.run, let pause = pause(run) else { return false }
        entry.value.exchange?.waits(for: pause.isHold ? .hold : .time)
        connection.exchanges.pause(entry, pause)
        return true
    }
}

extension ResponseEncoder.Framing {
    /// The length of the body, if that marks its end.
    fileprivate var length: Int? { if case .length(let length) = self { length } else { nil } }
}
