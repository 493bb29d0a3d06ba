import MockServerKit
import Testing

@Suite("A page in a browser", .timeLimit(.minutes(60)))
struct CrossOriginTests {
    private static let origin = "Origin: http://localhost:3000"

    /// The lines of a head that concern browsers, in lower case.
    private func lines(_ head: String) -> [String] {
        head.lowercased().split(separator: "\r\n").map(String.init)
            .filter { $0.hasPrefix("access-control-") || $0.hasPrefix("vary") }
    }

    private static func allowed(_ exposed: String) -> [String] {
        [
            "vary: origin", "access-control-allow-origin: http://localhost:3000",
            "access-control-allow-credentials: true", "access-control-expose-headers: \(exposed)",
        ]
    }

    @Test(
        "may ask and then send, whatever the protocol, and the run passes",
        arguments: Transport.allCases)
    func played(transport: Transport) throws {
        let server = try MockServer(
            playing: """
                cors: {origins: [http://localhost:3000], max_age: 10m}
                steps:
                  - {id: save, request: PUT /me, response: {text: saved, headers: {X-Id: 7}}}
                  - {id: read, request: GET /me, response: {text: read, headers: {X-Id: 8}}}
                expect:
                  - {request: {path: /me}, times: 2}
                  - {request: OPTIONS /me, never: true}
                  - connections: 3
                """, options: transport.options)
        let tool = try Tool(
            """
            curl="\(transport.curl) -i"
            $curl -H '\(Self.origin)' -X OPTIONS -H 'Access-Control-Request-Method: PUT' \
                -H 'Access-Control-Request-Headers: x-id' $url/me
            $curl -H '\(Self.origin)' -X PUT -H 'X-Id: 1' $url/me
            $curl -H '\(Self.origin)' $url/me
            """, server)
        #expect(tool.status == 0, "\(tool.output)")
        let heads = tool.output.split(separator: "HTTP/").filter { !$0.hasPrefix("1.1 101") }.map { lines(String($0)) }
        #expect(
            heads == [
                [
                    "vary: origin", "access-control-allow-origin: http://localhost:3000",
                    "access-control-allow-credentials: true", "access-control-allow-methods: put",
                    "access-control-allow-headers: x-id", "access-control-max-age: 600",
                ],
                Self.allowed("x-id, content-type, vary, date"), Self.allowed("x-id, content-type, vary, date"),
            ], "\(tool.output)")
        #expect(server.journal.map(\.step) == [nil, "save", "read"])
        #expect(server.journal.map(\.timeline.outcomeText) == ["preflight", #"step "save""#, #"step "read""#])
        #expect(server.journal.map(\.status) == [204, 200, 200])
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
        #expect(verdict.text().contains("(3 requests, 2 of 2 steps"))
    }

    @Test("has a preflight answered while an earlier response waits, in the order of the requests")
    func pipelined() throws {
        let server = try MockServer(
            playing: "cors: true\nsteps: [{request: GET /a, response: {text: a, delay: 30ms}}]")
        let client = try RawClient(server)
        let preflight = """
            OPTIONS /b HTTP/1.1\r\nHost: h\r\n\(Self.origin)\r\nAccess-Control-Request-Method: PUT\r\n\r\n
            """
        try client.send(get("/a", Self.origin) + preflight)
        #expect(try client.response().text == "a")
        let response = try client.response()
        #expect(response.status == 204)
        #expect(response["Content-Length"] == nil && response["Connection"] == nil)
        #expect(response["Access-Control-Allow-Methods"] == "PUT")
        #expect(try finish(server).passed)
    }

    struct BadRequest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let status: Int
        /// Whether the head was read before the error came.
        let isAllowed: Bool
    }

    static let badRequests = [
        BadRequest(
            testDescription: "whose body is too large by its stated length",
            bytes: "POST /a HTTP/1.1\r\nHost: h\r\n\(origin)\r\nContent-Length: 11\r\n\r\n", status: 413,
            isAllowed: true),
        BadRequest(
            testDescription: "whose body is too large",
            bytes: "POST /a HTTP/1.1\r\nHost: h\r\n\(origin)\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n", status: 413,
            isAllowed: true),
        BadRequest(
            testDescription: "whose chunk is none",
            bytes: "POST /a HTTP/1.1\r\nHost: h\r\n\(origin)\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", status: 400,
            isAllowed: true),
        BadRequest(
            testDescription: "whose head is none", bytes: "GET /a HTTP/1.1\r\nHost: h\r\n\(origin)\r\nX : y\r\n\r\n",
            status: 400, isAllowed: false),
    ]

    @Test("may read why a request was refused if its head was read", arguments: badRequests)
    func refused(_ row: BadRequest) throws {
        var options = MockServer.Options.patient
        options.maxBody = 10
        let server = try MockServer(playing: "cors: true\nstubs: [{request: /a}]", options: options)
        let client = try RawClient(server)
        let response = try client.ask(row.bytes)
        #expect(response.status == row.status, "\(response.text)")
        let exposed = "content-type, mockserver-failure, vary, date"
        #expect(lines(response.head) == (row.isAllowed ? Self.allowed(exposed) : []))
        server.stopNow()
    }
}
