import HTTP2
import HTTPMessage

/// A server session that is fed with hand-made bytes, and its events and output.
final class RawPeer {
    let server: HTTP2Session
    private(set) var events: [HTTP2Event] = []
    /// Where in the output the ended responses ended, in order.
    private(set) var ends: [Int] = []
    private(set) var output: [UInt8] = []
    /// Whether it answers every request and every refusal with an empty response.
    var respondsToAll = false

    /// A session whose client has sent its preface and `settings`.
    init(settings: HTTP2Settings = HTTP2Settings(), client: RawFrame = .settings(), greets: Bool = true) {
        server = HTTP2Session(settings: settings)
        if greets { receive(RawFrame.preface + client.bytes + RawFrame.settingsAck.bytes) }
    }

    init(_ server: HTTP2Session) {
        self.server = server
        takeEvents()
    }

    func receive(_ frames: RawFrame...) { receive(frames.flatMap(\.bytes)) }

    func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { server.receive($0) }
        takeEvents()
        send()
    }

    /// Takes bytes without sending the output that they cause.
    func receiveSilently(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { server.receive($0) }
        takeEvents()
    }

    func send(upTo limit: Int = .max) {
        server.send(upTo: limit) { output.append(contentsOf: $0) }
        takeEvents()
    }

    private func takeEvents() {
        while let event = server.nextEvent() {
            if let end = event.responseEnd { ends.append(end) }
            events.append(event.withoutEnd)
            if case .head(let stream, _, _) = event { _ = server.refuseStatedBody(stream) }
            guard respondsToAll else { continue }
            switch event {
            case .request(let stream, _, _, _): response(stream, 200)
            case .refused(let stream, let refusal) where !refusal.isReset: response(stream, refusal.status)
            default: break
            }
        }
    }

    private func response(_ stream: Int, _ status: Int) {
        _ = try? server.respond(stream, ResponseHead(status: status), length: 0)
        server.end(stream)
    }

    /// The frames sent so far.
    var frames: [RawFrame] { RawFrame.all(in: output) }
    /// The frames sent on `stream`.
    func frames(on stream: Int) -> [RawFrame] { frames.filter { $0.stream == stream } }
    /// The content sent on `stream`.
    func content(on stream: Int) -> [UInt8] { frames(on: stream).filter { $0.kind == .data }.flatMap(\.payload) }

    var goaway: RawFrame? { frames.last { $0.kind == .goaway } }
    var refusal: RejectedHTTP2Request? {
        for case .refused(_, let refusal) in events { return refusal }
        return nil
    }

    /// The streams whose rules were violated after their requests.
    var violations: [Int] { events.compactMap { if case .violated(let stream, _) = $0 { stream } else { nil } } }

    var head: RequestHead? {
        for event in events {
            switch event {
            case .head(_, let head, _), .request(_, let head, _, _): return head
            default: break
            }
        }
        return nil
    }

    /// Whether the last event is a request on this stream without trailers.
    func hasRequestLast(_ stream: Int, body: [UInt8] = []) -> Bool {
        guard case .request(stream, _, body, Fields()) = events.last else { return false }
        return true
    }

    var failure: HTTP2ErrorCode? {
        for case .failed(let code, _) in events { return code }
        return nil
    }
}

func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

extension Fields {
    var pairs: [String] { lines.indices.map { "\(text(name(at: $0))): \(text(value(at: $0)))" } }
}
