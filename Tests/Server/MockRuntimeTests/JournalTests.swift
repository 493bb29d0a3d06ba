import HTTPMessage
@testable import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

@Suite struct JournalTests {
    private static func timeline(_ number: Int, _ outcome: TimelineEntry.Outcome = .step("a")) -> TimelineEntry {
        TimelineEntry(
            number: number, method: Array("GET".utf8)[...], target: Array("/\(number)".utf8)[...],
            connection: ConnectionInfo(index: 1, exchange: number), offset: .zero,
            arrival: Instant(nanoseconds: 0), outcome: outcome, response: .status(200))
    }

    @Test(
        "it keeps the newest in order, within its bound, and lets the bytes of the dropped go", arguments: [1, 10, 300])
    func bound(_ kept: Int) {
        let body = String(repeating: "x", count: 1_000)
        var one = Journal(limit: 1_000_000)
        one.add(request("GET", "/", body: body), Self.timeline(1), failure: nil)
        let weight = one.keptBytes
        #expect(weight < 1_400)
        var journal = Journal(limit: kept * weight)
        for number in 1...1_000 {
            journal.add(request("GET", "/", body: body), Self.timeline(number), failure: nil)
            #expect(journal.keptBytes <= kept * weight)
        }
        #expect(journal.entries(Redactor(.standard)).map(\.timeline.number) == Array(1_000 - kept + 1...1_000))
    }

    @Test("the last request is kept even when it is larger than the bound")
    func last() {
        var journal = Journal(limit: 10)
        for number in 1...3 { journal.add(request("GET", "/"), Self.timeline(number), failure: nil) }
        #expect(journal.entries(Redactor(.standard)).map(\.timeline.number) == [3])
    }

    @Test("of a body that does not fit the first bytes are kept, and what is beside it stays within the bound")
    func longBody() throws {
        var journal = Journal(limit: 100_000)
        let body = String(repeating: "x", count: 1_000_000)
        for number in 1...3 {
            let request = request("POST", "/", body: body)
            journal.add(
                request, Self.timeline(number), failure: nil, largeBody: Journal.LargeBody(of: request, limit: 100_000))
            #expect(journal.keptBytes <= 75_000)
        }
        let entry = try #require(journal.entries(Redactor(.standard)).last)
        #expect(entry.timeline.number == 3)
        #expect(entry.request.isBodyCut && entry.request.bodySize == 1_000_000)
        #expect((70_000...75_000).contains(entry.request.body.count))
        #expect(Journal.LargeBody(of: request("POST", "/", body: "short"), limit: 100_000) == nil)
        #expect(entry.request.body.allSatisfy { $0 == UInt8(ascii: "x") })
        journal.add(request("POST", "/", body: "short"), Self.timeline(4), failure: nil)
        let short = try #require(journal.entries(Redactor(.standard)).last?.request)
        #expect(short.body == Array("short".utf8) && short.bodySize == 5 && !short.isBodyCut)
    }

    @Test("a long body with its answer stays within the bound, and what is redacted in it is not shown")
    func longBodyWithResponse() throws {
        var options = ScenarioRun.Options()
        options.recordsResponses = true
        options.journalLimit = 1 << 20
        let run = ScenarioRun(
            try Scenario(
                yaml: """
                    mockserver: 1
                    redact: [$.password]
                    stubs: [{request: {}, response: {text: "{{request.body}}"}}]
                    """), options)
        let body = #"{"password": "s3cret", "rest": ""# + String(repeating: "x", count: 2 << 20) + #""}"#
        var (id, player) = run.arrived(request("POST", "/", body: body))
        loop: while true {
            switch player.recordedNext(at: run.clock.now()) {
            case .informational, .head, .chunk, .bytes, .trailers, .raw, .wait, .held: break
            case .frame, .goawayAfterEnd, .notReady, .end: break loop
            }
        }
        run.answered(id)
        let entry = try #require(run.journal.first)
        #expect(entry.request.isBodyCut && entry.request.bodySize == body.utf8.count)
        #expect(entry.request.text.hasPrefix("(redacted, "))
        #expect(run.journal.count == 1)
    }

