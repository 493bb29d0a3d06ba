import Testing

@testable import TLS

@Suite("Bytes that are not TLS")
struct PlainTextTests {
    @Test(
        "a request in plain text is told as one, and nothing is answered",
        arguments: [
            ("GET /users HTTP/1.1\r\nHost: x\r\n\r\n", "`GET /users HTTP/1.1`"),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "`PRI * HTTP/2.0`"),
            ("DELETE /a", "`DELETE /a`"), ("P", "`P`"),
            ("POST /" + String(repeating: "a", count: 100), "`POST /" + String(repeating: "a", count: 54) + "…`"),
            (
                "GET http://ada:" + String(repeating: "b", count: 50) + "@h/",
                "`GET http://ada:" + String(repeating: "b", count: 45) + "…@…`"
            ),
            ("GET /\u{7}é", #"`GET /\x07\xC3\xA9`"#),
        ])
    func requests(_ text: String, _ beginning: String) throws {
        let session = try TLSSession(makeContext())
        session.receive(Array(text.utf8))
        #expect(session.state == .failed(.plainText(beginning: beginning)))
        #expect(!session.hasOutput)
    }

    @Test("its text names the remedy")
    func text() {
        #expect(
            TLSError.plainText(beginning: "`GET / HTTP/1.1`").description
                == "The client sent `GET / HTTP/1.1` without TLS, and this port speaks only TLS: "
                + "its URL must begin with https://.")
    }

    @Test(
        "other bytes are refused too",
        arguments: [[0, 0, 0, 0, 0], [0xFF, 1, 2, 3, 4, 5], Array("get / http".utf8)] as [[UInt8]])
    func others(_ bytes: [UInt8]) throws {
        let session = try TLSSession(makeContext())
        session.receive(bytes)
        guard case .failed(.notTLS) = session.state else {
            Issue.record("\(session.state)")
            return
        }
    }

    @Test("a client's hello that begins with a record is not plain text")
    func hello() throws {
        var pair = try TLSPair(makeContext())
        pair.run()
        _ = try pair.facts
    }
}
