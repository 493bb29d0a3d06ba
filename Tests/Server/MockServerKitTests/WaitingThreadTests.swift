import Dispatch
import HTTPMessage
import Locking
import TestSupport
import Testing

@testable import MockServerKit

@Suite("A server's own thread", .timeLimit(.minutes(60)))
struct WaitingThreadTests {
    @Test("is refused to wait for a verdict, and the run fails", arguments: [false, true])
    func verdict(ofSession: Bool) async throws {
        let waiting = Locked<(@Sendable () -> Void)?>(nil)
        var options = MockServer.Options.patient
        options.sessions = .patient
        options.onRequest = { _ in waiting.withLock { $0 }?() }
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: GET /a }]", options: options)
        let session = try server.beginSession(server.scenario)
        waiting.withLock { waiting in
            waiting = {
                if ofSession { _ = session.verify(timeout: .milliseconds(20)) }
                if !ofSession { _ = server.verify(timeout: .milliseconds(20)) }
            }
        }
        let target = ofSession ? "/s/\(session.id)/a" : "/a"
        #expect(try await OwnThread.run { try RawClient(server).ask(get(target)).status } == 200)
        waiting.withLock { $0 = nil }
        let verdict = ofSession ? await session.finish() : await server.finish()
        #expect(
            verdict.failures.map(\.title) == [
                "verify() was called on one of the server's own threads, as onRequest is, which it would wait for; so this "
                    + "verdict is that of the moment: call verify() in the test"
            ])
        await server.stop()
    }

    @Test("does not wait for a closure that judges a request, and may wait for a response")
    func judging() async throws {
        let (judges, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let asking = Locked<MockServer?>(nil)
        var options = MockServer.Options.patient
        options.onRequest = { entry in
            guard entry.request.target == "/b" else { return }
            _ = asking.withLock { $0 }?.report()
        }
        let scenario = try Scenario(
            yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /a }, { request: GET /b }]")
        let check = RequestCheck(position: scenario.position) { _ in
            judges.signal()
            goesOn.wait()
            return true
        }
        let checked = scenario.adding { $0 == 0 ? RuleClosures(checks: [check], responder: nil) : nil }
        let server = try MockServer(checked, options: options)
        #expect(try await OwnThread.run { try RawClient(server).ask(get("/a")).status } == 200)
        asking.withLock { $0 = server }
        async let verdict = OwnThread.run { server.verify(timeout: .seconds(600)) }
        try await OwnThread.run { judges.wait() }
        #expect(try await OwnThread.run { try RawClient(server).ask(get("/b")).status } == 200)
        asking.withLock { $0 = nil }
        goesOn.signal()
        #expect(try await verdict.passed)
        await server.stop()
    }
}
