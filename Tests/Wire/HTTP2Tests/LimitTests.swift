import HTTP2
import HTTPMessage
import Testing

/// Size limits: the largest value that is accepted, and the smallest that is rejected.
@Suite struct LimitTests {
    private static let limits = HTTP2Limits(headerList: 1000, fieldCount: 5, target: 100, body: 1000, bodies: 1500)
    private static let settings = HTTP2Settings(limits: limits)

    private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    private func refusal(_ peer: RawPeer) -> [String] {
        peer.events.compactMap {
            if case .refused(let stream, let refusal) = $0 {
                "\(stream) \(refusal.status) \(refusal.text)"
            } else {
                nil
            }
        }
    }

    /// A GET whose header list has `size` bytes, counted as for SETTINGS_MAX_HEADER_LIST_SIZE.
    private func get(ofSize size: Int) -> [(String, String)] {
        let plain = RawFrame.get("/", ("a", ""))
        let base = plain.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
        return RawFrame.get("/", ("a", letters(size - base)))
    }

    @Test("a header list up to the limit is taken, one byte more is a 431, and the connection goes on")
    func headerList() {
        let peer = RawPeer(settings: Self.settings)
        peer.respondsToAll = true
        peer.receive(.headers(1, get(ofSize: 1000)))
        #expect(refusal(peer) == [])
        peer.receive(.headers(3, get(ofSize: 1001)))
        #expect(refusal(peer) == ["3 431 The fields are larger than 1000 bytes (RFC 6585, section 5)."])
        peer.receive(.headers(5, get(ofSize: 500)))
        #expect(peer.events.last == .closed(stream: 5))
        #expect(peer.frames(on: 3).map(\.kind) == [.headers])
        #expect(peer.events.contains(.closed(stream: 3)))
    }

    @Test("a client gets the answer to what was refused")
    func response() throws {
        let client = try Client(HTTP2Session(settings: Self.settings))
        client.onEvent = { server, event in
            guard case .refused(let stream, let refusal) = event else { return }
            try server.respond(stream, ResponseHead(status: refusal.status), length: 0)
            server.end(stream)
        }
        let stream = client.request("POST", "/", [("a", letters(1000))], body: [1], isOpen: true)
        try client.run()
        #expect(client.responses[stream]?.status == 431)
        #expect(client.responses[stream]?.closeCode == 0)
    }

    @Test("what is known of a refused request is told")
    func known() throws {
        let peer = RawPeer(settings: Self.settings)
        peer.receive(.headers(1, get(ofSize: 2000)))
        let refusal = try #require(peer.refusal)
        #expect(!refusal.isReset)
        #expect(refusal.method.map(text) == "GET")
        #expect(refusal.target.map(text) == "/")
        #expect(refusal.head == nil)
    }

    @Test("the beginning of a target that is too long is kept, and short fields behind a limit")
    func partial() throws {
        let peer = RawPeer(settings: Self.settings)
        peer.receive(.headers(1, RawFrame.get("/" + letters(150), ("b", "c"))))
        let target = try #require(peer.refusal)
        #expect(target.status == 414 && target.target == nil)
        #expect(target.partial.map { text($0.target) } == "/" + letters(99))
        #expect(target.partial?.fields.pairs.contains("b: c") == true)

        let other = RawPeer(settings: Self.settings)
        other.receive(
            .headers(
                1, RawFrame.get("/", ("a", letters(200)), ("b", letters(2000)), ("c", letters(200)), ("d", "e"))))
        let fields = try #require(other.refusal)
        #expect(fields.status == 431)
        #expect(fields.partial?.fields.pairs == ["a: \(letters(200))", "d: e"])
        #expect(fields.partial.map { text($0.target) } == "/")
    }

    @Test("256 fields are taken by default, 257 are a 431")
    func fieldCount() {
        let peer = RawPeer()
        // 33 bytes each, as SETTINGS_MAX_HEADER_LIST_SIZE counts them: far below what that says.
        let most = Array(repeating: ("f", ""), count: 256)
        peer.receive(.headers(1, RawFrame.get() + most))
        #expect(refusal(peer) == [])
        peer.receive(.headers(3, RawFrame.get() + most + [("g", "")]))
        #expect(refusal(peer) == ["3 431 There are more than 256 fields (RFC 6585, section 5)."])
    }

    @Test("as many fields as the settings say are taken, one more is a 431, also of trailers")
    func statedFieldCount() {
        let peer = RawPeer(settings: Self.settings)
        let five = (0..<5).map { ("f\($0)", "") }
        peer.receive(.headers(1, RawFrame.get() + five))
        peer.receive(.headers(3, RawFrame.post(), flags: 4), .headers(3, five))
        #expect(refusal(peer) == [])
        peer.receive(.headers(5, RawFrame.get() + five + [("g", "")]))
        peer.receive(.headers(7, RawFrame.post(), flags: 4), .headers(7, five + [("g", "")]))
        let text = "431 There are more than 5 fields (RFC 6585, section 5)."
        #expect(refusal(peer) == ["5 " + text, "7 " + text])
    }

