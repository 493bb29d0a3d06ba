package import HTTPMessage
package import HTTPWire
import Playback
package import Scenarios

/// Plays one response: determines what to write next, and when.
///
/// Only the player knows delays and the phases of faults; HTTP/1.1, HTTP/2 and the in-process transport do what it
/// says. It does no I/O and never waits: its caller asks again at the instant that it names.
package struct ResponsePlayer: Sendable {
    /// What to do next.
    package enum Output: Sendable {
        /// Write this interim response.
        case informational(RenderedHead)
        /// Write this head; the framing tells how the end of the body that follows is marked.
        case head(RenderedHead, ResponseEncoder.Framing)
        /// A chunk of this many bytes begins: one chunk of HTTP/1.1 or one DATA frame, to be sent as soon as it is
        /// whole.
        case chunk(Int)
        /// Write this piece of the body.
        case bytes(ArraySlice<UInt8>)
        /// End the body, which has these trailers or none. Without this output, the body has none.
        case trailers(Fields)
        /// Write these bytes without any framing.
        case raw(ArraySlice<UInt8>)
        /// Send this frame of HTTP/2; only for a request that came over HTTP/2.
        case frame(HTTP2Frame)
        /// Send this GOAWAY once the response's last byte is sent; only for a request that came over HTTP/2.
        case goawayAfterEnd(Goaway)
        /// Write nothing before this instant.
        case wait(until: Instant)
        /// Write nothing before this gate opens.
        case held(HoldGate)
        /// End the connection with a reset, after the bytes that were written.
        case reset
        /// The body ends here although it is longer: end the connection over HTTP/1.1, reset the stream over HTTP/2.
        case truncated
        /// The rest of the body can't be read: end the connection with a reset, and report it to the run. The position
        /// is that of the body in the scenario.
        case broken(FileBodyError, Position)
        /// End the connection after the bytes that were written, without a further message.
        case close
        /// Write nothing more and leave the connection open. The response counts as sent with its last written byte.
        case stall
        /// Like `stall`, after a body that was written completely and has no end.
        case keepOpen
        /// The response is complete.
        case done
    }

    enum Phase: Sendable {
        case held(HoldGate)
        /// The index of the next interim response, and the end of the delay after it.
        case interim(Int, due: Instant)
        case waiting(until: Instant)
        case head
        case waitingForBody(since: Instant)
        case body(offset: Int)
        /// A body with chunks, a pace or a fault within it.
        indirect case streaming(BodyProgress)
        /// The fault within a body, whose bytes before it are written.
        case bodyFault
        case end
        case over(End)
    }

    enum End: Sendable {
        /// The index of a frame among those before the head.
        case frame(Int)
        /// The stream's reset after the written part of the response.
        case streamReset
        case reset
        case truncated
        /// A reset, because the body could not be read to its end.
        indirect case broken(FileBodyError, Position)
        case close
        case stall
        case keepOpen
        case done
    }

    /// The most bytes of a chunk that the server makes itself.
    static let chunk = 64 * 1024
    /// The most bytes of a body that are passed on at a time.
    package var piece = 64 * 1024

    var fault: Fault? { template?.fault }
    /// The template of the response; nil for one of the server's own and for one that only has to be written.
    let template: ResponseTemplate?
    let rareProperties: RareResponseProperties?
    var response: RenderedResponse
    private let start: WallClockTime
    /// The number of frames that were output: those before the head, then the GOAWAY after the end.
    private var framesSaid = 0
    var phase: Phase
    /// Records the output, if the run records its responses.
    var recorder: ResponseRecorder?
    /// The memory that the response holds; nil for one that others share, and for a small one.
    package var held: ResponseMemory.Held?

    /// Plays `plan`, whose rendered response is `response`, from `instant` on.
    init(_ plan: ResponsePlan, _ response: RenderedResponse, clockStart: WallClockTime, at instant: Instant) {
        self.init(plan.template, response, plan: plan, start: clockStart, instant: instant)
    }

    /// Plays a constant response from `instant` on.
    init(_ response: ConstantResponseCache.Response, clockStart: WallClockTime, at instant: Instant) {
        self.init(response.template, response.response, plan: nil, start: clockStart, instant: instant)
    }

    /// Plays a response of the server's own.
    init(_ response: RenderedResponse, clockStart: WallClockTime) {
        self.init(nil, response, plan: nil, start: clockStart, instant: Instant(nanoseconds: 0))
    }

    private init(
        _ template: ResponseTemplate?, _ response: RenderedResponse, plan: ResponsePlan?, start: WallClockTime,
        instant: Instant
    ) {
        self.response = response
        self.start = start
        guard let template, template.plainStatus == nil else {
            self.template = nil
            rareProperties = nil
            phase = .head
            return
        }
        self.template = template
        rareProperties = RareResponseProperties(template, response, plan)
        phase = .head
        begin(at: instant)
    }

    /// Begins with the interim responses and the delay before the head.
    private mutating func begin(at instant: Instant) {
        // A fault within the request comes before the response, and before the response's delay.
        if let fault, fault.phase.isInRequest { return }
        let delay = rareProperties?.headDelay ?? template?.delay.headers.fixed ?? .zero
        let due = instant + delay
        if let delivery = response.delivery, !delivery.informational.isEmpty {
            phase = .interim(0, due: due)
        } else {
            phase = delay > .zero ? .waiting(until: due) : .head
        }
    }

    /// Has a response that has not begun wait for a gate, before everything else.
    mutating func hold(_ gate: HoldGate) { phase = .held(gate) }

    /// Adds to a response that has not begun what a browser wants to see.
    mutating func add(_ crossOrigin: CrossOriginFields?) {
        if let crossOrigin { response = response.adding(crossOrigin) }
    }

    /// Adds to a response that has not begun the prefix of the paths in its head.
    mutating func add(_ prefix: PathPrefix?) { response = response.adding(prefix) }

    /// The number of body bytes in the response.
    var bodySize: Int { response.body.count }

    /// The status of the response, even if it is never sent.
    package var status: Int { response.head.head.status }

    /// Whether the connection ends after this response, as far as that is known before it is written. One without an end
    /// leaves the connection to the client, whose next requests are read.
    package var endsConnection: Bool {
        response.head.connection == .close || response.head.saysClose || stallsRequest
            || fault.map { $0.kind != .stall } ?? false || response.delivery?.endsConnection ?? false
    }

    /// The number of bytes of the request's body that come before the fault within that; nil without such a fault.
    package var requestBytesBeforeFault: Int? {
        guard let fault, fault.phase.isInRequest else { return nil }
        return fault.phase == .requestBody ? fault.afterBytes ?? 0 : 0
    }

    /// What states an end of the connection, as text and with its position; nil if nothing does.
    package var statedEnd: (text: String, position: Position)? {
        if let fault { return ("the fault \"\(fault.kind.rawValue)\"", fault.position) }
        return template?.h2.map { ("this GOAWAY", $0.position) }
    }

    /// Whether nothing more of the request is read.
    package var stallsRequest: Bool { fault.map { $0.kind == .stall && $0.phase.isInRequest } ?? false }

    /// Whether a fault ends the response within its body.
    package var cutsBody: Bool { fault?.phase == .responseBody }

    /// Skips the body and the trailers: the protocol carries none for this request or status. Must be called after the
    /// head.
    package mutating func skipBody() {
        switch phase {
        case .waitingForBody, .body, .streaming: phase = fault?.phase == .responseBody ? .bodyFault : .end
        case .held, .interim, .waiting, .head, .bodyFault, .end, .over: break
        }
    }

    /// The output at `instant`. After an output that ends the response, the output is the same again.
    package mutating func next(at instant: Instant) -> Output {
        let output = output(at: instant)
        recorder?.note(output, at: instant)
        return output
    }

    mutating func output(at instant: Instant) -> Output {
        switch phase {
        case .held(let gate):
            guard let opened = gate.opened else { return .held(gate) }
            // Another event loop may open the gate after the caller has read the clock.
            guard instant >= opened else { return .wait(until: opened) }
            begin(at: opened)
            return output(at: instant)
        case .interim(let index, let due):
            return interim(index, due: due, at: instant)
        case .waiting(let until):
            guard instant >= until else { return .wait(until: until) }
            phase = .head
            return output(at: instant)
        case .head:
            return head(at: instant)
        case .waitingForBody(let since):
            guard instant >= since + bodyDelay else { return .wait(until: since + bodyDelay) }
            return beginBody(at: instant)
        case .body(let offset):
            return body(from: offset, at: instant)
        case .streaming(let progress):
            return stream(progress, at: instant)
        case .bodyFault:
            return finish(fault)
        case .end:
            let fault = fault?.phase == .responseEnd ? fault : nil
            if fault == nil, let rareProperties, let goaway = rareProperties.goaway,
                framesSaid == rareProperties.frames.count
            {
                framesSaid += 1
                return .goawayAfterEnd(goaway)
            }
            return finish(fault)
        case .over(let end):
            return output(of: end)
        }
    }

    private func output(of end: End) -> Output {
        switch end {
        case .frame(let index): rareProperties.map { .frame($0.frames[index]) } ?? .done
        case .streamReset: rareProperties?.reset.map { .frame(.reset($0.code)) } ?? .done
        case .reset: .reset
        case .truncated: .truncated
        case .broken(let error, let position): .broken(error, position)
        case .close: .close
        case .stall: .stall
        case .keepOpen: .keepOpen
        case .done: .done
        }
    }

    // MARK: - The head

    private mutating func interim(_ index: Int, due: Instant, at instant: Instant) -> Output {
        guard let heads = response.delivery?.informational, index < heads.count else {
            phase = .waiting(until: due)
            return output(at: instant)
        }
        phase = .interim(index + 1, due: due)
        return .informational(heads[index])
    }

    private mutating func head(at instant: Instant) -> Output {
        if let rareProperties, framesSaid < rareProperties.frames.count {
            let frame = rareProperties.frames[framesSaid]
            if frame.endsResponse { phase = .over(.frame(framesSaid)) }
            framesSaid += 1
            return .frame(frame)
        }
        if let fault, fault.phase == .responseStart || fault.phase.isInRequest { return finish(fault) }
        renderAgain(at: instant)
        if response.delivery?.isRaw ?? false {
            phase = .waitingForBody(since: instant)
            return output(at: instant)
        }
        phase = bodyDelay > .zero ? .waitingForBody(since: instant) : bodyPhase(at: instant)
        return .head(response.head, response.delivery?.framing ?? .length(response.body.count))
    }

    /// Renders the response again if it contains the time and that has changed since it was planned.
    private mutating func renderAgain(at instant: Instant) {
        guard let lateRendering = rareProperties?.lateRendering,
            !tellAlike(lateRendering.scope.now, start + instant)
        else { return }
        var scope = lateRendering.scope
        scope.now = start + instant
        // The same templates had values when the response was planned; only the time has changed.
        if let anew = try? RenderedResponse(lateRendering.template, in: scope, failure: lateRendering.failure) {
            response = anew.adding(response.crossOrigin)
        }
    }

    /// Whether `now`, whose resolution is a millisecond, has the same value at both times.
    private func tellAlike(_ a: WallClockTime, _ b: WallClockTime) -> Bool {
        a.written(as: .unixMilliseconds) == b.written(as: .unixMilliseconds)
    }

    // MARK: - The body

    private var bodyDelay: Duration { rareProperties?.bodyDelay ?? template?.delay.body.fixed ?? .zero }

    private func bodyPhase(at instant: Instant) -> Phase {
        rareProperties?.streamsBody ?? false ? .streaming(BodyProgress(at: instant)) : .body(offset: 0)
    }

    private mutating func beginBody(at instant: Instant) -> Output {
        guard response.delivery?.isRaw ?? false, case .bytes(let bytes) = response.body else {
            phase = bodyPhase(at: instant)
            return output(at: instant)
        }
        phase = .over(.done)
        return .raw(bytes[...])
    }

    private mutating func body(from offset: Int, at instant: Instant) -> Output {
        var end = Int.max
        if let reset = rareProperties?.reset, reset.phase == .responseBody { end = reset.afterBytes }
        switch response.body {
        case .bytes(let bytes):
            let end = min(bytes.count, end)
            // In pieces, so that bytes that a client does not accept are not copied and fill no output buffer.
            let next = min(offset + piece, end)
            phase = next == end ? .end : .body(offset: next)
            return next == offset ? output(at: instant) : .bytes(bytes[offset..<next])
        case .file, .parts:
            guard offset < min(response.body.count, end) else {
                phase = .end
                return output(at: instant)
            }
            let output = read(from: offset, upTo: end - offset)
            if case .bytes(let piece) = output { phase = .body(offset: offset + piece.count) }
            return output
        }
    }

    /// The next bytes of the body, or its break.
    mutating func read(from offset: Int, upTo count: Int) -> Output {
        do throws(FileBodyError) {
            return .bytes(try response.body.read(at: offset, upTo: min(piece, count)))
        } catch {
            // The body can't have the stated length, and the client must notice that.
            let position = response.body.position ?? template?.position
            guard let position else { return finish(nil) }
            phase = .over(.broken(error, position))
            return .broken(error, position)
        }
    }

    // MARK: - The end

    /// Ends the response with `fault`, or completes it.
    mutating func finish(_ fault: Fault?) -> Output {
        let end: End =
            switch fault?.kind {
            case nil: rareProperties?.reset == nil ? .done : .streamReset
            case .reset: .reset
            case .stall: .stall
            case .truncate: .truncated
            case .close, .empty, .garbage, .malformedChunk: .close
            }
        phase = .over(end)
        switch fault?.kind {
        case .garbage: return .raw((rareProperties?.garbage ?? [])[...])
        case .malformedChunk: return .raw(Self.malformedChunk[...])
        case .reset, .stall, .truncate, .close, .empty, nil: return output(of: end)
        }
    }

    /// The header of a chunk whose size is not hexadecimal.
    private static let malformedChunk = Array("not-a-size\r\n".utf8)
}

extension ResponsePlan {
    /// The failure kind for the response's header; nil if the request is allowed.
    var failureKind: FailureKind? {
        if case .failed(let kind) = entry.outcome, !isAllowed { kind } else { nil }
    }
}
