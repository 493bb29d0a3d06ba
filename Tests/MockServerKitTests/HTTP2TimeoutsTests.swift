import Sockets
import Testing

@testable import MockServerKit

@Suite("The timeouts with a client")
struct HTTP2TimeoutsTests {
    private let timeouts = Timeouts(head: .seconds(10), body: .seconds(30), idle: .seconds(75))

    @Test(
        "is as long as what is waited for may take, and runs out once",
        arguments: [(.preface, 10), (.section, 10), (.body, 30), (.stream, 75)] as [(HTTP2Timeouts.Phase, Int64)])
    func runOut(waiting: HTTP2Timeouts.Phase, seconds: Int64) throws {
        var clientTimeouts = HTTP2Timeouts(timeouts)
        let before = EventLoop.now
        clientTimeouts.wait(for: waiting)
        let end = try #require(clientTimeouts.end)
        #expect(end >= before + seconds * 1_000_000_000)
        #expect(end <= EventLoop.now + seconds * 1_000_000_000)
        #expect(clientTimeouts.runOut(at: end - 1) == nil)
        #expect(clientTimeouts.runOut(at: end) == waiting)
        #expect(clientTimeouts.end == nil)
        #expect(clientTimeouts.runOut(at: end) == nil)
    }

    @Test("goes on while the same is waited for, and begins anew when what comes has a time of its own")
    func renewal() throws {
        var clientTimeouts = HTTP2Timeouts(timeouts)
        clientTimeouts.wait(for: .body)
        let end = try #require(clientTimeouts.end)
        while EventLoop.now == end - 30_000_000_000 {}
        clientTimeouts.wait(for: .body)
        clientTimeouts.renew(.section)
        clientTimeouts.wait(for: .body)
        #expect(clientTimeouts.end == end)
        clientTimeouts.renew(.body)
        clientTimeouts.wait(for: .body)
        let second = try #require(clientTimeouts.end)
        #expect(second > end)
        while EventLoop.now == second - 30_000_000_000 {}
        clientTimeouts.renew()
        clientTimeouts.wait(for: .body)
        #expect(try #require(clientTimeouts.end) > second)
        clientTimeouts.wait(for: nil)
        #expect(clientTimeouts.end == nil)
    }
}
