import Sockets
import Testing

@testable import MockServerKit

@Suite("The patience with a client")
struct ClientPatienceTests {
    private let timeouts = Timeouts(head: .seconds(10), body: .seconds(30), idle: .seconds(75))

    @Test(
        "is as long as what is waited for may take, and runs out once",
        arguments: [(.preface, 10), (.section, 10), (.body, 30), (.stream, 75)] as [(ClientPatience.Waiting, Int64)])
    func runOut(waiting: ClientPatience.Waiting, seconds: Int64) throws {
        var patience = ClientPatience(timeouts)
        let before = EventLoop.now
        patience.wait(for: waiting)
        let end = try #require(patience.end)
        #expect(end >= before + seconds * 1_000_000_000)
        #expect(end <= EventLoop.now + seconds * 1_000_000_000)
        #expect(patience.runOut(at: end - 1) == nil)
        #expect(patience.runOut(at: end) == waiting)
        #expect(patience.end == nil)
        #expect(patience.runOut(at: end) == nil)
    }

    @Test("goes on while the same is waited for, and begins anew when what comes has a time of its own")
    func renewal() throws {
        var patience = ClientPatience(timeouts)
        patience.wait(for: .body)
        let end = try #require(patience.end)
        while EventLoop.now == end - 30_000_000_000 {}
        patience.wait(for: .body)
        patience.renew(.section)
        patience.wait(for: .body)
        #expect(patience.end == end)
        patience.renew(.body)
        patience.wait(for: .body)
        let second = try #require(patience.end)
        #expect(second > end)
        while EventLoop.now == second - 30_000_000_000 {}
        patience.renew()
        patience.wait(for: .body)
        #expect(try #require(patience.end) > second)
        patience.wait(for: nil)
        #expect(patience.end == nil)
    }
}
