import HTTP2
import HTTPMessage
import Testing

/// Final responses that are sent while the request is still arriving (RFC 9113, section 8.1).
@Suite struct EarlyResponseTests {
    @Test("an answer at the head is followed by RST_STREAM(NO_ERROR)", arguments: [0, 5])
    func atHead(length: Int) throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.post(), flags: 4))
        try peer.server.respond(1, ResponseHead(status: 401), length: length)
        peer.server.write(1, [UInt8](repeating: 1, count: length)[...])
        peer.server.end(1)
        peer.send()
        #expect(
            peer.frames(on: 1).map(\.kind) == (length == 0 ? [] : [.headers]) + [
                length == 0 ? .headers : .data, .resetStream,
            ])
        #expect(peer.frames(on: 1).count { $0.endsStream } == 1)
        #expect(peer.frames(on: 1).last == .reset(1, 0))
        #expect(peer.events.last == .closed(stream: 1))
        // Bytes that the client had already sent are dropped, but their length still counts for the connection.
        peer.receive(.data(1, "late", ends: true))
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.failure == nil)
        #expect(peer.hasRequestLast(3))
    }

    @Test("behind trailers, too")
    func withTrailers() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.post(), flags: 4))
        try peer.server.respond(1, ResponseHead(status: 200), length: nil)
        peer.server.write(1, [1])
        try peer.server.end(1, trailers: Fields([("a", "b")]))
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .data, .headers, .resetStream])
    }

    @Test("a request that ends before the answer does is reset by no one")
    func requestEndsFirst() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.post(), flags: 4))
        try peer.server.respond(1, ResponseHead(status: 200), length: 1)
        peer.send()
        peer.receive(.data(1, "x", ends: true))
        #expect(peer.hasRequestLast(1, body: Array("x".utf8)))
        peer.server.write(1, [1])
        peer.server.end(1)
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .data])
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("a client of nghttp2's takes the answer and stops sending")
    func client() throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .head(let stream, _, _) = event else { return }
            try server.respond(stream, ResponseHead(status: 413), length: 2)
            server.write(stream, Array("no".utf8)[...])
            server.end(stream)
        }
        let stream = client.request("POST", body: [1], isOpen: true)
        try client.run()
        let response = try #require(client.responses[stream])
        #expect(response.status == 413)
        #expect(text(response.body) == "no")
        #expect(response.closeCode == 0)
        #expect(client.events.last == .closed(stream: stream))
    }
}
