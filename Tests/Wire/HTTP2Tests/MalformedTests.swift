import HTTP2
import HTTPMessage
import Testing

/// Requests that are malformed by RFC 9113, which are stream errors of type PROTOCOL_ERROR (section 8.1.1), each with a
/// well-formed twin.
@Suite struct MalformedTests {
    struct Vector: Sendable, CustomStringConvertible {
        var name: String
        var frames: [RawFrame]
        var isAccepted: Bool
        var description: String { name }
    }

    private static func head(_ name: String, _ lines: [(String, String)], ok: Bool = false) -> Vector {
        Vector(name: name, frames: [.headers(1, lines)], isAccepted: ok)
    }

    private static func get(_ name: String, _ more: (String, String)..., ok: Bool = false) -> Vector {
        head(name, RawFrame.get() + more, ok: ok)
    }

    private static func post(
        _ name: String, _ length: String?, _ pieces: [String], trailers: [(String, String)]? = nil, ok: Bool = false
    ) -> Vector {
        let lines = length.map { RawFrame.post(("content-length", $0)) } ?? RawFrame.post()
        var frames = [RawFrame.headers(1, lines, flags: pieces.isEmpty && trailers == nil ? 5 : 4)]
        for (index, piece) in pieces.enumerated() {
            frames.append(.data(1, piece, ends: index == pieces.count - 1 && trailers == nil))
        }
        if let trailers { frames.append(.headers(1, trailers)) }
        return Vector(name: name, frames: frames, isAccepted: ok)
    }

    private static func scheme(_ name: String) -> [(String, String)] {
        [(":method", "GET"), (":scheme", name), (":authority", "h"), (":path", "/")]
    }

