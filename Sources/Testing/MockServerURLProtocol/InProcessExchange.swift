import Dispatch
import Foundation
import HTTPMessage
import HTTPWire
import Locking
import MockRuntime
import Playback
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request of a session, and its response. Confined to its loading queue: closures that other code calls reach it by
/// `confined`.
final class InProcessExchange {
    /// How a connection would go on after the last output of a player.
    private enum End {
        case done
        case closed
        case reset
    }

    let loading: LoadingQueue
    private let transport: InProcessTransport
    private let timer = LoadingTimer()
    /// nil once loading is over.
    private var urlProtocol: URLProtocol?
    /// The request, or where a redirect has led.
    private var request: URLRequest
    private var redirects = 0
    /// The request is the run's, but its response is still being made.
    private var isPending = false
    /// The client left while the response was being made.
    private var leftPending = false
    /// The request in the run, from when its response is made to its end.
    private var exchange: Exchange?
    /// A response that has no end, once all there is of it is received.
    private var openEnded: ExchangeReference?
    private var player: ResponsePlayer?
    private(set) var context = ResponseContext.unread
    private var pause: ResponsePause?
    private var head: ReceivedHead?
    private var body: ReceivedBody?
    /// Where the response leads that is being received; nil if it is no redirect.
    private var redirection: URLRequest?
    /// The bytes that came cannot belong to a response.
    private var problem: LoadingError?
    /// The time of the last progress, as `LoadingTimer` tells it.
    private var lastProgress = LoadingTimer.now

    private var confined: Confined<InProcessExchange> { Confined(self, to: loading) }
    private var run: ScenarioRun { transport.run }
    /// Whether loading is not over.
    var isLoading: Bool { urlProtocol != nil }
    private var client: (any URLProtocolClient)? { urlProtocol?.client }

    init(of urlProtocol: URLProtocol, _ transport: InProcessTransport) {
        loading = LoadingQueue(of: urlProtocol)
        request = urlProtocol.request
        self.urlProtocol = urlProtocol
        self.transport = transport
    }

    // MARK: - The request

    func start() {
        guard transport.claims(request) else { return fail(transport.otherHost(request.url)) }
        #if canImport(FoundationNetworking)
        // Their files and bodies are not accessible from here, and a download would end the process.
        switch urlProtocol?.task {
        case is URLSessionDownloadTask: return fail(URLError.needsSocket("a download", url: request.url))
        case is URLSessionUploadTask: return fail(URLError.needsSocket("an upload", url: request.url))
        default: break
        }
        #endif
        guard transport.add(confined) else { return fail(URLError.serverReleased) }
        guard request.httpBody == nil, let stream = request.httpBodyStream else {
            return send(body: request.httpBody, isStreamed: false)
        }
        // Only read here.
        nonisolated(unsafe) let body = stream
        let limit = transport.options.maxBody
        // Reading a stream may wait for whoever writes it.
        DispatchQueue.global().async { [confined] in
            let read = Result { try body.readToEnd(limit: limit) }
            confined.async { $0.send(streamed: read) }
        }
        arm()
    }

    private func send(streamed read: Result<Data, any Error>) {
        guard urlProtocol != nil else { return }
        switch read {
        case .success(let body):
            send(body: body, isStreamed: true)
        case .failure(let error):
            unfinished("The body's stream failed: \(error)")
            fail(error)
        }
    }

    private func send(body: Data?, isStreamed: Bool) {
        if request.httpMethod ?? "GET" == "GET", isStreamed || body != nil {
            return fail(LoadingError.bodyOfGet.error(for: request.url))
        }
        lastProgress = LoadingTimer.now
        let message = RequestMessage(request, body: body, isStreamed: isStreamed, transport.configuration)
        transport.deciding { follow(transport.decide(message)) }
    }

    private func follow(_ outcome: consuming RequestOutcome) {
        switch consume outcome {
        case .decided(.made(let exchange, let player), let context, let body):
            self.context = context
            body?.arrives(for: exchange, player)
            begin(exchange, player)
        case .decided(.pending(let pending), let context, let body):
            self.context = context
            isPending = true
            transport.decidingElsewhere { done in
                pending.finish { [confined] exchange, player in
                    body?.arrives(for: exchange, player)
                    let moved = Locked<Exchange?>(exchange)
                    confined.async { receiver in
                        if let exchange = moved.withLock({ $0.take() }) { receiver.begin(exchange, player) }
                    }
                    done()
                }
            }
            arm()
        case .refused(let head, let body):
            receive(head)
            receive(body[...])
            end(.closed)
        case .incomplete:
            // Its URL or a field must have broken it.
            fail(URLError(.badURL, nil, url: request.url))
        }
    }

