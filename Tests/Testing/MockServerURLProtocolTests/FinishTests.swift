import Dispatch
import Foundation
import Locking
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A closure that makes a response when the run ends", .alone, .timeLimit(.minutes(60)))
struct FinishTests {
    private struct NoResponse: Error {}

    /// A way to end a run, which yields once it can only wait for the closure.
    struct Ending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let verdict: @Sendable (InProcessMockServer, AsyncStream<Void>.Continuation) async -> Verdict

        /// - Parameter end: awaits nothing but the closure.
        init(_ name: String, _ end: @escaping @Sendable (InProcessMockServer) async -> Verdict) {
            testDescription = name
            verdict = { server, begun in
                await Task(executorPreference: StepwiseExecutor(begun)) { await end(server) }.value
            }
        }

        init(blocking name: String, _ end: @escaping @Sendable (InProcessMockServer) -> Verdict) {
            testDescription = name
            verdict = { server, begun in
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        begun.yield()
                        continuation.resume(returning: end(server))
                    }
                }
            }
        }
    }

    static let endings = [
        Ending("finish") { await $0.finish() },
        Ending("verify") { await $0.verify(timeout: .zero) },
        Ending("stop") {
            await $0.stop()
            return $0.verdict
        },
        Ending(blocking: "finish that blocks") { $0.finish() },
        Ending(blocking: "verify that blocks") { $0.verify(timeout: .zero) },
        Ending(blocking: "stop that blocks") {
            $0.stop()
            return $0.verdict
        },
    ]

    @Test("judges when the run is verified; until then the verdict fails and says so")
    func judging() async throws {
        let called = Locked(0)
        let server = try InProcessMockServer(
            Scenario("a", linger: .zero) { Step(.get, "/a").verify { _ in called.withLock { $0 += 1 } } })
        _ = try await server.session.data(from: server.url.appendingPathComponent("a"))
        #expect(
            server.verdict.failures.map(\.title) == [
                "1 request waits for closures to judge it; call verify(), which runs the closures"
            ])
        #expect(called.withLock { $0 } == 0)
        #expect(await server.verify(timeout: .seconds(600)).passed && server.verdict.passed)
        #expect(called.withLock { $0 } == 1)
        await server.stop()
    }

    @Test("is waited for, so that its error is in the verdict", arguments: endings)
    func awaited(ending: Ending) async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try InProcessMockServer(
            Scenario("a", linger: .zero) {
                Step(.get, "/a", id: "a").respond { _ in
                    gate.wait()
                    throw NoResponse()
                }
            })
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let loading = Task { try await server.session.data(from: server.url.appendingPathComponent("a")) }
        try await server.waitFor(step: "a", timeout: .seconds(600))
        async let verdict = ending.verdict(server, begun)
        for await _ in beginnings { break }
        gate.signal()
        #expect(await verdict.failures.map(\.kind) == [.template])
        _ = await loading.result
        await server.stop()
    }
}

@Suite("A closure that makes a response slowly", .alone, .timeLimit(.minutes(60)))
struct SlowResponderTests {
    @Test("delays no other request")
    func others() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try InProcessMockServer(
            Scenario("a", order: .any, linger: .zero) {
                Step(.get, "/slow", id: "slow").respond { _ in
                    gate.wait()
                    return Response().text("slow")
                }
                Step(.get, "/fast").respond { _ in
                    gate.signal()
                    return Response().text("fast")
                }
            })
        async let slow = server.session.data(from: server.url.appendingPathComponent("slow"))
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        let fast = try await server.session.data(from: server.url.appendingPathComponent("fast"))
        #expect(String(decoding: fast.0, as: UTF8.self) == "fast")
        #expect(String(decoding: try await slow.0, as: UTF8.self) == "slow")
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("notices that its client has left, by a cancellation or a timeout", arguments: [60.0, 0.01])
    func left(timeout: TimeInterval) async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try InProcessMockServer(
            Scenario("a", linger: .zero) {
                Step(.get, "/a", id: "a").client(.cancels).respond { _ in
                    gate.wait()
                    return Response()
                }
            })
        var request = URLRequest(url: server.url.appendingPathComponent("a"))
        request.timeoutInterval = timeout
        let loading = Task { [request] in try await server.session.data(for: request) }
        try await server.waitFor(step: "a", timeout: .seconds(600))
        if timeout == 60 { loading.cancel() }
        let error = await #expect(throws: URLError.self) { try await loading.value }
        #expect(error?.code == (timeout == 60 ? .cancelled : .timedOut))
        gate.signal()
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        #expect(server.journal.first?.timeline.left != nil)
        #expect(server.unfinishedRequests.isEmpty)
        await server.stop()
    }
}

/// Runs a task, and yields each time that it is suspended or over.
private final class StepwiseExecutor: TaskExecutor {
    private let steps: AsyncStream<Void>.Continuation
    private let queue = DispatchQueue(label: "StepwiseExecutor")

    init(_ steps: AsyncStream<Void>.Continuation) { self.steps = steps }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.steps.yield()
        }
    }
}
