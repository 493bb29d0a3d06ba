import MockServerKit
import Testing

@Suite("What a scenario says of a response", .timeLimit(.minutes(60)))
struct ResponseWireTests {
    @Test("is what a client receives", arguments: ResponseCase.rows, WireProtocol.allCases)
    func receives(row: String, wire: WireProtocol) async throws {
        for vector in ResponseCase.all where vector.name == row && vector.wire == wire { try await check(vector) }
    }

    private func check(_ vector: ResponseCase) async throws {
        let stub = "{request: {path: '\(vector.path)'}, \(vector.rule)response: {\(vector.keys)}}"
        let server = try MockServer(
            CaseFolder.scenario("clock: virtual\nlinger: 0ms\n\(vector.lines)\nstubs: [\(stub)]"), options: .patient)
        let client = try WireClient(server, vector.wire)
        try client.send(vector.request)
        for (index, portion) in vector.portions.enumerated() {
            if index > 0 { try await server.clock.advance(by: portion.after, timeout: .seconds(600)) }
            let isLast = index == vector.portions.count - 1
            if !isLast { try await server.clock.waitForSleepers(1, timeout: .seconds(600)) }
            let expected = vector.expected(through: index)
            try read(client, expected)
            if isLast, vector.end != nil { break }
            if isLast { _ = await server.verify(timeout: .seconds(600)) }
            while client.raw.hasMore { try client.raw.receive() }
            #expect(WireText.lines(client.raw.pending, vector.wire) == expected, "\(vector.keys), step \(index)")
        }
        if let end = vector.end { #expect(try client.raw.end() == end, "\(vector.keys)") }
        var bytes = client.raw.pending
        if vector.endsInGarbage {
            #expect(bytes.suffix(64).count == 64 && bytes.suffix(64).allSatisfy { $0 >= 0x80 || $0 == 4 })
            bytes.removeLast(64)
        }
        #expect(
            WireText.lines(bytes, vector.wire) == vector.expected(through: vector.portions.count - 1), "\(vector.keys)")
        await server.stop()
        let verdict = server.verdict
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(vector.keys): \(verdict.text())")
    }

    /// Reads until as much has come as is expected, or the connection ends.
    private func read(_ client: WireClient, _ expected: String) throws {
        while WireText.lines(client.raw.pending, client.wire).utf8.count < expected.utf8.count {
            do { guard try client.raw.receive() else { return } } catch { return }
        }
    }

    @Test("that the protocol can't carry is unsendable", arguments: UnsendableCase.all.map(\.keys))
    func unsendable(keys: String) throws {
        for vector in UnsendableCase.all where vector.keys == keys {
            let server = try MockServer(playing: "linger: 0ms\nstubs: [{request: GET /x, response: {\(keys)}}]")
            #expect(try WireClient(server, vector.wire).ask(WireRequest()) == 500)
            let failures = try finish(server).failures
            #expect(failures.map(\.kind) == [.unsendable])
            #expect(failures.first?.title == "stub 1: \(vector.reason)")
        }
    }

    /// The rows that the next test plays.
    static let encodedRows = ["Response: encoding", "Encoding: gzip", "Encoding: deflate"]

    @Test("is in a content coding that others can read", arguments: ["gzip", "deflate"], WireProtocol.allCases)
    func encoded(encoding: String, wire: WireProtocol) throws {
        let server = try MockServer(
            playing: "linger: 0ms\nstubs: [{request: GET /x, response: {text: hello, encoding: \(encoding)}}]")
        let client = try WireClient(server, wire)
        try client.send(WireRequest("GET /x", "Accept-Encoding: identity"))
        let response = try client.response()
        #expect(response.head.lowercased().contains("content-encoding: \(encoding)"))
        #expect(response.head.lowercased().contains("vary: accept-encoding"))
        let hex = response.body.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        // 31 is the gzip format, 15 the zlib format.
        let bits = encoding == "gzip" ? 31 : 15
        let script = "import zlib; print(zlib.decompress(bytes.fromhex(\"\(hex)\"), \(bits)))"
        let tool = try Tool("python3 -c '\(script)'", server)
        #expect(tool.output == "b'hello'\n")
        server.stopNow()
    }
}
