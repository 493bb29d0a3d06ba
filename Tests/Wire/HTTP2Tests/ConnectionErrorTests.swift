import HTTP2
import HTTPMessage
import Testing

/// The GOAWAY frames that connection errors of RFC 9113 cause.
@Suite struct ConnectionErrorTests {
    struct Vector: Sendable, CustomStringConvertible {
        var name: String
        var bytes: [UInt8]
        var code: HTTP2ErrorCode?
        var description: String { name }

        init(_ name: String, _ code: HTTP2ErrorCode?, _ frames: RawFrame...) {
            self.name = name
            self.code = code
            bytes = frames.flatMap(\.bytes)
        }

        init(_ name: String, _ code: HTTP2ErrorCode?, bytes: [UInt8]) {
            self.name = name
            self.code = code
            self.bytes = bytes
        }
    }

    private static let open = RawFrame.headers(1, RawFrame.post(), flags: 4)
    private static let whole = RawFrame.headers(1, RawFrame.get())

    static let vectors: [Vector] = [
        Vector("4.1 a type that is not known is ignored", nil, RawFrame(type: 0xFA, stream: 1, payload: [1])),
        Vector(
            "4.2 a frame larger than was allowed", .frameSizeError,
            RawFrame(.data, payload: .init(repeating: 0, count: 16_385))),
        Vector(
            "4.2 a CONTINUATION larger than was allowed", .frameSizeError,
            RawFrame(.headers, flags: 1, stream: 1, payload: RawFrame.block(RawFrame.get())),
            RawFrame(.continuation, flags: 4, stream: 1, payload: .init(repeating: 0, count: 16_385))),
        Vector(
            "4.3 a header block that is none", .compressionError,
            RawFrame(.headers, flags: 5, stream: 1, payload: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF])),
        Vector(
            "4.3 an index that is in no table", .compressionError,
            RawFrame(.headers, flags: 5, stream: 1, payload: [0xFE])),
        Vector("5.1 DATA on an idle stream", .protocolError, .data(1, "x")),
        Vector("5.1 RST_STREAM on an idle stream", .protocolError, .reset(1, 0)),
        Vector(
            "5.1 WINDOW_UPDATE on an idle stream", .protocolError,
            RawFrame(.windowUpdate, stream: 1, payload: number32(1))),
        Vector("5.1 DATA behind the end of a stream", .streamClosed, whole, .data(1, "x")),
        Vector("5.1 HEADERS behind the end of a stream", .streamClosed, whole, .headers(1, [("a", "b")])),
        Vector("5.1.1 an even stream", .protocolError, .headers(2, RawFrame.get())),
        Vector(
            "5.1.1 a new stream below one already used", .protocolError, .headers(5, RawFrame.get()),
            .headers(3, RawFrame.get())),
        Vector(
            "5.1.1 a new stream below the first one", .protocolError, .headers(3, RawFrame.get()),
            .headers(1, RawFrame.get())),
        Vector(
            "5.1.1 a new stream in a gap between others", .protocolError, whole, .headers(9, RawFrame.get()),
            .headers(11, RawFrame.get()), .headers(7, RawFrame.get())),
        Vector(
            "5.1.1 trailers on a stream below the last one", nil, open, .headers(5, RawFrame.get()),
            .headers(1, [("a", "b")])),
        Vector(
            "5.1 HEADERS behind the client's own RST_STREAM", .streamClosed, open,
            .headers(5, RawFrame.get()),
            .reset(1, 8), .headers(1, [("a", "b")])),
        Vector(
            "5.1 HEADERS and DATA behind the server's RST_STREAM", nil, .headers(1, RawFrame.get("no path"), flags: 4),
            .headers(5, RawFrame.get()), .headers(1, [("a", "b")]), .data(1, "x")),
        Vector(
            "5.1.1 PRIORITY of streams that were skipped, and of closed ones", nil, open, .headers(5, RawFrame.get()),
            RawFrame(.priority, stream: 3, payload: [0, 0, 0, 0, 1]), .reset(1, 8),
            RawFrame(.priority, stream: 1, payload: [0, 0, 0, 0, 1])),
        Vector(
            "5.1 WINDOW_UPDATE and RST_STREAM on a closed stream", nil, open, .headers(5, RawFrame.get()), .reset(1, 8),
            RawFrame(.windowUpdate, stream: 1, payload: number32(1)), .reset(1, 8)),
        Vector(
            "5.3 a stream that PRIORITY named before it was opened", nil,
            RawFrame(.priority, stream: 7, payload: [0, 0, 0, 0, 1]), .headers(5, RawFrame.get()),
            .headers(7, RawFrame.get())),
        Vector("6.1 DATA on no stream", .protocolError, .data(0, "x")),
        Vector("6.1 padding", nil, open, RawFrame(.data, flags: 9, stream: 1, payload: [2, 97, 0, 0])),
        Vector(
            "6.1 padding that is longer than its frame", .protocolError, open,
            RawFrame(.data, flags: 8, stream: 1, payload: [9, 97])),
        Vector("6.2 HEADERS on no stream", .protocolError, .headers(0, RawFrame.get())),
        Vector(
            "6.2 another frame amid a header block", .protocolError,
            RawFrame(.headers, flags: 1, stream: 1, payload: []),
            RawFrame(.ping, payload: .init(repeating: 0, count: 8))),
        Vector("6.3 PRIORITY on no stream", .protocolError, RawFrame(.priority, payload: [0, 0, 0, 0, 1])),
        Vector("6.4 RST_STREAM on no stream", .protocolError, .reset(0, 0)),
        Vector(
            "6.4 RST_STREAM of three bytes", .frameSizeError, open,
            RawFrame(.resetStream, stream: 1, payload: [0, 0, 0])),
        Vector("6.5 SETTINGS on a stream", .protocolError, RawFrame(.settings, stream: 1)),
        Vector("6.5 SETTINGS that do not end with an entry", .frameSizeError, RawFrame(.settings, payload: [0, 0, 0])),
        Vector(
            "6.5 an acknowledgement with entries", .frameSizeError,
            RawFrame(.settings, flags: 1, payload: [0, 3, 0, 0, 0, 1])),
        Vector("6.5.2 ENABLE_PUSH of 2", .protocolError, .settings((2, 2))),
        Vector("6.5.2 INITIAL_WINDOW_SIZE of 2^31", .flowControlError, .settings((4, 1 << 31))),
        Vector("6.5.2 MAX_FRAME_SIZE of 16,383", .protocolError, .settings((5, 16_383))),
        Vector("6.5.2 a setting that is not known", nil, .settings((0x99, 1))),
        Vector(
            "6.6 PUSH_PROMISE by a client", .protocolError, open,
            RawFrame(.pushPromise, flags: 4, stream: 1, payload: number32(2))),
        Vector("6.7 PING of seven bytes", .frameSizeError, RawFrame(.ping, payload: .init(repeating: 0, count: 7))),
        Vector(
            "6.7 PING on a stream", .protocolError, RawFrame(.ping, stream: 1, payload: .init(repeating: 0, count: 8))),
        Vector(
            "6.8 GOAWAY on a stream", .protocolError,
            RawFrame(.goaway, stream: 1, payload: .init(repeating: 0, count: 8))),
        Vector("6.9 WINDOW_UPDATE of three bytes", .frameSizeError, RawFrame(.windowUpdate, payload: [0, 0, 1])),
        Vector(
            "6.9 WINDOW_UPDATE of nothing on a stream", .protocolError, open,
            RawFrame(.windowUpdate, stream: 1, payload: number32(0))),
        Vector("6.9 WINDOW_UPDATE of nothing", .protocolError, RawFrame(.windowUpdate, payload: number32(0))),
        Vector(
            "6.9.1 a window beyond 2^31-1", .flowControlError, RawFrame(.windowUpdate, payload: number32(0x7FFF_FFFF))),
        Vector("6.10 CONTINUATION of nothing", .protocolError, RawFrame(.continuation, flags: 4, stream: 1)),
    ]

    @Test("a connection error ends the connection with its code", arguments: vectors)
    func vector(_ vector: Vector) {
        let peer = RawPeer()
        peer.receive(vector.bytes)
        #expect(peer.failure == vector.code)
        #expect(peer.goaway?.code == vector.code?.rawValue)
        #expect(peer.server.isFinished == (vector.code != nil))
        #expect(peer.server.wantsRead == (vector.code == nil))
        guard vector.code != nil else { return }
        let events = peer.events.count
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.events.count == events)
        #expect(peer.frames.last?.kind == .goaway)
    }

    @Test("a stream identifier that comes too late is named")
    func lateIdentifier() {
        let peer = RawPeer()
        peer.receive(.headers(5, RawFrame.get()), .headers(3, RawFrame.get()))
        #expect(
            peer.events.last
                == .failed(
                    .protocolError,
                    text: "The new stream 3 has an identifier below 5, which was used before (RFC 9113, section 5.1.1)."
                ))
    }

    @Test("a window of one stream beyond 2^31-1 ends that stream (RFC 9113, section 6.9.1)")
    func streamWindow() {
        let peer = RawPeer()
        peer.receive(Self.whole, RawFrame(.windowUpdate, stream: 1, payload: number32(0x7FFF_FFFF)))
        #expect(peer.frames(on: 1) == [.reset(1, 3)])
        #expect(peer.violations == [1])
        #expect(peer.events.last == .reset(stream: 1, .flowControlError, isOwn: true))
        #expect(peer.failure == nil)
    }

    @Test("a request within which the window of its stream becomes larger than that is refused")
    func windowAmidRequest() throws {
        let peer = RawPeer()
        peer.receive(Self.open, RawFrame(.windowUpdate, stream: 1, payload: number32(0x7FFF_FFFF)))
        peer.receive(.data(1, "x"))
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.frames(on: 1) == [.reset(1, 3)])
        let refusal = try #require(peer.refusal)
        #expect(refusal.isReset && refusal.status == 400)
        #expect(refusal.text.contains("WINDOW_UPDATE"), "\(refusal.text)")
        #expect(refusal.head != nil)
        #expect(peer.violations.isEmpty)
        #expect(peer.hasRequestLast(3))
    }

    @Test("so it does with an answer that was about to be sent", arguments: [true, false])
    func streamWindowAmidResponse(isPrepared: Bool) throws {
        let peer = RawPeer()
        peer.receive(Self.whole)
        try peer.server.respond(1, ResponseHead(status: 200), length: 1)
        if !isPrepared { peer.server.end(1) }
        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(0x7FFF_FFFF)))
        #expect(peer.frames(on: 1) == [.reset(1, 3)])
        #expect(peer.events.last == .reset(stream: 1, .flowControlError, isOwn: true))
    }

    @Test(
        "a connection that does not start as HTTP/2 does is ended (RFC 9113, section 3.4)",
        arguments: [
            Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8),
            RawFrame.preface + RawFrame(.ping, payload: .init(repeating: 0, count: 8)).bytes,
            RawFrame.preface + RawFrame.settingsAck.bytes,
        ])
    func preface(bytes: [UInt8]) {
        let peer = RawPeer(greets: false)
        peer.receive(bytes)
        #expect(peer.failure == .protocolError)
        // The server's own preface still comes first.
        #expect(peer.frames.first?.kind == .settings)
        #expect(peer.goaway?.code == 1)
        #expect(peer.server.isFinished)
    }

    @Test("more streams than are allowed are taken before the client can know, and an error after it")
    func tooManyStreams() {
        let settings = HTTP2Settings(maxConcurrentStreams: 1)
        let early = RawPeer(settings: settings, greets: false)
        early.receive(RawFrame.preface + RawFrame.settings().bytes)
        early.receive(.headers(1, RawFrame.get()), .headers(3, RawFrame.get()))
        #expect(early.hasRequestLast(3))
        early.receive(.settingsAck)
        #expect(early.failure == nil)
        early.receive(.headers(5, RawFrame.get()))
        #expect(early.failure == .protocolError)
        #expect(!early.hasRequestLast(5))

        let late = RawPeer(settings: settings)
        late.receive(.headers(1, RawFrame.get()), .headers(3, RawFrame.get()))
        #expect(late.failure == .protocolError)
    }

    @Test("a changed limit of streams applies once the client has acknowledged it", arguments: [true, false])
    func changedLimit(isRaised: Bool) throws {
        let peer = RawPeer(settings: HTTP2Settings(maxConcurrentStreams: isRaised ? 1 : 2))
        peer.receive(.headers(1, RawFrame.get()))
        peer.server.change([try #require(HTTP2Setting(.maxFrameSize, 20_000))])
        peer.server.change([try #require(HTTP2Setting(.maxConcurrentStreams, isRaised ? 2 : 1))])
        peer.send()
        #expect(peer.frames.last == .settings((3, isRaised ? 2 : 1)))
        if isRaised { peer.receive(.settingsAck, .settingsAck) }
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.hasRequestLast(3))
        #expect(peer.failure == nil)
        if !isRaised { peer.receive(.settingsAck, .settingsAck) }
        peer.receive(.headers(5, RawFrame.get()))
        #expect(peer.failure == .protocolError)
    }

    @Test("what is refused because of too many streams is told, and is a flood in the end")
    func refusedStreams() throws {
        let peer = RawPeer(greets: false)
        peer.receive(RawFrame.preface + RawFrame.settings().bytes)
        for index in 0..<512 { peer.receive(.headers(2 * index + 1, RawFrame.get())) }
        #expect(peer.refusal == nil)
        peer.receive(.headers(1025, RawFrame.get()))
        #expect(peer.frames(on: 1025) == [.reset(1025, 7)])
        let refusal = try #require(peer.refusal)
        #expect(refusal.status == 429 && refusal.isReset)
        #expect(refusal.text.hasPrefix("The client opened more than 512 streams at once"))
        #expect(peer.failure == nil)
        for index in 513..<1_100 { peer.receive(.headers(2 * index + 1, RawFrame.get())) }
        #expect(peer.failure == .enhanceYourCalm)
    }
}
