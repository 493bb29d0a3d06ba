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
              - { id: older, request: GET /older, hold: { until: { step: newer, quiet: 200ms }, timeout: 5m } }
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
                        let order = try await Self.play()
                        orders.withLock { $0.append(order) }
                    }
                }
                try await group.waitForAll()
            }
        }
        let broken = orders.withLock { $0.count { $0 == ["newer", "older"] } }
        #expect(broken == Self.runs)
    }

    /// The order in which a naive client handles the responses.
    private static func play() async throws -> [String] {
        let server = try MockServer(playing: scenario)
        let handled = Locked<[String]>([])
        let ask = { @Sendable (name: String) in
            try await OwnThread.run {
                let client = try RawClient(server, timeout: 600)
                _ = try client.ask(get("/\(name)"))
                // The client under test is slow: nobody is waited for here.
                usleep(.random(in: 0...40_000))
                handled.withLock { $0.append(name) }
            }
        }
        async let older: Void = ask("older")
        try await server.waitFor(step: "older", timeout: .seconds(600))
        async let newer: Void = ask("newer")
        _ = try await (older, newer)
        #expect(await server.verify().passed)
        await server.stop()
        return handled.withLock { $0 }
    }
}
