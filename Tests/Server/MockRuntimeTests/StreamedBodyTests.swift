import HTTPMessage
@testable import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

@Suite("A body that is not sent in one go") struct StreamedBodyTests {
    typealias Row = ResponsePlayerTests.Row

    static let framings = [
        Row("{text: hello, framing: chunked}", ["head 200 chunked", "chunk 5", "body hello", "trailers", "done"]),
        Row("{text: hello, framing: close}", ["head 200 untilClose", "body hello", "done"]),
        Row("{text: hello, framing: content_length}", ["head 200 5", "body hello", "done"]),
        Row("{text: hello, content_length: 999}", ["head 200 5", "body hello", "done"]),
        Row("{base64: aGVsbG8=}", ["head 200 5", "body hello", "done"]),
        Row("{base64: \"{{'hello' | base64}}\"}", ["head 200 5", "body hello", "done"]),
        Row(
            "{text: hello, trailers: {A: 1, B: [2, 3]}}",
            ["head 200 chunked", "chunk 5", "body hello", "trailers A=1 B=2 B=3", "done"]),
        Row("{trailers: {A: 1}}", ["head 200 chunked", "trailers A=1", "done"]),
        Row(
            "{informational: [{status: 103}, {status: 102}], text: hello}",
            ["interim 103", "interim 102", "head 200 5", "body hello", "done"]),
        Row(
            "{informational: [{status: 103}], delay: {headers: 20ms, body: 30ms}, text: hello}",
            ["interim 103", "wait 20", "head 200 5", "wait 30", "body hello", "done"]),
        Row("{informational: [{status: 103}], fault: reset}", ["interim 103", "reset"]),
        Row("{raw: \"HTTP/1.1 200\\r\\n\\r\\n\"}", ["raw HTTP/1.1 200\r\n\r\n", "done"]),
        Row(
            "{raw: {base64: aGVsbG8=}, delay: {headers: 10ms, body: 20ms}}",
            ["wait 10", "wait 20", "raw hello", "done"]),
    ]

    static let streams = [
        Row(
            "{chunks: [{text: one}, {json: [2], delay: 50ms}, {base64: IQ==}]}",
            [
                "head 200 chunked", "chunk 3", "body one", "wait 50", "chunk 3", "body [2]", "chunk 1", "body !",
                "trailers", "done",
            ]),
        Row(
            "{delay: {body: 5ms}, chunks: [{text: one, delay: 10ms}]}",
            ["head 200 chunked", "wait 5", "wait 10", "chunk 3", "body one", "trailers", "done"]),
        Row(
            "{chunks: [{text: '{{request.query.none | default(\"\")}}'}, {text: two}]}",
            ["head 200 chunked", "chunk 3", "body two", "trailers", "done"]),
        Row(
            "{chunks: [{text: one}, {text: two}], framing: content_length}",
            ["head 200 6", "chunk 3", "body one", "chunk 3", "body two", "done"]),
        Row(
            "{chunks: [{text: one}], framing: close}",
            ["head 200 untilClose", "chunk 3", "body one", "done"]),
        Row(
            "{events: [{data: one}, {event: e, data: two, delay: 10ms}], then: close}",
            [
                "head 200 chunked", "chunk 11", "body data: one\n\n", "wait 10", "chunk 20",
                "body event: e\ndata: two\n\n", "trailers", "done",
            ]),
        Row(
            "{events: [{data: one}], then: keep_open}",
            ["head 200 chunked", "chunk 11", "body data: one\n\n", "keep open"]),
    ]

    static let paces = [
        Row(
            "{text: hello world, dribble: {chunk: 4B, every: 50ms}}",
            ["head 200 11", "body hell", "wait 50", "body o wo", "wait 50", "body rld", "done"]),
        Row("{text: hello, dribble: {chunk: 5B, every: 50ms}}", ["head 200 5", "body hello", "done"]),
        Row(
            "{text: hello, framing: chunked, dribble: {chunk: 3B, every: 50ms}}",
            ["head 200 chunked", "chunk 5", "body hel", "wait 50", "body lo", "trailers", "done"]),
        Row(
            "{chunks: [{text: one}, {text: two, delay: 20ms}], dribble: {chunk: 2B, every: 50ms}}",
            [
                "head 200 chunked", "chunk 3", "body on", "wait 50", "body e", "wait 20", "chunk 3", "body t",
                "wait 30",
                "body wo", "trailers", "done",
            ]),
        Row(
            "{text: hello, throttle: 200B/s}",
            ["head 200 5", "body he", "wait 10", "body ll", "wait 10", "body o", "done"]),
        Row(
            "{text: abc, throttle: 1B/s}",
            ["head 200 3", "body a", "wait 1000", "body b", "wait 1000", "body c", "done"]),
        Row("{text: hello, throttle: 1MiB/s}", ["head 200 5", "body hello", "done"]),
    ]

