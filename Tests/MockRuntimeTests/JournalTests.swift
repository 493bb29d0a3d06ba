import HTTPMessage
@testable import MockRuntime
import Playback
import Scenarios
import Testing

@Suite struct JournalTests {
    private static func timeline(_ number: Int, _ outcome: TimelineEntry.Outcome = .step("a")) -> TimelineEntry {
        TimelineEntry(
            number: number, method: Array("GET".utf8)[...], target: Array("/\(number)".utf8)[...],
            connection: ConnectionFacts(index: 1, exchange: number), offset: .zero,
            arrival: Instant(nanoseconds: 0), outcome: outcome, answer: .status(200))
    }

    private static func reply(_ timeline: TimelineEntry) -> [Effect] {
        let scope = Scope(
            variables: [], draws: Draws(seed: 1, rule: 0, count: 1), now: WallTime(nanoseconds: 0), serverURL: "")
        let response = ResponseTemplate(position: Position(file: SourceFile(path: "x"), line: 1, column: 1))
        let plan = ReplyPlan(answer: .scripted(response), scope: scope, entry: timeline)
        return [.reply(ExchangeID(timeline.connection), plan)]
    }

    @Test(
        "it keeps the newest in order, within its bound, and lets the bytes of the dropped go", arguments: [1, 10, 300])
    func bound(_ kept: Int) {
        let body = String(repeating: "x", count: 1_000)
        let plain = request("GET", "/").head.fields
        let weight = 1_000 + plain.bytes.count + 32 * plain.lines.count + Journal.overhead
        var journal = Journal(limit: kept * weight)
        for number in 1...1_000 {
            journal.add(request("GET", "/", body: body), Self.reply(Self.timeline(number)))
            #expect(journal.keptBytes <= kept * weight)
        }
        #expect(journal.entries(.standard).map(\.timeline.number) == Array(1_000 - kept + 1...1_000))
    }

    @Test("the last request is kept even when it is larger than the bound")
    func last() {
        var journal = Journal(limit: 10)
        for number in 1...3 { journal.add(request("GET", "/"), Self.reply(Self.timeline(number))) }
        #expect(journal.entries(.standard).map(\.timeline.number) == [3])
    }

    @Test("an answer that could not be made is corrected, and the first failure stays")
    func amend() throws {
        var journal = Journal(limit: 100_000)
        for number in 1...2 { journal.add(request("GET", "/"), Self.reply(Self.timeline(number))) }
        journal.amend(Self.timeline(1, .failed(.template)), failure: .template)
        journal.amend(Self.timeline(1), failure: .unsendable)
        journal.amend(Self.timeline(7), failure: .unsendable)
        let entries = journal.entries(.standard)
        #expect(entries.map(\.failure) == [.template, nil])
        #expect(entries.map(\.step) == ["a", "a"])
    }

    @Test("an entry tells status, step and failure")
    func entry() throws {
        let run = try scenarioRun(
            """
            steps:
              - {id: a, request: GET /a, assert: {query: {q: 1}}, response: 201}
              - {id: b, request: GET /b, response: {fault: reset}}
            stubs: [{id: s, request: GET /s}]
            """)
        for (place, target) in ["/a", "/b", "/s", "/x"].enumerated() {
            _ = run.arrived(request("GET", target, exchange: place + 1))
        }
        #expect(run.journal.map(\.status) == [201, nil, 200, 501])
        #expect(run.journal.map(\.step) == ["a", "b", nil, nil])
        #expect(run.journal.map(\.failure) == [.assertion, nil, nil, .unmatched])
    }
}
