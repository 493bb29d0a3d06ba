import HTTP2
import HTTPMessage
import Testing

/// The output of a session that gets a small buffer at a time, and bytes that many responses share.
@Suite("The output") struct OutputTests {
    private static let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    /// A session that has begun the response of stream 1 and had no room for its second DATA frame.
    private func amidBody() throws -> RawPeer {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        try peer.server.respond(1, ResponseHead(status: 200), length: Self.body.count)
        peer.server.write(1, Self.body[...])
        peer.send(upTo: 1)
        #expect(peer.frames(on: 1).map(\.kind) == [.headers])
        peer.send(upTo: 1)
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .data])
        #expect(peer.server.unsent(1) == Self.body.count - 16_384)
        return peer
    }

    @Test("stops behind the frame that reaches its limit, and goes on with what was written since")
    func limited() throws {
        let peer = try amidBody()
        peer.server.write(1, [1, 2, 3])
        peer.server.end(1)
        while peer.server.wantsWrite {
            let before = peer.frames.count
            peer.send(upTo: 1)
            #expect(peer.frames.count <= before + 1)
        }
        #expect(peer.content(on: 1) == Self.body + [1, 2, 3])
        #expect(peer.frames(on: 1).count { $0.endsStream } == 1)
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("tells behind which byte each response ends, however it is sent", arguments: [1, .max])
    func ends(limit: Int) throws {
        let peer = RawPeer()
        for stream in [1, 3, 5] { peer.receive(.headers(stream, RawFrame.get())) }
        for (stream, body) in [(1, [1]), (3, Self.body), (5, [])] as [(Int, [UInt8])] {
            try peer.server.respond(stream, ResponseHead(status: 200), length: body.count)
            peer.server.write(stream, body[...])
            peer.server.end(stream)
        }
        while peer.server.wantsWrite { peer.send(upTo: limit) }
        var (offset, ends): (Int, [Int]) = (0, [])
        for frame in peer.frames {
            offset += frame.bytes.count
            if frame.stream > 0, frame.endsStream { ends.append(offset) }
        }
        #expect(ends.count == 3)
        #expect(peer.ends == ends)
    }

    @Test("has a DATA frame for each piece that is to be one, and the end on the last")
    func pieces() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        try peer.server.respond(1, ResponseHead(status: 200), length: nil)
        for piece: [UInt8] in [[1], [2, 3], [4, 5, 6]] { peer.server.write(1, piece[...], asFrame: true) }
        peer.server.end(1)
        peer.send()
        let frames = peer.frames(on: 1).filter { $0.kind == .data }
        #expect(frames.map { Array($0.payload) } == [[1], [2, 3], [4, 5, 6]])
        #expect(frames.map(\.endsStream) == [false, false, true])
    }

    @Test("drops the frame that found no room when its client resets the stream")
    func resetByClient() throws {
        let peer = try amidBody()
        peer.receiveSilently(RawFrame.reset(1, 8).bytes)
        #expect(peer.events.last == .reset(stream: 1, HTTP2ErrorCode(rawValue: 8)))
        peer.send()
        #expect(peer.content(on: 1).count == 16_384)
        peer.respondsToAll = true
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.frames(on: 3).map(\.kind) == [.headers])
        #expect(peer.failure == nil)
    }

    @Test("has all that was written, and then the reset that the server asked for")
    func resetByServer() throws {
        let peer = try amidBody()
        peer.server.reset(1, .internalError)
        while peer.server.wantsWrite { peer.send(upTo: 1) }
        #expect(peer.content(on: 1) == Self.body)
        #expect(peer.frames(on: 1).last == .reset(1, HTTP2ErrorCode.internalError.rawValue))
        #expect(peer.frames(on: 1).allSatisfy { !$0.endsStream })
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("has no head of a stream that was reset before it was sent")
    func unsentHead() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()), .headers(3, RawFrame.get()))
        for stream in [1, 3] {
            try peer.server.respond(stream, ResponseHead(status: 204), length: nil)
            peer.server.end(stream)
        }
        peer.receiveSilently(RawFrame.reset(1, 8).bytes)
        peer.send()
        #expect(peer.frames(on: 1).isEmpty)
        #expect(peer.frames(on: 3).map(\.kind) == [.headers])
    }

    @Test("gives each answer its own head, length and date, and the same ones as often as they come")
    func heads() throws {
        let one = ResponseHead(status: 200, fields: Fields([("A", "1")]))
        let other = ResponseHead(status: 200, fields: Fields([("A", "2")]))
        let responses: [(ResponseHead, Int?, String?)] = [
            (one, 1, "x"), (one, 1, "x"), (one, 2, "x"), (one, 2, "y"), (one, 2, nil), (one, nil, nil), (other, 1, "x"),
            (one, 1, "x"), (ResponseHead(status: 201, fields: one.fields), 1, "x"), (one, 1, "x"),
        ]
        let dates = ["x": Array("x".utf8), "y": Array("y".utf8)]
        let client = try Client()
        let streams = responses.map { _ in client.request() }
        var open = 0
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, _) = event else { return }
            let (head, length, date) = responses[open]
            open += 1
            try server.respond(stream, head, length: length, date: date.flatMap { dates[$0] })
            server.write(stream, Array(repeating: 1, count: length ?? 0)[...])
            server.end(stream)
        }
        try client.run()
        for (stream, (head, length, date)) in zip(streams, responses) {
            let expected =
                [":status: \(head.status)"] + head.fields.pairs.map { $0.lowercased() }
                + (date.map { ["date: \($0)"] } ?? [])
                + (length.map { ["content-length: \($0)"] } ?? [])
            #expect(client.responses[stream]?.head == expected)
            #expect(client.responses[stream]?.closeCode == 0)
        }
    }
}
