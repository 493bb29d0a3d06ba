package import HTTPMessage
import Playback
package import Scenarios

/// Plays one response: determines what to write next, and when.
///
/// Only the player knows delays and the phases of faults; HTTP/1.1, HTTP/2 and the in-process transport do what it
/// says. It does no I/O and never waits: its caller asks again at the instant that it names.
package struct ResponsePlayer: Sendable {
    /// What to do next.
    package enum Output: Sendable {
        /// Write this head; the body that follows has `length` bytes.
        case head(RenderedHead, length: Int)
        /// Write this piece of the body.
        case bytes(ArraySlice<UInt8>)
        /// Send this frame of HTTP/2; only for a request that came over HTTP/2.
        case frame(HTTP2Frame)
        /// Write nothing before this instant.
        case wait(until: Instant)
        /// End the connection with a reset.
        case reset
        /// End the connection after the bytes that were written, without a further message.
        case close
        /// The response is complete.
        case done
    }

    private enum Phase: Sendable {
        case waiting(until: Instant)
        case head
        case waitingForBody(since: Instant)
        case body(offset: Int)
        case end
        case over(End)
    }

    private enum End: Sendable {
        /// The index of a frame among those before the head.
        case frame(Int)
        /// The stream's reset after the written part of the response.
        case streamReset
        case reset
        /// A reset, because the body could not be read to its end.
        indirect case broken(FileBodyError, Position)
        case close
        case done
    }

    /// The properties that few responses have.
    private final class Extras: Sendable {
        /// The inputs for rendering the response again when its head is sent, if it contains the time.
        struct LateRendering: Sendable {
            let template: ResponseTemplate
            let scope: EvaluationContext
            let failure: FailureKind?
        }

        /// Frames of HTTP/2 that are sent before the head.
        let frames: [HTTP2Frame]
        /// The reset that replaces the response's end, or its body from some byte on.
        let reset: StreamReset?
        let goaway: Goaway?
        let lateRendering: LateRendering?

        init(_ h2: HTTP2Frames?, _ lateRendering: LateRendering?) {
            frames = h2?.framesBeforeHead ?? []
            reset = h2?.reset.flatMap { $0.phase == .responseStart ? nil : $0 }
            goaway = h2?.goaway.flatMap { $0.phase == .responseEnd ? $0 : nil }
            self.lateRendering = lateRendering
        }
    }

    /// The most bytes of a body that are passed on at a time.
    private static let piece = 64 * 1024

    private var delay: Delay { template?.delay ?? Delay() }
    private var fault: Fault? { template?.fault }
    /// The template of the response; nil for one of the server's own and for one that only has to be written.
    private let template: ResponseTemplate?
    private let extras: Extras?
    private var response: RenderedResponse
    private let start: WallClockTime
    /// The number of frames before the head that were output.
    private var framesSaid = 0
    private var phase: Phase
    /// Records the output, if the run records its responses.
    var recorder: ResponseRecorder?

    /// Plays `plan`, whose rendered response is `response`, from `instant` on.
    init(_ plan: ResponsePlan, _ response: RenderedResponse, clockStart: WallClockTime, at instant: Instant) {
        var lateRendering: Extras.LateRendering?
        if let template = plan.template, template.usesNow, let scope = plan.scope {
            lateRendering = Extras.LateRendering(template: template, scope: scope, failure: plan.failureKind)
        }
        self.init(plan.template, response, lateRendering, clockStart, instant)
    }

    /// Plays a constant response from `instant` on.
    init(_ response: ConstantResponseCache.Response, clockStart: WallClockTime, at instant: Instant) {
        self.init(response.template, response.response, nil, clockStart, instant)
    }

    /// Plays a response of the server's own.
    init(_ response: RenderedResponse, clockStart: WallClockTime) {
        self.init(nil, response, nil, clockStart, Instant(nanoseconds: 0))
    }

    private init(
        _ template: ResponseTemplate?, _ response: RenderedResponse, _ lateRendering: Extras.LateRendering?,
        _ start: WallClockTime,
        _ instant: Instant
    ) {
        self.response = response
        self.start = start
        guard let template, template.plainStatus == nil else {
            self.template = nil
            extras = nil
            phase = .head
            return
        }
        self.template = template
        extras = template.h2 == nil && lateRendering == nil ? nil : Extras(template.h2, lateRendering)
        let delay = template.delay
        phase = delay.headers > .zero ? .waiting(until: instant + delay.headers) : .head
    }

    /// The GOAWAY that follows the response's last byte.
    package var goawayFrame: Goaway? { extras?.goaway }

    /// The number of body bytes in the response.
    var bodySize: Int { response.body.count }

    /// The status of the response, even if it is never sent.
    package var status: Int { response.head.head.status }

    /// Whether the connection ends after this response, as far as that is known before it is written.
    package var endsConnection: Bool {
        response.head.connection == .close || fault != nil || response.head.saysClose
    }

    /// Skips the body: the protocol carries none for this request or status. Must be called after the head.
    package mutating func skipBody() {
        switch phase {
        case .waitingForBody, .body: phase = .end
        case .waiting, .head, .end, .over: break
        }
    }

    /// The output at `instant`. After `reset`, `close`, `done` and a frame that ends the response, the output is the
    /// same again.
    package mutating func next(at instant: Instant) -> Output {
        let output = output(at: instant)
        recorder?.note(output, at: instant)
        return output
    }

    private mutating func output(at instant: Instant) -> Output {
        switch phase {
        case .waiting(let until):
            guard instant >= until else { return .wait(until: until) }
            phase = .head
            return output(at: instant)
        case .head:
            return head(at: instant)
        case .waitingForBody(let since):
            guard instant >= since + delay.body else { return .wait(until: since + delay.body) }
            phase = .body(offset: 0)
            return output(at: instant)
        case .body(let offset):
            return body(from: offset, at: instant)
        case .end:
            return finish(fault?.phase == .responseEnd ? fault : nil)
        case .over(let end):
            return output(of: end)
        }
    }

    private func output(of end: End) -> Output {
        switch end {
        case .frame(let index): extras.map { .frame($0.frames[index]) } ?? .done
        case .streamReset: extras?.reset.map { .frame(.reset($0.code)) } ?? .done
        case .reset, .broken: .reset
        case .close: .close
        case .done: .done
        }
    }

    /// The reason for a `reset` that the scenario does not state, and the position of the body in the scenario; nil for
    /// any other end.
    package var bodyError: (error: FileBodyError, position: Position)? {
        if case .over(.broken(let error, let position)) = phase { (error, position) } else { nil }
    }

    private mutating func head(at instant: Instant) -> Output {
        if let extras, framesSaid < extras.frames.count {
            let frame = extras.frames[framesSaid]
            if frame.endsResponse { phase = .over(.frame(framesSaid)) }
            framesSaid += 1
            return .frame(frame)
        }
        if let fault, fault.phase == .responseStart { return finish(fault) }
        if let lateRendering = extras?.lateRendering, !tellAlike(lateRendering.scope.now, start + instant) {
            var scope = lateRendering.scope
            scope.now = start + instant
            // The same templates had values when the response was planned; only the time has changed.
            if let anew = try? RenderedResponse(lateRendering.template, in: scope, failure: lateRendering.failure) {
                response = anew
            }
        }
        phase = delay.body > .zero ? .waitingForBody(since: instant) : .body(offset: 0)
        return .head(response.head, length: response.body.count)
    }

    /// Whether `now`, whose resolution is a millisecond, has the same value at both times.
    private func tellAlike(_ a: WallClockTime, _ b: WallClockTime) -> Bool {
        a.written(as: .unixMilliseconds) == b.written(as: .unixMilliseconds)
    }

    private mutating func body(from offset: Int, at instant: Instant) -> Output {
        var end = Int.max
        if let reset = extras?.reset, reset.phase == .responseBody { end = reset.afterBytes }
        switch response.body {
        case .bytes(let bytes):
            let end = min(bytes.count, end)
            // In pieces, so that bytes that a client does not accept are not copied and fill no output buffer.
            let next = min(offset + Self.piece, end)
            phase = next == end ? .end : .body(offset: next)
            return next == offset ? output(at: instant) : .bytes(bytes[offset..<next])
        case .file(let file, let position):
            guard offset < min(file.size, end) else {
                phase = .end
                return output(at: instant)
            }
            do throws(FileBodyError) {
                let piece = try file.read(at: offset, upTo: min(Self.piece, end - offset))
                phase = .body(offset: offset + piece.count)
                return .bytes(piece[...])
            } catch {
                // The body can't have the stated length, and the client must notice that.
                phase = .over(.broken(error, position))
                return .reset
            }
        }
    }

    private mutating func finish(_ fault: Fault?) -> Output {
        let end: End =
            switch fault?.kind {
            case nil: extras?.reset == nil ? .done : .streamReset
            case .reset: .reset
            case .close, .empty: .close
            }
        phase = .over(end)
        return output(of: end)
    }
}

extension ResponsePlan {
    /// The failure kind for the response's header; nil if the request is allowed.
    var failureKind: FailureKind? {
        if case .failed(let kind) = entry.outcome, !isAllowed { kind } else { nil }
    }
}