    @Test("a target too long is a 414")
    func target() {
        let peer = RawPeer(settings: Self.settings)
        peer.receive(.headers(1, RawFrame.get("/" + letters(99))))
        #expect(refusal(peer) == [])
        peer.receive(.headers(3, RawFrame.get("/" + letters(100))))
        #expect(
            refusal(peer) == ["3 414 The request target is longer than 100 bytes (RFC 9110, section 15.5.15)."])
    }

    @Test("a body too large is a 413 as soon as its length is stated")
    func statedBody() {
        let peer = RawPeer(settings: Self.settings)
        peer.receive(.headers(1, RawFrame.post(("content-length", "1000")), flags: 4))
        #expect(refusal(peer) == [])
        let expected = "413 The body is larger than 1000 bytes (RFC 9110, section 15.5.14)."
        peer.receive(.headers(3, RawFrame.post(("content-length", "1001")), flags: 4))
        #expect(refusal(peer) == ["3 " + expected])
        peer.receive(.headers(5, RawFrame.post(("content-length", "9223372036854775807")), flags: 4))
        #expect(refusal(peer) == ["3 " + expected, "5 " + expected])
    }

    @Test("a body too large is a 413 when it is, and its rest is dropped")
    func body() throws {
        let peer = RawPeer(settings: Self.settings)
        peer.respondsToAll = true
        peer.receive(.headers(1, RawFrame.post(), flags: 4), .data(1, letters(1000), ends: true))
        #expect(refusal(peer) == [])
        peer.receive(.headers(3, RawFrame.post(), flags: 4), .data(3, letters(1000)))
        #expect(refusal(peer) == [])
        peer.receive(.data(3, "a"))
        #expect(refusal(peer) == ["3 413 The body is larger than 1000 bytes (RFC 9110, section 15.5.14)."])
        let refusal = try #require(peer.refusal)
        #expect(refusal.head != nil)
        // Answered without waiting for the rest.
        #expect(peer.frames(on: 3).map(\.kind) == [.headers, .resetStream])
        #expect(peer.events.last == .closed(stream: 3))
        peer.receive(.data(3, letters(1000)))
        #expect(peer.failure == nil)
    }

    @Test("bodies that are too large together refuse the one that makes them so, until one is whole")
    func bodies() {
        let peer = RawPeer(settings: Self.settings)
        peer.receive(.headers(1, RawFrame.post(), flags: 4), .data(1, letters(1000)))
        peer.receive(.headers(3, RawFrame.post(), flags: 4), .data(3, letters(500)))
        #expect(refusal(peer) == [])
        peer.receive(.data(3, "a"))
        #expect(
            refusal(peer) == [
                "3 413 The bodies that come on this connection at once are larger than 1500 bytes "
                    + "(RFC 9110, section 15.5.14)."
            ])
        peer.receive(.data(1, "", ends: true))
        peer.receive(.headers(5, RawFrame.post(), flags: 4), .data(5, letters(1000)))
        peer.receive(.headers(7, RawFrame.post(), flags: 4), .data(7, letters(500)))
        #expect(refusal(peer).count == 1)
        // A client that cancels a stream frees its share.
        peer.receive(.reset(5, 8))
        peer.receive(.headers(9, RawFrame.post(), flags: 4), .data(9, letters(1000)))
        #expect(refusal(peer).count == 1)
    }

    @Test("trailers too large are a 431")
    func trailers() throws {
        let peer = RawPeer(settings: Self.settings)
        peer.receive(.headers(1, RawFrame.post(), flags: 4), .headers(1, [("a", letters(967))]))
        #expect(refusal(peer) == [])
        peer.receive(.headers(3, RawFrame.post(), flags: 4), .headers(3, [("a", letters(968))]))
        #expect(refusal(peer) == ["3 431 The fields are larger than 1000 bytes (RFC 6585, section 5)."])
    }

    @Test("an expectation that is not known is a 417")
    func expectation() {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.post(("expect", "200-ok")), flags: 4))
        #expect(
            refusal(peer) == ["1 417 The expectation `200-ok` is not 100-continue (RFC 9110, section 10.1.1)."])
    }

    @Test("a head that is as large as it may be comes in CONTINUATION frames")
    func continuations() throws {
        let peer = RawPeer()
        let block = RawFrame.block(get(ofSize: 65_536))
        var frames = [RawFrame(.headers, flags: 1, stream: 1, payload: Array(block.prefix(16_384)))]
        var rest = block.dropFirst(16_384)
        while !rest.isEmpty {
            frames.append(RawFrame(.continuation, stream: 1, payload: Array(rest.prefix(16_384))))
            rest = rest.dropFirst(16_384)
        }
        frames[frames.count - 1].flags = 4
        peer.receive(frames.flatMap(\.bytes))
        #expect(frames.count == 5 || frames.count == 4)
        #expect(peer.refusal == nil)
        #expect(peer.hasRequestLast(1))
    }
}
