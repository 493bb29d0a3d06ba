import CNGHTTP2
import HTTP2
import HTTPMessage
import Testing

@Suite struct FlowControlTests {
    private static let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    @Test("small windows of the client slow an answer down and lose nothing", arguments: [1000, 16_384, 65_535])
    func smallClientWindows(window: Int) throws {
        let entry = nghttp2_settings_entry(
            settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue), value: UInt32(window))
        let client = try Client(settings: [entry])
        client.onEvent = ExchangeTests.echo()
        let streams = (0..<4).map { _ in client.request("POST", body: Self.body) }
        try client.run()
        for stream in streams { #expect(client.responses[stream]?.body == Self.body) }
    }

    @Test("small windows of the server slow requests down and lose nothing", arguments: [1, 1000, 65_535])
    func smallServerWindows(window: Int) throws {
        let settings = HTTP2Settings(streamWindow: window, connectionWindow: 65_535)
        let client = try Client(HTTP2Session(settings: settings))
        try client.run()
        client.onEvent = ExchangeTests.echo()
        let body = Array(Self.body.prefix(window == 1 ? 300 : 100_000))
        let streams = (0..<4).map { _ in client.request("POST", body: body) }
        try client.run()
        for stream in streams { #expect(client.responses[stream]?.body == body) }
    }

    @Test("a stream that the client does not read holds no other")
    func blockedStream() throws {
        // At first, the windows hold 10 bytes of each stream.
        let peer = RawPeer(client: .settings((4, 10)))
        peer.receive(.headers(1, RawFrame.get()), .headers(3, RawFrame.get()))
        for stream in [1, 3] {
            try peer.server.respond(stream, ResponseHead(status: 200), length: 25)
            peer.server.write(stream, Array(repeating: UInt8(stream), count: 25)[...])
            peer.server.end(stream)
        }
        peer.send()
        #expect(peer.content(on: 1).count == 10)
        #expect(peer.content(on: 3).count == 10)
        peer.receive(RawFrame(.windowUpdate, stream: 3, payload: number32(100)))
        #expect(peer.content(on: 1).count == 10)
        #expect(peer.content(on: 3) == Array(repeating: 3, count: 25))
        #expect(peer.events.last == .closed(stream: 3))
        #expect(peer.server.unsent(1) == 15)
    }

    @Test("a writer is told to wait at the mark, and to go on below it")
    func backPressure() throws {
        let peer = RawPeer(client: .settings((4, 0)))
        peer.receive(.headers(1, RawFrame.get()))
        try peer.server.respond(1, ResponseHead(status: 200), length: nil)
        let piece = [UInt8](repeating: 1, count: HTTP2Session.bodyMark / 2)
        #expect(peer.server.wantsMore(1))
        peer.server.write(1, piece[...])
        #expect(peer.server.wantsMore(1))
        peer.server.write(1, piece[...])
        #expect(!peer.server.wantsMore(1))
        peer.send()
        #expect(!peer.events.contains(.drained(stream: 1)))
        #expect(peer.server.unsent(1) == HTTP2Session.bodyMark)

        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(1)))
        #expect(!peer.events.contains(.drained(stream: 1)))
        #expect(peer.server.wantsMore(1))
        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(16_000)))
        #expect(peer.events.count { $0 == .drained(stream: 1) } == 1)
        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(100)))
        #expect(peer.events.count { $0 == .drained(stream: 1) } == 1)
        peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(1_000_000)))
        #expect(peer.events.count { $0 == .drained(stream: 1) } == 2)
        #expect(peer.server.unsent(1) == 0)
        // The connection's window, which is 65,535 at first, holds back the rest of a larger piece.
        peer.server.write(1, [UInt8](repeating: 2, count: 65_536)[...])
        peer.send()
        #expect(peer.server.unsent(1) == HTTP2Session.bodyMark + 1)
        #expect(!peer.server.wantsMore(1))
        peer.receive(RawFrame(.windowUpdate, stream: 0, payload: number32(1_000_000)))
        #expect(peer.server.unsent(1) == 0)
    }

    @Test("streams that can't send hold a DATA frame each, whatever their writers have", arguments: [0, 16_384])
    func blockedStreams(window: UInt32) throws {
        let peer = RawPeer(client: .settings((4, window)))
        let piece = [UInt8](repeating: 1, count: HTTP2Session.bodyMark)
        for stream in stride(from: 1, to: 200, by: 2) {
            peer.receiveSilently(RawFrame.headers(stream, RawFrame.get()).bytes)
            try peer.server.respond(stream, ResponseHead(status: 200), length: 10_000_000)
            while peer.server.wantsMore(stream) { peer.server.write(stream, piece[...]) }
        }
        #expect(peer.server.heldBytes == 100 * 16 * 1024)
        // Output that is not taken leaves the rest where it is.
        peer.send(upTo: 1)
        #expect(peer.output.count < 2 * 16 * 1024)
        #expect(peer.server.heldBytes >= 99 * 16 * 1024)
        for stream in stride(from: 1, to: 200, by: 2) { peer.receiveSilently(RawFrame.reset(stream, 8).bytes) }
        #expect(peer.server.heldBytes == 0)
    }

    @Test(
        "a stream whose window is opened little by little is not filled before it is almost empty", arguments: [1, 900])
    func smallWindows(bytes: UInt32) throws {
        let peer = RawPeer(client: .settings((4, 1)))
        let piece = [UInt8](repeating: 1, count: HTTP2Session.bodyMark)
        peer.receive(.headers(1, RawFrame.get()))
        try peer.server.respond(1, ResponseHead(status: 200), length: 10_000_000)
        peer.server.write(1, piece[...])
        peer.send()
        var (seen, most) = (0, 0)
        for _ in 0..<50 {
            peer.receive(RawFrame(.windowUpdate, stream: 1, payload: number32(bytes)))
            for event in peer.events[seen...] where event == .drained(stream: 1) { peer.server.write(1, piece[...]) }
            seen = peer.events.count
            most = max(most, peer.server.heldBytes)
            peer.send()
        }
        #expect(peer.content(on: 1).count == 1 + 50 * Int(bytes))
        #expect(most <= HTTP2Session.bodyMark + 1_024)
    }

    @Test("output is given in portions of whole frames")
    func portions() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        try peer.server.respond(1, ResponseHead(status: 200), length: 40_000)
        peer.server.write(1, [UInt8](repeating: 1, count: 40_000)[...])
        peer.server.end(1)
        var sizes: [Int] = []
        while peer.server.wantsWrite, sizes.count < 100 {
            let before = peer.output.count
            peer.send(upTo: 1)
            sizes.append(peer.output.count - before)
        }
        #expect(sizes.count { $0 > 0 } == 4)
        #expect(sizes.allSatisfy { $0 <= 16_384 + 9 })
        #expect(peer.content(on: 1).count == 40_000)
        #expect(peer.events.last == .closed(stream: 1))
    }
}
