import Testing

@testable import MockServerKit

@Suite("The timeouts of a client")
struct ClientTimeoutsTests {
    private var timeouts = ClientTimeouts(
        .init(Timeouts(head: .seconds(10), body: .seconds(30), idle: .seconds(75))))
    private static let second: Int64 = 1_000_000_000

    @Test(
        "are as long as what is waited for may take, and run out once",
        arguments: [(.preface, 10), (.section, 10), (.head(request: 3), 10), (.body, 30), (.request, 75)]
            as [(ClientTimeouts.Phase, Int64)])
    func runOut(awaited: ClientTimeouts.Phase, seconds: Int64) throws {
        var timeouts = timeouts
        timeouts.wait(for: awaited, from: 5)
        let end = try #require(timeouts.end)
        #expect(end == 5 + seconds * Self.second)
        #expect(timeouts.runOut(at: end - 1) == nil)
        #expect(timeouts.runOut(at: end) == awaited)
        #expect(timeouts.end == nil)
        #expect(timeouts.runOut(at: end) == nil)
    }

    @Test("go on while the same is waited for, and begin anew when what comes has a time of its own")
    func renewal() {
        var timeouts = timeouts
        timeouts.wait(for: .body, from: 0)
        timeouts.renew(.section)
        timeouts.wait(for: .body, from: 1)
        #expect(timeouts.end == 30 * Self.second)
        timeouts.renew(.body)
        timeouts.wait(for: .body, from: 2)
        #expect(timeouts.end == 30 * Self.second + 2)
        timeouts.renew()
        timeouts.wait(for: .body, from: 3)
        #expect(timeouts.end == 30 * Self.second + 3)
        timeouts.wait(for: nil, from: 4)
        #expect(timeouts.end == nil)
    }

    @Test("do not let a head have the time of the one before")
    func heads() {
        var timeouts = timeouts
        timeouts.wait(for: .head(request: 0), from: 0)
        timeouts.wait(for: .head(request: 0), from: 1)
        #expect(timeouts.end == 10 * Self.second)
        timeouts.wait(for: .head(request: 1), from: 2)
        #expect(timeouts.end == 10 * Self.second + 2)
    }
}
