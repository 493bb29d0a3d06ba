import CPlatform
import HTTPMessage
import Locking
import Testing

@testable import MockRuntime

@Suite("What waits for a virtual clock")
struct VirtualTimeTests {
    @Test("continues in the order of its instants, then of its arrival, unless it was released")
    func order() async {
        let time = VirtualTime()
        let resumed = Locked<[Int]>([])
        var waiters: [VirtualWaiter?] = []
        let milliseconds = (0..<200).map { $0 * 37 % 50 + 1 }
        for (number, delay) in milliseconds.enumerated() {
            waiters.append(
                time.wait(until: Instant(nanoseconds: 0) + .milliseconds(delay), isSleeper: true) { done in
                    resumed.withLock { $0.append(number) }
                    done()
                })
        }
        for number in milliseconds.indices where !number.isMultiple(of: 4) { waiters[number] = nil }
        #expect(time.sleepers == 50)
        _ = await time.advance(by: .milliseconds(30), timeout: .seconds(600))
        _ = await time.advance(by: .milliseconds(30), timeout: .seconds(600))
        let left = milliseconds.indices.filter { $0.isMultiple(of: 4) }
        #expect(resumed.withLock { $0 } == left.sorted { (milliseconds[$0], $0) < (milliseconds[$1], $1) })
        #expect(time.sleepers == 0)
        withExtendedLifetime(waiters) {}
    }

    @Test("begins to wait in the same time whether few wait or many")
    func growth() {
        /// The processor time of this thread for so many that begin to wait.
        func cost(_ count: Int) -> Double {
            let time = VirtualTime()
            _ = time.notify(atSleepers: .max) {}
            let begin = cplatform_thread_time()
            let waiters = (0..<count).map { number in
                time.wait(until: Instant(nanoseconds: Int64(1 + number)), isSleeper: true) { $0() }
            }
            defer { withExtendedLifetime(waiters) {} }
            return Double(cplatform_thread_time() - begin)
        }
        // The square would be 64.
        let few = (0..<3).map { _ in cost(1_000) }.min() ?? 0
        #expect((0..<3).map { _ in cost(8_000) }.min() ?? .infinity < 24 * few)
    }
}
