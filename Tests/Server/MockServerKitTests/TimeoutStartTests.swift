import Sockets
import Testing

@testable import MockServerKit

@Suite("The time in which a client must send its next request")
struct TimeoutStartTests {
    private static let idle = Duration.seconds(75)
    private static let settings = ConnectionSettings(
        maxBody: 1_024, protocols: [.http2, .http1], timeouts: Timeouts(idle: idle))

    private static func currentRun() throws -> CurrentRun {
        CurrentRun(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]"), .init())
    }

    @Test(
        "runs from when the system took the last response, however long that took", arguments: HeldStream.Wire.allCases,
        [1, 3])
    func start(wire: HeldStream.Wire, requests: Int) throws {
        let stream = HeldStream(on: try #require(try EventLoop.all.first))
        let connection = wire.connection(on: stream, try Self.currentRun(), Self.settings)
        wire.requests(requests).withUnsafeBytes { connection.received($0) }
        stream.takeAll()
        connection.drained()
        let deadline = try #require(stream.deadline)
        let taken = try #require(stream.taken)
        #expect(deadline - taken >= Self.idle.wholeNanoseconds)
    }

    @Test(
        "runs from the request's last byte, where that comes in an iteration that took long",
        arguments: HeldStream.Wire.allCases)
    func beginning(wire: HeldStream.Wire) throws {
        let stream = HeldStream(on: try #require(try EventLoop.all.first))
        let connection = wire.connection(on: stream, try Self.currentRun(), Self.settings)
        let begin = EventLoop.now
        wire.requests(1).dropLast(4).withUnsafeBytes { connection.received($0) }
        let deadline = try #require(stream.deadline)
        #expect(deadline - begin >= Timeouts().head.wholeNanoseconds)
    }
}
