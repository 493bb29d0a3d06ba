import CNGHTTP2
import HTTP2
import HTTPMessage
import Testing

/// Whole exchanges with nghttp2's client.
@Suite struct ExchangeTests {
    /// Answers each request with the request's content, or with its path if it has none.
    static func echo() -> (HTTP2Session, HTTP2Event) throws -> Void {
        { session, event in
            guard case .request(let stream, let head, let body, let trailers) = event else { return }
            let content = body.isEmpty ? head.path : body[...]
            try session.respond(stream, ResponseHead(status: 200), length: content.count)
            session.write(stream, content)
            try session.end(stream, trailers: trailers)
        }
    }

    @Test("a GET has its request, its answer, and its end")
    func get() throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, _) = event else { return }
            try server.respond(
                stream, ResponseHead(status: 200, fields: Fields([("X-Kind", " a ")])), length: 5,
                date: Array("now".utf8))
            server.write(stream, Array("hello".utf8)[...])
            server.end(stream)
        }
        let stream = client.request("GET", "/a%20b?x=1?y", [("accept", "*/*"), ("cookie", "a=b"), ("x", "1")])
        try client.run()

        #expect(client.events.count == 2)
        guard case .request(1, let head, body: [], trailers: Fields()) = client.events.first else {
            return #expect(Bool(false), "\(client.events)")
        }
        #expect(text(head.method) == "GET")
        #expect(text(head.target) == "/a%20b?x=1?y")
        #expect(text(head.path) == "/a%20b")
        #expect(head.query.map(text) == "x=1?y")
        #expect(text(head.authority) == "h:1")
        #expect(head.version == .h2)
        #expect(head.raw == nil)
        #expect(head.fields.pairs == ["accept: */*", "cookie: a=b", "x: 1"])
        #expect(client.events.last == .closed(stream: 1))

        let response = try #require(client.responses[stream])
        #expect(response.head == [":status: 200", "x-kind: a", "date: now", "content-length: 5"])
        #expect(text(response.body) == "hello")
        #expect(response.closeCode == 0)
        #expect(client.server.openStreams == 0)
    }

    @Test("a hundred streams at once each get their own answer")
    func manyStreams() throws {
        let client = try Client()
        client.onEvent = Self.echo()
        var streams: [Int: String] = [:]
        for number in 0..<100 { streams[client.request("GET", "/\(number)")] = "/\(number)" }
        try client.run()
        #expect(streams.count == 100)
        for (stream, path) in streams { #expect(client.responses[stream].map { text($0.body) } == path) }
    }

    @Test("each request has its own head, whether or not earlier heads are still held", arguments: [true, false])
    func heads(areHeld: Bool) throws {
        let client = try Client()
        client.keepsEvents = areHeld
        client.onEvent = Self.echo()
        var paths: [String] = []
        for round in 0..<60 {
            // Of the same length as the one before, longer, and so long that its memory is not kept.
            let length = round % 20 == 19 ? 2_000 : round % 3
            paths.append("/\(100 + round)" + String(repeating: "x", count: length))
            let stream = client.request("GET", paths[round], [("x-round", "\(round)")])
            try client.run()
            #expect(client.responses[stream].map { text($0.body) } == paths[round])
        }
        let held = client.events.compactMap { if case .request(_, let head, _, _) = $0 { head } else { nil } }
        #expect(held.map { text($0.path) } == (areHeld ? paths : []))
        #expect(held.map(\.fields.pairs) == (areHeld ? paths.indices.map { ["x-round: \($0)"] } : []))
    }

    @Test("answers may come in any order, and one that waits holds no other")
    func order() throws {
        let client = try Client()
        var waiting: [Int] = []
        client.onEvent = { if case .request(let stream, _, _, _) = $1 { waiting.append(stream) } }
        let streams = (0..<3).map { _ in client.request() }
        try client.run()
        #expect(waiting == streams)
        for stream in [streams[2], streams[0]] {
            try client.server.respond(stream, ResponseHead(status: 204), length: 0)
            client.server.end(stream)
            try client.run()
        }
        #expect(streams.map { client.responses[$0]?.status } == [204, nil, 204])
        #expect(client.server.openStreams == 1)
    }

    @Test("a large body and its trailers come back whole", arguments: [Int.max, 1, 1000])
    func largeBodies(burst: Int) throws {
        let client = try Client()
        client.serverBurst = burst
        client.onEvent = Self.echo()
        // More than the windows of both peers, with a length that is not a multiple of any frame's.
        let body = [[UInt8]](repeating: Array(0...250), count: 5_000).flatMap(\.self)
        let stream = client.request("POST", body: body, trailers: [("checksum", "1"), ("x", "2")])
        try client.run()
        let response = try #require(client.responses[stream])
        #expect(response.body == body)
        #expect(response.trailers == ["checksum: 1", "x: 2"])
        #expect(response.closeCode == 0)
        #expect(client.events.last == .closed(stream: stream))
    }

    @Test("uploads that are interleaved do not mix")
    func interleavedUploads() throws {
        let client = try Client()
        client.onEvent = Self.echo()
        let streams = (0..<20).map { _ in client.request("POST", body: [], isOpen: true) }
        for round in 0..<5 {
            for stream in streams {
                client.upload(stream, Array("\(stream).\(round);".utf8), finish: round == 4)
                try client.run()
            }
        }
        for stream in streams {
            let expected = (0..<5).map { "\(stream).\($0);" }.joined()
            #expect(client.responses[stream].map { text($0.body) } == expected)
        }
    }

    @Test("trailers go behind an empty body, too")
    func trailersAlone() throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, let trailers) = event else { return }
            #expect(trailers.pairs == ["up: 1"])
            try server.respond(stream, ResponseHead(status: 200), length: 0)
            try server.end(stream, trailers: Fields([("Down", "2")]))
        }
        let stream = client.request("POST", body: [], trailers: [("up", "1")])
        try client.run()
        let response = try #require(client.responses[stream])
        #expect(response.body == [])
        #expect(response.trailers == ["down: 2"])
        #expect(response.closeCode == 0)
    }

    @Test("interim responses go before the final one")
    func interims() throws {
        let client = try Client()
        client.onEvent = { server, event in
            switch event {
            case .head(let stream, _, let expectsContinue):
                #expect(expectsContinue)
                try server.inform(stream, ResponseHead(status: 100))
            case .request(let stream, _, let body, _):
                try server.inform(stream, ResponseHead(status: 103, fields: Fields([("Link", "</a>")])))
                try server.respond(stream, ResponseHead(status: 200), length: body.count)
                server.write(stream, body[...])
                server.end(stream)
            default: break
            }
        }
        let stream = client.request("PUT", "/", [("expect", "100-Continue")], body: [], isOpen: true)
        try client.run()
        #expect(client.responses[stream]?.interims == [[":status: 100"]])
        client.upload(stream, [1, 2], finish: true)
        try client.run()
        let response = try #require(client.responses[stream])
        #expect(response.interims == [[":status: 100"], [":status: 103", "link: </a>"]])
        #expect(response.status == 200)
        #expect(response.body == [1, 2])
    }

    @Test("an expectation without a body waits for nothing")
    func expectationWithoutBody() throws {
        let client = try Client()
        client.request("GET", "/", [("expect", "100-continue")])
        try client.run()
        guard case .request = client.events.first else {
            return #expect(Bool(false), "\(client.events)")
        }
    }

    @Test(
        "answers without a body have none, and state a length only where they may",
        arguments: [
            ("HEAD", 200, true), ("HEAD", 404, true), ("GET", 204, false), ("GET", 304, false), ("HEAD", 304, false),
        ])
    func bodiless(method: String, status: Int, statesLength: Bool) throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, _) = event else { return }
            try server.respond(stream, ResponseHead(status: status), length: 4)
            server.write(stream, [1, 2, 3, 4])
            try server.end(stream, trailers: Fields([("a", "b")]))
        }
        let stream = client.request(method)
        try client.run()
        let response = try #require(client.responses[stream])
        #expect(response.head == [":status: \(status)"] + (statesLength ? ["content-length: 4"] : []))
        #expect(response.body == [])
        #expect(response.trailers == [])
        #expect(response.closeCode == 0)
    }

    @Test("what an answer states of itself is not doubled")
    func statedFields() throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, _) = event else { return }
            let fields = Fields([("Content-Length", "2"), ("DATE", "then"), ("Set-Cookie", "a"), ("set-cookie", "b")])
            try server.respond(
                stream, ResponseHead(status: 200, fields: fields), length: 2, date: Array("now".utf8))
            server.write(stream, [1, 2])
            server.end(stream)
        }
        let stream = client.request()
        try client.run()
        #expect(
            client.responses[stream]?.head == [
                ":status: 200", "content-length: 2", "date: then", "set-cookie: a", "set-cookie: b",
            ])
    }

    @Test("an answer of unknown length states none")
    func unknownLength() throws {
        let client = try Client()
        client.onEvent = { server, event in
            guard case .request(let stream, _, _, _) = event else { return }
            try server.respond(stream, ResponseHead(status: 200), length: nil)
        }
        let stream = client.request()
        try client.run()
        #expect(client.responses[stream]?.head == [":status: 200"])
        for byte in UInt8(1)...3 {
            client.server.write(stream, [byte])
            try client.run()
            #expect(client.responses[stream]?.body == Array(1...byte))
            #expect(client.responses[stream]?.closeCode == nil)
        }
        client.server.end(stream)
        try client.run()
        #expect(client.responses[stream]?.closeCode == 0)
    }

    @Test("a CONNECT that is accepted has no length, and carries bytes both ways")
    func connect() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, [(":method", "CONNECT"), (":authority", "example.org:443")], flags: 4))
        let head = try #require(peer.head)
        #expect(text(head.target) == "example.org:443")
        #expect(text(head.authority) == "example.org:443")
        #expect(head.path.isEmpty)
        try peer.server.respond(1, ResponseHead(status: 200), length: 2)
        peer.server.write(1, [1, 2])
        peer.send()
        let frames = peer.frames(on: 1)
        #expect(frames.map(\.kind) == [.headers, .data])
        #expect(!text(frames[0].payload).contains("content-length"))
        // Bytes that the client sends through the tunnel belong to no request.
        let events = peer.events.count
        peer.receive(.data(1, "through the tunnel", ends: true))
        #expect(peer.events.count == events)
    }

    @Test(
        "a CONNECT is whole with its head (RFC 9113, section 8.5), and its answer ends the stream",
        arguments: [200, 403])
    func connectIsWhole(status: Int) throws {
        let peer = RawPeer()
        peer.receive(.headers(1, [(":method", "CONNECT"), (":authority", "example.org:443")], flags: 4))
        #expect(peer.hasRequestLast(1))
        #expect(peer.events.count == 1)
        try peer.server.respond(1, ResponseHead(status: status), length: 0)
        peer.server.end(1)
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers, .resetStream])
        #expect(peer.frames(on: 1).map(\.endsStream) == [true, false])
        #expect(peer.frames(on: 1).last == .reset(1, 0))
        #expect(peer.events.last == .closed(stream: 1))
        peer.receive(.data(1, "late"))
        #expect(peer.failure == nil)
    }

    @Test(
        "a header block in a CONNECT that does not end the stream is the stream's error (RFC 9113, section 8.5)",
        arguments: [false, true])
    func connectHasNoMoreHeads(isAnswered: Bool) throws {
        let peer = RawPeer()
        peer.receive(.headers(1, [(":method", "CONNECT"), (":authority", "example.org:443")], flags: 4))
        if isAnswered {
            try peer.server.respond(1, ResponseHead(status: 200), length: nil)
            peer.server.write(1, [1])
            peer.send()
        }
        peer.receive(.data(1, "through the tunnel"))
        peer.receive(.headers(1, [("a", "b")], flags: 4))
        #expect(peer.frames(on: 1).last == .reset(1, HTTP2ErrorCode.protocolError.rawValue))
        #expect(peer.events.last == .reset(stream: 1, .protocolError, isOwn: true))
        #expect(peer.failure == nil)
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.hasRequestLast(3))
    }

    @Test("OPTIONS of everything has the path *")
    func asterisk() throws {
        let peer = RawPeer()
        peer.receive(
            .headers(1, [(":method", "OPTIONS"), (":scheme", "http"), (":authority", "h"), (":path", "*")]))
        let head = try #require(peer.head)
        #expect(text(head.path) == "*")
    }

    @Test("Host stands in for an authority that is not there, and stays a field")
    func host() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, [(":method", "GET"), (":scheme", "http"), (":path", "/"), ("host", "a:1")]))
        let head = try #require(peer.head)
        #expect(text(head.authority) == "a:1")
        #expect(head.fields.pairs == ["host: a:1"])
    }

    @Test("the crumbs of a cookie are joined where the first of them stood")
    func cookies() throws {
        let peer = RawPeer()
        peer.receive(
            .headers(
                1,
                RawFrame.post(
                    ("a", "1"), ("cookie", "x=1"), ("b", "2"), ("cookie", "y=2"), ("expect", "100-continue"),
                    ("cookie", "z"), ("content-length", "3"), ("host", "h")), flags: 4))
        let head = try #require(peer.head)
        #expect(
            head.fields.pairs == [
                "a: 1", "cookie: x=1; y=2; z", "b: 2", "expect: 100-continue", "content-length: 3", "host: h",
            ])
        #expect(peer.events.contains(.head(stream: 1, head, expectsContinue: true)))
    }

    @Test("the first settings are the server's, and overrides take their place")
    func settings() throws {
        let plain = try Client()
        try plain.run()
        #expect(plain.remoteSetting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS) == 128)
        #expect(plain.remoteSetting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE) == 65_536)
        #expect(plain.windows.connection == 16 * 1024 * 1024)
        #expect(plain.windows.stream == 256 * 1024)

        let overrides = [
            try #require(HTTP2Setting(.maxConcurrentStreams, 1)), try #require(HTTP2Setting(.maxFrameSize, 20_000)),
        ]
        let other = try Client(HTTP2Session(settings: HTTP2Settings(overrides: overrides)))
        try other.run()
        #expect(other.remoteSetting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS) == 1)
        #expect(other.remoteSetting(NGHTTP2_SETTINGS_MAX_FRAME_SIZE) == 20_000)
        other.server.change([try #require(HTTP2Setting(.maxConcurrentStreams, 7))])
        try other.run()
        #expect(other.remoteSetting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS) == 7)
    }

    @Test("under a limit of one stream the client asks one after another")
    func oneStream() throws {
        let client = try Client(HTTP2Session(settings: HTTP2Settings(maxConcurrentStreams: 1)))
        try client.run()
        var open = 0
        client.onEvent = { server, event in
            switch event {
            case .request(let stream, _, _, _):
                open += 1
                #expect(open == 1)
                try server.respond(stream, ResponseHead(status: 200), length: 0)
                server.end(stream)
            case .closed: open -= 1
            default: break
            }
        }
        let streams = (0..<5).map { _ in client.request() }
        try client.run()
        #expect(streams.allSatisfy { client.responses[$0]?.status == 200 })
    }
}
