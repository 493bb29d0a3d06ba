import Dispatch
import MockServerKit
import SeededRandom
import Testing

@Suite("One seed", .timeLimit(.minutes(60)))
struct SeedTests {
    private static let paths = ["/step", "/stub", "/other"]

    /// A step and two stubs that each of eight connections asks once.
    private static let scenario = """
        linger: 0ms
        vars: { run: "{{uuid}}" }
        steps:
          - id: step
            request: GET /step
            times: 8
            set: { drawn: "{{random.int(1, 1000000)}}" }
            response: { text: "step {{count}}: {{run}} {{drawn}} \(draws)" }
        stubs:
          - request: GET /stub
            response: { text: "stub {{count}}: {{run}} \(draws)" }
          - request: GET /other
            response: { text: "other {{count}}: {{run}} \(draws)" }
        """
    private static let draws = "{{uuid}} {{uuid}} {{random.int(1, 1000000)}} {{random.string(12)}}"

    /// A client of one connection.
    private struct Client {
        let connection: RawClient
        /// What it asks, in this order.
        let paths: [String]
        let isHTTP2: Bool

        func send() throws {
            guard isHTTP2 else { return try connection.send(paths.map { get($0) }.joined()) }
            let requests = paths.enumerated().flatMap { RawFrame.get($1, on: 2 * $0 + 1) }
            try connection.send(RawFrame.start + requests)
        }

        /// The texts of the responses.
        func receive() throws -> [String] {
            guard isHTTP2 else { return try paths.map { _ in try connection.response().text } }
            while bodies.count < paths.count { try #require(try connection.receive()) }
            return bodies
        }

        private var bodies: [String] {
            RawFrame.frames(in: connection.pending).filter { $0.type == 0 }.map { text($0.payload) }
        }
    }

    /// The texts of all responses of a run in which eight connections ask at once, sorted by rule and count.
    private func play(seed: UInt64, over version: ApplicationProtocol, order: UInt64) throws -> [String] {
        let server = try MockServer(playing: "seed: \(seed)\n" + Self.scenario)
        var generator = SplitMix(seed: order)
        let clients = try (1...8).map { _ in
            try Client(
                connection: RawClient(server), paths: Self.paths.shuffled(using: &generator),
                isHTTP2: version == .http2)
        }
        DispatchQueue.concurrentPerform(iterations: clients.count) { try? clients[$0].send() }
        let texts = try clients.flatMap { try $0.receive() }
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
        return texts.sorted()
    }

    @Test("gives eight connections the same values in twenty runs, over both protocols")
    func repeatable() throws {
        let runs = try (1...20 as ClosedRange<UInt64>).flatMap { order in
            try [ApplicationProtocol.http1, .http2].map { try play(seed: 7, over: $0, order: order) }
        }
        let first = try #require(runs.first)
        for run in runs { #expect(run == first) }

        let names = ["other", "step", "stub"].flatMap { name in (1...8).map { "\(name) \($0)" } }
        #expect(first.map { String($0.prefix { $0 != ":" }) } == names)
        // Every UUID is another one but the run's, which is made once.
        let uuids = first.flatMap { $0.split(separator: " ").filter { $0.utf8.count == 36 } }
        #expect(uuids.count == 24 * 3)
        #expect(Set(uuids).count == 24 * 2 + 1)
    }

    @Test("gives other values than another one")
    func other() throws {
        let (seven, eight) = try (
            play(seed: 7, over: .http1, order: 1), play(seed: 8, over: .http1, order: 1)
        )
        let words = [seven, eight].map { Set($0.flatMap { $0.split(separator: " ").filter { $0.utf8.count >= 12 } }) }
        #expect(words[0].count == words[1].count)
        #expect(words[0].isDisjoint(with: words[1]))
    }
}
