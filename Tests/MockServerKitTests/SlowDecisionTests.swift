import Dispatch
import Locking
import Sockets
import Testing

@testable import MockServerKit

@Suite("A request with a large body", .timeLimit(.minutes(10)))
struct LargeRequestTests {
    private static let body = "[" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]"
    private static let scenario = """
        linger: 0ms
        stubs:
          - { id: large, request: POST /large, assert: { json: { a: 1 } }, response: { text: large } }
          - { id: small, request: GET /small, response: { text: small } }
        """

    /// Keeps the thread that decides the large request until it is let go.
    private final class Gate: Sendable {
        private let isReached = DispatchSemaphore(value: 0)
        private let isOpen = DispatchSemaphore(value: 0)
        let wasOpened = Locked(false)

        var options: MockServer.Options {
            var options = MockServer.Options()
            options.onRequest = { report in
                guard report.entry.requestText == "POST /large" else { return }
                self.isReached.signal()
                self.isOpen.wait()
            }
            return options
        }

        func waitUntilReached() { isReached.wait() }

        func open() {
            wasOpened.withLock { $0 = true }
            isOpen.signal()
        }
    }

    @Test("is decided off its event loop: a neighbour there is answered meanwhile")
    func neighbour() throws {
        let gate = Gate()
        let server = try MockServer(playing: Self.scenario, options: gate.options)
        let client = try RawClient(server)
        #expect(try client.ask(get("/small")).text == "small")
        // Connections are dealt out to the event loops in turn: the last of these has the same as the first.
        let others = try EventLoop.all.map { _ in try RawClient(server) }
        for other in others { #expect(try other.ask(get("/small")).text == "small") }
        try client.send(post("/large", Self.body))
        gate.waitUntilReached()
        for other in others { #expect(try other.ask(get("/small")).text == "small") }
        #expect(server.run.activity.unanswered >= 1)
        gate.open()
        #expect(try client.answer().text == "large")
        #expect(try finish(server).failures.map(\.kind) == [.assertion])
    }

    /// What a body is held against, and one that fails.
    enum Costly: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case large = "a large array"
        case unordered = "an array in any order"

        var testDescription: String { rawValue }
        var wanted: String {
            switch self {
            case .large: "[1, 2]"
            case .unordered: "{ $unordered: [\((0..<200).map { "{ a: \($0) }" }.joined(separator: ","))] }"
            }
        }
        var body: String {
            switch self {
            case .large: "[" + (0..<250_000).map(String.init).joined(separator: ",") + "]"
            case .unordered: "[" + (0..<200).map { "{\"a\":\(500 - $0)}" }.joined(separator: ",") + "]"
            }
        }
    }

    @Test("that fails an assertion does not keep a neighbour on its event loop waiting", arguments: Costly.allCases)
    func neighbourOfFailures(costly: Costly) throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                stubs:
                  - { id: large, request: POST /large, assert: { json: \(costly.wanted) }, response: { text: large } }
                  - { id: small, request: GET /small, response: { text: small } }
                """)
        let client = try RawClient(server)
        #expect(try client.ask(get("/small")).text == "small")
        let others = try EventLoop.all.map { _ in try RawClient(server) }
        for other in others { #expect(try other.ask(get("/small")).text == "small") }
        for _ in 0..<3 {
            try client.send(post("/large", costly.body))
            // A loop that decided it would answer each of these at most once meanwhile.
            var answered = 0
            while !client.hasAnswer {
                for other in others { #expect(try other.ask(get("/small")).text == "small") }
                answered += 1
            }
            #expect(answered > 20)
            #expect(try client.answer().text == "large")
        }
        let failures = try finish(server).failures
        #expect(!failures.isEmpty && failures.allSatisfy { $0.kind == .assertion })
    }

    @Test("is answered before what follows it on its connection, which is decided behind it")
    func order() throws {
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        let large = post("/large", Self.body)
        try client.send(get("/small") + large + get("/small") + large + get("/small"))
        let texts = try (0..<5).map { _ in try client.answer().text }
        #expect(texts == ["small", "large", "small", "large", "small"])
        #expect(server.journal.map(\.timeline.connection.exchange) == [1, 2, 3, 4, 5])
        #expect(try finish(server).requests == 5)
    }

    @Test("is answered though its client closes its own direction behind it, and so is what follows it")
    func halfClosed() throws {
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send(post("/large", Self.body) + get("/small"))
        client.finishSending()
        #expect(try client.answer().text == "large")
        #expect(try client.answer().text == "small")
        #expect(try client.end() == .fin)
        #expect(server.unfinishedRequests.isEmpty)
        #expect(try finish(server).requests == 2)
    }

    @Test("is answered over every wire", arguments: Wire.allCases)
    func wires(wire: Wire) throws {
        let server = try MockServer(playing: Self.scenario, options: wire.options)
        let tool = try Tool(
            "head -c 200000 /dev/zero | tr '\\0' 1 | \(wire.curl) --data-binary @- $url/large", server)
        #expect(tool.output == "large")
        let verdict = try finish(server)
        #expect(verdict.requests == 1)
        #expect(verdict.failures.map(\.kind) == [.assertion])
    }

    @Test("stays counted where its client leaves before it is decided")
    func gone() async throws {
        let gate = Gate()
        let server = try MockServer(playing: Self.scenario, options: gate.options)
        let client = try RawClient(server)
        try client.send(post("/large", Self.body))
        gate.waitUntilReached()
        client.reset()
        gate.open()
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == 1)
        #expect(verdict.droppedAnswers.isEmpty)
        #expect(verdict.failures.map(\.kind) == [.assertion])
        await server.stop()
    }

    @Test("is decided before a stop is over, which loses no failure", arguments: [false, true])
    func stopped(isBlocking: Bool) async throws {
        let gate = Gate()
        let server = try MockServer(playing: Self.scenario, options: gate.options)
        let client = try RawClient(server)
        try client.send(post("/large", Self.body))
        gate.waitUntilReached()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { gate.open() }
        if isBlocking { server.stopNow() } else { await server.stop() }
        #expect(gate.wasOpened.withLock { $0 })
        let verdict = server.verdict
        #expect(verdict.failures.map(\.kind) == [.assertion])
        #expect(verdict.droppedAnswers.map(\.requestText) == ["POST /large"])
    }
}
