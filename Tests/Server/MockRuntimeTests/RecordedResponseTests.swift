import HTTPMessage
import MockRuntime
import Playback
import Testing

@Suite struct RecordedResponseTests {
    private static func run(_ yaml: String, limit: Int? = nil) throws -> ScenarioRun {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        if let limit { options.journalLimit = limit }
        return try scenarioRun(yaml, options)
    }

    /// Plays a response as a wire would, at 0, 1, 2 … seconds after the request.
    private static func play(_ player: ResponsePlayer, pieces: Int = .max) {
        var player = player
        for second in 0..<min(pieces, 100) {
            switch player.recordedNext(at: Instant(nanoseconds: Int64(second) * 1_000_000_000)) {
            case .informational, .head, .chunk, .bytes, .trailers, .raw, .frame, .goawayAfterEnd, .wait, .held: break
            case .notReady, .end: return
            }
        }
    }

    @Test("a run keeps no responses unless it is told to")
    func off() throws {
        let run = try scenarioRun("steps: [{request: GET /a}]")
        Self.play(run.arrived(request("GET", "/a")).player)
        #expect(run.journal.count == 1)
        #expect(run.journal[0].response == nil)
    }

    @Test("what was written is kept with its times, and what the scenario redacts is redacted")
    func whole() throws {
        let run = try Self.run(
            """
            steps:
              - request: GET /a
                response: {status: 201, reason: Made, headers: {Set-Cookie: a=1}, json: {pin: 1, b: 2}}
            redact: [$.pin]
            """)
        let player = run.arrived(request("GET", "/a")).player
        #expect(run.journal[0].response == nil)
        Self.play(player)
        let response = try #require(run.journal[0].response)
        #expect(response.status == 201)
        #expect(response.reason == "Made")
        #expect(response.fields.description == "Set-Cookie: (redacted, 3 bytes)\nContent-Type: application/json")
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"pin":"(redacted, 1 bytes)","b":2}"#)
        #expect(response.bodySize == 15)
        #expect(response.isComplete && !response.isCut)
        #expect(response.began == Instant(nanoseconds: 0))
        #expect(response.wrote == Instant(nanoseconds: 1_000_000_000))
    }

    @Test("an answer that a fault cuts, or that is not played on, is not complete", arguments: [true, false])
    func incomplete(fault: Bool) throws {
        let run = try Self.run(
            "steps: [{request: GET /a, response: {text: hello\(fault ? ", fault: {kind: reset, at: response_end}" : "")}}]"
        )
        Self.play(run.arrived(request("GET", "/a")).player, pieces: fault ? .max : 2)
        let response = try #require(run.journal[0].response)
        #expect(response.body == Array("hello".utf8))
        #expect(!response.isComplete)
    }

    @Test("a response that was never begun is none")
    func never() throws {
        let run = try Self.run("steps: [{request: GET /a, response: {fault: reset}}]")
        Self.play(run.arrived(request("GET", "/a")).player)
        #expect(run.journal[0].response == nil)
    }

    @Test("what a failure is answered is kept, too")
    func failure() throws {
        let run = try Self.run("steps: [{request: GET /a}]")
        Self.play(run.arrived(request("GET", "/b")).player)
        #expect(run.journal[0].response?.status == 501)
    }

    @Test("of a long body the first MiB is kept, and responses count to the journal's bound")
    func bound() throws {
        let size = 2 << 20
        let run = try Self.run(
            #"stubs: [{request: {}, response: {text: "{{request.body}}"}}]"#, limit: 7 << 20)
        let body = String(repeating: "x", count: size)
        for exchange in 1...5 { Self.play(run.arrived(request("POST", "/a", body: body, exchange: exchange)).player) }
        #expect(run.journal.map(\.timeline.number) == [4, 5])
        for entry in run.journal {
            let response = try #require(entry.response)
            #expect(response.body.count == 1 << 20)
            #expect(response.bodySize == size)
            #expect(response.isCut && response.isComplete)
        }
    }
}
