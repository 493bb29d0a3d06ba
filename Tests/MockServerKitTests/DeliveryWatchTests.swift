import Testing

@testable import MockServerKit
@testable import Sockets

@Suite("The watch for deliveries", .timeLimit(.minutes(60)))
struct DeliveryWatchTests {
    /// What only the event loop touches.
    private final class Confined: @unchecked Sendable {
        var watch: DeliveryWatch?
    }

    @Test("gives up a connection that is to be closed, also if its client takes nothing")
    func givesUp() async throws {
        let eventLoop = try #require(try EventLoop.all.first)
        let confined = Confined()
        let hasGivenUp = await withCheckedContinuation { continuation in
            eventLoop.async {
                let watch = DeliveryWatch(on: eventLoop, stay: 20_000_000) {
                    0
                } settled: {
                    continuation.resume(returning: confined.watch?.hasGivenUp)
                }
                confined.watch = watch
                watch.close()
            }
        }
        #expect(hasGivenUp == true)
        eventLoop.async { confined.watch = nil }
    }
}
