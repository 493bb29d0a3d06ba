import BuiltScenarios
import Foundation
import HTTPMessage
import HTTPTypes
import Locking
import MockServerKit
import Testing

@Suite("A closure that judges a request")
struct CheckTests {
    @TaskLocal private static var test = ""

    @Test("is a failure at its line if it is false or throws")
    func failing() async throws {
        let scenario = Scenario("me", clock: .virtual, linger: .zero) {
            Step(.get, "/me", id: "me")
                .assert { request in request.headers[.accept] == "text/plain" }
                .verify { request in throw Refusal(description: "no token in \(request.target)") }
                .verify { _ in }
        }
        let server = try MockServer(scenario)
        #expect(try await Curl.get(server, "/me").status == 200)
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(
            verdict.failures.map { $0.text() } == [
                """
                Tests/Scenario/BuiltScenariosTests/CheckTests.swift:17:25: error: step "me": GET /me: the assertion is false
                17 |                 .assert { request in request.headers[.accept] == "text/plain" }
                   |                         ^
                   #1  GET /me   connection 1   +0.0 ms   200  step "me"
                """,
                """
                Tests/Scenario/BuiltScenariosTests/CheckTests.swift:18:25: error: step "me": GET /me: no token in /me
                18 |                 .verify { request in throw Refusal(description: "no token in \\(request.target)") }
                   |                         ^
                   #1  GET /me   connection 1   +0.0 ms   200  step "me"
                """,
            ])
    }

    @Test("judges the requests of a report too")
    func reported() async throws {
        let scenario = Scenario("me", linger: .zero) { Step(.get, "/me").assert { _ in false } }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/me")
        #expect(server.report().verdict.failures.map(\.kind) == [.assertion])
        await server.stop()
    }