    static let faults = [
        Row("{text: hello, fault: truncate}", ["head 200 5", "body he", "truncated"]),
        Row("{text: hello, fault: {kind: truncate, after_bytes: 4}}", ["head 200 5", "body hell", "truncated"]),
        Row("{text: hello, fault: stall}", ["head 200 5", "stall"]),
        Row("{text: hello, fault: {kind: stall, at: response_start}}", ["stall"]),
        Row("{text: hello, fault: {kind: stall, at: response_end}}", ["head 200 5", "body hello", "stall"]),
        Row("{text: hello, fault: {kind: stall, after_bytes: 9}}", ["head 200 5", "body hello", "stall"]),
        Row(
            "{text: hello, fault: {kind: reset, at: response_body, after_bytes: 2}}",
            ["head 200 5", "body he", "reset"]),
        Row("{text: hello, fault: {kind: close, at: response_body}}", ["head 200 5", "close"]),
        Row("{text: hello, fault: garbage}", ["raw of 64", "close"]),
        Row("{text: hello, delay: 5ms, fault: garbage}", ["wait 5", "raw of 64", "close"]),
        Row(
            "{text: hello, fault: {kind: garbage, at: response_body, after_bytes: 2}}",
            ["head 200 5", "body he", "raw of 64", "close"]),
        Row(
            "{text: hello, fault: malformed_chunk}", ["head 200 chunked", "raw not-a-size\r\n", "close"]),
        Row(
            "{text: hello, fault: {kind: malformed_chunk, after_bytes: 2}}",
            ["head 200 chunked", "chunk 2", "body he", "raw not-a-size\r\n", "close"]),
        Row(
            "{chunks: [{text: one}, {text: two, delay: 1s}], fault: {kind: truncate, after_bytes: 2}}",
            ["head 200 chunked", "chunk 3", "body on", "truncated"]),
        Row(
            "{chunks: [{text: one}, {text: two, delay: 1s}], fault: {kind: stall, after_bytes: 3}}",
            ["head 200 chunked", "chunk 3", "body one", "stall"]),
        Row(
            "{text: hello, trailers: {A: 1}, fault: {kind: close, at: response_end}}",
            ["head 200 chunked", "chunk 5", "body hello", "trailers A=1", "close"]),
        Row(
            "{text: hello, dribble: {chunk: 2B, every: 10ms}, fault: {kind: reset, at: response_body, after_bytes: 3}}",
            ["head 200 5", "body he", "wait 10", "body l", "reset"]),
    ]

    @Test("is played in this order", arguments: framings + streams + paces + faults)
    func plays(_ row: Row) throws {
        #expect(played(try ResponsePlayerTests.player(row.response)) == row.words)
    }

    @Test("of a HEAD is left out with its trailers, but the fault within it happens")
    func skipped() throws {
        func end(_ response: String) throws -> [String] {
            var player = try ResponsePlayerTests.player(response)
            guard case .head = player.next(at: Instant(nanoseconds: 0)) else { return ["no head"] }
            player.skipBody()
            return played(player)
        }
        #expect(try end("{text: hello, trailers: {A: 1}}") == ["done"])
        #expect(try end("{chunks: [{text: a, delay: 1s}], delay: {body: 1s}}") == ["done"])
        #expect(try end("{events: [{data: a}], then: keep_open}") == ["done"])
        #expect(try end("{text: hello, fault: truncate}") == ["truncated"])
        #expect(try end("{text: hello, fault: stall}") == ["stall"])
        #expect(try end("{text: hello, fault: {kind: reset, at: response_body, after_bytes: 4}}") == ["reset"])
    }

