import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
import Reports
import Testing

@Suite struct JournalEntryJSONTests {
    @Test("an entry has the request whole, what the scenario redacts redacted")
    func entry() throws {
        let run = try scenarioRun("steps: [{id: save, request: PUT /a}]\nredact: [$.pin]")
        let headers = [("authorization", "Bearer secret"), ("X-A", "1"), ("x-a", "\u{1}\u{FFFD}")]
        run.play(
            request(
                "PUT", "/a?b=%20c&d", headers, body: Array(#"{"pin": 1234}"#.utf8), connection: 2,
                trailers: [("X-Sum", "9")]))
        let expected = #"""
            {
              "number": 1,
              "method": "PUT",
              "target": "/a?b=%20c&d",
              "path": "/a",
              "query": "b=%20c&d",
              "host": "127.0.0.1:1",
              "protocol": "http/1.1",
              "headers": [
                {
                  "name": "authorization",
                  "value": "(redacted, 13 bytes)"
                },
                {
                  "name": "X-A",
                  "value": "1"
                },
                {
                  "name": "x-a",
                  "value": "\u0001�"
                }
              ],
              "text": "{\"pin\":\"(redacted, 4 bytes)\"}",
              "trailers": [
                {
                  "name": "X-Sum",
                  "value": "9"
                }
              ],
              "connection": 2,
              "exchange": 1,
              "at": 0,
              "status": 200,
              "step": "save"
            }
            """#
        #expect(run.journal.first?.json.timeless.text(.pretty) == expected)
    }

    @Test("a recorded response has its interim responses and trailers, and raw bytes have no status")
    func delivery() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun(
            """
            steps:
              - request: GET /a
                response: {informational: [{status: 103, headers: {L: x}}], text: a, trailers: {Set-Cookie: a=1}}
              - {request: GET /b, response: {raw: "a b"}}
            """, options)
        run.play(request("GET", "/a"))
        run.play(request("GET", "/b", exchange: 2))
        let entries = run.journal.map(\.json.timeless)
        let response = try #require(entries[0]["response"])
        #expect(response["informational"]?[0]?["status"] == 103)
        #expect(response["informational"]?[0]?["headers"]?[0]?["value"] == "x")
        #expect(response["trailers"]?[0]?["value"] == "(redacted, 3 bytes)")
        #expect(response["complete"] == true)
        let raw = try #require(entries[1]["response"])
        #expect(raw["status"] == nil && raw["text"] == "a b" && raw["complete"] == true)
        #expect(entries[1]["fault"] == "raw")
    }

    @Test(
        "a body is text where it is UTF-8 and else base64, and none is neither",
        arguments: [
            ([], nil, nil), (Array("é\0".utf8), "é\0", nil), ([0xFF, 0x00], nil, "/wA="),
        ] as [([UInt8], JSON?, JSON?)])
    func body(_ body: [UInt8], text: JSON?, base64: JSON?) throws {
        let run = try scenarioRun("stubs: [{request: {}}]")
        run.play(request("POST", "/", body: body))
        let entry = try #require(run.journal.first?.json)
        #expect(entry["text"] == text)
        #expect(entry["base64"] == base64)
    }

    @Test("a preflight says so in place of a step")
    func preflight() throws {
        let report = try Specimen.browser.report()
        let entries = report.journal.map(\.json)
        #expect(entries.map { $0["preflight"] } == [true, nil])
        #expect(entries.map { $0["step"] } == [nil, "a"])
        #expect(entries[0]["failure"] == nil && entries[0]["status"] == 204)
        #expect(report.journal[0].timeline.json["preflight"] == true)
        let har = try JSON(parsing: report.bytes(as: .har))["log"]?["entries"]
        #expect(har?[0]?["_preflight"] == true && har?[1]?["_preflight"] == nil)
    }

    @Test("an unfinished request is a connection and a sentence")
    func unfinished() {
        let silent = UnfinishedRequest(
            connection: ConnectionInfo(index: 3, exchange: 1), method: nil, target: nil, text: "no byte came")
        #expect(silent.json == ["connection": 3, "exchange": 1, "text": "no byte came"])
        let cut = UnfinishedRequest(
            connection: ConnectionInfo(index: 3, exchange: 2), method: "POST", target: "/a", text: "it was cut")
        #expect(
            cut.json == ["method": "POST", "target": "/a", "connection": 3, "exchange": 2, "text": "it was cut"])
    }
}
