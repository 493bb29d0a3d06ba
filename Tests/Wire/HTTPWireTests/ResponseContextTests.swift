import HTTPMessage
import HTTPWire
import Testing

@Suite("Request context")
struct ResponseContextTests {
    private func context(_ text: String) -> ResponseContext? {
        guard case .head(_, let context) = outcome(of: [Array(text.utf8)[...]]).events.first else { return nil }
        return context
    }

    @Test(
        "a connection persists as version and Connection say",
        arguments: [
            ("1.1", nil, true),
            ("1.1", "close", false),
            ("1.1", "Close", false),
            ("1.1", "keep-alive, CLOSE", false),
            ("1.1", "keep-alive", true),
            ("1.1", "upgrade", true),
            ("1.1", "closed", true),
            ("1.0", nil, false),
            ("1.0", "keep-alive", true),
            ("1.0", "x, Keep-Alive", true),
            ("1.0", "keep-alive, close", false),
            ("1.0", "upgrade", false),
        ] as [(String, String?, Bool)]
    )
    func persists(version: String, connection: String?, persists: Bool) throws {
        let line = connection.map { "Connection: \($0)\r\n" } ?? ""
        #expect(try #require(context("GET / HTTP/\(version)\r\nHost: h\r\n\(line)\r\n")).persists == persists)
    }

    @Test(
        "who would go on by another protocol says so in Connection",
        arguments: [
            ("Connection: Upgrade, HTTP2-Settings", true),
            ("Connection: keep-alive\r\nconnection: UPGRADE", true),
            ("Upgrade: h2c", false),
            ("Connection: upgraded", false),
        ])
    func asksForUpgrade(lines: String, asks: Bool) throws {
        #expect(try #require(context("GET / HTTP/1.1\r\nHost: h\r\n\(lines)\r\n\r\n")).asksForUpgrade == asks)
    }

    @Test("HEAD and CONNECT are known by their exact names")
    func methods() throws {
        let head = try #require(context("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"))
        #expect(head.isHead && !head.isConnect)
        let connect = try #require(context("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n"))
        #expect(connect.isConnect && !connect.isHead)
        let other = try #require(context("head / HTTP/1.1\r\nHost: h\r\n\r\n"))
        #expect(!other.isHead && !other.isConnect)
    }

    @Test("nothing follows a refused request, and a refused HEAD is still one")
    func refused() throws {
        let refusal = try #require(outcome(of: [Array("HEAD / HTTP/1.1\r\n\r\n".utf8)[...]]).refusal)
        let context = ResponseContext(refusal)
        #expect(context.isHead)
        #expect(!context.persists)
        let unknown = try #require(outcome(of: [Array("HEAD\r\n".utf8)[...]]).refusal)
        #expect(!ResponseContext(unknown).isHead)
    }
}
