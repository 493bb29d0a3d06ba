import Testing

@testable import APIClient

struct EventReconnectionTests {
    @Test("each try waits twice as long, up to the longest wait")
    func backoff() {
        let reconnection = EventReconnection(delay: .seconds(3), longestDelay: .seconds(20))
        #expect(
            (1...6).map { reconnection.wait(before: $0, retry: nil) }
                == [.seconds(3), .seconds(6), .seconds(12), .seconds(20), .seconds(20), .seconds(20)])
        // Doubled so often, the time would be no Duration any more.
        #expect(reconnection.wait(before: 1_000, retry: nil) == .seconds(20))
    }

    @Test("a time that the server stated replaces the first, and is never cut")
    func stated() {
        let reconnection = EventReconnection(delay: .seconds(3), longestDelay: .seconds(20))
        #expect(reconnection.wait(before: 1, retry: .zero) == .zero)
        #expect(reconnection.wait(before: 2, retry: .zero) == .zero)
        #expect(reconnection.wait(before: 1, retry: .seconds(15)) == .seconds(15))
        #expect(reconnection.wait(before: 2, retry: .seconds(15)) == .seconds(20))
        #expect(reconnection.wait(before: 4, retry: .seconds(3_600)) == .seconds(3_600))
    }

    @Test("without being told, it waits 3 s, at most a minute, ten times, by the clock")
    func standard() async throws {
        let reconnection = EventReconnection()
        #expect(reconnection.delay == .seconds(3))
        #expect(reconnection.longestDelay == .seconds(60))
        #expect(reconnection.attempts == 10)
        try await reconnection.sleep(.zero)
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await reconnection.sleep(.seconds(3_600))
            }.value
        }
    }
}
