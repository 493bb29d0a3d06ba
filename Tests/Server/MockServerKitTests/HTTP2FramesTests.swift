import HTTPMessage
import Testing

@testable import MockServerKit

@Suite("The frames of HTTP/2 that an answer states", .timeLimit(.minutes(60)))
struct HTTP2FramesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let response: String
        let frames: [String]
        /// Whether the server ends the connection.
        var ends = false
        /// The description of the response in reports.
        let shown: String
        var testDescription: String { response }

        init(_ response: String, _ frames: [String], ends: Bool = false, shown: String = "200") {
            self.shown = shown
            self.response = response
            self.frames = frames
            self.ends = ends
        }
    }

    private static let response = ["HEADERS 1", "DATA 1 hello end"]

    static let rows = [
        Row("text: hello, h2: {rst_stream: CANCEL}", ["RST_STREAM 1 CANCEL"], shown: "rst_stream CANCEL"),
        Row("text: hello, h2: {rst_stream: 99}", ["RST_STREAM 1 0x63"], shown: "rst_stream 0x63"),
        Row(
            "text: hello, delay: 10ms, h2: {rst_stream: REFUSED_STREAM}", ["RST_STREAM 1 REFUSED_STREAM"],
            shown: "rst_stream REFUSED_STREAM"),
        Row(
            "text: hello, h2: {rst_stream: {code: CANCEL, at: response_body}}", ["HEADERS 1", "RST_STREAM 1 CANCEL"]),
        Row(
            "text: hello, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 3}}",
            ["HEADERS 1", "DATA 1 hel", "RST_STREAM 1 CANCEL"]),
        Row(
            "text: hello, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 6}}",
            ["HEADERS 1", "DATA 1 hello", "RST_STREAM 1 CANCEL"]),
        Row(
            "text: hello, h2: {rst_stream: {code: CANCEL, at: response_end}}",
            ["HEADERS 1", "DATA 1 hello", "RST_STREAM 1 CANCEL"]),
        Row(
            "status: 204, h2: {rst_stream: {code: CANCEL, at: response_end}}", ["HEADERS 1", "RST_STREAM 1 CANCEL"],
            shown: "204"),
        Row("text: hello, h2: {goaway: NO_ERROR}", ["GOAWAY 1 NO_ERROR"] + response, ends: true),
        Row(
            "text: hello, h2: {goaway: {code: ENHANCE_YOUR_CALM, graceful: true}}",
            ["GOAWAY 1 ENHANCE_YOUR_CALM"] + response, ends: true),
        Row("text: hello, h2: {goaway: {last_stream: 1}}", ["GOAWAY 1 NO_ERROR"] + response, ends: true),
        Row("text: hello, h2: {goaway: {last_stream: 0}}", ["GOAWAY 0 NO_ERROR"], ends: true, shown: "goaway NO_ERROR"),
        Row(
            "text: hello, h2: {goaway: ENHANCE_YOUR_CALM}", ["GOAWAY 1 ENHANCE_YOUR_CALM"], ends: true,
            shown: "goaway ENHANCE_YOUR_CALM"),
        Row(
            "text: hello, h2: {goaway: {last_stream: 0, graceful: false}}", ["GOAWAY 0 NO_ERROR"], ends: true,
            shown: "goaway NO_ERROR"),
        Row("text: hello, h2: {goaway: {at: response_end}}", response + ["GOAWAY 1 NO_ERROR"], ends: true),
        Row(
            "text: hello, h2: {goaway: {code: INTERNAL_ERROR, at: response_end}}",
            response + ["GOAWAY 1 INTERNAL_ERROR"], ends: true),
        Row(
            "text: hello, h2: {settings: {max_concurrent_streams: 1, initial_window_size: 100}}",
            ["SETTINGS max_concurrent_streams=1 initial_window_size=100"] + response),
        Row(
            "h2: {settings: {max_frame_size: 16384}, goaway: NO_ERROR, rst_stream: CANCEL}",
            ["SETTINGS max_frame_size=16384", "GOAWAY 1 NO_ERROR", "RST_STREAM 1 CANCEL"], ends: true,
            shown: "rst_stream CANCEL"),
        Row("fault: empty", [], ends: true, shown: "empty"),
        Row("text: hello, fault: {kind: close, at: response_end}", response, ends: true),
    ]

    /// All frames after the server's part of the preface.
    private func frames(_ client: RawClient) -> [String] {
        RawFrame.frames(in: client.pending).map(\.words).filter { !$0.hasPrefix("WINDOW_UPDATE") }.dropFirst().filter {
            $0 != "SETTINGS ack"
        }
    }

    @Test("come at their phases, and are an answer", arguments: rows)
    func plays(_ row: Row) throws {
        let server = try MockServer(
            playing: "linger: 3600s\nsteps: [{id: a, request: GET /a, response: {\(row.response)}}]")
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/a", on: 1))
        if !row.ends {
            while frames(client).count < row.frames.count { try #require(try client.receive()) }
            client.finishSending()
        }
        #expect(try client.end() == .fin)
        #expect(frames(client) == row.frames)
        let verdict = try finish(server)
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        #expect(server.journal.map(\.timeline.responseText) == [row.shown])
    }

    @Test("reset a stream with any code by its name")
    func codes() throws {
        let stubs = HTTP2ErrorCode.names.map { "{request: GET /\($0), response: {h2: {rst_stream: \($0)}}}" }
        let server = try MockServer(playing: "linger: 3600s\nstubs: [\(stubs.joined(separator: ", "))]")
        let client = try RawClient(server)
        try client.send(RawFrame.start)
        var expected: [String] = []
        for (index, name) in HTTP2ErrorCode.names.enumerated() {
            try client.send(RawFrame.get("/\(name)", on: 2 * index + 1))
            expected.append("RST_STREAM \(2 * index + 1) \(name)")
            while frames(client).count < expected.count { try #require(try client.receive()) }
        }
        #expect(frames(client) == expected)
        client.close()
        #expect(try finish(server).passed)
    }

    @Test(
        "a graceful GOAWAY lets the streams up to its last one end, and refuses those behind: their client has not left",
        arguments: [nil, "cancels", "answered"])
    func neighbours(expected: String?) async throws {
        let key = expected.map { ", client: \($0)" } ?? ""
        let server = try MockServer(
            playing: """
                stubs:
                  - {request: GET /slow, response: {text: slow, delay: 50ms}}
                  - {request: GET /never, response: {delay: 3600s}\(key)}
                  - {request: GET /bye, response: {h2: {goaway: {last_stream: 1}}}}
                """)
        let client = try RawClient(server)
        try client.send(
            RawFrame.start + RawFrame.get("/slow", on: 1) + RawFrame.get("/never", on: 3)
                + RawFrame.get("/bye", on: 5) + RawFrame.get("/slow", on: 7))
        #expect(try client.end() == .fin)
        #expect(frames(client) == ["GOAWAY 1 NO_ERROR", "HEADERS 1", "DATA 1 slow end"])
        // The client will repeat the streams after the last one.
        #expect(server.journal.map(\.request.streamID) == [1, 3, 5])
        #expect(server.unfinishedRequests.isEmpty)
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.failures.map(\.kind) == (expected == nil ? [] : [.client]), "\(verdict.text())")
        #expect(verdict.dropped.map(\.target) == [Array("/never".utf8)[...]])
        await server.stop()
    }

    @Test("an abrupt GOAWAY ends the connection for its neighbours, too")
    func abrupt() async throws {
        let server = try MockServer(
            playing: """
                stubs:
                  - {request: GET /never, response: {delay: 3600s}}
                  - {request: GET /bye, response: {h2: {goaway: INTERNAL_ERROR}}}
                """)
        let client = try RawClient(server)
        try client.send(
            RawFrame.start + RawFrame.get("/never", on: 1) + RawFrame.get("/bye", on: 3)
                + RawFrame.get("/bye", on: 5))
        #expect(try client.end() == .fin)
        #expect(frames(client).count == 1)
        #expect(frames(client).first?.hasSuffix("INTERNAL_ERROR") == true)
        #expect(server.journal.map(\.request.streamID) == [1, 3])
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        await server.stop()
    }

    @Test("real clients understand them")
    func clients() throws {
        let server = try MockServer(
            playing: """
                linger: 3600s
                defaults: {response: {h2: {settings: {max_concurrent_streams: 1}}}}
                stubs:
                  - {request: GET /settings, response: {text: x}}
                  - {request: GET /calm, response: {h2: {goaway: ENHANCE_YOUR_CALM}}}
                  - {request: GET /bye, response: {text: x, h2: {goaway: NO_ERROR}}}
                  - {request: GET /cut, response: {text: hello, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 3}}}}
                """)
        let settings = try Tool("nghttp -nv $url/settings", server).output
        #expect(settings.contains("SETTINGS_MAX_CONCURRENT_STREAMS(0x03):1]"), "\(settings)")
        let calm = try Tool("nghttp -nv $url/calm", server).output
        #expect(calm.contains("last_stream_id=13, error_code=ENHANCE_YOUR_CALM(0x0b)"), "\(calm)")
        let upgraded = try Tool("nghttp -unv $url/calm", server).output
        #expect(upgraded.contains("last_stream_id=1, error_code=ENHANCE_YOUR_CALM(0x0b)"), "\(upgraded)")
        let bye = try Tool("curl -sS --http2-prior-knowledge $url/bye $url/bye -w ' %{num_connects} '", server)
        #expect(bye.output == "x 1 x 1 ")
        let broken = try Tool("curl -sS --http2-prior-knowledge $url/cut", server)
        #expect(broken.status == 92 && broken.output.contains("CANCEL (err 8)"), "\(broken)")
        let cut = try Tool("nghttp -nv $url/cut", server).output
        #expect(
            cut.contains("recv DATA frame <length=3, flags=0x00") && cut.contains("error_code=CANCEL(0x08)"), "\(cut)")
        #expect(try finish(server).passed)
    }

    @Test("cannot be sent over HTTP/1.1, and the failure says so at the key")
    func unsendable() throws {
        let server = try MockServer(
            playing: "linger: 3600s\nsteps: [{id: a, request: GET /a, response: {h2: {goaway: NO_ERROR}}}]")
        let response = try RawClient(server).ask(get("/a"))
        #expect(response.status == 500)
        #expect(response["Mockserver-Failure"] == "unsendable")
        #expect(response.text.contains("step \"a\": h2 cannot be sent over HTTP/1.1, which has no frames"))
        #expect(try finish(server).failures.map(\.kind) == [.unsendable])
    }
}
