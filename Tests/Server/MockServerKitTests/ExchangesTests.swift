import Foundation
import HTTPMessage
import Testing

@testable import MockServerKit

/// Reading requests one after the other while the server runs.
@Suite(.timeLimit(.minutes(60))) struct ExchangesTests {
    private let stub = "stubs: [{ request: \"GET /{path}\" }]"

    /// Sends requests from a thread of its own, because the client blocks.
    private func send(_ paths: [String], to server: MockServer) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let client = try RawClient(server)
                        for path in paths { _ = try client.ask(get(path)) }
                    })
            }
        }
    }

    private func paths(_ count: Int) -> [String] { (1...count).map { "/\($0)" } }

    private func paths(of server: MockServer) async -> [String] {
        var paths: [String] = []
        for await exchange in server.exchanges { paths.append(exchange.request.path) }
        return paths
    }

    // MARK: - takeRequest

    @Test("takeRequest gives each request once, in order of arrival, whether it came before the call or after")
    func taking() async throws {
        let server = try MockServer(playing: stub)
        defer { server.stopNow() }
        try await send(["/1", "/2"], to: server)
        #expect(try await server.takeRequest(timeout: .seconds(600)).request.path == "/1")
        #expect(try await server.takeRequest(timeout: .seconds(600)).request.path == "/2")
        async let third = server.takeRequest(timeout: .seconds(3_600))
        try await send(["/3"], to: server)
        let entry = try await third
        #expect(entry.request.path == "/3")
        #expect(entry.timeline.number == 3)
        #expect(entry.status == 200)
    }

    @Test("takeRequest gives requests to several tasks without giving one twice") func takingTogether() async throws {
        let server = try MockServer(playing: stub)
        defer { server.stopNow() }
        let taken = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...20 {
                group.addTask { try await server.takeRequest(timeout: .seconds(3_600)).request.path }
            }
            try await send(paths(20), to: server)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(taken.sorted() == paths(20).sorted())
    }

    @Test("takeRequest says after its timeout what has come") func timeout() async throws {
        let server = try MockServer(playing: "steps: [{ id: one, request: GET /1 }, { id: two, request: GET /2 }]")
        defer { server.stopNow() }
        try await send(["/1"], to: server)
        _ = try await server.takeRequest(timeout: .seconds(600))
        let error = await #expect(throws: WaitError.self) { try await server.takeRequest(timeout: .milliseconds(1)) }
        guard case .noRequest(_, false, let verdict) = error else { Issue.record("\(error as Any)"); return }
        #expect(verdict.failures.map(\.rule) == ["two"])
        #expect("\(try #require(error))".hasPrefix("no request came within 0.001 seconds\n\nscenario.yaml:"))
    }

    @Test("takeRequest ends when the server stops or its task is cancelled") func ending() async throws {
        let server = try MockServer(playing: stub)
        let cancelled = Task { try await server.takeRequest(timeout: .seconds(3_600)) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let waiting = Task { try await server.takeRequest(timeout: .seconds(3_600)) }
        await server.stop()
        let error = await #expect(throws: WaitError.self) { try await waiting.value }
        guard case .noRequest(_, true, _) = error else { Issue.record("\(error as Any)"); return }
        #expect(
            "\(try #require(error))".hasPrefix("the server has stopped, so no further request comes\n\n"))
        _ = server.verdict
    }

    @Test("takeRequest says that the journal has dropped requests") func dropped() async throws {
        var options = MockServer.Options.patient
        options.journalLimit = 4_096
        let server = try MockServer(playing: stub, options: options)
        defer { server.stopNow() }
        try await send(paths(100), to: server)
        let error = await #expect(throws: WaitError.self) { try await server.takeRequest(timeout: .seconds(600)) }
        guard case .requestsDropped(let next) = error else { Issue.record("\(error as Any)"); return }
        #expect(next.timeline.number > 1)
        #expect(
            "\(try #require(error))".contains("before #\(next.timeline.number) GET /\(next.timeline.number) had to"))
        #expect(try await server.takeRequest(timeout: .seconds(600)).timeline.number == next.timeline.number + 1)
    }

    @Test("waiting for a step ends when its task is cancelled") func waitingForAStep() async throws {
        let server = try MockServer(playing: "steps: [{ id: one, request: GET /1 }]")
        defer { server.stopNow() }
        let waiting = Task { try await server.waitFor(step: "one", timeout: .seconds(3_600)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    // MARK: - exchanges

    @Test("exchanges has every request from the first one on, and ends with the server") func sequence() async throws {
        let server = try MockServer(playing: stub)
        try await send(["/before"], to: server)
        async let all = paths(of: server)
        async let again = paths(of: server)
        try await send(paths(50), to: server)
        await server.stop()
        #expect(await all == ["/before"] + paths(50))
        #expect(await again == ["/before"] + paths(50))
        #expect(await paths(of: server) == ["/before"] + paths(50))
        _ = server.verdict
    }

    @Test("exchanges loses nothing that comes while a loop does not read, however little the journal keeps")
    func slowReader() async throws {
        var options = MockServer.Options.patient
        options.journalLimit = 4_096
        let server = try MockServer(playing: stub, options: options)
        var iterator = server.exchanges.makeAsyncIterator()
        try await send(paths(300), to: server)
        #expect(server.journal.count == 300)
        await server.stop()
        var read: [String] = []
        while let exchange = await iterator.next() { read.append(exchange.request.path) }
        #expect(read == paths(300))
        // What was read leaves the journal.
        #expect(server.journal.count < 100)
        _ = server.verdict
    }

    @Test("the journal drops what a loop would read once the loop has ended") func endedReader() async throws {
        var options = MockServer.Options.patient
        options.journalLimit = 4_096
        let server = try MockServer(playing: stub, options: options)
        defer { server.stopNow() }
        try await send(["/first"], to: server)
        for await exchange in server.exchanges {
            #expect(exchange.request.path == "/first")
            break
        }
        try await send(paths(300), to: server)
        #expect(server.journal.count < 100)
    }

    @Test("exchanges has a request only with the status and failure that it ends up with") func settled() async throws {
        let server = try MockServer(
            playing: """
                stubs:
                  - { id: unmade, request: GET /unmade, capture: { id: { query: id } }, response: { text: "{{id}}" } }
                  - { request: GET /ranged, response: { text: abcdef, ranges: auto } }
                """)
        async let all = statuses(of: server)
        let client = try await Task { try RawClient(server) }.value
        _ = try client.ask(get("/unmade"))
        _ = try client.ask(get("/ranged", "Range: bytes=1-2"))
        _ = try client.ask(get("/other"))
        await server.stop()
        let found = await all
        #expect(found.map(\.status) == [500, 206, 501])
        #expect(found.map(\.failure) == server.journal.map(\.failure))
        _ = server.verdict
    }

    private func statuses(of server: MockServer) async -> [JournalEntry] {
        var entries: [JournalEntry] = []
        for await exchange in server.exchanges { entries.append(exchange) }
        return entries
    }

    @Test("exchanges goes on with the run that replaces another") func replacedRun() async throws {
        let server = try MockServer(playing: stub)
        // A loop begins with the run that is current when its iterator is made.
        var iterator = server.exchanges.makeAsyncIterator()
        let reading = Task {
            var paths: [String] = []
            while let exchange = await iterator.next() { paths.append(exchange.request.path) }
            return paths
        }
        try await send(["/1", "/2"], to: server)
        _ = server.currentRun.play()
        try await send(["/3"], to: server)
        _ = server.currentRun.play()
        _ = server.currentRun.play()
        try await send(["/4"], to: server)
        await server.stop()
        #expect(await reading.value == paths(4))
        _ = server.verdict
    }

    @Test("a loop ends when its task is cancelled, and when the server is released") func endOfLoop() async throws {
        var server: MockServer? = try MockServer(playing: stub)
        let exchanges = try #require(server?.exchanges)
        let cancelled = Task { for await _ in exchanges {} }
        cancelled.cancel()
        await cancelled.value
        let waiting = Task { for await _ in exchanges {} }
        _ = server?.verdict
        server = nil
        await waiting.value
    }
}
