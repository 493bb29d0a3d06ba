import Testing

@testable import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Ports handed out")
struct RecentPortsTests {
    @Test("the last 4,096 are refused, the one before them is free again")
    func ring() {
        var memory = RecentPorts()
        #expect((10_000..<14_096).map { memory.take($0) } == [Bool](repeating: true, count: 4_096))
        // Each port that is taken pushes out the oldest one: first 10,000, then 10,001.
        let then = [10_000, 14_095, 14_096, 10_000, 10_002, 10_001].map { memory.take($0) }
        #expect(then == [false, false, true, true, false, true])
    }

    @Test("no port comes twice among 4,096 in a row, though each is free again at once")
    func neverTwice() throws {
        var last: [UInt16: Int] = [:]
        for index in 0..<5_000 {
            let socket = try ListeningSocket.open(.loopback())
            close(socket.descriptor)
            // Other tests take ports in between, which only makes repeats rarer here.
            let port = try #require(socket.address.port)
            if let before = last[port] { #expect(index - before > 3_000) }
            last[port] = index
        }
    }
}
