import Dispatch
import ExactJSON
import Foundation
import Locking
import Testing

@testable import MockServerKit
@testable import Sockets

@Suite("The work of the admin API", .timeLimit(.minutes(60)))
struct AdminWorkTests {
    private static let small = 1_000
    private static let large = 1 << 20

    /// Keeps a queue busy until it is told to go on.
    private static func occupy(_ work: AdminWork, _ kind: AdminWork.Kind, size: Int) -> DispatchSemaphore {
        let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        #expect(
            work.take(kind, size: size, body: 0) {
                begun.signal()
                mayGoOn.wait()
            })
        begun.wait()
        return mayGoOn
    }

    /// Returns once something of that size is done.
    private static func expectDone(_ work: AdminWork, _ kind: AdminWork.Kind, size: Int) {
        let done = DispatchSemaphore(value: 0)
        #expect(work.take(kind, size: size, body: 0) { done.signal() })
        #expect(done.wait(timeout: .now() + 600) == .success, "\(kind) \(size)")
    }

    @Test("what is small waits for nothing that is large, and what is read for nothing that is loaded")
    func fairness() {
        let work = AdminWork()
        let mayGoOn = [
            Self.occupy(work, .loading, size: Self.large), Self.occupy(work, .loading, size: 100_000),
            Self.occupy(work, .reading, size: .max),
        ]
        Self.expectDone(work, .loading, size: Self.small)
        Self.expectDone(work, .reading, size: Self.small)
        Self.expectDone(work, .reading, size: 100_000)
        for semaphore in mayGoOn { semaphore.signal() }
        Self.expectDone(work, .loading, size: Self.large)
    }

    @Test("among its like each waits for those before it")
    func order() {
        let work = AdminWork()
        let mayGoOn = Self.occupy(work, .loading, size: Self.large)
        let done = Locked<[Int]>([])
        for number in 0..<10 {
            #expect(work.take(.loading, size: Self.large, body: 0) { done.withLock { $0.append(number) } })
        }
        mayGoOn.signal()
        Self.expectDone(work, .loading, size: Self.large)
        #expect(done.withLock { $0 } == Array(0..<10))
    }

    /// What a queue does in order, of work of these sizes that waits behind something large.
    private static func order(of sizes: [(name: String, size: Int)]) -> [String] {
        let work = AdminWork()
        let mayGoOn = occupy(work, .loading, size: 250_000)
        let done = Locked<[String]>([])
        let all = DispatchGroup()
        for (name, size) in sizes {
            all.enter()
            let isTaken = work.take(.loading, size: size, body: size) {
                done.withLock { $0.append(name) }
                all.leave()
            }
            #expect(isTaken)
        }
        mayGoOn.signal()
        all.wait()
        return done.withLock { $0 }
    }

    @Test("an ordinary scenario waits for one large one at most, however many came before it")
    func ordinary() {
        let large = (1...6).map { (name: "large \($0)", size: 255_000) }
        #expect(Self.order(of: large + [("ordinary", 20_000)]) == ["ordinary"] + large.map(\.name))
    }

    @Test("a large one waits for no more bytes of smaller ones than it has itself")
    func ageing() {
        let work = AdminWork()
        let mayGoOn = Self.occupy(work, .loading, size: 20_000)
        let done = Locked<[String]>([])
        let largeIsDone = DispatchSemaphore(value: 0)
        // Each small one is followed by another, for ever.
        @Sendable func small() {
            work.go(on: .loading, size: 20_000) {
                if done.withLock({ $0.last != "large" }) { small() }
                done.withLock { $0.append("small") }
            }
        }
        work.go(on: .loading, size: 200_000) {
            done.withLock { $0.append("large") }
            largeIsDone.signal()
        }
        small()
        mayGoOn.signal()
        #expect(largeIsDone.wait(timeout: .now() + 60) == .success)
        #expect(done.withLock { $0.prefix { $0 == "small" }.count } <= 10)
    }

    @Test("what waits for an event is bounded in number")
    func waiters() {
        let work = AdminWork()
        for _ in 0..<AdminWork.limit.waiters { #expect(work.beginWait()) }
        #expect(!work.beginWait())
        work.endWait()
        #expect(work.beginWait())
    }

    @Test("a request that would wait beside too many others is refused, and others are not")
    func refusedWaiter() throws {
        let client = try AdminClient("steps: [{id: a, request: GET /a}]")
        let work = try #require(client.server.admin).work
        var count = 0
        while work.beginWait() { count += 1 }
        for path in ["/verdict?wait=1s", "/verdict?settle=1s", "/requests?step=a&wait=1", "/metrics"] {
            let response = try client.send("GET", path)
            #expect(response.status == 503, "\(path)")
            #expect(
                response.json["error"]
                    == "The admin API has 1024 requests that wait for something to happen: send this one again later.")
        }
        #expect(try client.send("GET", "/verdict").status == 200)
        #expect(try client.send("GET", "/requests?step=a").status == 200)
        for _ in 0..<count { work.endWait() }
        #expect(try client.send("GET", "/verdict?settle=1ms").status == 200)
        client.server.stopNow()
    }

    @Test("what waits is bounded in bytes, and one request of any size may wait")
    func limit() {
        let work = AdminWork()
        let (mayGoOn, begun, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        #expect(
            work.take(.loading, size: Self.large, body: 2 * AdminWork.limit.bytes) {
                begun.signal()
                mayGoOn.wait()
            })
        begun.wait()
        #expect(!work.take(.loading, size: Self.large, body: 1) { Issue.record("it was refused") })
        mayGoOn.signal()
        // Its bytes are free once it is over.
        work.go(on: .loading, size: Self.large) { done.signal() }
        done.wait()
        Self.expectDone(work, .loading, size: Self.large)
    }

    @Test("what waits is bounded in number")
    func requests() {
        let work = AdminWork()
        let mayGoOn = Self.occupy(work, .loading, size: Self.large)
        for _ in 1..<AdminWork.limit.requests { #expect(work.take(.loading, size: Self.large, body: 0) {}) }
        #expect(!work.take(.reading, size: Self.small, body: 0) { Issue.record("it was refused") })
        mayGoOn.signal()
    }

    @Test("a stop waits for a change that has begun, and lets no other begin")
    func stop() {
        let work = AdminWork()
        let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isChanged = Locked(false)
        work.go(on: .reading, size: Self.small) {
            let isAllowed = work.change {
                begun.signal()
                mayGoOn.wait()
                isChanged.withLock { $0 = true }
            }
            #expect(isAllowed)
        }
        begun.wait()
        let stopped = DispatchSemaphore(value: 0)
        work.stop {
            #expect(isChanged.withLock { $0 })
            stopped.signal()
        }
        #expect(!work.change { Issue.record("it is stopped") })
        mayGoOn.signal()
        stopped.wait()
        work.stopAndWait()
    }

    @Test("every operation but a few that only look something up is done off the event loop")
    func routes() {
        let here = AdminRoute.all.filter { $0.work == nil }.map { "\($0.method) \($0.path)" }
        #expect(
            here == [
                "GET /health", "GET /clock", "GET /sessions/{session}",
                "GET /sessions/{session}/clock",
            ])
    }

    @Test("the admin API answers while every event loop of clients is busy, because it has one of its own")
    func eventLoop() async {
        // In its own process, whose event loops no other test uses.
        await #expect(processExitsWith: .success) {
            let client = try AdminClient("steps: [{id: a, request: GET /a}]")
            let (begun, mayGoOn, ended) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let eventLoops = try EventLoop.all
            let waits = Locked<[DispatchTimeoutResult]>([])
            for eventLoop in eventLoops {
                eventLoop.async {
                    begun.signal()
                    let wait = mayGoOn.wait(timeout: .now() + 600)
                    waits.withLock { $0.append(wait) }
                    ended.signal()
                }
            }
            for _ in eventLoops { begun.wait() }
            #expect(try client.send("GET", "/health").status == 200)
            // A verdict would wait until they have read what has come.
            #expect(try client.send("GET", "/journal").status == 200)
            for _ in eventLoops { mayGoOn.signal() }
            for _ in eventLoops { ended.wait() }
            // On an event loop of clients, a response would have come after its wait.
            #expect(waits.withLock { $0 }.allSatisfy { $0 == .success })
            client.server.stopNow()
        }
    }

    @Test("clients are answered while the event loop of the admin API is busy")
    func busyAdmin() async {
        await #expect(processExitsWith: .success) {
            let client = try AdminClient("linger: 0ms\nsteps: [{id: a, request: GET /a}]")
            let (begun, mayGoOn, ended) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let waits = Locked<[DispatchTimeoutResult]>([])
            try EventLoop.forAdmin.async {
                begun.signal()
                let wait = mayGoOn.wait(timeout: .now() + 600)
                waits.withLock { $0.append(wait) }
                ended.signal()
            }
            begun.wait()
            // More connections than there are event loops.
            for _ in 0..<8 { #expect(try RawClient(client.server).ask(get("/b")).status == 501) }
            #expect(try RawClient(client.server).ask(get("/a")).status == 200)
            mayGoOn.signal()
            ended.wait()
            #expect(waits.withLock { $0 } == [.success])
            client.server.stopNow()
        }
    }

    @Test("without an admin port no event loop is made for the admin API")
    func noAdmin() async {
        // In its own process, where no other test has made it.
        await #expect(processExitsWith: .success) {
            let server = try MockServer(playing: "stubs: [{request: GET /a}]")
            #expect(try RawClient(server).ask(get("/a")).status == 200)
            #expect(EventLoop.madeForAdmin.withLock { $0 == nil })
            let client = try AdminClient("stubs: [{request: GET /a}]")
            #expect(EventLoop.madeForAdmin.withLock { $0 != nil })
            server.stopNow()
            client.server.stopNow()
        }
    }

    @Test("the command that measures how long neighbours wait has a row for every operation")
    func measured() throws {
        let rows = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Benchmarks/harness/stall_rows.py")
        let text = try String(contentsOf: rows, encoding: .utf8)
        for route in AdminRoute.all {
            #expect(text.contains("\"\(route.method) \(route.path)\": "), "stalls lacks \(route.method) \(route.path)")
        }
    }
}
