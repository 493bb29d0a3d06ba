import Dispatch
import Foundation
import Locking
import TestSupport
import Testing

@testable import MockServerKit

/// A request that is still arriving when a complete run would end.
@Suite("A request that has begun", .timeLimit(.minutes(60)))
struct LateRequestTests {
    /// What has come of a second request, and the rest of it.
    struct Cut: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let begun: [UInt8]
        let rest: [UInt8]
        /// What a verdict says of it.
        let told: String?

        init(_ name: String, _ whole: [UInt8], after count: Int, told: String? = nil) {
            testDescription = name
            self.told = told
            begun = Array(whole.prefix(count))
            rest = Array(whole.dropFirst(count))
        }
    }

    private static let http1 = Array(post("/a", "hello").utf8)
    private static let http2 =
        RawFrame.start + RawFrame.post("/a", on: 1, length: 5) + RawFrame.data("hello", on: 1, ends: true)

    private static let lackingBody = "POST /a on connection 2 lacks the end of its body of 5 bytes"

    static let cuts = [
        Cut("in the first bytes, which may be those of HTTP/2", http1, after: 1), Cut("in the head", http1, after: 9),
        Cut("in the body", http1, after: http1.count - 2, told: lackingBody),
        Cut("in a frame's header", http2, after: RawFrame.start.count + 4),
        Cut("in the head of HTTP/2", http2, after: RawFrame.start.count + 12),
        Cut("in the body of HTTP/2", http2, after: http2.count - 12, told: lackingBody),
    ]

    /// A server whose only step is complete, and a client that has begun another request.
    private func server(_ cut: Cut) async throws -> (MockServer, RawClient) {
        let server = try MockServer(playing: "linger: 0ms\nsteps: [{ id: a, request: POST /a }]")
        #expect(try RawClient(server).ask(post("/a", "hello")).status == 200)
        let client = try RawClient(server)
        try client.send(cut.begun)
        // No event tells a test that a part of a request has been read.
        while !server.isReceiving { await Task.yield() }
        return (server, client)
    }

    @Test("is waited for", arguments: cuts)
    func awaited(cut: Cut) async throws {
        let (server, client) = try await server(cut)
        #expect(server.waitingText == "waiting for the rest of the request that has begun on connection 2")
        #expect(!server.isComplete)
        async let verdict = server.verify(timeout: .seconds(600))
        try client.send(cut.rest)
        #expect(await verdict.failures.map(\.kind) == [.exhausted])
        #expect(!server.isReceiving)
        await server.stop()
    }

    @Test("is waited for when its first bytes turn out to be no HTTP/2", arguments: 2...6)
    func negotiated(count: Int) async throws {
        let (server, client) = try await server(Self.cuts[0])
        for index in 1..<count { try client.send([Self.http1[index]]) }
        async let verdict = server.verify(timeout: .seconds(600))
        #expect(server.isReceiving)
        for byte in Self.http1.dropFirst(count) { try client.send([byte]) }
        #expect(await verdict.failures.map(\.kind) == [.exhausted])
        await server.stop()
    }

    @Test("is waited for by the end of a test, too", arguments: cuts, [true, false])
    func finished(cut: Cut, isAsync: Bool) async throws {
        let (server, client) = try await server(cut)
        let isFinished = DispatchSemaphore(value: 0)
        let verdict = Task {
            defer { isFinished.signal() }
            return isAsync ? await server.finish() : try await OwnThread.run { try server.finish() }
        }
        // It must not come before the rest.
        #expect(try await OwnThread.run { isFinished.wait(timeout: .now() + .milliseconds(50)) } == .timedOut)
        try client.send(cut.rest)
        #expect(try await verdict.value.failures.map(\.kind) == [.exhausted])
    }

    @Test("completes the run that waits for nothing else")
    func completes() async throws {
        let server = try MockServer(playing: "linger: 0ms\nsteps: [{ id: a, request: POST /a }]")
        let client = try RawClient(server)
        let cut = Self.cuts[2]
        try client.send(cut.begun)
        while !server.isReceiving { await Task.yield() }
        let isFinished = DispatchSemaphore(value: 0)
        let verdict = Task {
            defer { isFinished.signal() }
            return await server.finish()
        }
        #expect(try await OwnThread.run { isFinished.wait(timeout: .now() + .milliseconds(50)) } == .timedOut)
        try client.send(cut.rest)
        let failures = await verdict.value.failures
        #expect(failures.isEmpty, "\(failures.map(\.title))")
        #expect(try client.response().status == 200)
    }

    @Test("belongs to the run that is current when it is whole", arguments: cuts, [true, false])
    func handedOver(cut: Cut, hasRequests: Bool) async throws {
        let server = try MockServer(
            playing: "linger: 0ms\nsteps: [{ id: a, request: POST /a, times: { at_least: 0, at_most: 1 } }]")
        if hasRequests { #expect(try RawClient(server).ask(post("/a", "hello")).status == 200) }
        let client = try RawClient(server)
        try client.send(cut.begun)
        while !server.isReceiving { await Task.yield() }
        server.play(server.scenario)
        #expect(server.isReceiving)
        #expect(try RawClient(server).ask(post("/a", "hello")).status == 200)
        // The run before has nothing to do with it any more.
        let begun = await server.verify(timeout: .milliseconds(20)).failures
        #expect(begun.map(\.kind) == [.badRequest])
        #expect(begun.first?.title.hasPrefix("1 unfinished request: ") == true)
        #expect(begun.first?.remarks.contains { $0.hasPrefix("in run") } == false)
        async let verdict = server.verify(timeout: .seconds(600))
        try client.send(cut.rest)
        #expect(await verdict.failures.map(\.kind) == [.exhausted])
        #expect(!server.isReceiving)
        await server.stop()
        client.close()
    }

    @Test("is at any time one run's, however often runs are replaced")
    func neverLost() async throws {
        let (server, client) = try await server(Self.cuts[2])
        let isOver = Locked(false)
        let resets = Task {
            try await OwnThread.run {
                while !isOver.withLock({ $0 }) { server.play(server.scenario) }
            }
        }
        for _ in 0..<200 {
            #expect(server.isReceiving)
            let titles = server.verdict.failures.map(\.title)
            #expect(titles.filter { $0.hasPrefix("1 unfinished") }.count == 1, "\(titles)")
        }
        isOver.withLock { $0 = true }
        try await resets.value
        client.reset()
        await server.stop()
    }

    @Test("is waited for by whoever waited for the run that is replaced")
    func replacedMeanwhile() async throws {
        let (server, client) = try await server(Self.cuts[2])
        let isJudged = DispatchSemaphore(value: 0)
        let verdict = Task {
            defer { isJudged.signal() }
            return await server.verify(timeout: .seconds(600))
        }
        #expect(try await OwnThread.run { isJudged.wait(timeout: .now() + .milliseconds(50)) } == .timedOut)
        server.play(server.scenario)
        #expect(try await OwnThread.run { isJudged.wait(timeout: .now() + .milliseconds(50)) } == .timedOut)
        try client.send(Self.cuts[2].rest)
        #expect(await verdict.value.failures.isEmpty)
        await server.stop()
        client.close()
    }

    @Test("fails the run whose client takes longer for it than it may")
    func tooLong() async throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ request: /a }]")
        let currentRun = CurrentRun(scenario, ScenarioRun.Options(), longestRequest: .milliseconds(20))
        for stream in [3, 1] { currentRun.receives(BegunRequest(onConnection: 4, stream: stream), true) }
        await CallbackBridge.wait { currentRun.awaitCompletion($0) }
        #expect(
            currentRun.verdict.failures.map(\.title)
                == ["2 unfinished requests: begun on connection 4, but not whole when the run ended"])
    }

    @Test("fails the run that ends before it is whole", arguments: cuts)
    func unfinished(cut: Cut) async throws {
        let (server, client) = try await server(cut)
        let verdict = await server.verify(timeout: .milliseconds(20))
        #expect(verdict.failures.map(\.kind) == [.badRequest])
        #expect(
            verdict.failures.map(\.title)
                == ["1 unfinished request: begun on connection 2, but not whole when the run ended"])
        #expect(verdict.failures.map(\.remarks) == [[cut.told].compactMap(\.self)])
        await server.stop()
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        client.close()
    }

    @Test(
        "shows no value that its own head has where it is redacted", arguments: UnfinishedTests.revealingRequests,
        [false, true])
    func revealing(_ request: UnfinishedTests.Revealing, isStopped: Bool) async throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: POST /a }]")
        let client = try RawClient(server)
        try client.send(request.begun)
        while !server.isReceiving { await Task.yield() }
        if isStopped { await server.stop() }
        let remarks = server.verdict.failures.flatMap(\.remarks)
        #expect(remarks.map { $0.contains("/x/(redacted, 11 bytes)") } == [true], "\(remarks)")
        for format in ReportFormat.allCases {
            let report = text(server.report().bytes(as: format))
            #expect(!report.contains("s3cr3t"), "\(format): \(report)")
        }
        await server.stop()
        client.close()
    }

    @Test("shows no value that a later line of its head redacts")
    func revealingLater() async throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: POST /a }]")
        let client = try RawClient(server)
        try client.send("GET /x/s3cr3tWert1 HTTP/1.1\r\nHo")
        while !server.verdict.text().contains("/x/s3cr3tWert1") { await Task.yield() }
        try client.send("st: h\r\nCookie: sid=s3cr3tWert1\r\nAc")
        while server.verdict.text().contains("/x/s3cr3tWert1") { await Task.yield() }
        #expect(server.verdict.text().contains("/x/(redacted, 11 bytes)"))
        await server.stop()
        client.close()
    }

    @Test("and that its client gives up fails nothing", arguments: cuts)
    func givenUp(cut: Cut) async throws {
        let (server, client) = try await server(cut)
        client.reset()
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("and for which its client has no more time fails the run by that", arguments: cuts)
    func timesOut(cut: Cut) async throws {
        var options = MockServer.Options.patient
        options.timeouts = Timeouts(head: .milliseconds(300), body: .milliseconds(300), idle: .seconds(3_600))
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: POST /a }]", options: options)
        let client = try RawClient(server)
        try client.send(cut.begun)
        while !server.isReceiving, server.verdict.passed { await Task.yield() }
        let failures = await server.verify(timeout: .seconds(600)).failures
        #expect(failures.map(\.kind) == [.badRequest], "\(failures.map(\.title))")
        await server.stop()
        client.close()
    }

    /// What a verdict has that is taken at the very moment when nothing is waited for any more.
    private func toldAtEnd(
        of cut: Cut, body: Duration = .seconds(3_600), _ act: (RawClient) -> Void
    ) async throws -> [String] {
        var options = MockServer.Options.patient
        options.timeouts = Timeouts(head: body, body: body, idle: .seconds(3_600))
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{ request: POST /a }]", options: options)
        let client = try RawClient(server)
        try client.send(cut.begun)
        while !server.isReceiving, server.verdict.passed { await Task.yield() }
        let run = server.run
        let told = Locked<[String]>([])
        async let received: Void = CallbackBridge.wait { received in
            _ = run.notify(when: .received) {
                let facts = run.verdict.failures.map { "\($0.kind)" } + run.unfinishedRequests.map { _ in "unfinished" }
                told.withLock { $0 = facts }
                received()
            }
        }
        act(client)
        await received
        await server.stop()
        client.close()
        return told.withLock { $0 }
    }

    @Test("is waited for until the run has been told what came of it", arguments: cuts)
    func toldFirst(cut: Cut) async throws {
        #expect(try await toldAtEnd(of: cut, body: .milliseconds(300)) { _ in } == ["badRequest"])
        // What has not come as far as a stream's head leaves no trace in HTTP/2.
        let isTold = cut.begun.count != RawFrame.start.count + 4 && cut.begun.count != RawFrame.start.count + 12
        #expect(try await toldAtEnd(of: cut) { $0.reset() } == (isTold ? ["unfinished"] : []))
        #expect(try await toldAtEnd(of: cut) { $0.finishSending() } == (isTold ? ["unfinished"] : []))
    }
}
