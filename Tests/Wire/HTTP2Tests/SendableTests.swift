import HTTP2
import HTTPMessage
import Testing

/// Parts of a response that HTTP/2 can't carry.
@Suite struct SendableTests {
    private func error(_ head: ResponseHead) -> String? {
        do {
            try head.checkSendableOnHTTP2()
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "fields of an HTTP/1.1 connection are named",
        arguments: ["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "upgrade"])
    func connectionFields(name: String) {
        #expect(
            error(ResponseHead(status: 200, fields: Fields([("a", "b"), (name, "x")])))
                == "The header `\(name)` cannot be sent over HTTP/2: it describes an HTTP/1.1 connection "
                + "(RFC 9113, section 8.2.2).")
    }

    @Test("other fields pass")
    func otherFields() {
        let fields = Fields([("TE", "trailers"), ("Host", "a"), ("connection-id", "1"), ("A", " ä\t")])
        #expect(error(ResponseHead(status: 999, fields: fields)) == nil)
    }

    @Test(
        "what would be another message is refused",
        arguments: [
            (
                ResponseHead(status: 100),
                "The status 100 cannot be sent over HTTP/2 here: a final response has one from 200 to 999, an "
                    + "interim one from 100 to 199 (RFC 9110, section 15)."
            ),
            (
                ResponseHead(status: 101),
                "The status 101 cannot be sent over HTTP/2, which has no upgrade (RFC 9113, section 8.6)."
            ),
            (
                ResponseHead(status: 200, reason: "Fine"),
                "The reason phrase \"Fine\" cannot be sent over HTTP/2, which has none (RFC 9113, section 8.3.2)."
            ),
            (
                ResponseHead(status: 200, fields: Fields([(":status", "200")])),
                "The header name \":status\" cannot be sent over HTTP/2: it is not a token (RFC 9113, section 8.2.1)."
            ),
            (
                ResponseHead(status: 200, fields: Fields([("a", "b\r\nc")])),
                "The header `a` cannot be sent over HTTP/2: its value holds a carriage return "
                    + "(RFC 9113, section 8.2.1)."
            ),
            (
                ResponseHead(status: 200, fields: Fields([("a", "b\0")])),
                "The header `a` cannot be sent over HTTP/2: its value holds a NUL byte (RFC 9113, section 8.2.1)."
            ),
            (
                ResponseHead(status: 200, fields: Fields([("a", String(repeating: "b", count: 262_112))])),
                "The headers cannot be sent over HTTP/2: they are larger than 262144 bytes."
            ),
        ])
    func refused(head: ResponseHead, text: String) {
        #expect(error(head) == text)
    }

    @Test("the largest headers arrive, more are refused and leave the answer to be made")
    func largest() throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        let large = String(repeating: "b", count: 262_112)
        #expect(throws: HTTP2Unsendable.tooLarge(262_144)) {
            try peer.server.respond(
                1, ResponseHead(status: 200, fields: Fields([("a", large)])), length: 0)
        }
        try peer.server.respond(
            1, ResponseHead(status: 200, fields: Fields([("a", String(large.dropLast()))])), length: 0,
            date: Array("now".utf8))
        peer.server.end(1)
        peer.send()
        #expect(peer.frames(on: 1).first?.kind == .headers)
        #expect(peer.frames(on: 1).dropFirst().allSatisfy { $0.kind == .continuation })
        #expect(peer.events.last == .closed(stream: 1))
    }

    @Test("interim responses and trailers are held to the same", arguments: [101, 200, 99])
    func interims(status: Int) throws {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.get()))
        #expect(throws: HTTP2Unsendable.status(status)) {
            try peer.server.inform(1, ResponseHead(status: status))
        }
        #expect(throws: HTTP2Unsendable.connectionField("Upgrade")) {
            try peer.server.inform(1, ResponseHead(status: 103, fields: Fields([("Upgrade", "x")])))
        }
        try peer.server.respond(1, ResponseHead(status: 200), length: 0)
        #expect(throws: HTTP2Unsendable.name("a b")) {
            try peer.server.end(1, trailers: Fields([("a b", "")]))
        }
        peer.server.end(1)
        peer.send()
        #expect(peer.frames(on: 1).map(\.kind) == [.headers])
    }
}
