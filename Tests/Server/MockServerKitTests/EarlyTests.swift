import Testing
@testable import MockServerKit

/// Requests that are decided at their heads, over HTTP/1.1.
@Suite("A request that is decided at its head", .timeLimit(.minutes(60)))
struct EarlyTests {
    private static func head(_ path: String, length: Int, _ lines: String...) -> String {
        (["POST \(path) HTTP/1.1", "Host: h", "Content-Length: \(length)"] + lines + ["", ""]).joined(separator: "\r\n")
    }

    @Test("gets its response before its body, which is thrown away, and the connection goes on")
    func goesOn() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {id: denied, request: POST /x, early: true, assert: {headers: {A: b}}, response: {status: 401, text: no}}
                  - {request: {path: /y, text: body}, response: 201}
                """)
        let client = try RawClient(server)
        try client.send(Self.head("/x", length: 100_000, "A: b"))
        let response = try client.response()
        #expect(response.status == 401)
        #expect(response.text == "no")
        #expect(response["Connection"] == nil)
        try client.send([UInt8](repeating: 1, count: 100_000))
        #expect(try client.ask(post("/y", "body")).status == 201)
        let request = try #require(server.journal.first?.request)
        #expect(request.bodySize == 100_000 && request.body.isEmpty && request.isBodyCut)
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
        #expect(verdict.requests == 2)
    }

    @Test(
        "that came whole is decided alike",
        arguments: [
            "Content-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nT: 1\r\n\r\n",
        ])
    func whole(rest: String) throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: POST /x, early: true, response: {status: 401, text: "{{request.headers.a}}"}}
                  - {request: GET /y}
                """)
        let client = try RawClient(server)
        try client.send("POST /x HTTP/1.1\r\nHost: h\r\nA: b\r\n\(rest)" + get("/y"))
        #expect(try client.response().text == "b")
        #expect(try client.response().status == 200)
        #expect(server.journal.first?.request.bodySize == 4)
        #expect(try finish(server).passed)
    }

    @Test("leaves out 100 Continue, and then the connection closes")
    func withheld() throws {
        let server = try MockServer(
            playing: "steps: [{request: POST /x, early: true, response: {status: 417}}]")
        let client = try RawClient(server)
        let response = try client.ask(Self.head("/x", length: 4, "Expect: 100-continue"))
        #expect(response.status == 417)
        #expect(response["Connection"] == "close")
        #expect(try client.end() == .fin)
        #expect(server.journal.map(\.request.bodySize) == [0])
        #expect(try finish(server).passed)
    }

    @Test("is one that no earlier step might take, once its body has come")
    func firstThatFits() throws {
        let server = try MockServer(
            playing: """
                order: any
                steps:
                  - {id: json, request: {path: /x, json: {a: 1}}, response: {status: 201}}
                  - {id: early, request: POST /x, early: true, response: {status: 401}}
                """)
        let client = try RawClient(server)
        // The first step might take it, so its body is asked for.
        try client.send(Self.head("/x", length: 7, "Expect: 100-continue"))
        #expect(try client.response().status == 100)
        try client.send(#"{"a":1}"#)
        #expect(try client.response().status == 201)
        // Now that step is exhausted.
        #expect(try client.ask(Self.head("/x", length: 7)).status == 401)
        try client.send(#"{"a":1}"#)
        #expect(try finish(server).passed)
    }

    @Test("may be for a stub, if no open step might take it")
    func stub() throws {
        let server = try MockServer(
            playing: """
                steps: [{request: {path: /x, headers: {A: step}, not: {json: {a: 1}}}, response: {status: 201}}]
                stubs: [{request: POST /x, early: true, response: {status: 413}}]
                """)
        let client = try RawClient(server)
        #expect(try client.ask(Self.head("/x", length: 2)).status == 413)
        try client.send("{}" + Self.head("/x", length: 2, "A: step") + "{}")
        #expect(try client.response().status == 201)
        #expect(try finish(server).passed)
    }

    @Test("fails an assertion about its head, and is rejected at once")
    func rejected() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - request: POST /x
                    early: true
                    assert: {headers: {A: b}}
                    on_assert_failure: reject
                """)
        let client = try RawClient(server)
        #expect(try client.ask(Self.head("/x", length: 2, "A: c")).status == 422)
        try client.send("{}")
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.assertion])
    }

    @Test("may be held")
    func held() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: POST /x, early: true, times: 2, hold: {until: {arrivals: 2}}, response: 401}
                """)
        let clients = [try RawClient(server), try RawClient(server)]
        try clients[0].send(Self.head("/x", length: 2) + "a")
        try clients[1].send(Self.head("/x", length: 2))
        for client in clients { #expect(try client.response().status == 401) }
        #expect(try finish(server).passed)
    }

    @Test("may have any size, and may end within its body")
    func limits() throws {
        var options = MockServer.Options.patient
        options.maxBody = 3
        let server = try MockServer(
            playing: "steps: [{request: POST /x, early: true, times: 4, response: 401}]", options: options)
        let client = try RawClient(server)
        #expect(try client.ask(Self.head("/x", length: 4)).status == 401)
        try client.send("body")
        #expect(try client.ask(Self.head("/x", length: 4) + "body").status == 401)
        let chunked = "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try client.ask(chunked).status == 401)
        try client.send("5\r\nhello\r\n0\r\n\r\n")
        #expect(try client.ask(chunked).status == 401)
        try client.send("5\r\nhe")
        client.finishSending()
        #expect(try client.end() == .fin)
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
        #expect(server.unfinishedRequests.isEmpty)
    }

    @Test("whose body breaks HTTP fails the run, and has one response")
    func broken() throws {
        let server = try MockServer(playing: "steps: [{request: POST /x, early: true, response: 401}]")
        let client = try RawClient(server)
        #expect(try client.ask("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n").status == 401)
        try client.send("zz\r\n")
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(try finish(server).failures.map(\.kind) == [.badRequest])
    }

    @Test(
        "whose body breaks HTTP in the same packet fails the run, too, and its fault happens",
        arguments: [
            ("early: true, response: 401", 401),
            ("response: {fault: {kind: close, at: request_body, after_bytes: 100}}", 0),
        ], ["ZZ\r\nhello", "5\r\nhello\r\nZZ\r\n", "0\r\nBad Trailer\r\n\r\n"])
    func brokenAtOnce(_ rule: (keys: String, status: Int), rest: String) throws {
        let server = try MockServer(playing: "steps: [{request: POST /x, \(rule.keys)}]")
        let client = try RawClient(server)
        try client.send("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + rest)
        if rule.status > 0 { #expect(try client.response().status == rule.status) }
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(try finish(server).failures.map(\.kind) == [.badRequest])
    }

    @Test("by a fault within its body, of which no more comes, happens when the client's time is over")
    func slowBody() throws {
        var options = MockServer.Options.patient
        options.timeouts.body = .milliseconds(50)
        let server = try MockServer(
            playing: "steps: [{request: POST /x, response: {fault: {kind: reset, at: request_body, after_bytes: 9}}}]",
            options: options)
        let client = try RawClient(server)
        try client.send(Self.head("/x", length: 20) + "01")
        #expect(try client.end() == .rst)
        #expect(server.journal.map(\.request.bodySize) == [2])
        #expect(try finish(server).passed)
    }

    @Test("has the client's time for its body, too")
    func timeout() throws {
        var options = MockServer.Options.patient
        options.timeouts.body = .milliseconds(50)
        let server = try MockServer(
            playing: "steps: [{request: POST /x, early: true, response: 401}]", options: options)
        let client = try RawClient(server)
        #expect(try client.ask(Self.head("/x", length: 2)).status == 401)
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(try finish(server).passed)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        /// How the connection ends; nil if it stays open.
        let end: ConnectionEnd?
        /// The bytes of the body that the journal says have come.
        let came: Int
        var testDescription: String { fault }
    }

    @Test(
        "by a fault within the request ends so",
        arguments: [
            Row(fault: "{kind: reset, at: request_start}", end: .rst, came: 0),
            Row(fault: "{kind: close, at: request_start}", end: .fin, came: 0),
            Row(fault: "{kind: stall, at: request_start}", end: nil, came: 0),
            Row(fault: "{kind: reset, at: request_body}", end: .rst, came: 0),
            Row(fault: "{kind: reset, at: request_body, after_bytes: 3}", end: .rst, came: 3),
            Row(fault: "{kind: close, at: request_body, after_bytes: 5}", end: .fin, came: 5),
            Row(fault: "{kind: stall, at: request_body, after_bytes: 3}", end: nil, came: 3),
            Row(fault: "{kind: close, at: request_body, after_bytes: 50}", end: .fin, came: 10),
        ])
    func faults(_ row: Row) async throws {
        let server = try MockServer(
            playing: "linger: 10s\nsteps: [{request: POST /x, response: {text: never, fault: \(row.fault)}}]")
        let client = try RawClient(server)
        try client.send(Self.head("/x", length: 10))
        if row.came > 0 {
            #expect(!client.hasResponse)
            try client.send("0123")
            if row.came > 4 { try client.send("456789") }
        }
        if let end = row.end { #expect(try client.end() == end) }
        // Nobody tells when a stalled connection has read enough.
        while row.end == nil, server.journal.first?.request.bodySize != row.came { await Task.yield() }
        #expect(
            server.journal.first?.request.bodySize == row.came && server.journal.first?.request.body.isEmpty == true)
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        if row.end == nil { #expect(try client.end() == .fin) }
        #expect(client.pending.isEmpty)
    }

    @Test("by a fault within its body asks for the body")
    func continues() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: POST /x, response: {fault: {kind: reset, at: request_body, after_bytes: 4}}}
                """)
        let client = try RawClient(server)
        #expect(try client.ask(Self.head("/x", length: 8, "Expect: 100-continue")).status == 100)
        try client.send("0123")
        #expect(try client.end() == .rst)
        #expect(try finish(server).passed)
    }

    @Test("by a fault that never comes, because its client leaves, has left its client")
    func left() async throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: POST /x, response: {fault: {kind: reset, at: request_body, after_bytes: 4}}}
                """)
        let client = try RawClient(server)
        try client.send(Self.head("/x", length: 8) + "01")
        try await server.waitFor(step: "step 1", timeout: .seconds(600))
        client.close()
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        #expect(server.journal.first?.timeline.left != nil)
        #expect(server.journal.first?.request.bodySize == 2)
        await server.stop()
    }
}
