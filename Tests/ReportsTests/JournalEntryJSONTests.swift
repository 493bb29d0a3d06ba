import ExactJSON
import HTTPMessage
import MockRuntime
import Reports
import Testing

@Suite struct JournalEntryJSONTests {
    @Test("an entry has the request whole, what the scenario redacts masked")
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
                  "value": "(masked, 13 bytes)"
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
              "text": "{\"pin\":\"(masked, 4 bytes)\"}",
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
