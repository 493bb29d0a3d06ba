import Dispatch
import Locking
import Testing

@testable import Sockets

@Suite("Giving memory back", .timeLimit(.minutes(60)))
struct MemoryTrimmerTests {
    @Test("is done off the event loops, and once for all who ask until it begins")
    func once() {
        let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let onEventLoop = Locked<[Bool]>([])
        let trimmer = MemoryTrimmer(delay: .milliseconds(0)) {
            onEventLoop.withLock { $0.append(EventLoop.current != nil) }
            begun.signal()
            mayGoOn.wait()
        }
        trimmer.ask()
        begun.wait()
        for _ in 0..<1_000 { trimmer.ask() }
        mayGoOn.signal()
        begun.wait()
        mayGoOn.signal()
        trimmer.ask()
        begun.wait()
        mayGoOn.signal()
        #expect(onEventLoop.withLock { $0 } == [false, false, false])
    }
}
