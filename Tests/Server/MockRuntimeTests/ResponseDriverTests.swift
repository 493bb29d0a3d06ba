import HTTPMessage
import HTTPWire
import MockRuntime
import ScenarioFiles
import Scenarios
import Testing

/// Writes what it is told into an array, as words.
private struct WordSink: ResponseSink {
    var words: [String] = []
    /// How many parts it takes before it is full.
    var left = 100
    var carriesBody = true
    var canSend = true
    var waits = false

    var takesMore: Bool { left > 0 }
    var room: Int { 4 }

    private mutating func write(_ word: String, _ step: ResponseStep = .goesOn) -> ResponseStep {
        guard canSend else { return .unsendable }
        words.append(word)
        left -= 1
        return step
    }

    mutating func write(informational head: RenderedHead) -> ResponseStep { write("interim \(head.head.status)") }
    mutating func write(_ head: RenderedHead, framing: ResponseEncoder.Framing, at time: WallClockTime) -> ResponseStep
    {
        write("head \(head.head.status)", carriesBody ? .goesOn : .skipsBody)
    }
    mutating func beginChunk(_ size: Int) { _ = write("chunk \(size)") }
    mutating func write(_ piece: ArraySlice<UInt8>) { _ = write(String(decoding: piece, as: UTF8.self)) }
    mutating func write(trailers: Fields) -> ResponseStep { write("trailers") }
    mutating func write(raw bytes: ArraySlice<UInt8>) { _ = write("raw \(bytes.count)") }
    mutating func write(_ frame: HTTP2Frame) -> ResponseStep { write("frame", .stops) }
    mutating func write(afterEnd goaway: Goaway, at position: Position) -> ResponseStep { write("goaway") }
    mutating func waits(until instant: Instant) -> Bool { wait("wait") }
    mutating func waits(for gate: HoldGate) -> Bool { wait("held") }
    private mutating func wait(_ word: String) -> Bool {
        words.append(word)
        return waits
    }
}

/// Replays an array of outputs; after the last one it is not ready.
private struct ReplayedSource: ResponseSource {
    var outputs: [ResponseOutput]
    var piece = 0
    var recorder: ResponseRecorder?
    private(set) var pieces: [Int] = []
    private(set) var isBodySkipped = false

    init(_ outputs: [ResponseOutput]) { self.outputs = outputs }

    mutating func next(at instant: Instant) -> ResponseOutput {
        pieces.append(piece)
        return outputs.isEmpty ? .notReady : outputs.removeFirst()
    }

    mutating func skipBody() { isBodySkipped = true }
}

extension ResponseProgress {
    fileprivate var word: String {
        switch self {
        case .full: "full"
        case .waits: "waits"
        case .ended(let end): "\(end)"
        case .unsendable: "unsendable"
        case .stopped: "stopped"
        }
    }
}

@Suite struct ResponseDriverTests {
    private static let head = ResponseOutput.head(RenderedHead(ResponseHead(status: 200), nil), .chunked)
    private static let whole: [ResponseOutput] = [
        .informational(RenderedHead(ResponseHead(status: 103), nil)), .wait(until: Instant(nanoseconds: 5)), head,
        .chunk(2),
        .bytes(Array("hi".utf8)[...]), .trailers(Fields()), .end(.done),
    ]

    private func driven(_ outputs: [ResponseOutput], into sink: WordSink = WordSink()) -> [String] {
        var (source, sink) = (ReplayedSource(outputs), sink)
        let progress = drive(&source, into: &sink, clock: ServerClock(.instant))
        #expect(source.pieces.allSatisfy { $0 == 4 })
        return sink.words + [progress.word]
    }

    @Test("each part of a response reaches the sink, and how it ends the caller")
    func whole() {
        #expect(
            driven(Self.whole) == ["interim 103", "wait", "head 200", "chunk 2", "hi", "trailers", "done"])
        for end in [ResponseEnd.keepOpen, .stall, .close, .truncated, .reset] {
            #expect(driven([.raw([1, 2]), .end(end)]) == ["raw 2", "\(end)"])
        }
    }

    @Test("a sink that is full is asked no more, and goes on where it stopped")
    func full() {
        var (source, sink) = (ReplayedSource(Self.whole), WordSink(left: 2))
        let clock = ServerClock(.instant)
        #expect(drive(&source, into: &sink, clock: clock).word == "full")
        #expect(sink.words == ["interim 103", "wait", "head 200"])
        sink.left = 100
        #expect(drive(&source, into: &sink, clock: clock).word == "done")
        #expect(sink.words.suffix(3) == ["chunk 2", "hi", "trailers"])
    }

    @Test("a response waits for its time where the sink says so, and for a source that is not ready")
    func waits() {
        #expect(driven(Self.whole, into: WordSink(waits: true)) == ["interim 103", "wait", "waits"])
        #expect(driven([Self.head]) == ["head 200", "waits"])
    }

    @Test("a part that the sink can't send ends the response, as does one after which it stops")
    func unsendable() {
        #expect(driven(Self.whole, into: WordSink(canSend: false)) == ["unsendable"])
        #expect(driven([.frame(.reset(.cancel)), Self.head]) == ["frame", "stopped"])
    }

    @Test("a body that the protocol does not carry is skipped after the head")
    func skipped() {
        var (source, sink) = (ReplayedSource([Self.head, .end(.done)]), WordSink(carriesBody: false))
        #expect(drive(&source, into: &sink, clock: ServerClock()).word == "done")
        #expect(source.isBodySkipped)
    }

    @Test("what the run records is what the sink was told to write")
    func recorded() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun("stubs: [{request: GET /a, response: {text: hello}}]", options)
        var (id, player) = run.arrived(request("GET", "/a"))
        var sink = WordSink(left: 2)
        #expect(drive(&player, into: &sink, clock: run.clock).word == "full")
        run.answered(id)
        let response = try #require(run.journal.first?.response)
        #expect(sink.words == ["head 200", "hell"])
        #expect(response.body == Array("hell".utf8) && !response.isComplete)
    }
}
