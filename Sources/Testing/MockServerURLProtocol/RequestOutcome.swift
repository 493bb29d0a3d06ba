import HTTPMessage
import HTTPWire
import MockRuntime
import Playback

/// What becomes of a request.
enum RequestOutcome: ~Copyable {
    /// The run gets it.
    case decided(ExchangeDecision, ResponseContext, DiscardedBody?)
    /// It is not HTTP, or too large; the response has the failure's text.
    case refused(ReceivedHead?, body: [UInt8])
    /// Its bytes are not a whole request.
    case incomplete
}

/// The body of a request that was decided before it.
struct DiscardedBody {
    let size: Int
    /// Whether the client waits for `100 Continue`.
    let isAwaited: Bool

    /// Tells the run how much of it comes: a client that waits for `100 Continue` sends none, any other sends it for
    /// nothing, up to a fault within it.
    func arrives(for exchange: borrowing Exchange, _ player: borrowing ResponsePlayer) {
        let sent = player.requestBytesBeforeFault.map { min($0, size) } ?? (isAwaited ? 0 : size)
        exchange.reference.bodyArrived(sent, isLast: true)
    }
}

extension InProcessTransport {
    /// Has the script decide a request.
    func decide(_ message: RequestMessage) -> RequestOutcome {
        let connection = nextConnection()
        // No connection is in the clear here.
        var parser = RequestParser(limits: HTTP1Limits(body: options.maxBody), acceptsHTTPS: true)
        message.bytes.withUnsafeBytes { parser.feed($0) }
        var head: RequestHead?
        var examined: ExaminedHead?
        var context = ResponseContext.unread
        while true {
            switch parser.next() {
            case .head(let parsed, let parsedContext):
                (head, context) = (parsed, parsedContext)
                if let decision = run.decide(
                    head: Request(head: parsed, connection: connection), examined: &examined)
                {
                    let body = DiscardedBody(size: message.bodySize, isAwaited: context.expectsContinue)
                    return .decided(decision, context, body)
                }
            case .request(let body, let trailers):
                guard let head else { return .incomplete }
                let request = Request(head: head, body: body, trailers: trailers, connection: connection)
                return .decided(run.decide(request, after: examined), context, nil)
            case .refused(let rejected):
                return refuse(rejected, parser.takeRejectedHead(), connection, context)
            case .needsMore:
                guard let rejected = parser.interrupt(.closed) else { return .incomplete }
                return refuse(rejected, parser.takeRejectedHead(), connection, context)
            }
        }
    }

    private func refuse(
        _ rejected: RejectedRequest, _ partial: PartialHead?, _ connection: ConnectionInfo, _ context: ResponseContext
    ) -> RequestOutcome {
        let failure = run.malformed(
            MalformedRequest(
                status: rejected.status,
                reason: rejected.text + (rejected.status == 413 ? " Raise the limit: options.maxBody." : ""),
                method: rejected.method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: rejected.target.map { String(decoding: $0, as: UTF8.self) } ?? "", connection: connection),
            head: rejected.head.map(PartialHead.init) ?? partial, raw: rejected.raw)
        let body = Array(((failure?.text() ?? run.redacted(rejected.text)) + "\n").utf8)
        var head = ResponseHead(failure: .badRequest, status: rejected.status)
        rejected.head.flatMap { run.crossOriginFields(answering: $0) }?.add(to: &head.fields)
        return .refused(
            ReceivedHead(head, bodySize: body.count, answering: context, at: run.clock.wallTime), body: body)
    }
}
