import ExactJSON
import Locking
import Testing

@testable import MockServerKit

/// Requests that are still arriving when a session would end.
@Suite("A request that has begun on a server with sessions", .timeLimit(.minutes(60)))
struct BegunSessionRequestTests {
    private typealias Host = SessionTests.Host

    private static let upload = "mockserver: 1\nlinger: 0ms\nstubs: [{ request: POST /up, response: { text: thanks } }]"
    private static let late = "mockserver: 1\nlinger: 0ms\nsteps: [{ request: GET /a }]"

    /// The title of each failure in the verdict that ends a session.
    private func end(_ host: Host, _ id: String, settle: String = "?settle=20ms") async throws -> [String] {
        let verdict = try await host.askBeside("DELETE", "/sessions/\(id)\(settle)", "").json
        guard case .array(let failures)? = verdict["failures"] else { throw CancellationError() }
        return failures.map { failure in
            if case .string(let title)? = failure["title"] { title } else { "" }
        }
    }

    private func run(_ host: Host, _ id: String) throws -> ScenarioRun {
        guard let session = SessionID(id).flatMap({ host.server.sessions?.session($0) }) else {
            throw CancellationError()
        }
        return session.currentRun.run
    }

    private static func unfinished(_ connection: Int) -> String {
        "1 unfinished request: begun on connection \(connection), but not whole when the run ended"
    }

    // MARK: - Several on one connection

