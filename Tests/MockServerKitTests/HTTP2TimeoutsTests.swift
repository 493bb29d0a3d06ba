import Sockets
import Testing

@testable import MockServerKit

@Suite("The timeouts with a client")
struct ClientPatienceTests {
    private let timeouts = Timeouts(head: .seconds(10), body: .seconds(30), idle: .seconds(75))

    @Test(
        "is as long as what is waited for may take, and runs out once",
        arguments: [(.preface, 10), (.section, 10), (.body, 30), (.stream, 75)] as [(HTTP2Timeouts.Phase, Int64)])
    func runOut(waiting: HTTP2Timeouts.Phase, seconds: Int64) throws {
        var timeouts = HTTP2Timeouts(timeouts)
        let before = EventLoop.now
        timeouts.wait(for: waiting)
        let end = try #require(timeouts.end)
        #expect(end >= before + seconds * 1_000_000_000)
        #expect(end <= EventLoop.now + seconds * 1_000_000_000)
        #expect(timeouts.runOut(at: end - 1) == nil)
        #expect(timeouts.runOut(at: end) == waiting)
        #expect(timeouts.end == nil)
        #expect(timeouts.runOut(at: end) == nil)
    }

    @Test("goes on while the same is waited for, and begins anew when what comes has a time of its own")
    func renewal() throws {
        var timeouts = HTTP2Timeouts(timeouts)
        timeouts.wait(for: .body)
        let end = try #require(timeouts.end)
        while EventLoop.now == end - 30_000_000_000 {}
        timeouts.wait(for: .body)
        timeouts.renew(.section)
        timeouts.wait(for: .body)
        #expect(timeouts.end == end)
        timeouts.renew(.body)
        timeouts.wait(for: .body)
        let second = try #require(timeouts.end)
        #expect(second > end)
        while EventLoop.now == second - 30_000_000_000 {}
        timeouts.renew()
        timeouts.wait(for: .body)
        #expect(try #require(timeouts.end) > second)
        timeouts.wait(for: nil)
        #expect(timeouts.end == nil)
    }
}
