import HTTPMessage
import HTTPWire
import HTTPWireVectors
import Testing

@Suite("Request parser")
struct RequestParserTests {
    private func parser(fed text: String, limits: HTTP1Limits = HTTP1Limits()) -> RequestParser {
        var parser = RequestParser(limits: limits)
        parser.feed(text)
        return parser
    }

    @Test("progress tells idle, a head, a body and a refusal apart")
    func progress() {
        var parser = RequestParser()
        #expect(parser.progress == .idle)
        parser.feed("\r")
        #expect(parser.next() == .needsMore)
        #expect(parser.progress == .idle)
        parser.feed("\nG")
        #expect(parser.next() == .needsMore)
        #expect(parser.progress == .inHead)
        parser.feed("ET / HTTP/1.1\r\nContent-Length: 1\r\nHost: h\r\n\r")
        #expect(parser.next() == .needsMore)
        #expect(parser.progress == .inHead)
        parser.feed("\n")
        guard case .head = parser.next() else {
            Issue.record("the head is whole")
            return
        }
        #expect(parser.progress == .inBody)
        #expect(parser.next() == .needsMore)
        parser.feed("xG")
        #expect(parser.next() == .request(body: [UInt8(ascii: "x")], trailers: Fields()))
        #expect(parser.progress == .inHead)
        parser.feed("\n")
        guard case .refused = parser.next() else {
            Issue.record("a bare LF is refused")
            return
        }
        #expect(parser.progress == .refused)
    }

