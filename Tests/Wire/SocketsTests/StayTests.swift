import Dispatch
import Locking
import SeededRandom
import Testing

@testable import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// On Linux an event loop stays with its descriptors for a while after the last event, then returns to Dispatch. All
/// events before, during and after that must be noticed in time.
@Suite("While an event loop stays, and after it has returned,", .timeLimit(.minutes(60)))
struct StayTests {
    /// A stay of ten minutes, in milliseconds: what waited for its end would take far longer than on any machine else.
    private static let long: Int32 = 600_000
    /// Half of it, in nanoseconds.
    private static let atOnce: Int64 = 300_000_000_000

    @Test("a deadline fires long before the stay would be over, through 2 s of unbroken traffic")
    func deadlinesUnderTraffic() async throws {
        let bench = try Bench(.echo, noting: false, stay: Self.long)
        let traffic = try (0..<2).map { _ in try Traffic(bench.client()) }
        let lateness = await withTaskGroup(of: Int64.self) { group in
            for number in 1...40 {
                group.addTask {
                    let wanted = EventLoop.now + Int64(number) * 50_000_000
                    return await withCheckedContinuation { continuation in
                        bench.eventLoop.async {
                            let alarm = Alarm { continuation.resume(returning: EventLoop.now - wanted) }
                            Deadline(on: bench.eventLoop).set(at: wanted, for: alarm)
                        }
                    }
                }
            }
            return await group.reduce(0, max)
        }
        for client in traffic { #expect(try client.stop() > 100) }
        await bench.listener.stop()
        #expect(lateness < Self.atOnce)
    }

    @Test("a stop does not wait for the stay to end")
    func stopDuringStay() throws {
        let eventLoop = try EventLoop(label: "test", stay: Self.long)
        for _ in 0..<21 {
            let listener = try Listener(on: .loopback(), eventLoops: [eventLoop]) { Probe($0, .echo, nil) }
            let client = try Client(listener.address)
            try client.send("x")
            try #require(try client.receive() == Array("x".utf8))
            let start = EventLoop.now
            try listener.stopAndWait()
            #expect(EventLoop.now - start < Self.atOnce)
        }
    }

    // The longest exceeds the five seconds after which Dispatch ends an idle worker.
    @Test("a request is answered after a pause", arguments: [0.3, 6, 12])
    func pause(seconds: Double) async throws {
        let bench = try Bench(.echo, noting: false)
        let clock = try EventLoop(label: "clock")
        let client = try bench.client()
        for text in ["before", "after"] {
            try client.send(text)
            #expect(try client.receiveText(text.utf8.count) == text)
            if text == "before" { await clock.wait(nanoseconds: Int64(seconds * 1e9)) }
        }
        await bench.listener.stop()
    }

    @Test("requests with pauses about as long as the stay are all answered", arguments: [0, 1, 2] as [Int32])
    func pausesAboutTheStay(milliseconds: Int32) throws {
        let bench = try Bench(.echo, noting: false, stay: milliseconds)
        let client = try bench.client()
        var random = SplitMix(seed: UInt64(milliseconds))
        for number in 0..<300 {
            let text = "request \(number)"
            try client.send(text)
            try #require(try client.receiveText(text.utf8.count) == text)
            spin(.random(in: 0...2_000_000 * Int64(milliseconds) + 200_000, using: &random))
        }
        try bench.listener.stopAndWait()
    }

    @Test("20,000 posts at random intervals are all done, in order", arguments: [0, 1, 200] as [Int32])
    func posts(stay: Int32) async throws {
        let eventLoop = try EventLoop(label: "test", stay: stay)
        let (count, done) = (20_000, Locked<[Int]>([]))
        var random = SplitMix(seed: UInt64(stay) + 7)
        for number in 0..<count {
            eventLoop.async { done.withLock { $0.append(number) } }
            // Usually at once, sometimes after about the shortest stay of the loop.
            spin(
                number % 50 == 0
                    ? .random(in: 900_000...1_100_000, using: &random) : .random(in: 0...60_000, using: &random))
        }
        await eventLoop.run {}
        #expect(done.withLock { $0 } == Array(0..<count))
    }

    #if os(Linux)
    // In its own process, where no other code keeps workers of Dispatch busy.
    @Test("no worker of the loops is left some time after the last event")
    func workersEnd() async throws {
        await #expect(processExitsWith: .success) {
            let threads = Locked<Set<String>>([])
            for number in 0..<4 {
                let bench = try Bench(
                    .init(received: { channel, bytes in
                        channel.write(bytes)
                        _ = threads.withLock { $0.insert(thisThread()) }
                    }), noting: false)
                let client = try bench.client()
                try client.send("request \(number)")
                _ = try client.receive()
            }
            let end = EventLoop.now + 600_000_000_000
            try #require(!threads.withLock { $0 }.isEmpty)
            func left() -> [String] { threads.withLock { $0 }.filter { access("/proc/self/task/\($0)", F_OK) == 0 } }
            while !left().isEmpty, EventLoop.now < end {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { continuation.resume() }
                }
            }
            #expect(left() == [])
        }
    }

    // In its own process, since nothing else could run in it.
    @Test("four loops serve while the global queues are full of blocked work")
    func fullQueues() async throws {
        await #expect(processExitsWith: .success) {
            let gate = DispatchSemaphore(value: 0)
            for _ in 0..<400 { DispatchQueue.global().async { gate.wait() } }
            let benches = try (0..<4).map { _ in try Bench(.echo, noting: false) }
            for round in 0..<3 {
                for bench in benches {
                    let client = try bench.client()
                    try client.send("round \(round)")
                    #expect(try client.receiveText(7) == "round \(round)")
                }
            }
            for bench in benches { try bench.listener.stopAndWait() }
            for _ in 0..<400 { gate.signal() }
        }
    }
    #endif
}

/// A client that sends and receives without a pause on its own thread until it is stopped.
private final class Traffic: Sendable {
    private let isOver = Locked(false)
    private let result = Locked<Result<Int, any Error>>(.success(0))
    private let ended = DispatchSemaphore(value: 0)

    init(_ client: Client) {
        let thread = DispatchQueue(label: "traffic")
        thread.async { [self] in
            let text = [UInt8](repeating: 120, count: 64)
            let outcome = Result {
                var count = 0
                while !isOver.withLock({ $0 }) {
                    try client.send(text)
                    _ = try client.receive(exactly: text.count)
                    count += 1
                }
                return count
            }
            result.withLock { $0 = outcome }
            ended.signal()
        }
    }

    /// Ends it, and returns how many responses it got.
    func stop() throws -> Int {
        isOver.withLock { $0 = true }
        ended.wait()
        return try result.withLock { $0 }.get()
    }
}

/// Spins for this time without a system call, because sleeping is too coarse.
private func spin(_ nanoseconds: Int64) {
    let end = EventLoop.now + nanoseconds
    while EventLoop.now < end {}
}

#if os(Linux)
/// The number of the calling thread in `/proc/self/task`.
private func thisThread() -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").last.map(String.init) ?? ""
}
#endif
