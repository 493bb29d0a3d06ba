import ExactJSON
import HTTPMessage
import HTTPWire
import Sockets

/// A connection of an admin client: takes a request, gets its response, and only then takes the next. Confined to its
/// channel's event loop, hence `@unchecked Sendable`: responses are posted there.
final class AdminConnection: ChannelHandler, @unchecked Sendable {
    private let channel: Channel
    private let api: AdminAPI
    private let settings: ConnectionSettings
    private var parser: RequestParser
    private var request: (head: RequestHead, context: ResponseContext)?
    /// That of the request that waits for its response; nothing is read meanwhile.
    private var waiting: ResponseContext?
    private var isBusy: Bool { waiting != nil }
    /// Whether nothing more is to be read.
    private var isReadingOver = false
    private var buffer: [UInt8] = []

    init(_ channel: Channel, _ api: AdminAPI, settings: ConnectionSettings) {
        self.channel = channel
        self.api = api
        self.settings = settings
        parser = RequestParser(limits: settings.limits)
        wait(settings.timeouts.idle)
    }

    // MARK: - What the channel tells

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isReadingOver else { return }
        parser.feed(bytes)
        resume()
    }

    func ended() {
        isReadingOver = true
        if !isBusy { channel.closeLingering() }
    }

    func deadlinePassed() {
        guard !isBusy, channel.unsent == 0, let refusal = parser.interrupt(.timedOut(after: limit)) else {
            return channel.closeLingering()
        }
        refuse(refusal)
    }

    func stopping() {
        guard let waiting else { return }
        isReadingOver = true
        send(.refusal(503, "The server is stopping."), waiting)
    }

    func closed(_ why: Channel.CloseReason) { isReadingOver = true }

    // MARK: - Requests

    private func resume() {
        while !isBusy, !isReadingOver {
            switch parser.next() {
            case .needsMore: return wait(limit)
            case .head(let head, let context): begin(head, context)
            case .request(let body, _): respond(to: body)
            case .refused(let refusal): return refuse(refusal)
            }
        }
    }

    private var limit: Duration {
        if channel.unsent > 0 { return settings.timeouts.body }
        return switch parser.progress {
        case .idle, .refused: settings.timeouts.idle
        case .inHead: settings.timeouts.head
        case .inBody: settings.timeouts.body
        }
    }

    private func begin(_ head: RequestHead, _ context: ResponseContext) {
        // A client without access need not send a body.
        if let refusal = api.access.refusal(head) {
            isReadingOver = true
            api.refuses(method: head.method[...], target: head.target[...], with: refusal)
            return send(refusal, context)
        }
        request = (head, context)
        guard context.expectsContinue else { return }
        buffer.removeAll(keepingCapacity: true)
        ResponseEncoder.appendContinue(to: &buffer)
        buffer.withUnsafeBytes { channel.write($0) }
    }

    private func respond(to body: [UInt8]) {
        guard let (head, context) = request.take() else { return }
        isReadingOver = !context.persists
        waiting = context
        channel.pauseReading()
        channel.setDeadline(at: nil)
        api.respond(to: AdminRequest(head, body: body, over: channel.ends)) { [self] response in
            // Where the response was made, which is not on an event loop if it is large.
            let (head, body) = (response.head, response.bytes)
            channel.eventLoop.async { [self] in channel.batch { finish(head, body, context) } }
        }
    }

    private func finish(_ head: ResponseHead, _ body: [UInt8], _ context: ResponseContext) {
        guard channel.isOpen else { return }
        waiting = nil
        channel.resumeReading()
        send(head, body, context)
        resume()
    }

    private func refuse(_ rejected: RejectedRequest) {
        isReadingOver = true
        let refusal = AdminResponse.refusal(rejected.status, rejected.text)
        api.refuses(method: rejected.method ?? [], target: rejected.target ?? [], with: refusal)
        send(refusal, ResponseContext(rejected))
    }

    private func send(_ response: AdminResponse, _ context: ResponseContext) {
        send(response.head, response.bytes, context)
    }

    private func send(_ head: ResponseHead, _ body: [UInt8], _ context: ResponseContext) {
        guard let head = try? EncodedResponseHead(head) else { return channel.reset() }
        let encoder = ResponseEncoder(head, answering: context, body: .length(body.count), keepsAlive: !isReadingOver)
        buffer.removeAll(keepingCapacity: true)
        encoder.append(head, date: settings.date.value(at: api.currentRun.run.clock.wallTime), to: &buffer)
        encoder.append(body[...], to: &buffer)
        buffer.withUnsafeBytes { channel.write($0) }
        if encoder.closes { channel.closeLingering() } else { wait(limit) }
    }

    private func wait(_ duration: Duration) {
        channel.setDeadline(at: EventLoop.now + duration.wholeNanoseconds)
    }
}
