import ExactJSON
import HTTPMessage
import Testing

@testable import MockServerKit

/// What one session may do to an HTTP/2 connection that another one uses, too.
@Suite("A connection of several sessions", .timeLimit(.minutes(60)))
struct SharedConnectionTests {
    private typealias Host = SessionTests.Host

    struct Row: Sendable, CustomTestStringConvertible {
        let response: String
        /// The frames on the stream of the response that would end the connection.
        let frames: [String]
        /// What is said to end it.
        let what: String
        var testDescription: String { response }

        init(_ response: String, _ frames: [String], _ what: String) {
            self.response = response
            self.frames = frames
            self.what = what
        }
    }

    private static let refused = ["HEADERS 3", "DATA 3 * end"]

    static let rows = [
        Row("text: hello, fault: close", refused, "the fault \"close\""),
        Row("text: hello, fault: empty", refused, "the fault \"empty\""),
        Row("text: hello, fault: garbage", refused, "the fault \"garbage\""),
        Row("text: hello, fault: {kind: close, at: request_start}", refused, "the fault \"close\""),
        Row(
            "text: hello, fault: {kind: close, at: response_body, after_bytes: 2}",
            ["HEADERS 3", "DATA 3 he", "RST_STREAM 3 INTERNAL_ERROR"], "the fault \"close\""),
        Row(
            "text: hello, fault: {kind: garbage, at: response_body, after_bytes: 2}",
            ["HEADERS 3", "DATA 3 he", "RST_STREAM 3 INTERNAL_ERROR"], "the fault \"garbage\""),
        Row(
            "text: hello, fault: {kind: close, at: response_end}", ["HEADERS 3", "DATA 3 hello end"],
            "the fault \"close\""),
        Row("text: hello, h2: {goaway: INTERNAL_ERROR}", refused, "this GOAWAY"),
        Row("text: hello, h2: {goaway: {last_stream: 0}}", refused, "this GOAWAY"),
        Row(
            "text: hello, h2: {goaway: {code: INTERNAL_ERROR, at: response_end}}", ["HEADERS 3", "DATA 3 hello end"],
            "this GOAWAY"),
    ]

    /// The frames on a stream; the text of a failure is only a star.
    private func frames(_ client: RawClient, on stream: Int) -> [String] {
        RawFrame.frames(in: client.pending).filter { $0.stream == stream && $0.type != 8 }.map { frame in
            let words = frame.words
            return words.contains("unsendable") || words.contains("would end") ? "DATA \(stream) * end" : words
        }
    }

    private func begin(_ host: Host, _ stub: String) throws -> String {
        try host.begin("mockserver: 1\nlinger: 0ms\nclock: virtual\nstubs: [\(stub)]")
    }

