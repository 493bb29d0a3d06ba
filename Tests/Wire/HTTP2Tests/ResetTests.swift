import HTTP2
import HTTPMessage
import Testing

/// RST_STREAM at each phase of a response, as the client sees it.
@Suite struct ResetTests {
    private func peer(window: UInt32 = 65_535) -> RawPeer {
        let peer = RawPeer(client: .settings((4, window)))
        peer.receive(.headers(1, RawFrame.get()))
        return peer
    }

    @Test("before the headers nothing but the reset is sent")
    func beforeHeaders() {
        let peer = peer()
        peer.server.reset(1, .refusedStream)
        peer.send()
        #expect(peer.frames(on: 1) == [.reset(1, 7)])
        #expect(peer.events.last == .closed(stream: 1))
        #expect(peer.server.openStreams == 0)
    }

    @Test("behind an interim response the reset comes behind it", arguments: [true, false])
    func behindInterim(isSentFirst: Bool) throws {
        let peer = peer()
        try peer.server.inform(1, ResponseHead(status: 103))
        if isSentFirst { peer.send() }
        peer.server.reset(1, .cancel)
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .resetStream])
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("behind the headers both are sent, and no DATA", arguments: [true, false], ["GET", "HEAD"])
    func behindHeaders(isSentFirst: Bool, method: String) throws {
        let peer = RawPeer()
        peer.receive(
            .headers(1, [(":method", method), (":scheme", "http"), (":authority", "h"), (":path", "/")]))
        try peer.server.respond(1, ResponseHead(status: 200), length: 5)
        if isSentFirst { peer.send() }
        peer.server.reset(1, .internalError)
        peer.send()
        let frames = peer.frames(on: 1)
        #expect(frames.map(\.kind) == [.headers, .resetStream])
        #expect(frames.first?.endsStream == false)
        #expect(frames.last?.code == 2)
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test(
        "behind N bytes exactly N are sent", arguments: [1, 10, 16_384, 16_385, 50_000], [false, true])
    func behindBytes(count: Int, isSentFirst: Bool) throws {
        let peer = peer()
        try peer.server.respond(1, ResponseHead(status: 200), length: 100_000)
        peer.server.write(1, [UInt8](repeating: 7, count: count)[...])
        if isSentFirst { peer.send() }
        peer.server.reset(1, .enhanceYourCalm)
        // Bytes written after the reset must not be sent.
        peer.server.write(1, [8])
        peer.server.end(1)
        peer.send()
        #expect(peer.content(on: 1) == [UInt8](repeating: 7, count: count))
        #expect(peer.frames(on: 1).last == .reset(1, 11))
        #expect(peer.frames(on: 1).count { $0.endsStream } == 0)
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("portions of output change nothing of it")
    func behindBytesInPortions() throws {
        let peer = peer()
        try peer.server.respond(1, ResponseHead(status: 200), length: 100_000)
        peer.server.write(1, [UInt8](repeating: 7, count: 30_000)[...])
        peer.send(upTo: 1)
        peer.send(upTo: 1)
        #expect(peer.content(on: 1).count == 16_384)
        peer.server.reset(1, .cancel)
        while peer.server.wantsWrite { peer.send(upTo: 1) }
        #expect(peer.content(on: 1).count == 30_000)
        #expect(peer.frames(on: 1).last == .reset(1, 8))
    }

    @Test("a reset waits for the window that its bytes need")
    func behindWindow() throws {
        let peer = peer(window: 4)
        try peer.server.respond(1, ResponseHead(status: 200), length: 100)
        peer.server.write(1, [1, 2, 3, 4, 5, 6])
        peer.server.reset(1, .cancel)
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .data])
        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(9)))
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .data, .data, .resetStream])
        #expect(peer.content(on: 1) == [1, 2, 3, 4, 5, 6])
    }

    @Test("an end that nghttp2 has not been told can still become a reset")
    func insteadOfEnd() throws {
        let peer = peer(window: 2)
        try peer.server.respond(1, ResponseHead(status: 200), length: 4)
        peer.server.write(1, [1, 2, 3, 4])
        peer.server.end(1)
        peer.send()
        peer.server.reset(1, .cancel)
        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(9)))
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .data, .data, .resetStream])
        #expect(peer.frames(on: 1).count { $0.endsStream } == 0)
    }

    @Test("a reset leaves the streams beside it alone")
    func neighbours() throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, _) = event else { return }
            try server.respond(stream, ResponseHead(status: 200), length: 3)
            server.write(stream, [1, 2])
            if stream == 3 { return server.reset(stream, .cancel) }
            server.write(stream, [3])
            server.end(stream)
        }
        let streams = (0..<3).map { _ in client.request() }
        try client.run()
        #expect(streams == [1, 3, 5])
        #expect(streams.map { client.responses[$0]?.closeCode } == [0, 8, 0])
        #expect(streams.map { client.responses[$0]?.body } == [[1, 2, 3], [1, 2], [1, 2, 3]])
    }

    @Test("a client's reset ends the stream, whatever is said of it afterwards")
    func byClient() throws {
        let client = try Client()
        let stream = client.request()
        try client.run()
        client.reset(stream, 8)
        try client.run()
        #expect(client.events.last == .reset(stream: stream, .cancel))
        try client.server.inform(stream, ResponseHead(status: 103))
        try client.server.respond(stream, ResponseHead(status: 200), length: 1)
        client.server.write(stream, [1])
        client.server.end(stream)
        client.server.reset(stream, .cancel)
        try client.run()
        #expect(client.responses[stream]?.status == nil)
        #expect(!client.server.wantsMore(stream))
        #expect(client.server.unsent(stream) == 0)
        #expect(client.server.openStreams == 0)
        #expect(client.server.wantsRead)
    }

    @Test("a client's reset amid an answer ends it", arguments: [true, false])
    func byClientAmidResponse(isPrepared: Bool) throws {
        let peer = peer(window: 2)
        try peer.server.respond(1, ResponseHead(status: 200), length: 4)
        peer.server.write(1, [1, 2, 3, 4])
        if !isPrepared { peer.send() }
        peer.receive(.reset(1, 5))
        #expect(peer.events.last == .reset(stream: 1, .streamClosed))
        #expect(peer.frames(on: 1).map(\.kind) == (isPrepared ? [] : [.headers, .data]))
    }

    @Test("a reset before the head is read names no stream")
    func malformedHead() {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get("/", ("connection", "close"))))
        #expect(peer.events.count == 1)
        #expect(peer.refusal?.isReset == true)
        #expect(peer.frames(on: 1) == [.reset(1, 1)])
    }
}
