import HTTPMessage
import HTTPWire
import HTTPWireVectors
import Testing

@Suite("Response parser")
struct ResponseParserTests {
    private func parser(
        to method: String = "GET", limits: HTTP1ResponseLimits = HTTP1ResponseLimits()
    ) -> ResponseParser {
        var parser = ResponseParser(limits: limits)
        parser.expectResponse(to: method.utf8)
        return parser
    }

    @Test("progress tells what has come of a response, and whether a request may be sent again")
    func progress() {
        var parser = ResponseParser()
        var found = [parser.progress]
        parser.expectResponse(to: "GET".utf8)
        for piece in [
            "", "H", "TTP/1.1 103 \r\n\r\n", "HTTP/1.1 200 OK\r\n", "Content-Length: 1\r\n\r\n", "a",
        ] {
            _ = parser.events(piece)
            found.append(parser.progress)
        }
        #expect(found == [.idle, .waiting, .inHead, .inHead, .inHead, .inBody, .idle])
    }

    @Test("responses follow one another on a connection, each to its request's method")
    func connection() {
        var parser = ResponseParser()
        var statuses: [Int] = []
        for (method, response) in [
            ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"),
            ("GET", "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nA: b\r\n\r\n"),
            ("GET", "HTTP/1.1 103 \r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 3\r\n\r\nabc"),
            ("GET", "HTTP/1.1 203 \r\n\r\nabc"),
        ] {
            let isReusable = parser.isReusable
            #expect(isReusable)
            parser.expectResponse(to: method.utf8)
            for event in parser.events(response) {
                if case .head(let head, _) = event { statuses.append(head.status) }
            }
        }
        #expect(statuses == [200, 201, 202, 203])
        let (isReusable, progress) = (parser.isReusable, parser.progress)
        #expect(!isReusable)
        #expect(progress == .inBody)
    }

    @Test("slices of a body are the input itself, and the caller may take them one at a time")
    func slices() {
        var parser = parser()
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nrest"
        Array(text.utf8).withUnsafeBytes { bytes in
            var input = bytes
            guard case .head(_, .chunked) = parser.next(&input) else {
                Issue.record("the head is whole")
                return
            }
            #expect(input.count == bytes.count - 47)
            for (offset, content) in [(50, "abc"), (58, "de")] {
                guard case .body(let slice) = parser.next(&input) else {
                    Issue.record("a chunk is whole")
                    return
                }
                #expect(slice.baseAddress == bytes.baseAddress.map { $0 + offset })
                #expect(Array(slice) == Array(content.utf8))
                #expect(input.count == bytes.count - offset - content.utf8.count)
            }
            guard case .end(let trailers) = parser.next(&input) else {
                Issue.record("the last chunk is whole")
                return
            }
            #expect(trailers.isEmpty)
            #expect(Array(input) == Array("rest".utf8))
        }
    }

    @Test(
        "bytes for which no request waits are refused, also those of a whole response",
        arguments: ["a", "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"], ["", "Connection: close\r\n"])
    func unasked(bytes: String, field: String) {
        let text = "The server sent bytes though no request waits for a response (RFC 9112, section 9.2)."
        var fresh = ResponseParser()
        #expect(fresh.events(bytes) == [.refused(text)])
        var parser = parser()
        #expect(parser.events("HTTP/1.1 200 OK\r\n\(field)Content-Length: 0\r\n\r\n").count == 2)
        #expect(parser.events("").isEmpty)
        #expect(parser.events(bytes) == [.refused(text)])
        let isReusable = parser.isReusable
        #expect(!isReusable)
    }

    @Test("101 leaves the bytes of the other protocol, in any cut")
    func switchingProtocols() {
        let bytes = Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nContent-Length: 9\r\n\r\nPRI *".utf8)
        let (outcome, differing) = responseOutcome(ofAnyCut: bytes)
        #expect(differing.isEmpty)
        #expect(outcome.progress == .switched)
        #expect(outcome.left == Array("PRI *".utf8))
        guard outcome.events.count == 1, case .switchingProtocols(let head) = outcome.events[0] else {
            Issue.record("only 101 comes out")
            return
        }
        #expect(head.reason == "Switching Protocols")
        #expect(head.fields.first(named: "Upgrade").map(text) == "a")

        var parser = parser()
        _ = parser.play([bytes[...]])
        #expect(parser.events("PRI *").isEmpty)
    }

