#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import HTTPMessage
@testable import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

@Suite struct ResponsePlayerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let response: String
        let words: [String]
        var testDescription: String { response }

        init(_ response: String, _ words: [String]) {
            self.response = response
            self.words = words
        }
    }

    static let rows = [
        Row("204", ["head 204 0", "done"]),
        Row("{text: hello}", ["head 200 5", "body hello", "done"]),
        Row("{text: \"\"}", ["head 200 0", "done"]),
        Row("{text: hello, delay: 200ms}", ["wait 200", "head 200 5", "body hello", "done"]),
        Row(
            "{text: hello, delay: {headers: 1s, body: 50ms}}",
            ["wait 1000", "head 200 5", "wait 50", "body hello", "done"]),
        Row("{text: hello, delay: {body: 50ms}}", ["head 200 5", "wait 50", "body hello", "done"]),
        Row("{status: 204, delay: {body: 50ms}}", ["head 204 0", "wait 50", "done"]),
        Row("{text: hello, fault: reset}", ["reset"]),
        Row("{text: hello, fault: empty}", ["close"]),
        Row("{text: hello, fault: close}", ["close"]),
        Row("{text: hello, delay: 1s, fault: reset}", ["wait 1000", "reset"]),
        Row("{text: hello, fault: {kind: reset, at: response_end}}", ["head 200 5", "body hello", "reset"]),
        Row("{text: hello, fault: {kind: close, at: response_end}}", ["head 200 5", "body hello", "close"]),
        Row(
            "{text: hello, delay: {body: 10ms}, fault: {kind: close, at: response_end}}",
            ["head 200 5", "wait 10", "body hello", "close"]),
        Row("{status: 204, fault: {kind: reset, at: response_end}}", ["head 204 0", "reset"]),
    ]

    static let frames = [
        Row("{text: hello, h2: {rst_stream: CANCEL}}", ["rst_stream CANCEL"]),
        Row("{text: hello, delay: 1s, h2: {rst_stream: 99}}", ["wait 1000", "rst_stream 0x63"]),
        Row(
            "{text: hello, h2: {rst_stream: {code: CANCEL, at: response_body}}}", ["head 200 5", "rst_stream CANCEL"]),
        Row(
            "{text: hello, delay: {body: 1s}, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 4}}}",
            ["head 200 5", "wait 1000", "body hell", "rst_stream CANCEL"]),
        Row(
            "{text: hello, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 5}}}",
            ["head 200 5", "body hello", "rst_stream CANCEL"]),
        Row(
            "{text: hello, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 6}}}",
            ["head 200 5", "body hello", "rst_stream CANCEL"]),
        Row(
            "{text: hello, h2: {rst_stream: {code: CANCEL, at: response_end}}}",
            ["head 200 5", "body hello", "rst_stream CANCEL"]),
        Row("{status: 204, h2: {rst_stream: {code: CANCEL, at: response_end}}}", ["head 204 0", "rst_stream CANCEL"]),
        Row(
            "{text: hello, delay: 1s, h2: {settings: {max_concurrent_streams: 1, initial_window_size: 9}}}",
            [
                "wait 1000", "settings max_concurrent_streams=1 initial_window_size=9", "head 200 5", "body hello",
                "done",
            ]),
        Row(
            "{fault: reset, h2: {settings: {max_concurrent_streams: 1}}}",
            ["settings max_concurrent_streams=1", "reset"]),
        Row("{text: hello, h2: {goaway: NO_ERROR}}", ["goaway NO_ERROR", "head 200 5", "body hello", "done"]),
        Row("{text: hello, h2: {goaway: {code: CANCEL, last_stream: 3}}}", ["goaway CANCEL 3", "end"]),
        Row(
            "{h2: {settings: {max_frame_size: 16384}, goaway: NO_ERROR, rst_stream: CANCEL}}",
            ["settings max_frame_size=16384", "goaway NO_ERROR", "rst_stream CANCEL"]),
    ]

    static func player(_ response: String, at instant: Instant = Instant(nanoseconds: 0)) throws -> ResponsePlayer {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nsteps: [{request: GET /, response: \(response)}]", path: "run.yaml")
        return try player(scenario.steps[0].rule.responses[0], at: instant)
    }

    static func player(_ template: ResponseTemplate, at instant: Instant) throws -> ResponsePlayer {
        let start = WallClockTime(nanoseconds: 1_700_000_000_000_000_000)
        let scope = EvaluationContext(
            variables: [], randomSource: RandomSource(seed: 1, rule: 0, count: 1), now: start + instant,
            serverURL: "http://x")
        let entry = TimelineEntry(
            number: 1, method: [], target: [], connection: ConnectionInfo(index: 1, exchange: 1), offset: .zero,
            arrival: instant, outcome: .step("a"), response: .status(200))
        let plan = ResponsePlan(response: .scripted(template), scope: scope, entry: entry)
        return ResponsePlayer(plan, try RenderedResponse(template, in: scope), clockStart: start, at: instant)
    }

    @Test("what an answer plays, and when", arguments: rows + frames)
    func plays(_ row: Row) throws {
        #expect(played(try Self.player(row.response)) == row.words)
    }

    @Test("asked before its time it names the same instant again, and after its end it says the end again")
    func again() throws {
        var player = try Self.player("{delay: 1s, fault: reset}")
        for _ in 0..<2 {
            guard case .wait(Instant(nanoseconds: 1_000_000_000)) = player.next(at: Instant(nanoseconds: 5)) else {
                Issue.record("it does not wait")
                return
            }
        }
        for _ in 0..<2 {
            guard case .end(.reset) = player.next(at: Instant(nanoseconds: 1_000_000_000)) else {
                Issue.record("it does not reset")
                return
            }
        }
    }

    @Test("held, it never begins before the instant at which its gate was opened")
    func held() throws {
        let gate = HoldGate(until: Instant(nanoseconds: 1_000))
        var player = try Self.player("204")
        player.hold(gate)
        guard case .held = player.next(at: Instant(nanoseconds: 5)) else {
            Issue.record("it is not held")
            return
        }
        // Between the caller's reading of the clock and its question.
        gate.open(at: Instant(nanoseconds: 7))
        guard case .wait(Instant(nanoseconds: 7)) = player.next(at: Instant(nanoseconds: 6)) else {
            Issue.record("it begins too early")
            return
        }
        guard case .head = player.next(at: Instant(nanoseconds: 7)) else {
            Issue.record("it does not begin")
            return
        }
    }

    @Test("a GOAWAY after the response comes last, since only the connection knows when its last byte is sent")
    func goawayAfterEnd() throws {
        for code in ["NO_ERROR", "CANCEL"] {
            let player = try Self.player("{text: hello, h2: {goaway: {code: \(code), at: response_end}}}")
            #expect(played(player) == ["head 200 5", "body hello", "goaway \(code) after the end", "done"])
        }
        let after = try Self.player("{h2: {goaway: {code: CANCEL, at: response_end}}}")
        #expect(played(after).dropFirst() == ["goaway CANCEL after the end", "done"])
    }

    @Test("a reset cuts a large file at the byte")
    func cutBody() throws {
        let folder = try TemporaryFolder()
        try folder.write("large.bin", count: FileBody.memoryLimit + 100)
        let scenario = try folder.scenario(
            "{request: GET /l, response: {file: large.bin, h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 65600}}}}"
        )
        let words = played(try Self.player(scenario.steps[0].rule.responses[0], at: Instant(nanoseconds: 0)))
        #expect(words.dropFirst() == ["body of 65536", "body of 64", "rst_stream CANCEL"])
    }

    @Test("now is read when the head is sent, after a delay and after waiting for its turn")
    func now() throws {
        let response = "{headers: {At: \"{{now(unix_ms)}}\"}, text: \"{{now(unix)}} {{uuid}}\", delay: 2s}"
        let delayed = try Self.player(response)
        #expect(delayed.response().head?.field("At") == "1700000002000")
        let waited = try Self.player("{text: \"{{now(unix_ms)}}\"}")
        #expect(waited.response(at: Instant(nanoseconds: 3_500_000_000)).body == "1700000003500")
        // All other values were drawn when the response was planned.
        let other = try Self.player("{headers: {At: \"{{now(unix_ms)}}\"}, text: \"{{now(unix)}} {{uuid}}\"}")
        #expect(delayed.response().body.split(separator: " ").last == other.response().body.split(separator: " ").last)
    }

    @Test("a response that takes long to render is not rendered again, where other connections would wait for it")
    func largeNow() throws {
        let large = "{{now(unix)}} " + String(repeating: "a", count: 300 << 10)
        let delayed = try Self.player("{text: \"\(large)\", delay: 2s}")
        #expect(delayed.response().body.hasPrefix("1700000000 a"))
    }

    @Test("a file in memory is one piece, a large one is read in pieces of 64 KiB")
    func pieces() throws {
        let folder = try TemporaryFolder()
        let size = FileBody.memoryLimit + 100
        try folder.write("large.bin", count: size)
        try folder.write("small.bin", count: 70_000)
        let scenario = try folder.scenario(
            "{request: GET /l, response: {file: large.bin}}, {request: GET /s, response: {file: small.bin}}")
        let large = played(
            try Self.player(scenario.steps[0].rule.responses[0], at: Instant(nanoseconds: 0)), limit: 1_000)
        #expect(large.first == "head 200 \(size)")
        #expect(large.dropFirst().dropLast() == Array(repeating: "body of 65536", count: 16) + ["body of 100"])
        #expect(large.last == "done")
        let small = played(try Self.player(scenario.steps[1].rule.responses[0], at: Instant(nanoseconds: 0)))
        #expect(small == ["head 200 70000", "body of 65536", "body of 4464", "done"])
    }

    @Test("a file that is cut while it is sent ends in a reset, since the stated length can't be kept")
    func cut() throws {
        let folder = try TemporaryFolder()
        try folder.write("large.bin", count: FileBody.memoryLimit + 100)
        let scenario = try folder.scenario("{request: GET /l, response: {file: large.bin}}")
        var player = try Self.player(scenario.steps[0].rule.responses[0], at: Instant(nanoseconds: 0))
        guard case .head = player.next(at: Instant(nanoseconds: 0)),
            case .bytes = player.next(at: Instant(nanoseconds: 0))
        else {
            Issue.record("it does not begin")
            return
        }
        #expect(truncate(folder.path + "/large.bin", 100_000) == 0)
        let end = try #require(played(player).last)
        #expect(end.hasPrefix("broken: the body file \"large.bin\" has become shorter"))
    }
}

/// A folder that is removed with the last reference.
final class TemporaryFolder {
    let path: String

    struct Refused: Error {}

    init() throws {
        var template = Array("/tmp/mockserver-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Refused() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["large.bin", "small.bin", "run.yaml"] { unlink(path + "/" + name) }
        rmdir(path)
    }

    func write(_ name: String, count: Int) throws { try write(name, Array(repeating: 0x61, count: count)) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let file = fopen(path + "/" + name, "w") else { throw Refused() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Refused() }
    }

    func scenario(_ steps: String) throws -> Scenario {
        try write("run.yaml", Array("mockserver: 1\nsteps: [\(steps)]\n".utf8))
        return try Scenario(contentsOf: path + "/run.yaml")
    }
}
