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

@Suite("A lane", .timeLimit(.minutes(10)))
struct LaneTests {
    @Test("is acted as by the caller while it has nothing to do, and is its current lane no longer than that")
    func sync() throws {
        let lane = try Lane(label: "test")
        let caller = thisThread()
        let facts = Locked((thread: UInt(0), isCurrent: false))
        lane.sync { facts.withLock { $0 = (thisThread(), lane.isCurrent) } }
        #expect(facts.withLock { $0.thread } == caller)
        #expect(facts.withLock { $0.isCurrent })
        #expect(Lane.current == nil)
    }

    @Test("is waited for while it is at work, and does first what was posted first")
    func order() async throws {
        let lane = try Lane(label: "test")
        let (isAtWork, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = Locked<[Int]>([])
        lane.async {
            isAtWork.signal()
            mayGoOn.wait()
            done.withLock { $0.append(1) }
        }
        lane.async { done.withLock { $0.append(2) } }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isAtWork.wait()
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { mayGoOn.signal() }
                lane.sync { done.withLock { $0.append(3) } }
                continuation.resume()
            }
        }
        #expect(done.withLock { $0 } == [1, 2, 3])
    }

    @Test("does what many post and wait for, each once and one at a time")
    func contended() async throws {
        let lane = try Lane(label: "test")
        // Confined to the lane: the thread sanitizer tells if it is not.
        let tally = Tally()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        switch number % 3 {
                        case 0: lane.soon { tally.count += 1 }
                        case 1: lane.async { tally.count += 1 }
                        default: lane.sync { tally.count += 1 }
                        }
                    }
                }
            }
        }
        #expect(await lane.run { tally.count } == 1_600)
    }

    #if os(Linux)
    @Test("has a thread by its name, which takes no signals but those of its own faults")
    func thread() async throws {
        let lane = try Lane(label: "mockserver-test")
        let (name, blocked) = await lane.run { (threadName(), blockedSignals()) }
        #expect(name == "mockserver-test")
        let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]
        #expect(blocked == (1..<32).filter { !faults.contains($0) && $0 != SIGKILL && $0 != SIGSTOP })
    }

    @Test("leaves the signals of the thread that makes it as they are")
    func signals() throws {
        let before = blockedSignals()
        _ = try Lane(label: "test")
        #expect(blockedSignals() == before)
    }

    // In a process of its own: the limit is the process's.
    @Test("that cannot be had for want of a descriptor leaves none behind", arguments: 0..<3)
    func noDescriptors(left: Int32) async throws {
        await #expect(processExitsWith: .success) { [left] in
            // Dispatch makes its own on a thread of its own, and has them once a timer of its has gone off.
            let lane = try Lane(label: "test")
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
            }
            await lane.run {}
            func lowest() -> Int32 {
                let descriptor = dup(0)
                close(descriptor)
                return descriptor
            }
            let before = lowest()
            var limit = rlimit()
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            try #require(getrlimit(resource, &limit) == 0)
            let usual = limit
            limit.rlim_cur = rlim_t(before + left)
            try #require(setrlimit(resource, &limit) == 0)
            let failure = #expect(throws: SocketError.self) { try Lane(label: "test") }
            try #require(setrlimit(resource, [usual]) == 0)
            #expect(failure?.errno == EMFILE)
            #expect(lowest() == before)
        }
    }
    #endif
}

/// Confined to a lane.
private final class Tally: @unchecked Sendable {
    var count = 0
}

/// Which thread this is; a number here, a pointer there.
private func thisThread() -> UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}

#if os(Linux)
/// The calling thread's name.
private func threadName() -> String {
    let file = open("/proc/thread-self/comm", O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).dropLast(), as: UTF8.self)
}

/// The signals that the calling thread does not take.
private func blockedSignals() -> [Int32] {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return (1..<32).filter { sigismember(&set, $0) == 1 }
}
#endif
