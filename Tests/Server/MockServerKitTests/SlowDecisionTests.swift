import Dispatch
import Locking
import Sockets
import Testing

@testable import MockServerKit

@Suite("A request that takes long to decide or to explain", .serialized, .timeLimit(.minutes(60)))
struct SlowDecisionTests {
    private static let body = "[" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]"
    private static let scenario = """
        linger: 0ms
        stubs:
          - { id: large, request: POST /large, assert: { json: { a: 1 } }, response: { text: large } }
          - { id: small, request: GET /small, response: { text: small } }
          - { id: coded, request: POST /coded, assert: { text: x }, response: { text: coded } }
          - { id: parts, request: POST /parts, assert: { multipart: [{ name: a }] }, response: { text: parts } }
        \((0..<100).map { "  - { request: GET /items/\($0), response: 204 }" }.joined(separator: "\n"))
        """

    /// A slow operation.
    enum Slow: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case decision = "a decision on a large body"
        case decoding = "a decision on a body with a content coding"
        case parts = "a decision on a multipart body"
        case explanation = "an explanation of what is nearest among many rules"

        var testDescription: String { rawValue }
        var request: String {
            switch self {
            case .decision: post("/large", SlowDecisionTests.body)
            case .decoding: post("/coded", "y", "Content-Encoding: br")
            case .parts:
                post("/parts", String(repeating: "y", count: 1_100), "Content-Type: multipart/mixed; boundary=B")
            case .explanation: get("/other")
            }
        }
        var requestText: String {
            switch self {
            case .decision: "POST /large"
            case .decoding: "POST /coded"
            case .parts: "POST /parts"
            case .explanation: "GET /other"
            }
        }
        var status: Int { self == .explanation ? 501 : 200 }
        var failure: FailureKind { self == .explanation ? .unmatched : .assertion }
    }

    /// Blocks the thread that decides or explains a request until it is released.
    private final class Gate: Sendable {
        private let slow: Slow
        private let isReached = DispatchSemaphore(value: 0)
        private let isOpen = DispatchSemaphore(value: 0)
        let wasOpened = Locked(false)

        init(_ slow: Slow) { self.slow = slow }

        var options: MockServer.Options {
            var options = MockServer.Options.patient
            options.onReport = { report in
                guard report.entry.requestText == self.slow.requestText else { return }
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

    @Test("keeps no neighbour on its event loop waiting", arguments: Slow.allCases)
    func neighbour(slow: Slow) throws {
        let gate = Gate(slow)
        let server = try MockServer(playing: Self.scenario, options: gate.options)
        let client = try RawClient(server)
        #expect(try client.ask(get("/small")).text == "small")
        // Connections are assigned to the event loops in turn: the last of these has the same one as the first.
        let others = try EventLoop.all.map { _ in try RawClient(server) }
        for other in others { #expect(try other.ask(get("/small")).text == "small") }
        try client.send(slow.request)
        gate.waitUntilReached()
        for other in others { #expect(try other.ask(get("/small")).text == "small") }
        #expect(server.run.activity.unanswered >= 1)
        gate.open()
        #expect(try client.response().status == slow.status)
        #expect(try finish(server).failures.map(\.kind) == [slow.failure])
    }

    /// A scenario with a costly comparison of a body, and a body that does not match.
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
            // An event loop that decided the request itself would answer each of these at most once meanwhile.
            var answered = 0
            while !client.hasResponse {
                for other in others { #expect(try other.ask(get("/small")).text == "small") }
                answered += 1
            }
            #expect(answered > 2)
            #expect(try client.response().text == "large")
        }
        let failures = try finish(server).failures
        #expect(!failures.isEmpty && failures.allSatisfy { $0.kind == .assertion })
    }

    @Test("is answered before what follows it on its connection, which is decided behind it", arguments: Slow.allCases)
    func order(slow: Slow) throws {
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send(get("/small") + slow.request + get("/small") + slow.request + get("/small"))
        let responses = try (0..<5).map { _ in try client.response() }
        #expect(responses.map(\.status) == [200, slow.status, 200, slow.status, 200])
        for index in [0, 2, 4] { #expect(responses[index].text == "small") }
        #expect(server.journal.map(\.timeline.connection.exchange) == [1, 2, 3, 4, 5])
        #expect(try finish(server).requests == 5)
    }

    @Test(
        "is answered though its client closes its own direction behind it, and so is what follows it",
        arguments: Slow.allCases)
    func halfClosed(slow: Slow) throws {
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send(slow.request + get("/small"))
        client.finishSending()
        #expect(try client.response().status == slow.status)
        #expect(try client.response().text == "small")
        #expect(try client.end() == .fin)
        #expect(server.unfinishedRequests.isEmpty)
        #expect(try finish(server).requests == 2)
    }

    @Test("is answered over every wire", arguments: Transport.allCases, Slow.allCases)
    func transports(transport: Transport, slow: Slow) throws {
        let server = try MockServer(playing: Self.scenario, options: transport.options)
        let command =
            switch slow {
            case .decision:
                "head -c 200000 /dev/zero | tr '\\0' 1 | \(transport.curl) -w ' %{http_code}' --data-binary @- $url/large"
            case .decoding: "\(transport.curl) -w ' %{http_code}' -H 'Content-Encoding: br' --data y $url/coded"
            case .parts: "head -c 1100 /dev/zero | \(transport.curl) -w ' %{http_code}' -F b=@- $url/parts"
            case .explanation: "\(transport.curl) -w ' %{http_code}' $url/other"
            }
        #expect(try Tool(command, server).output.hasSuffix(" \(slow.status)"))
        let verdict = try finish(server)
        #expect(verdict.requests == 1)
        #expect(verdict.failures.map(\.kind) == [slow.failure])
    }

    @Test("stays counted where its client leaves before it is answered", arguments: Slow.allCases)
    func gone(slow: Slow) async throws {
        let gate = Gate(slow)
        let server = try MockServer(playing: Self.scenario, options: gate.options)
        let client = try RawClient(server)
        try client.send(slow.request)
        gate.waitUntilReached()
        client.reset()
        gate.open()
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == 1)
        #expect(verdict.droppedResponses.isEmpty)
        #expect(verdict.failures.map(\.kind) == [slow.failure])
        await server.stop()
    }

    @Test("is explained before a stop is over, which loses no failure", arguments: Slow.allCases, [false, true])
    func stopped(slow: Slow, isBlocking: Bool) async throws {
        let gate = Gate(slow)
        let server = try MockServer(playing: Self.scenario, options: gate.options)
        let client = try RawClient(server)
        try client.send(slow.request)
        gate.waitUntilReached()
        // A stop closes the connection first, and then waits for what is being decided.
        DispatchQueue.global().async {
            _ = try? client.end()
            gate.open()
        }
        if isBlocking { server.stopNow() } else { await server.stop() }
        #expect(gate.wasOpened.withLock { $0 })
        let verdict = server.verdict
        #expect(verdict.failures.map(\.kind) == [slow.failure])
        #expect(verdict.dropped.map(\.requestText) == [slow.requestText])
    }
}