    @Test("sees each request of a step or a stub once, in their order, however often the run is verified")
    func once() async throws {
        let seen = Locked<[String]>([])
        let scenario = Scenario("pages", linger: .zero) {
            Step(.get, "/pages/{number}").times(2).assert { request in
                seen.withLock { $0.append("step " + request.path) }
                return false
            }
            Stub(.get, "/health").verify { request in
                seen.withLock { $0.append("stub " + request.target) }
                throw Refusal(description: "unwell")
            }
        }
        let server = try MockServer(scenario)
        for path in ["/pages/1", "/health?a", "/pages/2", "/health?b"] { _ = try await Curl.get(server, path) }
        #expect(seen.withLock { $0 } == [])
        let first = await server.verify(timeout: .seconds(600))
        let expected = ["step /pages/1", "stub /health?a", "step /pages/2", "stub /health?b"]
        #expect(seen.withLock { $0 } == expected)
        #expect(first.failures.map(\.kind) == Array(repeating: .assertion, count: first.failures.count))
        #expect(first.failures.map(\.repeats).reduce(0, +) == 4)
        let second = await server.verify(timeout: .seconds(600))
        #expect(seen.withLock { $0 } == expected)
        #expect(second.failures.map { $0.text() } == first.failures.map { $0.text() })

        _ = try await Curl.get(server, "/health?c")
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.repeats).reduce(0, +) == 5)
        #expect(seen.withLock { $0 } == expected + ["stub /health?c"])
        await server.stop()
    }

    @Test("is not called for the verdict, which fails and says so until `verify` has it judge")
    func beforeVerify() async throws {
        let seen = Locked<[String]>([])
        let see = { @Sendable (request: RecordedRequest) in seen.withLock { $0.append(request.target) } }
        let scenario = Scenario("a", linger: .zero) {
            Stub(.get, "/a").verify(see)
            Stub(.get, "/b")
        }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/b")
        #expect(server.verdict.passed)
        _ = try await Curl.get(server, "/a")
        let early = server.verdict
        #expect(!early.passed && early.requests == 2)
        #expect(
            early.failures.map { $0.text() } == [
                """
                Tests/Scenario/BuiltScenariosTests/CheckTests.swift:87:36: error: 1 request waits for closures to judge it; \
                call verify(), which runs the closures
                87 |             Stub(.get, "/a").verify(see)
                   |                                    ^
                """
            ])
        _ = try await Curl.get(server, "/a")
        #expect(
            server.verdict.failures.map(\.title) == [
                "2 requests wait for closures to judge them; call verify(), which runs the closures"
            ])
        #expect(seen.withLock { $0 } == [])
        #expect(await server.verify(timeout: .seconds(600)).passed)
        #expect(seen.withLock { $0 } == ["/a", "/a"])
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("that throws is a failure of the verdict once `verify` has called it")
    func thrown() async throws {
        let scenario = Scenario("a", linger: .zero) {
            Stub(.get, "/a").verify { _ in throw Refusal(description: "unwell") }
        }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/a")
        #expect(
            server.verdict.failures.map(\.title) == [
                "1 request waits for closures to judge it; call verify(), which runs the closures"
            ])
        for verdict in [await server.verify(timeout: .seconds(600)), server.verdict] {
            #expect(verdict.failures.map(\.title) == ["stub 1: GET /a: unwell"])
        }
        await server.stop()
    }

    @Test("judges requests of a run that was replaced before, which fails until then and not for ever")
    func replacedRun() async throws {
        let scenario = Scenario("a", linger: .zero) { Stub(.get, "/a").verify { _ in } }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/a")
        server.play(scenario)
        #expect(server.verdict.failures.count == 1)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("judges the requests of sessions, whose verdict and the server's fail until then")
    func sessions() async throws {
        let scenario = Scenario("a", linger: .zero) { Stub(.get, "/a").verify { _ in } }
        var options = MockServer.Options()
        options.sessions = .init()
        options.sessions?.timeout = .seconds(3_600)
        let server = try MockServer(scenario, options: options)
        let session = try server.beginSession(scenario)
        _ = try Data(contentsOf: session.url.appendingPathComponent("a"))
        #expect(!session.verdict.passed && !server.verdict.passed)
        #expect(await session.finish().passed)
        #expect(session.verdict.passed && server.verdict.passed)
        let other = try server.beginSession(scenario)
        _ = try Data(contentsOf: other.url.appendingPathComponent("a"))
        #expect(!server.verdict.passed && !other.verdict.passed && session.verdict.passed)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        #expect(other.verdict.passed)
        await server.stop()
    }

    @Test("that has not judged fails the verdict of a wait that was in vain") func waits() async throws {
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a", id: "a").times(.between(1...2)).verify { _ in }
        }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/a")
        _ = try await server.takeRequest(timeout: .seconds(600))
        for wait in [
            { _ = try await server.waitFor(step: "a", count: 2, timeout: .milliseconds(1)) },
            { _ = try await server.takeRequest(timeout: .milliseconds(1)) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: WaitError.self) { try await wait() }
            let verdict: Verdict? =
                switch error {
                case .timedOut(_, _, _, _, let verdict), .noRequest(_, _, let verdict): verdict
                default: nil
                }
            #expect(verdict?.passed == false)
        }
        #expect(await server.finish().passed)
    }

    @Test("that never judges is told of when the server is released, also if its verdict was read, or verified before")
    func neverVerified() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // Nobody reads the verdict, or before the request, or after it, or verifies before it.
            for read in [nil, 0, 1, 2] {
                let scenario = Scenario("a", linger: .zero, seed: 7) { Stub(.get, "/a").verify { _ in } }
                let server = try MockServer(scenario)
                try withExtendedLifetime(server) {
                    if read == 0 { #expect(server.verdict.passed) }
                    if read == 2 { #expect(server.verify(timeout: .seconds(600)).passed) }
                    _ = try Data(contentsOf: server.url.appendingPathComponent("a"))
                    if read == 1 { _ = server.verdict }
                }
            }
        }
        let warning = """
            mockserver: warning: nobody called verify() on this server, whose closures still have requests to judge, before \
            it was released:
               failed: a (1 failure, 1 request, 0 of 0 steps, seed 7)
               Call await server.verify() and look at its failures, or start the server by startMockServer \
            (MockServerXCTest), or by the trait .mockServer or withMockServer (MockServerTesting), which record them.

            """
        #expect(
            String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
                == String(repeating: warning, count: 4))
    }

    @Test("that judges on one thread is waited for by a verification on another")
    func twoVerdicts() async throws {
        let (began, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a").assert { _ in
                began.signal()
                goOn.wait()
                return false
            }
        }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/a")
        async let verdicts = Self.verdicts(of: server, began: began, goOn: goOn)
        #expect(await verdicts.map(\.passed) == [false, false])
        await server.stop()
    }

    /// Verifies twice; the second time while closures judge for the first.
    private static func verdicts(
        of server: MockServer, began: DispatchSemaphore, goOn: DispatchSemaphore
    ) async -> [Verdict] {
        let found = Locked<[Verdict]>([])
        let all = DispatchGroup()
        let ask = { @Sendable in
            Thread.detachNewThread {
                let verdict = server.verify(timeout: .seconds(600))
                found.withLock { $0.append(verdict) }
                all.leave()
            }
        }
        for _ in 1...2 { all.enter() }
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                ask()
                began.wait()
                ask()
                goOn.signal()
                all.notify(queue: .global()) { continuation.resume(returning: found.withLock { $0 }) }
            }
        }
    }

    @Test("may send a request, which closures judge too")
    func sending() async throws {
        let url = Locked<URL?>(nil)
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a").verify { _ in
                if let url = url.withLock({ $0 }) { _ = try Data(contentsOf: url) }
            }
            Step(.get, "/b").assert { _ in false }
        }
        let server = try MockServer(scenario)
        url.withLock { $0 = server.url.appendingPathComponent("b") }
        _ = try await Curl.get(server, "/a")
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.assertion])
        await server.stop()
    }

    @Test("is called in the task that verifies, and on the thread that asks for a report")
    func caller() async throws {
        let callers = Locked<[(task: String, thread: ObjectIdentifier)]>([])
        let scenario = Scenario("a", linger: .zero) {
            Stub(.get, "/a").verify { _ in
                callers.withLock { $0.append((Self.test, ObjectIdentifier(Thread.current))) }
            }
        }
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/a")
        _ = await Self.$test.withValue("verifying") { await server.verify(timeout: .seconds(600)) }
        #expect(callers.withLock { $0.map(\.task) } == ["verifying"])
        _ = try await Curl.get(server, "/a")
        let thread = Self.askingForReport(of: server)
        #expect(callers.withLock { $0.last?.thread } == thread)
        await server.stop()
    }

    /// Asks for a report; returns the thread on which it did.
    private static func askingForReport(of server: MockServer) -> ObjectIdentifier {
        _ = server.report()
        return ObjectIdentifier(Thread.current)
    }

    @Test("of another step or of an unmatched request is not called")
    func others() async throws {
        let seen = Locked<[String]>([])
        let scenario = Scenario("two", linger: .zero) {
            Step(.get, "/a").assert { request in
                seen.withLock { $0.append(request.target) }
                return true
            }
            Step(.get, "/b")
        }
        let server = try MockServer(scenario)
        for path in ["/a", "/b", "/c"] { _ = try await Curl.get(server, path) }
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(seen.withLock { $0 } == ["/a"])
        #expect(verdict.failures.map(\.kind) == [.unmatched])
    }
}