    @Test("counts at its own session, whatever else has begun on its connection")
    func streams() async throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(Self.upload), try host.begin(Self.upload))
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.post("/s/\(first)/up", on: 1, length: 5)
                + RawFrame.post("/s/\(second)/up", on: 3, length: 5))
        while try !run(host, first).isReceiving { await Task.yield() }
        while try !run(host, second).isReceiving { await Task.yield() }
        #expect(try await end(host, second) == [Self.unfinished(1)])
        client.close()
    }

    @Test("is over for its session while another one's goes on")
    func oneIsWhole() async throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(Self.upload), try host.begin(Self.upload))
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.post("/s/\(first)/up", on: 1, length: 5)
                + RawFrame.post("/s/\(second)/up", on: 3, length: 5))
        while try !run(host, second).isReceiving { await Task.yield() }
        try client.send(RawFrame.data("hello", on: 1, ends: true))
        while !(RawFrame.frames(in: client.pending).contains { $0.words == "DATA 1 thanks end" }) {
            try #require(try client.receive())
        }
        #expect(try !run(host, first).isReceiving)
        #expect(try await end(host, first, settle: "") == [])
        #expect(try await end(host, second) == [Self.unfinished(1)])
        client.close()
    }

    @Test("is given up by a reset of its stream alone")
    func streamReset() async throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(Self.upload), try host.begin(Self.upload))
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.post("/s/\(first)/up", on: 1, length: 5)
                + RawFrame.post("/s/\(second)/up", on: 3, length: 5))
        while try !run(host, second).isReceiving { await Task.yield() }
        // RST_STREAM with CANCEL.
        try client.send([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8])
        #expect(try await end(host, first, settle: "?settle=300s") == [])
        #expect(try await end(host, second) == [Self.unfinished(1)])
        client.close()
    }

    // MARK: - In its head

    @Test("is the session's that its target names, before its head is whole")
    func inHead() async throws {
        let host = try Host()
        defer { host.stop() }
        let (id, other) = (try host.begin(Self.late), try host.begin(Self.upload))
        #expect(try host.get("/s/\(id)/a").status == 200)
        let client = try RawClient(host.server)
        try client.send("GET /s/\(id)/a HTTP/1.1\r\nHo")
        while try !run(host, id).isReceiving { await Task.yield() }
        #expect(try await end(host, other, settle: "?settle=300s") == [])
        #expect(try await end(host, id) == [Self.unfinished(2)])
        client.close()
    }

    @Test("and is whole in time counts as any other")
    func wholeInTime() async throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(Self.late)
        #expect(try host.get("/s/\(id)/a").status == 200)
        let client = try RawClient(host.server)
        try client.send("GET /s/\(id)/a HTTP/1.1\r\nHo")
        while try !run(host, id).isReceiving { await Task.yield() }
        async let failures = end(host, id, settle: "?settle=300s")
        try client.send("st: h\r\n\r\n")
        #expect(try await failures.count == 1)
        client.close()
    }

    @Test("is nobody's if its target names a session that is not there")
    func unknown() async throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(Self.upload)
        let client = try RawClient(host.server)
        try client.send("GET /s/abcdefghijklmnopqrstuvwxyz/a HTTP/1.1\r\nHo")
        #expect(try await end(host, id, settle: "?settle=300s") == [])
        client.close()
    }

    /// A request that no run would get, as far as it comes.
    enum Cut: String, CaseIterable {
        case unnamed, gone, head, stream

        var bytes: [UInt8] {
            let session = "/s/abcdefghijklmnopqrstuvwxyz"
            return switch self {
            case .unnamed: Array("POST /p?q=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab".utf8)
            case .gone: Array("POST \(session)/p HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab".utf8)
            case .head: Array("POST \(session)/p?q=1 HTTP/1.1\r\nHo".utf8)
            case .stream:
                RawFrame.start + RawFrame.post("\(session)/p", on: 1, length: 9) + RawFrame.data("ab", on: 1)
            }
        }

        var title: String {
            self == .unnamed
                ? "1 request that named no session was refused: POST /p"
                : "1 request that named a session that was not there was refused: POST /s/abcdefghijklmnopqrstuvwxyz/p"
        }
    }

    @Test("is refused though it was cut, if no run would get it", arguments: Cut.allCases, [true, false])
    func cut(_ cut: Cut, isRequired: Bool) async throws {
        guard isRequired || cut != .unnamed else { return }
        let host = try Host { $0.isRequired = isRequired }
        let client = try RawClient(host.server)
        try client.send(cut.bytes)
        client.close()
        while host.server.report().refusedRequests == nil { await Task.yield() }
        #expect(host.server.report().refusedRequests?.text == cut.title)
        let verdict = await host.server.finish()
        #expect(verdict.failures.map(\.title) == [cut.title])
        #expect(!host.server.report().passed)
    }

    // MARK: - Nobody knows whose

    @Test("fails the server's own run if the stop cuts its head off, as without sessions", arguments: [true, false])
    func stopped(isRequired: Bool) async throws {
        let host = try Host { $0.isRequired = isRequired }
        _ = try host.begin(Self.upload)
        let client = try RawClient(host.server)
        try client.send("G")
        while !host.server.isReceiving { await Task.yield() }
        await host.server.stop()
        #expect(host.server.verdict.failures.map(\.title) == [Self.unfinished(1)])
        #expect(host.server.report().sessions.map(\.passed) == [true])
        client.close()
    }

    /// How the request goes on of which only the first byte has come.
    enum Rest: String, CaseIterable {
        case own, session, gone

        func text(_ id: String) -> String {
            switch self {
            case .own: "ET /own HTTP/1.1\r\nHost: h\r\n\r\n"
            case .session: "ET /a HTTP/1.1\r\nMockserver-Session: \(id)\r\nHost: h\r\n\r\n"
            case .gone: ""
            }
        }
    }

    @Test("is waited for by every run, and fails the one whose it is", arguments: Rest.allCases)
    func unclaimed(_ rest: Rest) async throws {
        let host = try Host("linger: 0ms\nsteps: [{ request: GET /own }]")
        defer { host.stop() }
        let (id, other) = (try host.begin(Self.late), try host.begin(Self.upload))
        #expect(try host.get("/s/\(id)/a").status == 200)
        #expect(try host.get("/own").status == 200)
        let client = try RawClient(host.server)
        try client.send("G")
        while !host.server.isReceiving { await Task.yield() }
        // Asked too early it fails nobody.
        #expect(await host.server.verify(timeout: .milliseconds(20)).passed)
        #expect(try await end(host, other) == [])
        async let own = host.server.verify(timeout: .seconds(600))
        async let failures = end(host, id, settle: "?settle=300s")
        // Both wait for the byte's request. Nothing tells a test that they do.
        for _ in 0..<100 { await Task.yield() }
        if rest == .gone { client.reset() } else { try client.send(rest.text(id)) }
        #expect(try await failures.count == (rest == .session ? 1 : 0))
        _ = await own
        #expect(await host.server.verify(timeout: .seconds(600)).failures.count == (rest == .gone ? 0 : 1))
        client.close()
    }

    @Test("is not waited for by an end that was asked for before it began")
    func later() async throws {
        let requests = UnclaimedRequests()
        requests.receives(onConnection: 1, true)
        let (isFirst, isSecond) = (Locked(false), Locked(false))
        requests.wait(timeout: .seconds(600)) { isFirst.withLock { $0 = true } }
        requests.receives(onConnection: 2, true)
        requests.wait(timeout: .seconds(600)) { isSecond.withLock { $0 = true } }
        requests.receives(onConnection: 2, true)
        #expect(!isFirst.withLock { $0 })
        requests.receives(onConnection: 1, false)
        #expect(isFirst.withLock { $0 } && !isSecond.withLock { $0 })
        requests.receives(onConnection: 2, false)
        #expect(isSecond.withLock { $0 })
        #expect(requests.isEmpty)
        await CallbackBridge.wait { requests.wait(timeout: .seconds(600), $0) }
        requests.receives(onConnection: 3, true)
        await CallbackBridge.wait { requests.wait(timeout: .milliseconds(1), $0) }
    }

    // MARK: - A reset

    @Test("belongs to the session's run that is current when it is whole", arguments: [true, false])
    func reset(hasHead: Bool) async throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nlinger: 0ms\nsteps: [{ request: POST /a }]")
        let client = try RawClient(host.server)
        let whole = post("/s/\(id)/a", "hello")
        let begun = hasHead ? whole.count - 2 : whole.count - 12
        try client.send(String(whole.prefix(begun)))
        while try !run(host, id).isReceiving { await Task.yield() }
        #expect(try await host.askBeside("POST", "/sessions/\(id)/reset", "").status == 200)
        #expect(try run(host, id).isReceiving)
        #expect(try await host.askBeside("DELETE", "/sessions/\(id)?settle=20ms", "").json["passed"] == .bool(false))
        client.close()

        let second = try host.begin("mockserver: 1\nlinger: 0ms\nsteps: [{ request: POST /a }]")
        let slow = try RawClient(host.server)
        let slowly = post("/s/\(second)/a", "hello")
        try slow.send(String(slowly.prefix(begun)))
        while try !run(host, second).isReceiving { await Task.yield() }
        #expect(try await host.askBeside("POST", "/sessions/\(second)/reset", "").status == 200)
        async let failures = end(host, second, settle: "?settle=300s")
        try slow.send(String(slowly.dropFirst(begun)))
        #expect(try await failures == [])
        #expect(try slow.response().status == 200)
        slow.close()
    }
}