    @Test(
        "ends for none of them while another one has an open stream, or its request has come behind", arguments: rows,
        [1, 5])
    func open(_ row: Row, other: Int) async throws {
        let host = try Host()
        defer { host.stop() }
        let waiting = try begin(host, "{ request: GET /slow, response: { text: slow, delay: 1h } }")
        let ending = try begin(host, "{ id: bye, request: GET /bye, response: { \(row.response) } }")
        let client = try RawClient(host.server)
        let (slow, bye) = (RawFrame.get("/s/\(waiting)/slow", on: other), RawFrame.get("/s/\(ending)/bye", on: 3))
        try client.send(RawFrame.start + (other < 3 ? slow + bye : bye + slow))
        while frames(client, on: 3).count < row.frames.count { try #require(try client.receive()) }
        #expect(frames(client, on: 3) == row.frames)
        // The other session's response comes on the same connection.
        _ = try await host.askBeside("POST", "/sessions/\(waiting)/clock", #"{"advance": "1h"}"#)
        while frames(client, on: other).count < 2 { try #require(try client.receive()) }
        #expect(frames(client, on: other) == ["HEADERS \(other)", "DATA \(other) slow end"])
        let verdict = try await host.askBeside("DELETE", "/sessions/\(ending)", "").json
        guard case .array(let failures)? = verdict["failures"], let failure = failures.first else {
            throw CancellationError()
        }
        #expect(failures.count == 1 && failure["kind"] == "unsendable")
        guard case .string(let title)? = failure["title"] else { throw CancellationError() }
        #expect(
            title
                == "stub \"bye\": \(row.what) would end the connection, on which another session has an open stream; give "
                + "each session connections of its own, or end only the stream, by the fault \"reset\" or h2.rst_stream"
        )
        let other = try await host.askBeside("DELETE", "/sessions/\(waiting)", "").json
        #expect(other["passed"] == .bool(true))
        client.close()
    }

    @Test("ends as stated where no stream of another one is open", arguments: rows)
    func closed(_ row: Row) async throws {
        let host = try Host()
        defer { host.stop() }
        let first = try begin(host, "{ request: GET /quick }")
        let ending = try begin(
            host,
            "{ request: GET /bye, response: { \(row.response) } }, { request: GET /slow, response: { delay: 1h } }")
        let client = try RawClient(host.server)
        try client.send(RawFrame.start + RawFrame.get("/s/\(first)/quick", on: 1))
        while frames(client, on: 1).isEmpty { try #require(try client.receive()) }
        // A stream of its own that waits is no obstacle.
        try client.send(RawFrame.get("/s/\(ending)/slow", on: 3) + RawFrame.get("/s/\(ending)/bye", on: 5))
        #expect(try client.end() == .fin)
        client.close()
        let verdict = try await host.askBeside("DELETE", "/sessions/\(ending)", "").json
        #expect(verdict["failures"] == .array([]))
    }

    @Test("fails each of them that has a stream open when its client breaks HTTP/2, and no other")
    func broken() async throws {
        let host = try Host()
        defer { host.stop() }
        let slow = try begin(host, "{ request: GET /slow, response: { delay: 1h } }")
        let uploading = try begin(host, "{ request: POST /up }")
        let over = try begin(host, "{ request: GET /quick }")
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.get("/s/\(slow)/slow", on: 1) + RawFrame.get("/s/\(slow)/slow", on: 3)
                + RawFrame.post("/s/\(uploading)/up", on: 5) + RawFrame.get("/s/\(over)/quick", on: 7))
        while frames(client, on: 7).isEmpty { try #require(try client.receive()) }
        try client.send(RawFrame.windowUpdate(0, on: 0))
        #expect(try client.end() == .fin)
        client.close()
        for (id, kinds) in [(slow, ["bad_request"]), (uploading, ["bad_request"]), (over, [])] {
            let verdict = try await host.askBeside("DELETE", "/sessions/\(id)", "").json
            guard case .array(let failures)? = verdict["failures"] else { throw CancellationError() }
            #expect(failures.map { $0["kind"] } == kinds.map { .string($0) }, "\(verdict.text())")
        }
        #expect(!host.server.report().passed)
        // Three whole requests, and a failure each of two sessions and of the server's own run.
        #expect(try MetricsTests.numbers(of: host.client)["requests_total"] == 6)
    }

    @Test("goes on for a request of the server's own run, the first of which is still coming")
    func own() async throws {
        let host = try Host("stubs: [{ request: POST /up, response: { text: thanks } }]")
        defer { host.stop() }
        let ending = try begin(host, "{ request: GET /bye, response: { fault: close } }")
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.post("/up", on: 1) + RawFrame.get("/s/\(ending)/bye", on: 3))
        while frames(client, on: 3).count < 2 { try #require(try client.receive()) }
        try client.send(RawFrame.data("body", on: 1, ends: true))
        while frames(client, on: 1).count < 2 { try #require(try client.receive()) }
        #expect(frames(client, on: 1) == ["HEADERS 1", "DATA 1 thanks end"])
        client.close()
    }

    @Test("goes on for a request of another one whose body is still coming")
    func arriving() async throws {
        let host = try Host()
        defer { host.stop() }
        let uploading = try begin(host, "{ request: POST /up, response: { text: thanks } }")
        let ending = try begin(host, "{ request: GET /bye, response: { fault: close } }")
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.get("/s/\(uploading)/none", on: 1)
                + RawFrame.post("/s/\(uploading)/up", on: 3) + RawFrame.get("/s/\(ending)/bye", on: 5))
        while frames(client, on: 5).count < 2 { try #require(try client.receive()) }
        try client.send(RawFrame.data("body", on: 3, ends: true))
        while frames(client, on: 3).count < 2 { try #require(try client.receive()) }
        #expect(frames(client, on: 3) == ["HEADERS 3", "DATA 3 thanks end"])
        client.close()
    }
}