    @Test("a connection that breaks leaves no body complete that only its end delimits")
    func broken() {
        let text = "HTTP/1.1 200 OK\r\n\r\nab"
        var clean = parser()
        var broken = parser()
        #expect(clean.play([Array(text.utf8)[...]]).response?.body == "ab")
        #expect(
            broken.play([Array(text.utf8)[...]], isClean: false).refusal
                == "The connection broke in the body of a response, after 2 bytes (RFC 9112, section 8).")
        let (progress, later) = (clean.progress, broken.progress)
        #expect(progress == .ended)
        #expect(later == .refused)
    }

    @Test("a connection without a request may end in any way")
    func idle() {
        for isClean in [true, false] {
            var parser = parser()
            #expect(parser.events("HTTP/1.1 204 \r\n\r\n").count == 2)
            let end = parser.end(isClean: isClean)
            #expect(end == nil)
            let progress = parser.progress
            #expect(progress == .ended)
        }
    }

    @Test("a refusal is told again, whatever comes")
    func refusedAgain() {
        var parser = parser()
        let refused = parser.events("HTTP/1.1 200 OK\r\nA\r\n\r\n")
        #expect(
            refused == [
                .refused("The field line `A` has no colon, in line 2 of the head, at byte 17 (RFC 9112, section 5).")
            ])
        #expect(parser.events("HTTP/1.1 200 OK\r\n\r\n") == refused)
        var outcome = ResponseOutcome()
        let end = parser.end()
        _ = end.map { outcome.take($0) }
        #expect(outcome.events == refused)
    }

    @Test("limits of one's own hold at their edges")
    func limits() {
        let limits = HTTP1ResponseLimits(statusLine: 15, fieldBytes: 28, fieldCount: 2, informationalResponses: 1)
        func refusal(_ text: String) -> String? {
            let (outcome, differing) = responseOutcome(ofAnyCut: Array(text.utf8), limits: limits)
            #expect(differing.isEmpty)
            return outcome.refusal
        }
        let coding = "Transfer-Encoding: chunked\r\n\r\n"
        #expect(refusal("HTTP/1.1 100 Yes\r\n\r\n")?.hasPrefix("The status line is longer than 15 bytes") == true)
        #expect(refusal("HTTP/1.1 200 OK\r\n" + coding + "0\r\n\r\n") == nil)
        #expect(
            refusal("HTTP/1.1 200 OK\r\nA:\r\n" + coding)?.hasPrefix("The fields are larger than 28 bytes") == true)
        #expect(refusal("HTTP/1.1 200 OK\r\nA:\r\nB:\r\nC:\r\n")?.hasPrefix("There are more than 2 fields") == true)
        let one = "HTTP/1.1 100 \r\n\r\n"
        #expect(refusal(one + "HTTP/1.1 204 \r\n\r\n") == nil)
        #expect(refusal(one + one)?.hasPrefix("More than 1 informational responses") == true)
        let chunk = "1;\(String(repeating: "a", count: 27))\r\nx\r\n"
        #expect(refusal("HTTP/1.1 200 OK\r\n" + coding + chunk + chunk + "0\r\n\r\n") == nil)
        #expect(
            refusal("HTTP/1.1 200 OK\r\n" + coding + "1;a" + chunk.dropFirst(2))?
                .hasPrefix("The chunk extensions are larger than 28 bytes") == true)
    }

    @Test("a large body passes through in pieces of any size", arguments: [997, 65536, 400_000])
    func largeBody(size: Int) {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for (field, coded) in [
            ("Content-Length: 300000", body),
            ("Transfer-Encoding: chunked", Array("493e0\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)),
            ("Connection: close", body),
        ] {
            let bytes = Array("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n".utf8) + coded
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            let events = responseOutcome(of: pieces).events
            #expect(events.count == 3)
            #expect(events.dropFirst().first == .body(body))
        }
    }
}
