import HTTPMessage
import HTTPWire
import Playback
import Scenarios

/// How a response is sent that is not only written at once; most responses have none of this.
final class ResponseBehavior: Sendable {
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
    /// The delay, drawn where it is random.
    let delay: Delay
    /// The delays before the pieces of a streamed body.
    let pieceDelays: [Duration]
    /// Whether the body has chunks, a pace or a fault within it.
    let streamsBody: Bool
    /// The bytes of the fault of that name.
    let garbage: [UInt8]

    /// nil if the response has none of them.
    init?(_ template: ResponseTemplate, _ response: RenderedResponse, _ plan: ResponsePlan?) {
        let scope = plan?.scope
        // An event loop renders again, so a response that takes long shows the time when it was decided.
        let hasLateRendering =
            template.usesNow && scope.map { !(template.renderingCost?.isLarge(in: $0) ?? false) } ?? false
        let hasBodyFault = template.fault?.phase == .responseBody
        guard
            template.h2 != nil || hasLateRendering || template.delay.isRandom || response.delivery != nil
                || hasBodyFault || template.fault?.kind == .garbage
        else { return nil }
        let h2 = template.h2
        frames = h2?.framesBeforeHead ?? []
        reset = h2?.reset.flatMap { $0.phase == .responseStart ? nil : $0 }
        goaway = h2?.goaway.flatMap { $0.phase == .responseEnd ? $0 : nil }
        lateRendering =
            if hasLateRendering, let scope {
                LateRendering(template: template, scope: scope, failure: plan?.failureKind)
            } else {
                nil
            }
        // A response without a scope has no random parts.
        let source = (scope ?? .empty).randomSource
        delay = template.delay.drawn(from: source)
        let delivery = response.delivery
        pieceDelays = delivery?.pieces.map { $0.delay.drawn(from: source) } ?? []
        streamsBody =
            hasBodyFault || delivery?.framing == .chunked || !pieceDelays.isEmpty || delivery?.pace != nil
            || delivery?.staysOpen ?? false
        garbage =
            if let fault = template.fault, fault.kind == .garbage {
                Self.garbage(at: fault.position, from: source)
            } else {
                []
            }
    }

    /// 64 bytes that are neither HTTP/1.1 nor a frame of HTTP/2.
    private static func garbage(at position: Position, from source: RandomSource) -> [UInt8] {
        var generator = source.generator(at: position)
        // No byte is ASCII, so they make no start line, no field and no size of a chunk. As a frame header they would be
        // one of SETTINGS on a stream, larger than any client allows (RFC 9113, sections 4.2 and 6.5).
        var bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0x04, 0x80]
        while bytes.count < 64 { bytes.append(0x80 | UInt8(truncatingIfNeeded: generator.next())) }
        return bytes
    }
}

extension Delay {
    /// The same with times that are fixed, each drawn if it is random.
    fileprivate func drawn(from source: RandomSource) -> Delay {
        Delay(headers: .fixed(headers.drawn(from: source)), body: .fixed(body.drawn(from: source)))
    }
}

extension DelayTime {
    /// The time if it is always the same, else zero.
    var fixed: Duration { if case .fixed(let time) = self { time } else { .zero } }
}
