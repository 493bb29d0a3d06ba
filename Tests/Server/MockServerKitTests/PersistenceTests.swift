import MockServerKit
import Testing

@Suite("A connection", .timeLimit(.minutes(60)))
struct PersistenceTests {
    private static let responses = """
        linger: 0ms
        stubs:
          - { request: { path: /empty }, response: 204 }
          - { request: { path: /same }, response: { status: 304, headers: { ETag: '"a"' } } }
          - { request: { path: /close }, response: { text: bye, connection: close } }
          - { request: { path: /keep }, response: { text: stay, connection: keep_alive } }
          - { request: { path: '/{+any}', method: [GET, HEAD, POST] }, response: { text: "{{request.path.any}}" } }
        """

    @Test("carries one request after the other")
    func keepAlive() throws {
        let server = try MockServer(playing: Self.responses)
        let client = try RawClient(server)
        for path in ["a", "b", "c"] {
            let response = try client.ask(get("/\(path)"))
            #expect(response.text == path)
            #expect(response["Connection"] == nil)
        }
        #expect(server.journal.map(\.request.connectionIndex) == [1, 1, 1])
        #expect(server.journal.map(\.request.exchangeIndex) == [1, 2, 3])
        server.stopNow()
    }

    @Test("ends where the client says so, and what follows is not looked at")
    func close() throws {
        let server = try MockServer(playing: Self.responses)
        let client = try RawClient(server)
        try client.send(get("/a") + get("/b", "Connection: close") + get("/c"))
        #expect(try client.response()["Connection"] == nil)
        let last = try client.response()
        #expect(last.text == "b")
        #expect(last["Connection"] == "close")
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(server.journal.count == 2)
        server.stopNow()
    }

    @Test("ends where the scenario says so, and what follows is not counted: the client will send it again")
    func scriptedClose() throws {
        let server = try MockServer(playing: Self.responses)
        let client = try RawClient(server)
        try client.send(get("/close") + get("/c"))
        let last = try client.response()
        #expect(last.text == "bye")
        #expect(last["Connection"] == "close")
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        #expect(server.journal.map(\.request.target) == ["/close"])
        server.stopNow()
    }

    @Test("of HTTP/1.0 ends after its answer, unless the client asks for more")
    func http10() throws {
        let server = try MockServer(playing: Self.responses)
        let first = try RawClient(server)
        let only = try first.ask("GET /a HTTP/1.0\r\n\r\n")
        #expect(only.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(only["Connection"] == "close")
        #expect(try first.end() == .fin)

        let second = try RawClient(server)
        let stays = try second.ask("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(stays["Connection"] == "keep-alive")
        #expect(try second.ask("GET /b HTTP/1.0\r\n\r\n").text == "b")
        #expect(try second.end() == .fin)
        server.stopNow()
    }

    @Test("says keep-alive where the scenario does")
    func scriptedKeepAlive() throws {
        let server = try MockServer(playing: Self.responses)
        let client = try RawClient(server)
        #expect(try client.ask(get("/keep"))["Connection"] == "keep-alive")
        #expect(try client.ask(get("/keep", "Connection: close"))["Connection"] == "close")
        server.stopNow()
    }

    @Test("stays in step through answers without a body")
    func bodiless() throws {
        let server = try MockServer(playing: Self.responses)
        let client = try RawClient(server)
        try client.send("HEAD /long HTTP/1.1\r\nHost: h\r\n\r\n" + get("/empty") + get("/same") + get("/a"))
        let head = try client.response(toHead: true)
        #expect(head.status == 200)
        #expect(head["Content-Length"] == "4")
        let empty = try client.response()
        #expect(empty.status == 204)
        #expect(empty["Content-Length"] == nil)
        let same = try client.response()
        #expect(same.status == 304)
        #expect(same["ETag"] == "\"a\"")
        #expect(try client.response().text == "a")
        #expect(client.pending.isEmpty)
        server.stopNow()
    }

    @Test("takes an absolute target, whose authority stands above Host")
    func absolute() throws {
        let server = try MockServer(
            playing: "steps: [{ request: { method: GET, path: /x, host: 'other:8080' }, response: { text: here } }]")
        let client = try RawClient(server)
        #expect(try client.ask("GET http://other:8080/x?y HTTP/1.1\r\nHost: h\r\n\r\n").text == "here")
        #expect(server.journal.map(\.request.target) == ["http://other:8080/x?y"])
        server.stopNow()
    }

    @Test("brings chunks and trailers to the journal, whatever pieces they come in")
    func chunked() throws {
        let server = try MockServer(playing: "stubs: [{ request: POST /x, response: 201 }]")
        let client = try RawClient(server)
        let request =
            "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\n\r\n"
            + "3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nSum: 13\r\n\r\n"
        #expect(try client.ask(request).status == 201)
        for byte in request.utf8 { try client.send([byte]) }
        #expect(try client.response().status == 201)
        for entry in server.journal {
            #expect(entry.request.text == "abc0123456789")
            #expect(text(entry.request.trailerFields.first(named: "sum") ?? []) == "13")
            #expect(entry.request.fields.first(named: "trailer") == Array("Sum".utf8)[...])
        }
        #expect(server.journal.count == 2)
        server.stopNow()
    }

    @Test("whose client has sent its last byte still gets every answer, the last of which says close")
    func halfClosed() throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                stubs:
                  - { request: GET /slow, response: { text: slow, delay: 20ms } }
                  - { request: GET /fast, response: { text: fast } }
                """)
        let client = try RawClient(server)
        try client.send(get("/slow") + get("/fast") + "GET /half HTTP/1.1\r\nHo")
        client.finishSending()
        let first = try client.response()
        #expect(first.text == "slow")
        #expect(first["Connection"] == nil)
        let second = try client.response()
        #expect(second.text == "fast")
        #expect(second["Connection"] == "close")
        #expect(try client.end() == .fin)
        // Half a request is not a failure: the client changed its mind.
        #expect(try finish(server).passed)
    }
}
