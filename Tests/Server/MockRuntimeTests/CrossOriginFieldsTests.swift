import HTTPMessage
import MockRuntime
import Playback
import Scenarios
import Testing

@Suite("What a response says to a browser")
struct CrossOriginFieldsTests {
    private static let origin = ("Origin", "http://a.test")

    /// The fields of a head that concern browsers, a line each.
    private static func lines(_ head: ResponseHead?) -> [String] {
        (head?.fields.description ?? "no head").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("Access-Control-") || $0.hasPrefix("Vary") }
    }

    private static func allowed(_ exposed: String, origin: String = "http://a.test") -> [String] {
        [
            "Vary: Origin", "Access-Control-Allow-Origin: \(origin)", "Access-Control-Allow-Credentials: true",
            "Access-Control-Expose-Headers: \(exposed)",
        ]
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let lines: String
        var method = "GET"
        let headers: [(String, String)]
        let expected: [String]

        init(
            _ name: String, _ status: Int, _ lines: String, method: String = "GET", _ headers: [(String, String)],
            _ expected: [String]
        ) {
            (testDescription, self.status, self.lines) = (name, status, lines)
            (self.method, self.headers, self.expected) = (method, headers, expected)
        }
    }

    private static func stub(_ response: String) -> String {
        "cors: true\nstubs: [{request: /a, response: \(response)}]"
    }

    static let responses = [
        Row(
            "a stub's", 200, stub("{text: a, headers: {X-Id: 1, x-id2: [a, b]}}"), [origin],
            allowed("X-Id, x-id2, Content-Type, Vary, Date")),
        Row(
            "one with a template", 200, stub("{text: '{{request.method}}'}"), [origin],
            allowed("Content-Type, Vary, Date")),
        Row(
            "one whose head has the time", 200, stub("{headers: {X-Now: '{{now}}'}}"), [origin],
            allowed("X-Now, Vary, Date")),
        Row("one without a body", 204, stub("204"), [origin], allowed("Vary, Date")),
        Row(
            "one with trailers", 200, stub("{text: a, trailers: {X-Sum: 1}}"), [origin],
            allowed("Content-Type, Vary, Date")),
        Row(
            "a part", 206, stub("{text: abc, ranges: auto}"), [origin, ("Range", "bytes=0-0")],
            allowed("Content-Type, Accept-Ranges, Content-Range, Vary, Date")),
        Row(
            "no part", 416, stub("{text: abc, ranges: auto}"), [origin, ("Range", "bytes=9-")],
            allowed("Accept-Ranges, Content-Range, Vary, Date")),
        Row(
            "a failure's", 501, "cors: true\nsteps: [{request: /b}]", [origin],
            allowed("Content-Type, Mockserver-Failure, Vary, Date")),
        Row(
            "one that says what is unmatched", 404, "cors: true\nunmatched: 404\nsteps: [{request: /b}]", [origin],
            allowed("Mockserver-Failure, Vary, Date")),
        Row(
            "a rejection", 422,
            "cors: true\nsteps: [{request: /a, on_assert_failure: reject, assert: {headers: {X-A: 1}}}]", [origin],
            allowed("Content-Type, Mockserver-Failure, Vary, Date")),
        Row(
            "one that can't be made", 500, stub("{status: '{{request.method}}'}"), [origin],
            allowed("Content-Type, Mockserver-Failure, Vary, Date")),
        Row(
            "one to a page without an origin", 200, stub("200"), [("Origin", "null")],
            allowed("Vary, Date", origin: "null")),
        Row(
            "one to a listed origin", 200, "cors: {origins: [http://b.test, http://a.test]}\nstubs: [{request: /a}]",
            [origin], allowed("Vary, Date")),
        Row(
            "one to an origin that is not listed", 200, "cors: {origins: [http://a.test:8080]}\nstubs: [{request: /a}]",
            [origin], ["Vary: Origin"]),
        Row("one to no origin", 200, stub("200"), [], ["Vary: Origin"]),
        Row("one of a scenario without cors", 200, "stubs: [{request: /a}]", [origin], []),
        Row("one of a scenario whose cors is off", 200, "cors: false\nstubs: [{request: /a}]", [origin], []),
        Row(
            "one that states its Vary", 200, stub("{headers: {Vary: Accept}}"), [origin],
            ["Vary: Accept"] + allowed("Vary, Date")),
        Row("one that states the same Vary", 200, stub("{headers: {vary: 'accept, origin'}}"), [], []),
        Row("one that varies by everything", 200, stub("{headers: {Vary: '*'}}"), [], ["Vary: *"]),
        Row(
            "one that is compressed", 200, stub("{text: a, encoding: gzip}"), [origin],
            ["Vary: Accept-Encoding"] + allowed("Content-Type, Content-Encoding, Vary, Date")),
        Row(
            "one that states what it allows", 200,
            stub(
                "{headers: {access-control-allow-origin: '*', Access-Control-Expose-Headers: X-A, Access-Control-Allow-Credentials: 'false'}}"
            ),
            [origin],
            ["Access-Control-Expose-Headers: X-A", "Access-Control-Allow-Credentials: false", "Vary: Origin"]),
        Row(
            "a step's own, to a preflight", 200,
            stub("{status: 200, headers: {Access-Control-Allow-Methods: GET}}"), method: "OPTIONS",
            [origin, ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "x-id")],
            [
                "Access-Control-Allow-Methods: GET", "Vary: Origin", "Access-Control-Allow-Origin: http://a.test",
                "Access-Control-Allow-Credentials: true", "Access-Control-Allow-Headers: x-id",
            ]),
    ]

    @Test("is its origin, credentials and every header by name", arguments: responses)
    func response(_ row: Row) throws {
        let run = try scenarioRun(row.lines)
        // The second response of a constant template comes from the cache.
        for exchange in 1...(row.status < 300 ? 2 : 1) {
            let player = run.arrived(request(row.method, "/a", row.headers, exchange: exchange)).player
            let head = player.response().head
            #expect(head?.status == row.status)
            #expect(Self.lines(head) == row.expected)
        }
    }

    private static let asking = [
        origin, ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "content-type,x-id"),
    ]
    private static let permitted = [
        "Vary: Origin", "Access-Control-Allow-Origin: http://a.test", "Access-Control-Allow-Credentials: true",
        "Access-Control-Allow-Methods: PUT",
    ]

    static let preflights = [
        Row(
            "all that it asks for", 204, "cors: true\nsteps: [{request: PUT /a}]", asking,
            permitted + ["Access-Control-Allow-Headers: content-type, x-id"]),
        Row(
            "no headers if it asks for none", 204, "cors: true\nsteps: [{request: PUT /a}]", Array(asking.prefix(2)),
            permitted),
        Row(
            "the headers that are listed", 204, "cors: {headers: [X-Id]}\nsteps: [{request: PUT /a}]", asking,
            permitted + ["Access-Control-Allow-Headers: x-id"]),
        Row("no headers if none is listed", 204, "cors: {headers: []}\nsteps: [{request: PUT /a}]", asking, permitted),
        Row(
            "a time to remember it", 204, "cors: {max_age: 10m}\nsteps: [{request: PUT /a}]",
            Array(asking.prefix(2)), permitted + ["Access-Control-Max-Age: 600"]),
        Row(
            "a private network", 204, "cors: true\nsteps: [{request: PUT /a}]",
            asking.prefix(2) + [("Access-Control-Request-Private-Network", "true")],
            permitted + ["Access-Control-Allow-Private-Network: true"]),
        Row(
            "nothing from an origin that is not listed", 204,
            "cors: {origins: [http://b.test], max_age: 1s}\nsteps: [{request: PUT /a}]",
            asking + [("Access-Control-Request-Private-Network", "true")], ["Vary: Origin"]),
    ]

    @Test("permits a preflight", arguments: preflights)
    func preflight(_ row: Row) throws {
        let run = try scenarioRun("linger: 0ms\n" + row.lines)
        let (id, player) = run.arrived(request("OPTIONS", "/a", row.headers))
        #expect(played(player) == ["head 204 0", "done"])
        #expect(Self.lines(player.response().head) == row.expected)
        run.answered(id)
        #expect(run.activity.unanswered == 0)
        let entry = try #require(run.journal.first)
        let isAllowed = row.expected.contains { $0.hasPrefix("Access-Control-") }
        #expect(entry.timeline.outcome == (isAllowed ? .preflight : .refusedPreflight) && entry.status == 204)
        #expect(entry.step == nil && entry.failure == nil)
        #expect(run.verdict.failures.map(\.kind) == [.unmet], "\(run.verdict.text())")
    }

    @Test("is there when a head is rendered again because of the time")
    func late() throws {
        let run = try scenarioRun(Self.stub("{headers: {X-Now: '{{now(unix_ms)}}'}, delay: 1h}"))
        let player = run.arrived(request("GET", "/a", [Self.origin])).player
        let head = player.response(at: run.clock.now()).head
        #expect(Self.lines(head) == Self.allowed("X-Now, Vary, Date"))
    }

    @Test("is not in raw bytes, in interim responses and in faults")
    func asTheyStand() throws {
        let run = try scenarioRun(
            """
            cors: true
            steps:
              - {request: GET /a, response: {raw: "a b"}}
              - {request: GET /b, response: {informational: [{status: 103}], fault: empty}}
            """)
        #expect(played(run.arrived(request("GET", "/a", [Self.origin])).player) == ["raw a b", "done"])
        var player = run.arrived(request("GET", "/b", [Self.origin], exchange: 2)).player
        guard case .informational(let head) = player.next(at: run.clock.now()) else {
            Issue.record("no interim response")
            return
        }
        #expect(Self.lines(head.head) == [])
        #expect(played(player, from: run.clock.now()) == ["close"])
    }

    @Test("is recorded with the response")
    func recorded() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun(Self.stub("204"), options)
        let (id, player) = run.arrived(request("GET", "/a", [Self.origin]))
        _ = played(player)
        run.answered(id)
        let fields = try #require(run.journal.first?.response?.fields)
        #expect(fields.first(named: "Access-Control-Allow-Origin")?.elementsEqual("http://a.test".utf8) == true)
    }
}
