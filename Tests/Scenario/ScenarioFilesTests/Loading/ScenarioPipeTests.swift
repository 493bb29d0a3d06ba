import Foundation
import ScenarioFiles
import Scenarios
import Testing

@Suite("A scenario", .timeLimit(.minutes(60)))
struct ScenarioPipeTests {
    @Test("is read from a pipe to its end, however slowly that comes", arguments: [false, true])
    func slowPipe(isNonBlocking: Bool) throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        if isNonBlocking { _ = fcntl(reader, F_SETFL, O_NONBLOCK) }
        let text = Array("mockserver: 1\nname: slow\nstubs: [{ request: GET /a }]\n".utf8)
        Thread.detachNewThread {
            for part in [text[..<20], text[20...]] {
                _ = part.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
                // The next part is sent when the previous one has been read.
                var unread: Int32 = 1
                while unread > 0, ioctl(reader, UInt(FIONREAD), &unread) == 0 { sched_yield() }
            }
            close(writer)
        }
        let scenario = try Scenario(contentsOf: "/dev/fd/\(reader)")
        #expect(scenario.name == "slow")
    }
}
