import HTTPMessage
@testable import MockRuntime
import ScenarioFiles
import Scenarios
import Testing

@Suite("The ranges of a body") struct RangesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let range: String
        let status: Int
        let contentRange: String?
        let body: String
        var testDescription: String { range }

        init(_ range: String, _ status: Int, _ contentRange: String?, _ body: String) {
            self.range = range
            self.status = status
            self.contentRange = contentRange
            self.body = body
        }
    }

    static let rows = [
        Row("bytes=0-3", 206, "bytes 0-3/10", "0123"),
        Row("Bytes = 4-4", 206, "bytes 4-4/10", "4"),
        Row("bytes=7-", 206, "bytes 7-9/10", "789"),
        Row("bytes=7-99", 206, "bytes 7-9/10", "789"),
        Row("bytes=-3", 206, "bytes 7-9/10", "789"),
        Row("bytes=-99", 206, "bytes 0-9/10", "0123456789"),
        Row("bytes=10-", 416, "bytes */10", ""),
        Row("bytes=-0", 416, "bytes */10", ""),
        Row("bytes=99999999999999999999999-", 416, "bytes */10", ""),
        Row("bytes=0-1, ,20-", 206, "bytes 0-1/10", "01"),
        Row("bytes=3-1", 200, nil, "0123456789"),
        Row("bytes=a-1", 200, nil, "0123456789"),
        Row("bytes=", 200, nil, "0123456789"),
        Row("bytes=1", 200, nil, "0123456789"),
        Row("items=0-1", 200, nil, "0123456789"),
        Row("bytes=" + Array(repeating: "0-1", count: 257).joined(separator: ","), 200, nil, "0123456789"),
    ]

    private static let stub =
        "{request: {path: /a}, response: {text: '0123456789', ranges: auto, headers: {ETag: '\"v1\"', Last-Modified: 'Sun, 06 Nov 1994 08:49:37 GMT'}}}"

    private func response(_ stub: String, _ headers: [(String, String)], method: String = "GET") throws
        -> (status: Int, head: ResponseHead?, body: String, shown: Int?)
    {
        let run = try scenarioRun("stubs: [\(stub)]")
        let player = run.arrived(request(method, "/a", headers)).player
        let (head, body) = player.response(at: run.clock.now())
        return (player.status, head, body, run.journal.first?.status)
    }

    @Test("are those that the client asks for", arguments: rows)
    func ranges(_ row: Row) throws {
        let (status, head, body, shown) = try response(Self.stub, [("Range", row.range)])
        #expect(status == row.status && shown == row.status)
        #expect(head?.field("Content-Range") == row.contentRange)
        #expect(head?.field("Accept-Ranges") == "bytes")
        #expect(head?.field("Content-Type") == (row.status == 416 ? nil : "text/plain; charset=utf-8"))
        #expect(body == row.body)
    }

    @Test("are several parts of one body")
    func several() throws {
        let (status, head, body, _) = try response(Self.stub, [("Range", "bytes=0-1,-2,30-")])
        #expect(status == 206)
        #expect(head?.field("Content-Range") == nil)
        let type = try #require(head?.field("Content-Type"))
        #expect(type.hasPrefix("multipart/byteranges; boundary="))
        let boundary = type.dropFirst("multipart/byteranges; boundary=".count)
        #expect(boundary.count == 30)
        #expect(
            body
                == "--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n"
                + "--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 8-9/10\r\n\r\n89\r\n"
                + "--\(boundary)--\r\n")
    }

    @Test(
        "need the representation that If-Range names",
        arguments: [
            ("\"v1\"", 206), ("\"v2\"", 200), ("W/\"v1\"", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 206),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 206), ("Sun, 06 Nov 1994 08:49:38 GMT", 200), ("nonsense", 200),
        ])
    func ifRange(value: String, status: Int) throws {
        #expect(try response(Self.stub, [("Range", "bytes=0-3"), ("If-Range", value)]).status == status)
    }

    @Test("are for GET and status 200, and a weak tag is never the same")
    func others() throws {
        let range = [("Range", "bytes=0-3")]
        let head = try response(Self.stub, range, method: "HEAD")
        #expect(head.status == 200 && head.head?.field("Accept-Ranges") == "bytes")
        let post = try response(Self.stub, range, method: "POST")
        #expect(post.status == 200 && post.head?.field("Accept-Ranges") == nil)
        #expect(
            try response("{request: {}, response: {status: '{{201}}', text: abc, ranges: auto}}", range).status == 201)
        let weak = "{request: {}, response: {text: abc, ranges: auto, headers: {ETag: 'W/\"v1\"'}}}"
        #expect(try response(weak, range + [("If-Range", "W/\"v1\"")]).status == 200)
        let empty = "{request: {}, response: {text: '', ranges: auto}}"
        #expect(try response(empty, [("Range", "bytes=-1")]).status == 200)
        #expect(try response(empty, [("Range", "bytes=0-")]).status == 416)
    }

    @Test("of a large file are read from it, at a pace and up to a fault")
    func largeFile() throws {
        let folder = try TemporaryFolder()
        let size = FileBody.memoryLimit + 100
        try folder.write("large.bin", (0..<size).map { UInt8(truncatingIfNeeded: $0 % 251) })
        let scenario = try folder.scenario(
            "{request: GET /a, response: {file: large.bin, ranges: auto, fault: {kind: truncate, after_bytes: 5}}}")
        let run = ScenarioRun(scenario)
        let player = run.arrived(request("GET", "/a", [("Range", "bytes=1048600-1048609")])).player
        let bytes = (1_048_600..<1_048_605).map { UInt8(truncatingIfNeeded: $0 % 251) }
        #expect(played(player) == ["head 206 10", "body " + String(decoding: bytes, as: UTF8.self), "truncated"])
    }
}
