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

    enum Wire: CaseIterable {
        case http1, http2

        func requests(_ count: Int) -> [UInt8] {
            switch self {
            case .http1: Array(String(repeating: get("/x"), count: count).utf8)
            case .http2: RawFrame.start + (0..<count).flatMap { RawFrame.get("/x", on: 2 * $0 + 1) }
            }
        }

        fileprivate func connection(on stream: HeldStream, _ run: CurrentRun) -> any ChannelHandler {
            switch self {
            case .http1: HTTP1Connection(stream, run, settings: TimeoutStartTests.settings)
            case .http2: HTTP2Connection(stream, run, settings: TimeoutStartTests.settings)
            }
        }
    }

    @Test(
        "runs from when the system took the last response, however long that took", arguments: Wire.allCases, [1, 3])
    func start(wire: Wire, requests: Int) throws {
        let stream = HeldStream(on: try #require(try EventLoop.all.first))
        let connection = wire.connection(on: stream, try Self.currentRun())
        wire.requests(requests).withUnsafeBytes { connection.received($0) }
        stream.takeAll()
        connection.drained()
        let deadline = try #require(stream.deadline)
        let taken = try #require(stream.taken)
        #expect(deadline - taken >= Self.idle.wholeNanoseconds)
    }

    @Test(
        "runs from the request's last byte, where that comes in an iteration that took long", arguments: Wire.allCases)
    func beginning(wire: Wire) throws {
        let stream = HeldStream(on: try #require(try EventLoop.all.first))
        let connection = wire.connection(on: stream, try Self.currentRun())
        let begin = EventLoop.now
        wire.requests(1).dropLast(4).withUnsafeBytes { connection.received($0) }
        let deadline = try #require(stream.deadline)
        #expect(deadline - begin >= Timeouts().head.wholeNanoseconds)
    }
}

/// A stream whose system takes written bytes only when the test says so, but for those that end an iteration.
private final class HeldStream: ByteStream {
    let eventLoop: EventLoop
    let number = 1
    let isOpen = true
    let security: TLSInfo? = nil
    let hasGivenUp = false
    private(set) var unsent = 0
    var outstanding: Int { unsent }
    private(set) var deadline: Int64?
    /// When the system took the last byte.
    private(set) var taken: Int64?

    init(on eventLoop: EventLoop) { self.eventLoop = eventLoop }

    func takeAll() {
        guard unsent > 0 else { return }
        unsent = 0
        taken = EventLoop.now
    }

    func write(_ bytes: UnsafeRawBufferPointer) { unsent += bytes.count }

    func writeLast(_ bytes: UnsafeRawBufferPointer) {
        write(bytes)
        takeAll()
    }

    func sendNow() { takeAll() }
    func batch(_ body: () -> Void) { body() }
    func setDeadline(at instant: Int64?) { deadline = instant }
    func watchDelivery() {}
    func closeLingering() {}
    func reset() {}
    func pauseReading() {}
    func resumeReading() {}
    func handOver(to handler: any ChannelHandler) {}
}