    /// The response is made. Its client may have left.
    private func begin(_ exchange: consuming Exchange, _ player: ResponsePlayer) {
        isPending = false
        if leftPending {
            exchange.end(.gone)
            return
        }
        self.exchange = consume exchange
        guard urlProtocol != nil else { return }
        self.player = player
        play()
    }

    /// The client has left; `text` says so of a request that has not reached the script.
    private func left(_ text: String) {
        if let exchange = exchange.take() {
            exchange.end(.gone)
        } else if let openEnded {
            openEnded.left()
        } else if isPending {
            leftPending = true
        } else {
            unfinished(text)
        }
    }

    /// The request was cut before it reached the script.
    private func unfinished(_ text: String) {
        let target = request.url?.path ?? ""
        let fields = Fields((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
        run.unfinished(
            UnfinishedRequest(
                connection: transport.nextConnection(), method: request.httpMethod ?? "GET", target: target, text: text),
            head: PartialHead(target: Array(target.utf8)[...], fields: fields))
    }

    // MARK: - The response

    /// Plays the response as far as it is due.
    private func play() {
        guard var player = player.take() else { return }
        var sink = InProcessSink(exchange: self)
        switch drive(&player, into: &sink, clock: run.clock) {
        case .full:
            // The client has left.
            return
        case .waits:
            self.player = consume player
            arm()
        case .unsendable, .stopped, .ended(.reset):
            end(.reset)
        case .ended(.broken(let error, let position)):
            exchange.reference?.brokeOff(error.description, at: position)
            end(.reset)
        case .ended(.close), .ended(.truncated):
            end(.closed)
        case .ended(.stall), .ended(.keepOpen):
            stayOpen()
        case .ended(.done):
            end(.done)
        }
    }

    /// Has the response wait until `instant`; false if it need not.
    func waits(until instant: Instant) -> Bool {
        waits(for: .until(instant, in: run, now: LoadingTimer.now, resumption))
    }

    /// Has the response wait for the gate; false if it need not.
    func waits(for gate: HoldGate) -> Bool {
        waits(for: .until(gate, in: run, now: LoadingTimer.now, resumption))
    }

    private func waits(for pause: consuming ResponsePause?) -> Bool {
        guard let pause = consume pause else { return false }
        exchange?.waits(for: pause.isHold ? .hold : .time)
        self.pause = consume pause
        return true
    }

    private var resumption: VirtualTime.Resumption {
        { [confined] done in
            confined.async {
                $0.resume()
                done()
            }
        }
    }

    private func resume() {
        pause = nil
        play()
    }

    // MARK: - What the client receives

    func receive(_ received: ReceivedHead?) {
        guard let received, let url = request.url, let response = received.response(to: url) else {
            return fail(URLError(.badServerResponse, nil, url: request.url))
        }
        head = received
        body = ReceivedBody(received)
        lastProgress = LoadingTimer.now
        transport.keepCookies(of: received, from: url)
        redirection = Redirect(received, of: request)?.request
        guard redirection == nil, let urlProtocol else { return }
        client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    func receive(_ bytes: ArraySlice<UInt8>) {
        lastProgress = LoadingTimer.now
        if head?.isFramedAsStated == false { problem = .malformedChunk }
        guard problem == nil else { return }
        body?.receive(bytes)
        if transport.options.handsOverPieces, redirection == nil, let piece = body?.takePiece() { load(piece) }
    }

    /// Bytes of a fault, without framing.
    func receiveRaw(_ bytes: ArraySlice<UInt8>) {
        guard let head else {
            problem = .notHTTP
            return
        }
        if head.framing == .chunked { problem = .malformedChunk } else { receive(bytes) }
    }

    /// The body ends as its framing says.
    func endBody() { body?.end() }

    private func load(_ data: Data) {
        guard !data.isEmpty, let urlProtocol else { return }
        client?.urlProtocol(urlProtocol, didLoad: data)
    }

    // MARK: - The end

    /// The response has no end: only its client, or the server's stop, ends it. It counts as sent.
    private func stayOpen() {
        // A client that has a body of its stated length does not wait for more.
        if problem == nil, let body, body.isComplete { return end(.done) }
        // Nothing follows for which these bytes could wait.
        if redirection == nil, let piece = body?.takePiece() { load(piece) }
        exchange?.sending()
        openEnded = exchange?.reference
        tellAnswered()
        player = nil
        arm()
    }

    /// Nothing more comes: the client has the whole response, or an error. The run counts the response before the
    /// client can react to it.
    private func end(_ end: End) {
        exchange?.sending()
        let problem = problem ?? self.problem(after: end)
        do {
            if let problem {
                if let piece = body?.takePiece(), redirection == nil { load(piece) }
                throw problem.error(for: request.url)
            }
            if redirection == nil, let rest = try body?.takeRest() { load(rest) }
        } catch {
            tellAnswered()
            let text = (error as? ReceivedBody.Undecodable)?.text
            return fail(text.map { LoadingError.undecodable($0).error(for: request.url) } ?? error)
        }
        tellAnswered()
        if let redirection { return follow(redirection) }
        #if canImport(FoundationNetworking)
        // The session would ask for credentials, and then send the request to the network, or never end the task.
        if head?.asksForCredentials ?? false { return fail(URLError.credentialsNeedSocket(url: request.url)) }
        #endif
        finish { urlProtocol, client in client?.urlProtocolDidFinishLoading(urlProtocol) }
    }

    /// The session has taken the last byte: that is delivered.
    private func tellAnswered() {
        guard let exchange = exchange.take() else { return }
        let reference = exchange.reference
        if exchange.end(.answered) { reference.delivered() }
    }

    private func problem(after end: End) -> LoadingError? {
        guard let body else { return end == .reset ? .reset : .noResponse }
        if body.isComplete { return nil }
        if end == .reset { return .reset }
        return body.endsWithConnection ? nil : .truncated(missing: body.missing)
    }

    private func follow(_ next: URLRequest) {
        #if canImport(FoundationNetworking)
        redirects += 1
        guard redirects <= Redirect.limit else {
            return fail(LoadingError.tooManyRedirects.error(for: request.url))
        }
        (player, head, body, redirection, problem) = (nil, nil, nil, nil, nil)
        request = transport.addingCookies(to: next)
        guard transport.claims(request) else { return fail(transport.otherHost(request.url)) }
        send(body: nil, isStreamed: false)
        #else
        guard let url = request.url, let response = head?.response(to: url) else { return }
        finish { urlProtocol, client in
            // The session asks its delegate, and starts another request.
            client?.urlProtocol(urlProtocol, wasRedirectedTo: next, redirectResponse: response)
            client?.urlProtocol(urlProtocol, didFailWithError: CocoaError(.userCancelled))
        }
        #endif
    }

    private func fail(_ error: any Error) {
        finish { urlProtocol, client in client?.urlProtocol(urlProtocol, didFailWithError: error) }
    }

    private func finish(_ tell: (URLProtocol, (any URLProtocolClient)?) -> Void) {
        guard let urlProtocol else { return }
        leave()
        tell(urlProtocol, urlProtocol.client)
    }

    /// Nothing waits any more.
    private func leave() {
        urlProtocol = nil
        player = nil
        pause = nil
        exchange.take()?.end(.dropped)
        timer.cancel()
        transport.remove(confined)
        loading.finish()
    }

    /// The client has cancelled the request, so `URLSession` expects no further call.
    func cancelled() {
        guard urlProtocol != nil else { return }
        left("The client cancelled the request before its body was read.")
        leave()
    }

    /// The server has stopped: its connections would be closed.
    func serverStopped() {
        guard urlProtocol != nil else { return }
        fail((problem(after: .closed) ?? .noResponse).error(for: request.url))
    }

    // MARK: - Time

    /// How long the client waits for progress, in nanoseconds.
    private var timeout: Int64 {
        // What a request has that says nothing.
        let standard = 60.0
        var seconds = request.timeoutInterval
        if seconds == standard { seconds = transport.configuration.timeoutIntervalForRequest }
        return seconds.isNaN ? 0 : Int64(min(max(seconds, 0), 1e9) * 1e9)
    }

    /// Has the exchange woken when the response goes on, or when the client gives up.
    private func arm() {
        guard urlProtocol != nil else { return }
        let end = lastProgress + timeout
        timer.fire(at: min(pause?.wakeUp ?? end, end), on: transport.timers) { [confined] in
            confined.async { $0.timerFired() }
        }
    }

    private func timerFired() {
        guard urlProtocol != nil else { return }
        let now = LoadingTimer.now
        if let wakeUp = pause?.wakeUp, wakeUp <= now { return resume() }
        guard now >= lastProgress + timeout else { return arm() }
        if let piece = body?.takePiece(), redirection == nil { load(piece) }
        left("The client gave up before the request's body was read.")
        fail(LoadingError.timedOut.error(for: request.url))
    }
}
