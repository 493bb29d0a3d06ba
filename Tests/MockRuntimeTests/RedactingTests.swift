import ExactJSON
import HTTPMessage
import HTTPTypes
@testable import MockRuntime
import Scenarios
import Testing

@Suite struct RedactingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let body: String
        let masked: String
        var testDescription: String { "\(path) of \(body)" }

        init(_ path: String, _ body: String, _ masked: String) {
            self.path = path
            self.body = body
            self.masked = masked
        }
    }

    static let rows = [
        Row("$.token", #"{"token":"abc","user":"u"}"#, #"{"token":"(masked, 5 bytes)","user":"u"}"#),
        Row("$.token", #"{"user":{"token":"abc"}}"#, #"{"user":{"token":"abc"}}"#),
        Row(
            "$..token", #"{"user":{"token":"abc"},"token":1}"#,
            #"{"user":{"token":"(masked, 5 bytes)"},"token":"(masked, 1 bytes)"}"#),
        Row("$..token", #"{"token":{"token":"abc"}}"#, #"{"token":"(masked, 29 bytes)"}"#),
        Row(
            "$.list[*].id", #"{"list":[{"id":1,"n":2},{"id":3}]}"#,
            #"{"list":[{"id":"(masked, 1 bytes)","n":2},{"id":"(masked, 1 bytes)"}]}"#),
        Row("$.list[-1]", #"{"list":[1,22]}"#, #"{"list":[1,"(masked, 2 bytes)"]}"#),
        Row("$.list[0]", #"{"list":[1,22]}"#, #"{"list":["(masked, 1 bytes)",22]}"#),
        Row("$.list[5]", #"{"list":[1,22]}"#, #"{"list":[1,22]}"#),
        Row("$['a b']", #"{"a b":true}"#, #"{"a b":"(masked, 4 bytes)"}"#),
        Row("$.a.b", #"{"a":[{"b":1}]}"#, #"{"a":[{"b":1}]}"#),
        Row("$.token", "token=abc", "token=abc"),
        Row("$.token", #"{"token":"abc","token":"abd"}"#, "(masked, 29 bytes)"),
        Row("$.token", #" [{"token":"abc""#, "(masked, 16 bytes)"),
        Row("$.token", #"{ "user" : "u" }"#, #"{ "user" : "u" }"#),
    ]

    @Test("JSON paths are masked in the body, and what is not named stays as it stood", arguments: rows)
    func json(_ row: Row) throws {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [\"\(row.path)\"]", path: "run.yaml")
        let recorded = RecordedRequest(request("GET", "/", body: row.body), number: 1, scenario.redaction)
        #expect(recorded.text == row.masked)
    }

    @Test("masked headers keep their order and spelling, in the head and behind the body")
    func headers() throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: [X-Key]", path: "run.yaml")
        let recorded = RecordedRequest(
            request(
                "GET", "/", [("A", "1"), ("AUTHORIZATION", "Bearer abc"), ("x-key", "k"), ("Cookie", "a=b")],
                trailers: [("X-Key", "k2"), ("T", "t")]),
            number: 1, scenario.redaction)
        #expect(
            recorded.fields.description
                == """
                A: 1
                AUTHORIZATION: (masked, 10 bytes)
                x-key: (masked, 1 bytes)
                Cookie: (masked, 3 bytes)
                """)
        #expect(recorded.headers[.authorization] == "(masked, 10 bytes)")
        #expect(recorded.trailers.description == "X-Key: (masked, 2 bytes)\nT: t")
    }

    @Test("redact: none masks nothing")
    func none() throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{request: /}]\nredact: none", path: "run.yaml")
        let recorded = RecordedRequest(
            request("GET", "/", [("Authorization", "Bearer abc")]), number: 1, scenario.redaction)
        #expect(recorded.headers[.authorization] == "Bearer abc")
    }
}
