import Dispatch
import Locking
import Testing

@testable import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("An event loop", .timeLimit(.minutes(60)))
struct EventLoopTests {
    @Test("is acted as by the caller while it has nothing to do, and is its current event loop no longer than that")
    func sync() throws {
        let eventLoop = try EventLoop(label: "test")
        let caller = thisThread()
        let facts = Locked((thread: UInt(0), isCurrent: false))
        eventLoop.sync { facts.withLock { $0 = (thisThread(), eventLoop.isCurrent) } }
        #expect(facts.withLock { $0.thread } == caller)
        #expect(facts.withLock { $0.isCurrent })
        #expect(EventLoop.current == nil)
    }

    @Test("of admin ports is one for the process, and none of those of clients")
    func forAdmin() throws {
        let eventLoop = try EventLoop.forAdmin
        #expect(try EventLoop.forAdmin === eventLoop)
        #expect(!(try EventLoop.all.contains { $0 === eventLoop }))
    }

    @Test("is waited for while it is at work, and does first what was posted first")
    func order() async throws {
        let eventLoop = try EventLoop(label: "test")
        let (isAtWork, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = Locked<[Int]>([])
        eventLoop.async {
            isAtWork.signal()
            mayGoOn.wait()
            done.withLock { $0.append(1) }
        }
        eventLoop.async { done.withLock { $0.append(2) } }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isAtWork.wait()
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { mayGoOn.signal() }
                eventLoop.sync { done.withLock { $0.append(3) } }
                continuation.resume()
            }
        }
        #expect(done.withLock { $0 } == [1, 2, 3])
    }

    @Test("ends the turn that it is in before those who wait for all turns go on")
    func turns() async throws {
        let eventLoop = try #require(try EventLoop.all.first)
        let (isAtWork, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isDone = Locked(false)
        eventLoop.async {
            isAtWork.signal()
            mayGoOn.wait()
            isDone.withLock { $0 = true }
            // On an event loop it must not wait.
            EventLoop.awaitTurns()
        }
        let wasDone = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isAtWork.wait()
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { mayGoOn.signal() }
                EventLoop.awaitTurns()
                continuation.resume(returning: isDone.withLock { $0 })
            }
        }
        #expect(wasDone)
    }

    @Test("does what many post and wait for, each once and one at a time")
    func contended() async throws {
        let eventLoop = try EventLoop(label: "test")
        // Confined to the event loop; the thread sanitizer would find an error.
        let tally = Tally()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        switch number % 3 {
                        case 0: eventLoop.soon { tally.count += 1 }
                        case 1: eventLoop.async { tally.count += 1 }
                        default: eventLoop.sync { tally.count += 1 }
                        }
                    }
                }
            }
        }
        #expect(await eventLoop.run { tally.count } == 1_600)
    }

    // A loop with a Dispatch source for each descriptor needs no descriptor of its own.
    #if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
    // In its own process: the limit applies to the whole process.
    @Test("that cannot be had for want of a descriptor leaves none behind", arguments: 0..<7)
    func noDescriptors(left: Int32) async throws {
        await #expect(processExitsWith: .success) { [left] in
            // Dispatch makes its own descriptors on its own thread, and has them once one of its timers has fired.
            let eventLoop = try EventLoop(label: "test")
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
            }
            await eventLoop.run {}
            func lowest() -> Int32 {
                let descriptor = dup(0)
                close(descriptor)
                return descriptor
            }
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var usual = rlimit()
            try #require(getrlimit(resource, &usual) == 0)
            var isClean = false
            // Again if a descriptor is left: Dispatch may have made another one meanwhile, but only once.
            for _ in 0..<3 where !isClean {
                let before = lowest()
                var limit = usual
                limit.rlim_cur = rlim_t(before + left)
                try #require(setrlimit(resource, &limit) == 0)
                let failure = #expect(throws: SocketError.self) { try EventLoop(label: "test") }
                try #require(setrlimit(resource, [usual]) == 0)
                #expect(failure?.errno == EMFILE)
                isClean = lowest() == before
            }
            #expect(isClean)
        }
    }
    #endif
}

/// Confined to an event loop.
private final class Tally: @unchecked Sendable {
    var count = 0
}

/// The identity of this thread, which is a number or a pointer, depending on the platform.
private func thisThread() -> UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}
