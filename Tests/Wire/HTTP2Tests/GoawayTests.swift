import HTTP2
import HTTPMessage
import Testing

@Suite struct GoawayTests {
    private func response(_ peer: RawPeer, _ stream: Int) throws {
        try peer.server.respond(stream, ResponseHead(status: 200), length: 0)
        peer.server.end(stream)
        peer.send()
    }

    @Test("a graceful GOAWAY lets the open streams end, then the session is finished")
    func graceful() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        peer.server.goaway(.enhanceYourCalm, graceful: true)
        peer.send()
        #expect(peer.goaway?.code == 11)
        #expect(peer.goaway?.lastStream == 1)
        #expect(peer.failure == nil)
        #expect(!peer.server.isFinished)
        // A stream that the client opened meanwhile is ignored.
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.server.openStreams == 1)
        try response(peer, 1)
        #expect(peer.events.last == .closed(stream: 1))
        #expect(peer.server.isFinished)
    }

    @Test("an abrupt GOAWAY is the last frame")
    func abrupt() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        try peer.server.respond(1, ResponseHead(status: 200), length: 0)
        peer.server.goaway(.internalError, lastStream: 0, graceful: false)
        peer.send()
        #expect(peer.goaway?.code == 2)
        #expect(peer.goaway?.lastStream == 0)
        #expect(peer.frames.last?.kind == .goaway)
        #expect(peer.frames(on: 1).isEmpty)
        #expect(peer.failure == nil)
        #expect(peer.server.isFinished)
        let events = peer.events.count
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.events.count == events)
    }

    @Test("streams behind the last one of a GOAWAY are refused")
    func lastStream() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()), .headers(3, RawFrame.get()))
        peer.server.goaway(.noError, lastStream: 1, graceful: true)
        peer.send()
        #expect(peer.events.last == .reset(stream: 3, .refusedStream, isOwn: true))
        try response(peer, 1)
        #expect(peer.server.isFinished)
    }

    @Test("a last stream that no client can open is not sent", arguments: [2, -1, Int(Int32.max) + 2])
    func wrongLastStream(last: Int) {
        let peer = RawPeer()
        #expect(!peer.server.goaway(.noError, lastStream: last, graceful: true))
        peer.send()
        #expect(peer.goaway == nil)
        #expect(peer.server.goaway(.noError, lastStream: 7, graceful: true))
        peer.send()
        #expect(peer.goaway?.lastStream == 7)
    }

    @Test("shutting down says so first, and takes what the client sent before it knew")
    func shutdown() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        peer.server.shutdown()
        peer.server.shutdown()
        peer.send()
        #expect(peer.goaway?.lastStream == Int(Int32.max))
        #expect(peer.goaway?.code == 0)
        #expect(peer.frames.last?.kind == .ping)
        peer.receive(.headers(3, RawFrame.get()), RawFrame(.ping, flags: 1, payload: [0, 0, 0, 0, 0, 0, 0, 0]))
        #expect(peer.frames.count { $0.kind == .goaway } == 2)
        #expect(peer.goaway?.lastStream == 3)
        try response(peer, 1)
        #expect(!peer.server.isFinished)
        try response(peer, 3)
        #expect(peer.server.isFinished)
    }

    @Test("shutting down an idle connection ends it")
    func idleShutdown() {
        let peer = RawPeer()
        peer.server.shutdown()
        peer.send()
        #expect(peer.goaway?.code == 0)
        #expect(peer.server.isFinished)
    }

    @Test("a client of nghttp2's goes along with a shutdown")
    func clientShutdown() throws {
        let client = try Client()
        let stream = client.request()
        try client.run()
        client.server.shutdown()
        try client.run()
        #expect(client.goaways.map(\.last) == [Int(Int32.max), stream])
        try client.server.respond(stream, ResponseHead(status: 200), length: 0)
        client.server.end(stream)
        try client.run()
        #expect(client.responses[stream]?.status == 200)
        #expect(client.server.isFinished)
    }

    @Test("a client's GOAWAY is told, and its streams are still answered")
    func byClient() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()), RawFrame(.goaway, payload: number32(0) + number32(8)))
        #expect(peer.events.last == .goaway(.cancel, lastStream: 0))
        #expect(!peer.server.isFinished)
        try response(peer, 1)
        #expect(peer.server.isFinished)
    }
}
