import ContentCompression
import MockServerKit
import Testing

/// Requests that are made to cost much, sent to a server: each is decided in bounded time, and the failure says why.
@Suite("A hostile request", .timeLimit(.minutes(60)))
struct HostileRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The conditions of the only stub.
        let assertion: String
        let fields: [String]
        let body: [UInt8]
        /// The failure's title without the stub's name; nil if there is no failure.
        let problem: String?

        init(_ description: String, _ assertion: String, _ fields: [String] = [], body: [UInt8], _ problem: String?) {
            testDescription = description
            self.assertion = assertion
            self.fields = fields
            self.body = body
            self.problem = problem
        }

        init(_ description: String, _ assertion: String, _ fields: [String] = [], body: String, _ problem: String?) {
            self.init(description, assertion, fields, body: Array(body.utf8), problem)
        }
    }

    private static let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    private static let chain =
        String(repeating: #"{"next":"#, count: 500) + "1" + String(repeating: "}", count: 500)
    private static let parts =
        (0..<10_000).map { "--B\r\nContent-Disposition: form-data; name=p\($0)\r\n\r\n\($0)\r\n" }.joined() + "--B--"

    static let cases = [
        Case(
            "JSON that is nested ten thousand deep, compared", "json: {a: 1}", body: deep,
            "json $ can't be read: line 1, column 513: the body is redacted, and is not JSON here"),
        Case(
            "JSON that is nested ten thousand deep, queried", #"json_path: {"$..id": 7}"#, body: deep,
            "json $ can't be read: line 1, column 513: the body is redacted, and is not JSON here"),
        Case(
            "a query that compares all values with all",
            #"json_path: {"$..[?count($..[?@ == 2]) > 0]": {present: true}}"#,
            body: "[\(Array(repeating: "[1]", count: 20_000).joined(separator: ","))]",
            "json $..[?count($..[?@ == 2]) > 0] can't be evaluated: the query takes too long on this body"),
        Case(
            "a text on which a regular expression backtracks", "text: {matches: '(a+)+b'}",
            body: String(repeating: "a", count: 10_000),
            "text was not decided: the regular expression takes too many steps on it; write one that backtracks less, "
                + "without nested repeats such as (a+)+"),
        Case(
            "a long chain of values for a schema that refers to itself",
            "json_schema: {$id: tree, properties: {next: {$ref: tree}}, type: [object, integer]}", body: chain, nil),
        Case(
            "ten thousand parts", "multipart: [{name: p9999, text: '9999'}]",
            ["Content-Type: multipart/form-data; boundary=B"], body: parts, nil),
        Case(
            "ten thousand parts, none of them wanted", "multipart: [{name: x}]",
            ["Content-Type: multipart/form-data; boundary=B"], body: parts,
            "part x is missing: the parts are \((0..<20).map { "p\($0)" }.joined(separator: ", ")) and 9980 more"),
        Case(
            "a body that expands a thousandfold", "json: {a: 1}", ["Content-Encoding: gzip"],
            body: Compressor.compress([UInt8](repeating: 0x20, count: 16 << 20), as: .gzip),
            "json $ can't be read: the body can't be decoded: it expands to more than 1,000 times its 16329 bytes"),
    ]

    /// Not bounded work takes hours. Unoptimised code takes five to twenty times as long as optimised, and a machine
    /// under load many times as long as an idle one.
    private static let bound = Duration.seconds(600)

    @Test("is decided in bounded time", arguments: cases)
    func decided(_ hostile: Case) throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                redact: [$..secret]
                stubs:
                  - { id: s, request: POST /a, assert: { \(hostile.assertion) } }
                """)
        let client = try RawClient(server)
        let head =
            ["POST /a HTTP/1.1", "Host: h", "Content-Length: \(hostile.body.count)"] + hostile.fields + ["", ""]
        let clock = ContinuousClock()
        let time = try clock.measure {
            try client.send(Array(head.joined(separator: "\r\n").utf8) + hostile.body)
            #expect(try client.response().status == 200)
        }
        #expect(time < Self.bound)
        #expect(server.verdict.failures.map(\.title) == (hostile.problem.map { ["stub \"s\": \($0)"] } ?? []))
        server.stopNow()
    }
}