    @Test("is read from its file piece by piece, at a pace and up to a fault")
    func largeFile() throws {
        let folder = try TemporaryFolder()
        let size = FileBody.memoryLimit + 100
        try folder.write("large.bin", count: size)
        func words(_ keys: String) throws -> [String] {
            let scenario = try folder.scenario("{request: GET /l, response: {file: large.bin, \(keys)}}")
            return played(
                try ResponsePlayerTests.player(scenario.steps[0].rule.responses[0], at: Instant(nanoseconds: 0)),
                limit: 100)
        }
        let piece = "body of 65536"
        #expect(
            try words("fault: {kind: truncate, after_bytes: 70000}") == [
                "head 200 \(size)", piece, "body of 4464", "truncated",
            ])
        let half = try words("fault: truncate")
        #expect(half == ["head 200 \(size)"] + Array(repeating: piece, count: 8) + ["body of 50", "truncated"])
        #expect(try words("dribble: {chunk: 1MiB, every: 1s}").suffix(3) == ["wait 1000", "body of 100", "done"])
        #expect(try words("framing: chunked").suffix(4) == ["chunk 100", "body of 100", "trailers", "done"])
        #expect(try words("throttle: 10MiB/s").filter { $0.hasPrefix("wait") }.count == 10)
    }

    @Test("is throttled on average, but a client's pause is not made up for")
    func rate() throws {
        var player = try ResponsePlayerTests.player("{text: abcdefgh, throttle: 100B/s}")
        func next(_ milliseconds: Int64) -> String {
            switch player.next(at: Instant(nanoseconds: milliseconds * 1_000_000)) {
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .wait(let until): "\(until.nanoseconds / 1_000_000)"
            default: "other"
            }
        }
        #expect(next(0) == "other")
        #expect([next(0), next(0), next(9)] == ["a", "10", "10"])
        // Late by 4 ms: the next one comes at its time.
        #expect([next(14), next(14), next(20)] == ["b", "20", "c"])
        // After a pause of a second, one byte comes early, not a hundred.
        #expect([next(1_000), next(1_000), next(1_000)] == ["d", "e", "1010"])
    }

    @Test("waits for a random time that the seed determines")
    func randomDelays() throws {
        func delays(_ response: String, seed: UInt64, count: Int = 1) throws -> [Int64] {
            let run = try scenarioRun(
                "stubs: [{request: GET /a, response: \(response)}]\nseed: \(seed)")
            var waits: [Int64] = []
            for exchange in 1...count {
                var player = run.arrived(request("GET", "/a", exchange: exchange)).player
                var now = run.clock.now()
                for _ in 0..<20 {
                    switch player.next(at: now) {
                    case .wait(let until): (waits, now) = (waits + [(until - now).wholeNanoseconds], until)
                    case .end(.done): break
                    default: continue
                    }
                }
            }
            return waits
        }
        let uniform = "{delay: {body: {uniform: {from: 10ms, to: 90ms}}}, text: a}"
        let one = try delays(uniform, seed: 1, count: 50)
        #expect(one == (try delays(uniform, seed: 1, count: 50)))
        #expect(one != (try delays(uniform, seed: 2, count: 50)))
        #expect(one.count == 50 && Set(one).count > 40)
        #expect(one.allSatisfy { (10_000_000...90_000_000).contains($0) })
        let lognormal = "{delay: {body: {lognormal: {median: 80ms, sigma: 0.4}}}, text: a}"
        let other = try delays(lognormal, seed: 1, count: 200).sorted()
        #expect(other.count == 200)
        #expect((60_000_000...105_000_000).contains(other[100]), "\(other[100])")
        #expect((25_000_000...60_000_000).contains(other[10]), "\(other[10])")
        #expect((110_000_000...400_000_000).contains(other[190]), "\(other[190])")
        let chunks =
            "{chunks: [{text: a, delay: {uniform: {from: 1ms, to: 9ms}}}, {text: b, delay: {uniform: {from: 1ms, to: 9ms}}}]}"
        let pieces = try delays(chunks, seed: 1)
        #expect(pieces.count == 2 && pieces[0] != pieces[1])
        #expect(pieces == (try delays(chunks, seed: 1)))
    }

    @Test("of garbage is the same for the same seed, and never text")
    func garbage() throws {
        func bytes(seed: UInt64) throws -> [UInt8] {
            let run = try scenarioRun("stubs: [{request: GET /a, response: {fault: garbage}}]\nseed: \(seed)")
            var player = run.arrived(request("GET", "/a")).player
            guard case .raw(let bytes) = player.next(at: run.clock.now()) else { return [] }
            return Array(bytes)
        }
        #expect(try bytes(seed: 1) == bytes(seed: 1))
        #expect(try bytes(seed: 1) != bytes(seed: 2))
        #expect(try bytes(seed: 1).count == 64)
        #expect(try !bytes(seed: 1).contains { $0 == 10 || $0 == 13 })
    }
}
