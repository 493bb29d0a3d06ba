import HTTP2
import HTTPMessage
import Testing

/// HTTP/2 by `Upgrade: h2c` (RFC 7540, section 3.2), after the 101.
@Suite struct UpgradeTests {
    private func request(_ method: String = "GET") -> Request {
        let bytes = Array("\(method)/ph".utf8)
        let length = method.utf8.count
        let head = RequestHead(
            method: bytes[..<length], target: bytes[length..<(length + 2)], authority: bytes[(length + 2)...],
            path: bytes[length..<(length + 2)], query: nil, version: .http11, fields: Fields([("Host", "h")]),
            raw: bytes)
        return Request(head: head, body: [1, 2], connection: ConnectionInfo(index: 1, exchange: 1))
    }

    @Test("the request that asked for the upgrade is stream 1, and its client's settings hold")
    func upgrade() throws {
        let request = request()
        // INITIAL_WINDOW_SIZE of 3.
        let server = try HTTP2Session(upgrading: request, payload: [0, 4, 0, 0, 0, 3])
        let peer = RawPeer(server)
        #expect(peer.events == [.request(stream: 1, request.head, body: [1, 2], trailers: Fields())])
        try server.respond(1, ResponseHead(status: 200), length: 5)
        server.write(1, [1, 2, 3, 4, 5])
        server.end(1)
        peer.send()
        #expect(peer.frames.first?.kind == .settings)
        #expect(peer.content(on: 1) == [1, 2, 3])
        peer.receive(RawFrame.preface + RawFrame.settings((4, 100)).bytes)
        #expect(peer.content(on: 1) == [1, 2, 3, 4, 5])
        #expect(peer.events.last == .closed(stream: 1))
        peer.receive(.headers(3, RawFrame.get()))
        #expect(peer.hasRequestLast(3))
    }

    @Test("a client of nghttp2's is answered on stream 1, then on others")
    func client() throws {
        let client = try Client(HTTP2Session(upgrading: request(), payload: []))
        client.upgrade([])
        client.onEvent = ExchangeTests.echo()
        try client.run()
        #expect(client.responses[1]?.body == [1, 2])
        #expect(client.responses[1]?.closeCode == 0)
        let next = client.request("GET", "/next")
        try client.run()
        #expect(next == 3)
        #expect(client.responses[3].map { text($0.body) } == "/next")
    }

    @Test("the answer to an upgraded HEAD has no body")
    func head() throws {
        let server = try HTTP2Session(upgrading: request("HEAD"), payload: [])
        let peer = RawPeer(server)
        try server.respond(1, ResponseHead(status: 200), length: 5)
        server.write(1, [1, 2, 3, 4, 5])
        server.end(1)
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers])
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("settings that are cut off are refused", arguments: [[0], [0, 4, 0, 0, 0], [0, 4, 0, 0, 0, 3, 0]])
    func cutSettings(payload: [UInt8]) {
        #expect(throws: HTTP2UpgradeError.settings) {
            try HTTP2Session(upgrading: request(), payload: payload)
        }
    }

    @Test("settings that may not be end the connection as a frame of them would")
    func wrongSettings() throws {
        let peer = RawPeer(try HTTP2Session(upgrading: request(), payload: [0, 4, 0x80, 0, 0, 0]))
        peer.send()
        #expect(peer.failure == .flowControlError)
    }
}
