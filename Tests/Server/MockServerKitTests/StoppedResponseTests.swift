import Sockets
import Testing

@testable import MockServerKit

@Suite("A response whose connection is closed by a stop")
struct StoppedResponseTests {
    @Test(
        "counts as sent to its end if the system took the last byte before", arguments: HeldStream.Wire.allCases,
        [true, false])
    func stopping(wire: HeldStream.Wire, isTaken: Bool) throws {
        let settings = ConnectionSettings(maxBody: 1_024, protocols: [.http2, .http1], timeouts: Timeouts())
        let currentRun = CurrentRun(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]"), .init())
        let stream = HeldStream(on: try #require(try EventLoop.all.first))
        let connection = wire.connection(on: stream, currentRun, settings)
        wire.requests(2).withUnsafeBytes { connection.received($0) }
        #expect(currentRun.verdict.droppedResponses == [1, 2])
        connection.stopping()
        if isTaken { stream.takeAll() }
        connection.closed(.stopped)
        #expect(currentRun.verdict.droppedResponses == (isTaken ? [] : [1, 2]))
    }
}
