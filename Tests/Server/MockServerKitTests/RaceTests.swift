import Foundation
import Locking
import MockServerKit
import TestSupport
import Testing

/// The recipe for races: the older response comes when the client has surely handled the newer one.
@Suite("The breaking order of two responses", .timeLimit(.minutes(60)))
struct RaceTests {
    private static let scenario = """
        linger: 0ms
        steps:
          - parallel:
              - { id: older, request: GET /older, hold: { until: { step: newer, quiet: 200ms }, timeout: 1h } }
              - { id: newer, request: GET /newer }
        """

    /// How often it is played, 20 times at once: RACE_RUNS in the environment, or 20.
    private static let runs = ProcessInfo.processInfo.environment["RACE_RUNS"].flatMap { Int($0) } ?? 20

    @Test("comes each time, although the client takes up to 40 ms from reading a response to handling it")
    func breakingOrder() async throws {
        let orders = Locked<[[String]]>([])
        for start in stride(from: 0, to: Self.runs, by: 20) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in start..<min(start + 20, Self.runs) {
                    group.addTask {
                        // A client that gets no processor for longer than the quiet is repeated, not counted.
                        var order: [String]?
                        while order == nil { order = try await Self.play() }
                        orders.withLock { $0.append(order ?? []) }
                    }
                }
                try await group.waitForAll()
            }
        }
        let broken = orders.withLock { $0.count { $0 == ["newer", "older"] } }
        #expect(broken == Self.runs)
    }

    /// The order in which a naive client handles the responses; nil if it is the other one, but the client took longer
    /// from asking for the newer one to handling it than the older one is kept back.
    private static func play() async throws -> [String]? {
        let server = try MockServer(playing: scenario)
        let handled = Locked<[String]>([])
        let ask = { @Sendable (name: String) in
            try await OwnThread.run { () throws -> Duration in
                let client = try RawClient(server, timeout: 600)
                let begin = ContinuousClock.now
                _ = try client.ask(get("/\(name)"))
                // The client under test is slow: nobody is waited for here.
                usleep(.random(in: 0...40_000))
                handled.withLock { $0.append(name) }
                return ContinuousClock.now - begin
            }
        }
        async let older = ask("older")
        try await server.waitFor(step: "older", timeout: .seconds(600))
        async let newer = ask("newer")
        _ = try await older
        let wasStarved = try await newer >= .milliseconds(200)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
        let order = handled.withLock { $0 }
        return wasStarved && order != ["newer", "older"] ? nil : order
    }
}
