import Locking
import Testing

@testable import Sockets

@Suite("Deadlines", .timeLimit(.minutes(60)))
struct DeadlineTests {
    @Test("fire in the order of their instants, whatever the order they were set in")
    func order() async throws {
        let eventLoop = try EventLoop(label: "test")
        let fired = Locked<[Int64]>([])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            eventLoop.async {
                let now = EventLoop.now
                for offset: Int64 in [7, 3, 9, 1, 5, 8, 2, 6, 4] {
                    let alarm = Alarm {
                        fired.withLock { $0.append(offset) }
                        if offset == 9 { continuation.resume() }
                    }
                    Deadline(on: eventLoop).set(at: now + offset * 1_000_000, for: alarm)
                }
            }
        }
        #expect(fired.withLock { $0 } == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test("never fire early")
    func notEarly() async throws {
        let eventLoop = try EventLoop(label: "test")
        let start = EventLoop.now
        await eventLoop.wait(nanoseconds: 20_000_000)
        #expect(EventLoop.now - start >= 20_000_000)
    }

    @Test("set later, fire later; set earlier, fire earlier; cancelled, not at all")
    func rearmed() async throws {
        let eventLoop = try EventLoop(label: "test")
        let fired = Locked<[String]>([])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            eventLoop.async {
                let now = EventLoop.now
                func deadline(_ name: String, _ first: Int64, _ then: Int64?) {
                    let alarm = Alarm {
                        fired.withLock { $0.append(name) }
                        if name == "last" { continuation.resume() }
                    }
                    let deadline = Deadline(on: eventLoop)
                    deadline.set(at: now + first * 1_000_000, for: alarm)
                    if let then { deadline.set(at: now + then * 1_000_000, for: alarm) } else { deadline.cancel() }
                }
                deadline("cancelled", 2, nil)
                deadline("later", 1, 8)
                deadline("earlier", 60_000, 4)
                deadline("last", 12, 12)
            }
        }
        #expect(fired.withLock { $0 } == ["earlier", "later", "last"])
    }

    @Test("keep their target alive while they are set, and only then")
    func lifetime() async throws {
        let eventLoop = try EventLoop(label: "test")
        let (whileSet, afterwards) = await eventLoop.run { () -> (Bool, Bool) in
            let deadline = Deadline(on: eventLoop)
            weak var alarm: Alarm?
            do {
                let strong = Alarm {}
                alarm = strong
                deadline.set(at: EventLoop.now + 60_000_000_000, for: strong)
            }
            let whileSet = alarm != nil && deadline.instant != nil
            deadline.cancel()
            return (whileSet, alarm != nil || deadline.instant != nil)
        }
        #expect(whileSet)
        #expect(!afterwards)
    }

    @Test("come out of the heap sorted after any filing, moving and removing")
    func heap() async throws {
        let eventLoop = try EventLoop(label: "test")
        let isSorted = await eventLoop.run { () -> Bool in
            var random = SystemRandomNumberGenerator()
            var heap = DeadlineHeap()
            let alarm = Alarm {}
            var members = (0..<300).map { _ in Deadline(on: eventLoop) }
            // Set far in the future, so that the event loop itself never fires one. A deadline must not be in two
            // heaps, so the event loop is told to forget each.
            func want(_ deadline: Deadline, _ instant: Int64) {
                let (filed, index) = (deadline.filed, deadline.index)
                deadline.filed = .min
                deadline.index = 0
                deadline.set(at: instant, for: alarm)
                (deadline.filed, deadline.index) = (filed, index)
            }
            for member in members {
                want(member, .random(in: 0..<1_000, using: &random))
                heap.file(member)
            }
            for member in members.shuffled().prefix(100) {
                want(member, member.filed - .random(in: 0..<500, using: &random))
                heap.file(member)
            }
            for member in members.shuffled().prefix(100) {
                heap.remove(member)
                members.removeAll { $0 === member }
            }
            for _ in 0..<100 {
                guard let first = heap.first else { return false }
                want(first, first.filed + .random(in: 0..<500, using: &random))
                heap.refileFirst()
            }
            var out: [Int64] = []
            while let first = heap.first {
                out.append(first.filed)
                heap.remove(first)
            }
            return out == members.map(\.filed).sorted() && out.count == 200 && members.allSatisfy { $0.index == -1 }
        }
        #expect(isSorted)
    }
}