    @Test("large bodies are kept within the bound, and each with its request")
    func largeBodies() throws {
        let limit = 1_000_000
        var journal = Journal(limit: limit)
        func add(_ number: Int, _ size: Int) {
            let sent = request("PUT", "/", body: String(repeating: "x", count: size))
            let body = Journal.LargeBody(of: sent, limit: limit)
            #expect((body != nil) == (size > 100_000))
            journal.add(sent, Self.timeline(number), failure: nil, largeBody: body)
            #expect(journal.keptBytes <= limit)
        }
        func sizes() -> [Int] { journal.entries(Redactor(.standard)).map(\.request.body.count) }
        for number in 1...20 { add(number, number % 2 == 0 ? 200_000 + number : number) }
        #expect(journal.entries(Redactor(.standard)).map(\.timeline.number) == Array(13...20))
        #expect(sizes() == [13, 200_014, 15, 200_016, 17, 200_018, 19, 200_020])
        add(21, 2_000_000)
        let last = try #require(journal.entries(Redactor(.standard)).last?.request)
        #expect(last.isBodyCut && last.bodySize == 2_000_000 && (700_000...750_000).contains(last.body.count))
        add(22, 300_000)
        add(23, 1)
        #expect(sizes() == [300_000, 1])
        #expect(journal.keptBytes < 310_000)
    }

    @Test("an answer that could not be made is corrected, and the first failure stays")
    func amend() throws {
        var journal = Journal(limit: 100_000)
        for number in 1...2 { journal.add(request("GET", "/"), Self.timeline(number), failure: nil) }
        journal.amend(1, status: 500, failure: .template)
        journal.amend(1, status: 500, failure: .unsendable)
        journal.amend(7, status: 500, failure: .unsendable)
        let entries = journal.entries(Redactor(.standard))
        #expect(entries.map(\.failure) == [.template, nil])
        #expect(entries.map(\.status) == [500, 200])
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
        for (index, target) in ["/a", "/b", "/s", "/x"].enumerated() {
            _ = run.arrived(request("GET", target, exchange: index + 1))
        }
        #expect(run.journal.map(\.status) == [201, nil, 200, 501])
        #expect(run.journal.map(\.step) == ["a", "b", nil, nil])
        #expect(run.journal.map(\.failure) == [.assertion, nil, nil, .unmatched])
    }

    @Test("what is read is what was written")
    func whole() throws {
        let tls = TLSInfo(
            version: "TLSv1.3", serverName: "a.test", applicationProtocol: "h2", clientSubject: "CN=alice")
        let outcomes: [TimelineEntry.Outcome] = [
            .step("a"), .stub("a stub with a long name"), .stubBeforeStep("s", step: "t"), .failed(.outOfOrder),
        ]
        let responses: [TimelineEntry.Response] = [.status(204), .fault("reset")]
        var journal = Journal(limit: 1 << 20)
        var written: [(Request, TimelineEntry)] = []
        for (index, outcome) in outcomes.enumerated() {
            let facts = ConnectionInfo(
                index: index, exchange: 7, stream: index == 1 ? 5 : nil, tls: index == 2 ? tls : nil)
            let plain = request("POST", "/a%20b?q=1&r", body: "body \(index)")
            let sent = Request(
                head: plain.head, body: plain.body, trailers: Fields([("T", "1"), ("t", "")]), connection: facts)
            let entry = TimelineEntry(
                number: index + 1, method: sent.head.method, target: sent.head.target, connection: facts,
                offset: .milliseconds(index), arrival: Instant(nanoseconds: 5), outcome: outcome,
                response: responses[index % 2])
            journal.add(sent, entry, failure: nil)
            written.append((sent, entry))
        }
        for (read, (sent, entry)) in zip(journal.entries(Redactor(.standard)), written) {
            let wanted = RecordedRequest(sent, number: entry.number)
            #expect(read.request.fields == wanted.fields && read.request.trailerFields == wanted.trailerFields)
            #expect(read.request.method == wanted.method && read.request.target == wanted.target)
            #expect(read.request.path == wanted.path && read.request.query == wanted.query)
            #expect(read.request.host == wanted.host && read.request.body == wanted.body)
            #expect(read.request.version == wanted.version && read.request.tls == wanted.tls)
            #expect(read.request.connectionIndex == wanted.connectionIndex)
            #expect(read.request.exchangeIndex == 7 && read.request.streamID == wanted.streamID)
            #expect(read.timeline.outcome == entry.outcome && read.timeline.response == entry.response)
            #expect(read.timeline.offset == entry.offset && read.timeline.arrival == entry.arrival)
            #expect(read.timeline.requestText == entry.requestText && read.timeline.number == entry.number)
        }
    }
}

extension Journal {
    /// The entries of a run without secrets.
    fileprivate func entries(_ redactor: Redactor) -> [JournalEntry] {
        entries(redactor, RunSecrets(Scenario(name: "", source: SourceFile(path: "run.yaml"))))
    }
}
