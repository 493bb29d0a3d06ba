import HTTPMessage
import HTTPWire
import MockRuntime
import Playback

/// What becomes of a request.
enum RequestOutcome {
    /// The script has decided it.
    case decided(ExchangeID, ResponsePlayer, ResponseContext)
    /// The script has decided it, but the response is still to be made, which may take long.
    case open(
        ExchangeID, ResponseContext,
        makePlayer: @Sendable (_ made: @escaping @Sendable (ResponsePlayer) -> Void) -> Void)
    /// It is not HTTP, or too large; the response has the failure's text.
    case refused(ReceivedHead?, body: [UInt8])
    /// Its bytes are not a whole request.
    case incomplete
}

extension InProcessTransport {
    /// Has the script decide a request.
    func decide(_ message: RequestMessage) -> RequestOutcome {
        let connection = nextConnection()
        // No connection is in the clear here.
        var parser = RequestParser(limits: HTTP1Limits(body: options.maxBody), acceptsHTTPS: true)
        message.bytes.withUnsafeBytes { parser.feed($0) }
        var head: RequestHead?
        var context = ResponseContext.unread
        while true {
            switch parser.next() {
            case .head(let parsed, let parsedContext):
                (head, context) = (parsed, parsedContext)
                if let (id, decision) = run.decide(head: Request(head: parsed, connection: connection)) {
                    return decided(id, decision, message, context)
                }
            case .request(let body, let trailers):
                guard let head else { return .incomplete }
                let (id, decision) = run.decide(
                    Request(head: head, body: body, trailers: trailers, connection: connection))
                return outcome(id, decision, context) { $0 }
            case .refused(let rejected):
                return refuse(rejected, connection, context)
            case .needsMore:
                return parser.interrupt(.closed).map { refuse($0, connection, context) } ?? .incomplete
            }
        }
    }

    /// A request that was decided before its body: a client that waits for `100 Continue` sends none of that, any other
    /// sends it for nothing, up to a fault within it.
    private func decided(
        _ id: ExchangeID, _ decision: ScenarioRun.RequestDecision, _ message: RequestMessage, _ context: ResponseContext
    ) -> RequestOutcome {
        let (size, expectsContinue) = (message.bodySize, context.expectsContinue)
        return outcome(id, decision, context) { [run] player in
            let sent = player.requestBytesBeforeFault.map { min($0, size) } ?? (expectsContinue ? 0 : size)
            run.bodyArrived(id, bytes: sent, isLast: true)
            return player
        }
    }

    /// - Parameter complete: is called with the player once there is one.
    private func outcome(
        _ id: ExchangeID, _ decision: ScenarioRun.RequestDecision, _ context: ResponseContext,
        _ complete: @escaping @Sendable (ResponsePlayer) -> ResponsePlayer
    ) -> RequestOutcome {
        switch consume decision {
        case .player(let player): .decided(id, complete(player), context)
        case .open(let open): .open(id, context) { [run] made in run.finish(open) { made(complete($0)) } }
        case .undecided(let undecided):
            .open(id, context) { [run] made in run.finish(undecided) { made(complete($0)) } }
        }
    }

    private func refuse(
        _ rejected: RejectedRequest, _ connection: ConnectionInfo, _ context: ResponseContext
    ) -> RequestOutcome {
        let failure = run.malformed(
            MalformedRequest(
                status: rejected.status,
                reason: rejected.text + (rejected.status == 413 ? " Raise the limit: options.maxBody." : ""),
                method: rejected.method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: rejected.target.map { String(decoding: $0, as: UTF8.self) } ?? "", connection: connection),
            head: rejected.raw)
        let body = Array(((failure?.text() ?? run.redacted(rejected.text)) + "\n").utf8)
        var head = ResponseHead(failure: .badRequest, status: rejected.status)
        rejected.head.flatMap { run.crossOriginFields(answering: $0) }?.add(to: &head.fields)
        return .refused(
            ReceivedHead(head, bodySize: body.count, answering: context, at: run.clock.wallTime), body: body)
    }
}
