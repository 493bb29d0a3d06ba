import Dispatch
import Locking
import Testing

@testable import MockRuntime

@Suite("Where decisions are made that take long", .timeLimit(.minutes(60)))
struct DecisionPoolTests {
    @Test("does at most so much at a time, first come, first served, on threads that nothing else needs")
    func order() {
        let pool = DecisionPool("test", threads: 2)
        let (begun, mayGoOn, all) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
        for _ in 0..<2 {
            pool.async {
                begun.signal()
                mayGoOn.wait()
            }
        }
        for _ in 0..<2 { begun.wait() }
        let done = Locked<[Int]>([])
        for number in 0..<10 {
            all.enter()
            pool.async {
                done.withLock { $0.append(number) }
                all.leave()
            }
        }
        #expect(done.withLock { $0.isEmpty })
        // As many threads as processors are busy, and a timer goes off nevertheless.
        let timer = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now()) { timer.signal() }
        #expect(timer.wait(timeout: .now() + 60) == .success)
        mayGoOn.signal()
        all.wait()
        #expect(done.withLock { $0 } == Array(0..<10))
        mayGoOn.signal()
    }

    @Test("is another one for each stage, so that what is quick waits for nothing that is slow")
    func stages() {
        let mayGoOn = DispatchSemaphore(value: 0)
        let count = 100
        for _ in 0..<count {
            DecisionStage.slowest.async { mayGoOn.wait() }
            DecisionStage.slow.async { mayGoOn.wait() }
        }
        let done = DispatchSemaphore(value: 0)
        DecisionStage.quick.async { done.signal() }
        #expect(done.wait(timeout: .now() + 60) == .success)
        for _ in 0..<2 * count { mayGoOn.signal() }
    }
}