    @Test(
        "a discarded body is counted, whatever its size, and the request after it is read",
        arguments: [
            "Content-Length: 9\r\n\r\n012345678",
            "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n4\r\n5678\r\n0\r\n\r\n",
        ], [1, 2, 3, 1_000])
    func discarded(rest: String, step: Int) {
        var limits = HTTP1Limits()
        limits.body = 4
        var parser = RequestParser(limits: limits)
        let bytes = Array("POST / HTTP/1.1\r\nHost: h\r\n\(rest)GET /b HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        var events: [String] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { parser.feed($0) }
            reading: while true {
                switch parser.next() {
                case .needsMore: break reading
                case .head where parser.expectsBody:
                    events.append("head")
                    parser.discardBody()
                case .head: events.append("head without a body")
                case .request(let body, _): events.append("body of \(body.count), \(parser.discarded) discarded")
                case .refused(let rejected):
                    events.append(rejected.text)
                    break reading
                }
            }
        }
        #expect(
            events == ["head", "body of 0, 9 discarded", "head without a body", "body of 0, 9 discarded"])
        let stillDiscards = parser.discardsBody
        #expect(!stillDiscards)
    }

    @Test("a head that somebody holds stays as it is, whatever comes behind it on the connection")
    func heldHead() {
        var parser = RequestParser()
        var heads: [RequestHead] = []
        // Heads of equal and of different lengths, each kept while none, one or two others come.
        for number in 0..<12 {
            let path = "/" + String(repeating: "\(number)", count: number < 6 ? 3 : number)
            parser.feed("GET \(path) HTTP/1.1\r\nHost: h\(number % 10)\r\nX-N: \(number)\r\n\r\n")
            guard case .head(let head, _) = parser.next() else {
                Issue.record("the head is whole")
                return
            }
            _ = parser.next()
            if number % 3 != 0 { heads.append(head) }
        }
        let numbers = (0..<12).filter { $0 % 3 != 0 }
        #expect(heads.map { text($0.authority) } == numbers.map { "h\($0 % 10)" })
        #expect(heads.map { $0.fields.first(named: "x-n").map(text) } == numbers.map { "\($0)" })
        #expect(
            heads.map { text($0.path) }
                == numbers.map { "/" + String(repeating: "\($0)", count: $0 < 6 ? 3 : $0) })
    }

    @Test("every Host is checked, whatever the connection's earlier requests had")
    func hosts() {
        var parser = parser(fed: ["h", "h", "i", "h", "h:x"].map { "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n" }.joined())
        var hosts: [String] = []
        var refusal: RejectedRequest?
        while refusal == nil {
            switch parser.next() {
            case .head(let head, _): hosts.append(text(head.authority))
            case .refused(let rejected): refusal = rejected
            case .request: continue
            case .needsMore:
                Issue.record("the last Host has no valid port")
                return
            }
        }
        #expect(hosts == ["h", "h", "i", "h"])
        #expect(refusal?.status == 400)
    }

    @Test("a head comes before its body, so that an answer need not wait for it")
    func headFirst() {
        var parser = parser(fed: "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe")
        guard case .head(let head, _) = parser.next() else {
            Issue.record("the head is whole")
            return
        }
        #expect(text(head.target) == "/a")
        #expect(parser.next() == .needsMore)
        parser.feed("llo")
        #expect(parser.next() == .request(body: Array("hello".utf8), trailers: Fields()))
    }

    @Test("bytes behind a request that changes the protocol are there to be taken")
    func unconsumed() {
        var parser = parser(fed: "GET / HTTP/1.1\r\nHost: h\r\n\r\nPRI")
        _ = parser.next()
        _ = parser.next()
        #expect(text(parser.unconsumed[...]) == "PRI")
        let hasUnconsumed = parser.hasUnconsumed
        #expect(hasUnconsumed)
    }

    @Test("a large body comes out as it was fed, in pieces of any size")
    func largeBody() {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let head = Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\n".utf8)
        let tail = Array("GET /b HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let bytes = head + body + tail
        for size in [997, 65536, bytes.count] {
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            let events = outcome(of: pieces).events
            #expect(events.count == 4)
            #expect(events.dropFirst().first == .request(body: body, trailers: Fields()))
        }
    }

    @Test("a refusal knows method, target and bytes as far as they were read")
    func refusalOfHead() throws {
        let bytes = "PUT /a?b HTTP/1.1\r\nHost: h\r\nX : y\r\nZ: a\r\n\r\n"
        let refusal = try #require(outcome(of: [Array(bytes.utf8)[...]]).refusal)
        #expect(refusal.method.map(text) == "PUT")
        #expect(refusal.target.map(text) == "/a?b")
        #expect(refusal.head == nil)
        #expect(text(refusal.raw[...]) == "PUT /a?b HTTP/1.1\r\nHost: h\r\nX : y\r\n")
    }

    @Test("a refused request line still names its words, but only if there are three")
    func refusalOfRequestLine() throws {
        let version = try #require(outcome(of: [Array("GET /a HTTP/3.0\r\n\r\n".utf8)[...]]).refusal)
        #expect(version.method.map(text) == "GET")
        #expect(version.target.map(text) == "/a")
        #expect(text(version.raw[...]) == "GET /a HTTP/3.0\r\n")
        let shape = try #require(outcome(of: [Array("GET /a\r\n\r\n".utf8)[...]]).refusal)
        #expect(shape.method == nil)
        #expect(shape.target == nil)
        let control = try #require(outcome(of: [Array("GE\u{1}T / HTTP/1.1\r\n".utf8)[...]]).refusal)
        #expect(text(control.raw[...]) == "GE\u{1}")
    }

    @Test("a refused body comes with its head")
    func refusalOfBody() throws {
        let head = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        let refusal = try #require(outcome(of: [Array((head + "z").utf8)[...]]).refusal)
        #expect(refusal.method.map(text) == "POST")
        #expect(refusal.head.map { text($0.path) } == "/a")
        #expect(text(refusal.raw[...]) == head)
    }

    @Test("a refusal shows a bounded part of a long head")
    func refusalIsBounded() throws {
        let head = "GET / HTTP/1.1\r\nHost: h\r\nA: \(String(repeating: "a", count: 20000))\r\nB\r\n"
        let refusal = try #require(outcome(of: [Array(head.utf8)[...]]).refusal)
        #expect(refusal.raw.count == RejectedRequest.rawLimit)
        #expect(head.utf8.starts(with: refusal.raw))
    }

    @Test("long wire text is cut in a refusal's sentence")
    func refusalSentence() throws {
        let line = String(repeating: "x", count: 41)
        let refusal = try #require(outcome(of: [Array("\(line)\r\n".utf8)[...]]).refusal)
        #expect(refusal.text.hasPrefix("The request line `\(line.dropLast())…` is not"))
    }

    @Test("limits of one's own hold at their edges")
    func limits() {
        let limits = HTTP1Limits(requestLine: 14, fieldBytes: 15, fieldCount: 2, body: 3, emptyLines: 0)
        func status(_ text: String) -> Int? { outcome(ofAnyCut: Array(text.utf8), limits: limits).0.refusal?.status }
        let head = "GET / HTTP/1.1\r\nHost: h\r\n"
        #expect(status(head + "A: b\r\n\r\n") == nil)
        #expect(status(head + "A: bc\r\n\r\n") == 431)
        #expect(status(head + "A:\r\nB\r\n\r\n") == 431)
        #expect(status("PUT /a HTTP/1.1\r\n") == 414)
        #expect(status("\r\n" + head + "\r\n") == 400)
        let wide = HTTP1Limits(body: 3)
        func bodyStatus(_ text: String) -> Int? { outcome(ofAnyCut: Array(text.utf8), limits: wide).0.refusal?.status }
        #expect(bodyStatus(RequestVector.post("Content-Length: 3", body: "abc")) == nil)
        #expect(bodyStatus(RequestVector.post("Content-Length: 4", body: "abcd")) == 413)
        #expect(bodyStatus(RequestVector.chunked("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n")) == nil)
        #expect(bodyStatus(RequestVector.chunked("1\r\na\r\n3\r\nbcd\r\n0\r\n\r\n")) == 413)
    }

    @Test(
        "a request that is cut says where",
        arguments: [
            ("", nil, nil),
            ("\r\n", nil, nil),
            (
                "GET /a", 400,
                "The client closed the connection in the head of a request, after 6 bytes (RFC 9112, section 8)."
            ),
            (
                "GET / HTTP/1.1\r\nHo", 400,
                "The client closed the connection in the head of a request, after 18 bytes (RFC 9112, section 8)."
            ),
            (
                RequestVector.post("Content-Length: 5", body: "ab"), 400,
                "The client closed the connection in the body of a request, after 2 of 5 bytes (RFC 9112, section 8)."
            ),
            (
                RequestVector.chunked("3\r\nab"), 400,
                "The client closed the connection in the body of a request, after 2 bytes (RFC 9112, section 8)."
            ),
            (
                RequestVector.chunked("1\r\na\r\n0\r\nT"), 400,
                "The client closed the connection in the body of a request, after 1 bytes (RFC 9112, section 8)."
            ),
            (RequestVector.get(), nil, nil),
        ] as [(String, Int?, String?)]
    )
    func cut(bytes: String, status: Int?, sentence: String?) {
        var parser = parser(fed: bytes)
        while parser.next() != .needsMore {}
        let refusal = parser.interrupt(.closed)
        #expect(refusal?.status == status)
        #expect(refusal?.text == sentence)
        #expect(refusal == nil || parser.next() == refusal.map { .refused($0) })
    }

    @Test("a head that takes too long is a 408 that shows what came of it")
    func timeOut() throws {
        var parser = parser(fed: "GET /a HTTP/1.1\r\nHost: h\r\nA: b")
        _ = parser.next()
        let interruption = parser.interrupt(.timedOut(after: .seconds(10)))
        let refusal = try #require(interruption)
        #expect(refusal.status == 408)
        #expect(
            refusal.text
                == "The head of the request was not whole within 10 s, after 30 bytes (RFC 9110, section 15.5.9).")
        #expect(refusal.target.map(text) == "/a")
        #expect(text(refusal.raw[...]) == "GET /a HTTP/1.1\r\nHost: h\r\nA: b")
        let again = parser.interrupt(.closed)
        #expect(again == refusal)
    }

    /// What has come of heads that are not whole: their bytes, the target and the fields.
    static let cutHeads: [(String, String, String)] = [
        ("G", "", ""), ("GET /a", "/", ""), ("GET /a/b?c", "/a/b?", ""), ("GET /a ", "/a", ""),
        ("GET http://h", "http://", ""), ("GET http://h/a", "http://h/", ""), ("GET /a HTTP/1.1\r", "/a", ""),
        ("GET /a HTTP/1.1\r\n", "/a", ""), ("GET /a HTTP/1.1\r\nHost: h", "/a", ""),
        ("GET /a HTTP/1.1\r\nHost: h\r", "/a", ""), ("GET /a HTTP/1.1\r\nHost: \t h \r\nA", "/a", "Host: h"),
        ("GET /a HTTP/1.1\r\nHost: h\r\nA: b\r\nC:", "/a", "Host: h\nA: b"),
    ]

    @Test("what has come of a head is told, without a line that is not whole", arguments: cutHeads)
    func cutHead(bytes: String, target: String, fields: String) throws {
        var parser = parser(fed: bytes)
        _ = parser.next()
        let known = parser.partialHead
        let partial = try #require(known)
        #expect(text(partial.target) == target)
        #expect(partial.fields.description == fields)
        _ = parser.interrupt(.closed)
        let (first, second) = (parser.takeRejectedHead(), parser.takeRejectedHead())
        #expect(first == partial)
        #expect(second == nil)
    }

    @Test(
        "what came of a refused head is told, with the lines behind the error",
        arguments: [
            ("GET /a HTTP/3.1\r\nHost: h\r\n\r\nA: b\r\n", "/a", "Host: h"),
            ("GET /a\r\nHost: h\r\nA: b", "/a", "Host: h"), ("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "/a b", "Host: h"),
            ("GET /a HTTP/1.1\nHost: h\nA:b\n\nC: d\n", "/a", "Host: h\nA: b"),
            ("GET /a HTTP/1.1\r\nA: b\r\nbad\r\nC: \u{1}\r\nHost : h\r\n", "/a", "A: b\nHost: h"),
            ("GET /a HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\nA: b\r\n", "/a", "Host: h\nHost: i"),
            ("GET /a HTTP/1.1\r\n\r\nHost: h\r\n", "/a", ""),
        ])
    func refusedHead(bytes: String, target: String, fields: String) throws {
        var parser = parser(fed: bytes)
        guard case .refused = parser.next() else {
            Issue.record("a head that should be refused")
            return
        }
        let (known, taken) = (parser.partialHead, parser.takeRejectedHead())
        #expect(known == nil)
        let partial = try #require(taken)
        #expect(text(partial.target) == target)
        #expect(partial.fields.description == fields)
    }

    @Test("a time of less than a second is told in milliseconds")
    func shortTimeOut() {
        var parser = parser(fed: "G")
        _ = parser.next()
        let text = parser.interrupt(.timedOut(after: .milliseconds(250)))?.text
        #expect(text?.contains("within 250 ms, after 1 bytes") == true)
    }
}

extension RequestParser {
    mutating func feed(_ text: String) {
        Array(text.utf8).withUnsafeBytes { feed($0) }
    }
}