    static let vectors: [Vector] = [
        // 8.1.1: content-length.
        post("8.1.1 content as long as stated", "3", ["ab", "c"], ok: true),
        post("8.1.1 content longer than stated", "3", ["ab", "cd"]),
        post("8.1.1 content shorter than stated", "3", ["ab"]),
        post("8.1.1 no content where some is stated", "3", []),
        post("8.1.1 content shorter than stated, with trailers", "3", ["ab"], trailers: [("a", "b")]),
        post("8.1.1 no content and none stated", "0", [], ok: true),
        get("8.1.1 content-length twice", ("content-length", "0"), ("content-length", "0")),
        get("8.1.1 content-length that is not a number", ("content-length", "0x1")),
        // 8.1: trailers.
        post("8.1 trailers", nil, ["ab"], trailers: [("a", "b")], ok: true),
        post("8.1 a pseudo-header in trailers", nil, ["ab"], trailers: [(":path", "/")]),
        Vector(
            name: "8.1 trailers that do not end the stream",
            frames: [
                .headers(1, RawFrame.post(), flags: 4), .headers(1, [("a", "b")], flags: 4),
            ], isAccepted: false),
        // 8.2.1: field validity.
        get("8.2.1 a name in lower case", ("abc", "d"), ok: true),
        get("8.2.1 a name in upper case", ("Abc", "d")),
        get("8.2.1 a space in a name", ("a b", "d")),
        get("8.2.1 a colon in a name", ("a:b", "d")),
        get("8.2.1 an empty name", ("", "d")),
        get("8.2.1 a name beyond ASCII", ("ä", "d")),
        get("8.2.1 an empty value", ("abc", ""), ok: true),
        get("8.2.1 a value beyond ASCII", ("abc", "ä"), ok: true),
        get("8.2.1 NUL in a value", ("abc", "d\0e")),
        get("8.2.1 LF in a value", ("abc", "d\ne")),
        get("8.2.1 CR in a value", ("abc", "d\re")),
        get("8.2.1 a value that starts with a space", ("abc", " d")),
        get("8.2.1 a value that ends with a tab", ("abc", "d\t")),
        get("8.2.1 a space within a value", ("abc", "d e"), ok: true),
        // 8.2.2: connection-specific fields.
        get("8.2.2 connection", ("connection", "close")),
        get("8.2.2 keep-alive", ("keep-alive", "1")),
        get("8.2.2 proxy-connection", ("proxy-connection", "close")),
        get("8.2.2 transfer-encoding", ("transfer-encoding", "chunked")),
        get("8.2.2 upgrade", ("upgrade", "h2c")),
        get("8.2.2 te: trailers", ("te", "trailers"), ok: true),
        get("8.2.2 te: gzip", ("te", "gzip")),
        // 8.3: pseudo-headers.
        get("8.3 a pseudo-header behind a field", ("a", "b"), (":path", "/")),
        get("8.3 a pseudo-header that is not known", (":version", "2")),
        get("8.3 a pseudo-header of responses", (":status", "200")),
        get("8.3 a pseudo-header twice", (":path", "/")),
        // 8.3.1: pseudo-headers of requests.
        head("8.3.1 no method", [(":scheme", "http"), (":authority", "h"), (":path", "/")]),
        head("8.3.1 no scheme", [(":method", "GET"), (":authority", "h"), (":path", "/")]),
        head("8.3.1 no path", [(":method", "GET"), (":scheme", "http"), (":authority", "h")]),
        head("8.3.1 an empty path", [(":method", "GET"), (":scheme", "http"), (":authority", "h"), (":path", "")]),
        head("8.3.1 no authority and no host", [(":method", "GET"), (":scheme", "http"), (":path", "/")]),
        head("8.3.1 a method that is not a token", [(":method", "G T")] + RawFrame.get().dropFirst()),
        head("8.3.1 a method of one's own", [(":method", "G.T")] + RawFrame.get().dropFirst(), ok: true),
        head("8.3.1 a path without a slash", RawFrame.get("a")),
        head("8.3.1 a path that is an asterisk", RawFrame.get("*")),
        head("8.3.1 a space in the path", RawFrame.get("/a b")),
        head("8.3.1 a fragment in the path", RawFrame.get("/a#b")),
        head("8.3.1 a backslash in the path", RawFrame.get("/a\\b")),
        head("8.3.1 a backslash in the query", RawFrame.get("/?a=\\")),
        head("8.3.1 a backslash that is percent-encoded", RawFrame.get("/a%5Cb?%5c"), ok: true),
        head("8.3.1 a scheme in upper case", scheme("HTTP"), ok: true),
        head("8.3.1 a path beyond ASCII", RawFrame.get("/ä")),
        head("8.3.1 a percent sign without digits", RawFrame.get("/a%zz")),
        head("8.3.1 a percent sign at the end", RawFrame.get("/?a=%2")),
        head("8.3.1 a percent-encoded byte", RawFrame.get("/a%2f%aB"), ok: true),
        head("8.3.1 a path that clients leave bare", RawFrame.get("/a|b"), ok: true),
        head(
            "8.3.1 user information in the authority",
            [(":method", "GET"), (":scheme", "http"), (":authority", "u@h"), (":path", "/")]),
        head(
            "8.3.1 an authority with a wrong port",
            [(":method", "GET"), (":scheme", "http"), (":authority", "h:99999"), (":path", "/")]),
        get("8.3.1 a host that is the authority", ("host", "H"), ok: true),
        get("8.3.1 a host that is not the authority", ("host", "i")),
        // 8.5: CONNECT.
        head("8.5 CONNECT", [(":method", "CONNECT"), (":authority", "h:1")], ok: true),
        head("8.5 CONNECT without a port", [(":method", "CONNECT"), (":authority", "h")]),
        head("8.5 CONNECT with a path", [(":method", "CONNECT"), (":authority", "h:1"), (":path", "/")]),
        head("8.5 CONNECT without an authority", [(":method", "CONNECT")]),
        // RFC 8441, which is disabled unless it is set.
        head(
            "RFC 8441 :protocol",
            [
                (":method", "CONNECT"), (":scheme", "http"), (":authority", "h:1"), (":path", "/"),
                (":protocol", "websocket"),
            ]),
    ]

    @Test("a malformed request is reset, and no other one", arguments: vectors)
    func vector(_ vector: Vector) {
        let peer = RawPeer()
        peer.receive(vector.frames.flatMap(\.bytes))
        let requests = peer.events.count { if case .request = $0 { true } else { false } }
        if vector.isAccepted {
            #expect(requests == 1)
            #expect(peer.refusal == nil)
            #expect(peer.frames(on: 1) == [])
        } else {
            #expect(requests == 0)
            #expect(peer.refusal?.isReset == true)
            #expect(peer.refusal?.status == 400)
            #expect(peer.events.count { if case .refused = $0 { true } else { false } } == 1)
            #expect(peer.frames(on: 1) == [.reset(1, HTTP2ErrorCode.protocolError.rawValue)])
            #expect(peer.server.openStreams == 0)
        }
        // In any case the connection continues.
        peer.receive(.headers(3, RawFrame.get("/next")))
        #expect(peer.hasRequestLast(3))
        #expect(peer.failure == nil)
    }

