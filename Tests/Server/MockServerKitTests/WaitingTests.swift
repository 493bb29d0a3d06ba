import Dispatch
import Locking
import Testing

@testable import MockServerKit

@Suite("Waiting", .timeLimit(.minutes(60)))
struct WaitingTests {
    @Test("verify waits for what is not answered yet")
    func verifies() async throws {
        let server = try MockServer(
            playing: "linger: 0ms\nsteps: [{ id: a, request: GET /x, response: { delay: 50ms } }]")
        let client = try RawClient(server)
        try client.send(get("/x"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed)
        #expect(verdict.droppedResponses.isEmpty)
        #expect(try client.response().status == 200)
        await server.stop()
    }

    @Test("verify waits until nothing came for the linger")
    func lingers() async throws {
        let server = try MockServer(playing: "linger: 60ms\nsteps: [{ request: GET /x }]")
        let client = try RawClient(server)
        #expect(try client.ask(get("/x")).status == 200)
        let begin = ContinuousClock.now
        #expect(await server.verify(timeout: .seconds(600)).passed)
        // The response was there a moment before.
        #expect(ContinuousClock.now - begin >= .milliseconds(30))
        await server.stop()
    }

    @Test("verify waits no longer than it is told, and names what is not answered")
    func timesOut() async throws {
        let server = try MockServer(playing: "steps: [{ id: a, request: GET /x, response: { delay: 3600s } }]")
        let client = try RawClient(server)
        try client.send(get("/x"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        let verdict = await server.verify(timeout: .milliseconds(30))
        #expect(verdict.droppedResponses.count == 1)
        #expect(blockingVerify(server, timeout: .milliseconds(30)).droppedResponses.count == 1)
        await server.stop()
    }

    @Test("for a step that does not exist is an error that names those that do")
    func noSuchStep() async throws {
        let server = try MockServer(playing: "steps: [{ id: a, request: GET /x }, { id: b, request: GET /y }]")
        let error = await #expect(throws: WaitError.self) {
            try await server.waitFor(step: "c", timeout: .seconds(600))
        }
        #expect(error?.description == #"the scenario has no step "c"; it has "a", "b""#)
        await server.stop()
    }

    @Test("for a step whose requests do not come is an error that says how many did, and the verdict so far")
    func tooFew() async throws {
        let server = try MockServer(playing: "steps: [{ id: a, request: GET /x, times: 2 }]")
        #expect(try RawClient(server).ask(get("/x")).status == 200)
        try await server.waitFor(step: "a", timeout: .seconds(600))
        let error = await #expect(throws: WaitError.self) {
            try await server.waitFor(step: "a", count: 2, timeout: .milliseconds(30))
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("step \"a\" took 1 of 2 requests within 0.03 seconds\n\n"))
        #expect(text.contains("error: step \"a\": 1 request, expected exactly 2"))
        await server.stop()
    }

    @Test("ends when the run is complete")
    func complete() async throws {
        let server = try MockServer(playing: "linger: 1ms\nsteps: [{ request: GET /x }]")
        async let done: Void = server.waitUntilComplete()
        #expect(try RawClient(server).ask(get("/x")).status == 200)
        await done
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("on a thread of the server's own is refused, since it would wait for itself")
    func onEventLoop() async throws {
        let box = Locked<MockServer?>(nil)
        let errors = Locked<[String]>([])
        var options = MockServer.Options.patient
        options.onRequest = { _ in
            guard let server = box.withLock({ $0 }) else { return }
            for act in [{ try server.stop() }, { _ = try server.finish() }] {
                do { try act() } catch { errors.withLock { $0.append("\(error)") } }
            }
        }
        let server = try MockServer(playing: "stubs: [{ request: GET /x }]", options: options)
        box.withLock { $0 = server }
        let client = try RawClient(server)
        #expect(try client.ask(get("/x")).status == 200)
        let sentence =
            "The blocking stop was called from a socket handler, on an event loop it would have to wait for: "
            + "use the asynchronous stop there, or call it from another thread."
        #expect(errors.withLock { $0 } == [sentence, sentence])
        // The refused call has stopped nothing.
        #expect(try client.ask(get("/x")).status == 200)
        await server.stop()
    }
}

private func blockingVerify(_ server: MockServer, timeout: Duration) -> Verdict { server.verify(timeout: timeout) }
