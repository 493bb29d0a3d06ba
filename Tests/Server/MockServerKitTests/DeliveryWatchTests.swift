import Testing

@testable import MockServerKit
@testable import Sockets

@Suite("The watch for deliveries", .timeLimit(.minutes(60)))
struct DeliveryWatchTests {
    /// What only the event loop touches.
    private final class Confined: @unchecked Sendable {
        var watch: DeliveryWatch?
        var acknowledged = 0
    }

    @Test("gives up a connection that is to be closed, also if its client takes nothing")
    func givesUp() async throws {
        let eventLoop = try #require(try EventLoop.all.first)
        let confined = Confined()
        let stays = await withCheckedContinuation { continuation in
            eventLoop.async {
                var stays: [Bool?] = []
                let watch = DeliveryWatch(on: eventLoop, stay: 20_000_000) {
                    0
                } settled: {
                    stays.append(confined.watch?.close(hasMore: true))
                    continuation.resume(returning: stays)
                }
                confined.watch = watch
                stays.append(watch.close(hasMore: true))
            }
        }
        #expect(stays == [true, false])
        eventLoop.async { confined.watch = nil }
    }

    @Test("lets a connection close at once whose last response is delivered when that is asked")
    func delivered() async throws {
        let eventLoop = try #require(try EventLoop.all.first)
        let scenario = CompiledScenario(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /a }]"))
        let exchange = ExchangeReference(
            run: ScenarioRun(scenario, ScenarioRun.Options()), id: ExchangeID(ConnectionInfo(index: 1, exchange: 1)))
        let confined = Confined()
        let stays = await withCheckedContinuation { continuation in
            eventLoop.async {
                let watch = DeliveryWatch(on: eventLoop) {
                    confined.acknowledged
                } settled: {
                }
                watch.add(SentResponse(exchange: exchange, end: 1))
                let hasEntry = !watch.isEmpty
                confined.acknowledged = 1
                let stays = watch.close(hasMore: false)
                watch.tellClosed(hasLeft: false)
                continuation.resume(returning: [hasEntry, stays])
            }
        }
        #expect(stays == [true, false])
    }
}