    @Test(
        "a scheme is one that the connection can serve, else the request is refused and not reset",
        arguments: [
            (
                "https", false, 421,
                "`:scheme` names an https resource, but the connection is in the clear "
                    + "(RFC 9110, section 7.4)."
            ),
            (
                "HTTPS", false, 421,
                "`:scheme` names an https resource, but the connection is in the clear "
                    + "(RFC 9110, section 7.4)."
            ),
            ("ftp", true, 400, "`:scheme` is `ftp`, not http or https (RFC 9113, section 8.3.1)."),
            ("https", true, nil, nil), ("http", true, nil, nil), ("http", false, nil, nil),
        ] as [(String, Bool, Int?, String?)])
    func schemes(_ name: String, acceptsHTTPS: Bool, status: Int?, text: String?) {
        for step in [1, Int.max] {
            let peer = RawPeer(settings: HTTP2Settings(acceptsHTTPS: acceptsHTTPS))
            let bytes = RawFrame.headers(1, Self.scheme(name)).bytes
            if step == 1 { for byte in bytes { peer.receive([byte]) } } else { peer.receive(bytes) }
            #expect(peer.refusal?.status == status)
            #expect(peer.refusal?.text == text)
            #expect(peer.refusal?.isReset ?? false == false)
            #expect(peer.hasRequestLast(1) == (status == nil))
            peer.receive(.headers(3, RawFrame.get("/next")))
            #expect(peer.hasRequestLast(3))
        }
    }

    @Test("a malformed request says what is wrong with it")
    func words() throws {
        let texts = try [
            RawFrame.get("/", ("host", "i")), RawFrame.get("/#"), RawFrame.get("/%"),
        ].map { lines in
            let peer = RawPeer()
            peer.receive(.headers(1, lines))
            return try #require(peer.refusal).text
        }
        #expect(
            texts == [
                "`host` and `:authority` name different hosts (RFC 9113, section 8.3.1).",
                "`:path` holds a byte that no path or query has: a space, a control, `#`, a backslash or one beyond "
                    + "ASCII (RFC 9113, section 8.3.1).",
                "`:path` holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25` "
                    + "(RFC 3986, section 2.1).",
            ])
    }

    @Test(
        "an error about a field has its name, and nothing of its value, which may be secret",
        arguments: [
            ("connection", "close", "connection"), ("authorization", "Bearer abc-123\n", "authorization"),
            ("x-token", " abc-123", "x-token"), ("Cookie", "sid=abc-123", "Cookie"),
            (":path", "/?token=abc-123", ":path"),
            ("x-token", "abc-123\0def", "x-token"), ("a], value: [b", "abc-123", "a"),
            ("", "abc-123", ""), (":authority", "ada:abc-123@h", ":authority"),
            (String(repeating: "a", count: 100) + " ", "abc-123", String(repeating: "a", count: 64) + "…"),
        ])
    func rejectedField(_ name: String, _ value: String, _ shown: String) throws {
        for frames in [
            [RawFrame.headers(1, RawFrame.get("/", (name, value)))],
            [.headers(1, RawFrame.post(), flags: 4), .headers(1, [(name, value)])],
        ] {
            let peer = RawPeer()
            peer.receive(frames.flatMap(\.bytes))
            let refusal = try #require(peer.refusal)
            #expect(
                refusal.text
                    == "The request is malformed (RFC 9113, section 8.1.1): the field `\(shown)`, or its value, is not "
                    + "allowed.")
            #expect(refusal.method.map(text) == (frames.count == 1 ? "GET" : "POST"))
        }
    }

    @Test(
        "an error about an authority has nothing of its user information",
        arguments: ["ada:abc-123@h", "ada:abc-123\"x@h", "ada:\(String(repeating: "abc-123", count: 20))@h:1"])
    func userInformation(_ authority: String) throws {
        for lines in [
            [(":method", "GET"), (":scheme", "http"), (":authority", authority), (":path", "/")],
            [(":method", "GET"), (":scheme", "http"), (":path", "/"), ("host", authority)],
        ] {
            let peer = RawPeer()
            peer.receive(.headers(1, lines))
            let refusal = try #require(peer.refusal)
            #expect(!refusal.text.contains("abc-123"), "\(refusal.text)")
            #expect(refusal.isReset)
        }
    }
}
