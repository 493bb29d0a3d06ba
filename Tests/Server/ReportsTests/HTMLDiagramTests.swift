import HTTPMessage
import MockRuntime
import Playback
import Scenarios
import Testing

@testable import Reports

@Suite("html: the diagram") struct HTMLDiagramTests {
    private static let millisecond: Int64 = 1_000_000

    @Test("time is to scale")
    func scale() {
        let ms = Self.millisecond
        let scale = TimeScale([0...10 * ms, 5 * ms...20 * ms, 30 * ms...40 * ms], width: 400)
        #expect([-1, 0, 10, 25, 40, 50].map { scale.x($0 * ms).rounded() } == [0, 0, 100, 250, 400, 400])
        #expect(scale.width.rounded() == 400)
        #expect(scale.ticks.map(\.text) == ["0 ms", "10 ms", "20 ms", "30 ms", "40 ms"])
        #expect(scale.ticks.map { $0.x.rounded() } == [0, 100, 200, 300, 400])
    }

    @Test("a pause much longer than all else is a break, but regular ones are to scale")
    func breaks() {
        let ms = Self.millisecond
        let paused = TimeScale([0...10 * ms, 5_000 * ms...5_010 * ms, 5_020 * ms...5_030 * ms], width: 400)
        #expect(paused.segments.map(\.isBreak) == [false, true, false])
        let (first, second) = (paused.x(10 * ms) - paused.x(0), paused.x(5_010 * ms) - paused.x(5_000 * ms))
        #expect(abs(first - second) < 0.001)
        #expect(paused.segments[1].time == 10 * ms...5_000 * ms)
        let polling = TimeScale((0..<10).map { $0 * 200 * ms...$0 * 200 * ms + 1 }, width: 400)
        #expect(polling.segments.map(\.isBreak) == [false])
        #expect(TimeScale([], width: 400).ticks.isEmpty)
        #expect(TimeScale([0...0], width: 400).x(0) == 0)
    }

    @Test(
        "round times",
        arguments: [
            (0, "0 ms"), (2_500_000, "2.5 ms"), (999_000_000, "999 ms"), (1_000_000_000, "1 s"),
            (61_200_000_000, "61.2 s"),
        ])
    func ticks(_ nanoseconds: Int64, _ text: String) {
        #expect(TimeScale.text(nanoseconds) == text)
    }

    /// A run on three connections, the last of which has two streams.
    private static func run() throws -> ScenarioRun {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun(
            """
            steps:
              - {id: a, request: GET /a, response: {delay: 1ms}}
              - {id: b, request: GET /b}
            stubs:
              - {id: s, request: GET /s}
            """, options)
        run.play(request("GET", "/s", connection: 2))
        run.play(request("GET", "/s", connection: 1))
        run.play(request("GET", "/s", connection: 1, exchange: 2))
        for stream in [3, 1] {
            run.play(request("GET", "/none", connection: 3, stream: stream, version: .h2))
        }
        return run
    }

    @Test("a lane for each connection and stream, with requests that do not cover each other")
    func lanes() throws {
        let layout = DiagramLayout(HTMLRun(RunReport(try Self.run(), address: ""), isOnly: true))
        #expect(layout.lanes.map { [$0.connection, $0.stream ?? 0] } == [[1, 0], [2, 0], [3, 1], [3, 3]])
        #expect(layout.lanes[0].rows.flatMap { $0.items.map(\.timeline.number) } == [2, 3])
        for row in layout.lanes.flatMap(\.rows) {
            for (bar, next) in zip(row.items, row.items.dropFirst()) {
                let right = layout.scale.x(bar.start) + DiagramLayout.width(of: bar.label)
                #expect(right < layout.scale.x(next.start))
            }
        }
    }

    @Test("requests lead to their exchanges; failures are where they happened, those of the end in a lane of their own")
    func failures() throws {
        let run = try Self.run()
        _ = run.malformed(
            MalformedRequest(
                status: 400, reason: "The request line is none.", method: "", target: "",
                connection: ConnectionInfo(index: 4, exchange: 1)))
        let page = String(decoding: RunReport(run, address: "").bytes(as: .html), as: UTF8.self)
        #expect(page.contains("<a id=\"bar-4\" href=\"#request-4\" class=\"bar bad\""))
        #expect(page.contains(">#4 GET /none 501 ✕ unmatched</text>"))
        #expect(page.contains("<a id=\"bar-1\" href=\"#request-1\" class=\"bar\""))
        #expect(page.contains(">connection 3</text>") && page.contains(">stream 3</text>"))
        // It broke HTTP, so the journal does not have it.
        #expect(page.matches(of: /<a id="bar-6" href="#failure-\d" class="bar bad"/).count == 1)
        #expect(page.contains(">the run</text>"))
        #expect(page.contains(">✕ unmet: step &quot;a&quot;: 0 requests, expected exactly 1</text>"))
    }

    @Test("texts at the edges are whole: times, and the names of lanes")
    func edges() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun("stubs: [{request: GET /a}]", options)
        run.play(request("GET", "/a", connection: 1_000_000))
        let page = String(decoding: RunReport(run, address: "").bytes(as: .html), as: UTF8.self)
        let lanes = try #require(page.firstMatch(of: /<svg class="lanes" width="(\d+)"/)).1
        #expect(try #require(Double(lanes)) >= DiagramLayout.width(of: "connection 1000000") + 8)
        let axis = try #require(page.firstMatch(of: /<svg class="axis" width="(\d+)".*\n?<\/svg>/))
        let width = try #require(Double(axis.1))
        let texts = axis.0.matches(of: /<text x="([0-9.]+)"[^>]*>([^<]*)<\/text>/)
        try #require(texts.count > 2)
        for text in texts {
            let (middle, half) = (try #require(Double(text.1)), DiagramLayout.width(of: String(text.2)) / 2)
            #expect(middle - half >= 0 && middle + half <= width, "\(text.0)")
        }
    }

    @Test("of a wait, delays and holds are told apart")
    func waits() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        let run = try scenarioRun(
            """
            stubs:
              - {id: delayed, request: GET /delayed, response: {delay: 2ms}}
              - {id: held, request: GET /held, hold: {until: {arrivals: 2}}}
            """, options)
        run.play(request("GET", "/delayed"))
        _ = run.arrived(request("GET", "/held", exchange: 2))
        let layout = DiagramLayout(HTMLRun(RunReport(run, address: ""), isOnly: true))
        let bars = layout.lanes.flatMap { $0.rows.flatMap(\.items) }
        #expect(bars.map(\.wait) == [.delay, .hold])
        #expect(bars.map(\.isOpen) == [false, true])
    }
}
