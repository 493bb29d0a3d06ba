package import HTTPMessage
import HTTPWire
import Playback
package import Scenarios

/// Plays one response of a scenario: determines what to write next, and when.
///
/// Only the player knows delays and the phases of faults. It does no I/O and never waits.
package struct ResponsePlayer: ResponseSource, Sendable {
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
        case response(ResponseEnd)
    }

    /// The most bytes of a chunk that the server makes itself.
    static let chunk = 64 * 1024
    package var piece = 64 * 1024

    var fault: Fault? { template?.fault }
    /// The template of the response; nil for one of the server's own and for one that only has to be written.
    let template: ResponseTemplate?
    let behavior: ResponseBehavior?
    var response: RenderedResponse
    private let start: WallClockTime
    /// The number of frames that were output: those before the head, then the GOAWAY after the end.
    private var framesSaid = 0
    var phase: Phase
    /// nil unless the run records its responses.
    package var recorder: ResponseRecorder?
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
            behavior = nil
            phase = .head
            return
        }
        self.template = template
        behavior = ResponseBehavior(template, response, plan)
        phase = .head
        begin(at: instant)
    }

    /// Begins with the interim responses and the delay before the head.
    private mutating func begin(at instant: Instant) {
        // A fault within the request comes before the response, and before the response's delay.
        if let fault, fault.phase.isInRequest { return }
        let headDelay = delay.headers.fixed
        let due = instant + headDelay
        if let delivery = response.delivery, !delivery.informational.isEmpty {
            phase = .interim(0, due: due)
        } else {
            phase = headDelay > .zero ? .waiting(until: due) : .head
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
    /// leaves the connection to the client, whose next requests are read, unless a head tells it otherwise.
    package var endsConnection: Bool {
        if let fault, fault.kind == .stall, fault.phase == .responseStart || fault.phase.isInRequest { return false }
        return response.head.connection == .close || response.head.saysClose
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

    /// Whether nothing more of the request is read, if its body has not come to its end.
    package var stallsRequest: Bool { fault.map { $0.kind == .stall && $0.phase.isInRequest } ?? false }

    /// Whether a fault ends the response within its body.
    package var cutsBody: Bool { fault?.phase == .responseBody }

    package mutating func skipBody() {
        switch phase {
        case .waitingForBody, .body, .streaming: phase = fault?.phase == .responseBody ? .bodyFault : .end
        case .held, .interim, .waiting, .head, .bodyFault, .end, .over: break
        }
    }

    package mutating func next(at instant: Instant) -> ResponseOutput {
        switch phase {
        case .held(let gate):
            guard let opened = gate.opened else { return .held(gate) }
            // Another event loop may open the gate after the caller has read the clock.
            guard instant >= opened else { return .wait(until: opened) }
            begin(at: opened)
            return next(at: instant)
        case .interim(let index, let due):
            return interim(index, due: due, at: instant)
        case .waiting(let until):
            guard instant >= until else { return .wait(until: until) }
            phase = .head
            return next(at: instant)
        case .head:
            return head(at: instant)
        case .waitingForBody(let since):
            guard instant >= since + delay.body.fixed else { return .wait(until: since + delay.body.fixed) }
            return beginBody(at: instant)
        case .body(let offset):
            return body(from: offset, at: instant)
        case .streaming(let progress):
            return stream(progress, at: instant)
        case .bodyFault:
            return finish(fault)
        case .end:
            let fault = fault?.phase == .responseEnd ? fault : nil
            if fault == nil, let behavior, let goaway = behavior.goaway,
                framesSaid == behavior.frames.count, let h2 = template?.h2
            {
                framesSaid += 1
                return .goawayAfterEnd(goaway, h2.position)
            }
            return finish(fault)
        case .over(let end):
            return output(of: end)
        }
    }

    private func output(of end: End) -> ResponseOutput {
        switch end {
        case .frame(let index): behavior.map { .frame($0.frames[index]) } ?? .end(.done)
        case .streamReset: behavior?.reset.map { .frame(.reset($0.code)) } ?? .end(.done)
        case .response(let end): .end(end)
        }
    }

    // MARK: - The head

    private mutating func interim(_ index: Int, due: Instant, at instant: Instant) -> ResponseOutput {
        guard let heads = response.delivery?.informational, index < heads.count else {
            phase = .waiting(until: due)
            return next(at: instant)
        }
        phase = .interim(index + 1, due: due)
        return .informational(heads[index])
    }

    private mutating func head(at instant: Instant) -> ResponseOutput {
        if let behavior, framesSaid < behavior.frames.count {
            let frame = behavior.frames[framesSaid]
            if frame.endsResponse { phase = .over(.frame(framesSaid)) }
            framesSaid += 1
            return .frame(frame)
        }
        if let fault, fault.phase == .responseStart || fault.phase.isInRequest { return finish(fault) }
        renderAgain(at: instant)
        if response.delivery?.isRaw ?? false {
            phase = .waitingForBody(since: instant)
            return next(at: instant)
        }
        phase = delay.body.fixed > .zero ? .waitingForBody(since: instant) : bodyPhase(at: instant)
        return .head(response.head, response.delivery?.framing ?? .length(response.body.count))
    }

    /// Renders the response again if it contains the time and that has changed since it was planned.
    private mutating func renderAgain(at instant: Instant) {
        guard let lateRendering = behavior?.lateRendering,
            !areSameMillisecond(lateRendering.scope.now, start + instant)
        else { return }
        var scope = lateRendering.scope
        scope.now = start + instant
        // The same templates had values when the response was planned; only the time has changed.
        if let anew = try? RenderedResponse(lateRendering.template, in: scope, failure: lateRendering.failure) {
            response = anew.adding(response.crossOrigin)
        }
    }

    /// Whether `now`, whose resolution is a millisecond, has the same value at both times.
    private func areSameMillisecond(_ a: WallClockTime, _ b: WallClockTime) -> Bool {
        a.written(as: .unixMilliseconds) == b.written(as: .unixMilliseconds)
    }

    // MARK: - The body

    /// The delay, with times that are fixed by now.
    private var delay: Delay { behavior?.delay ?? template?.delay ?? Delay() }

    private func bodyPhase(at instant: Instant) -> Phase {
        behavior?.streamsBody ?? false ? .streaming(BodyProgress(at: instant)) : .body(offset: 0)
    }

    private mutating func beginBody(at instant: Instant) -> ResponseOutput {
        guard response.delivery?.isRaw ?? false, case .bytes(let bytes) = response.body else {
            phase = bodyPhase(at: instant)
            return next(at: instant)
        }
        phase = .over(.response(.done))
        return .raw(bytes[...])
    }

    private mutating func body(from offset: Int, at instant: Instant) -> ResponseOutput {
        var end = Int.max
        if let reset = behavior?.reset, reset.phase == .responseBody { end = reset.afterBytes }
        switch response.body {
        case .bytes(let bytes):
            let end = min(bytes.count, end)
            // In pieces, so that bytes that a client does not accept are not copied and fill no output buffer.
            let next = min(offset + piece, end)
            phase = next == end ? .end : .body(offset: next)
            return next == offset ? self.next(at: instant) : .bytes(bytes[offset..<next])
        case .file, .parts:
            guard offset < min(response.body.count, end) else {
                phase = .end
                return next(at: instant)
            }
            let output = read(from: offset, upTo: end - offset)
            if case .bytes(let piece) = output { phase = .body(offset: offset + piece.count) }
            return output
        }
    }

    /// The next bytes of the body, or its break.
    mutating func read(from offset: Int, upTo count: Int) -> ResponseOutput {
        do throws(FileBodyError) {
            return .bytes(try response.body.read(at: offset, upTo: min(piece, count)))
        } catch {
            // The body can't have the stated length, and the client must notice that.
            let position = response.body.position ?? template?.position
            guard let position else { return finish(nil) }
            phase = .over(.response(.broken(error, position)))
            return .end(.broken(error, position))
        }
    }

    // MARK: - The end

    /// Ends the response with `fault`, or completes it.
    mutating func finish(_ fault: Fault?) -> ResponseOutput {
        let end: End =
            switch fault?.kind {
            case nil: behavior?.reset == nil ? .response(.done) : .streamReset
            case .reset: .response(.reset)
            case .stall: .response(.stall)
            case .truncate: .response(.truncated)
            case .close, .empty, .garbage, .malformedChunk: .response(.close)
            }
        phase = .over(end)
        switch fault?.kind {
        case .garbage: return .raw((behavior?.garbage ?? [])[...])
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
