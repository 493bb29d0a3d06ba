import BuiltScenarios
import Foundation
import HTTPMessage
import HTTPTypes
import Locking
import MockServerKit
import Sockets
import Testing

@Suite("A closure that makes a response")
struct ResponderTests {
    @Test("is called off the event loops, and its response is sent and recorded", arguments: [false, true])
    func made(http2: Bool) async throws {
        let loops = Locked<[Bool]>([])
        let scenario = Scenario("echo", clock: .virtual, linger: .zero) {
            Step(.post, "/echo", id: "echo").respond { request in
                loops.withLock { $0.append(EventLoop.current != nil) }
                return Response(.accepted).header("X-Target", request.target)
                    .json(["body": .init(encoding: request.text), "raw": "{{uuid}}"])
            }
        }
        let server = try MockServer(scenario)
        let response = try await Curl.get(server, "/echo?a=1", "-d", "hello", "-D", "-", http2: http2)
        #expect(response.status == 202)
        #expect(response.body.lowercased().contains("x-target: /echo?a=1"))
        #expect(response.body.hasSuffix(#"{"body":"hello","raw":"{{uuid}}"}"#))
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(loops.withLock { $0 } == [false])
        #expect(verdict.passed, "\(verdict.text())")
        #expect(server.journal.map(\.status) == [202])
        #expect(server.journal.map(\.timeline.responseText) == ["202"])
    }

    @Test("can't stop its server, which would wait for its response")
    func stopping() async throws {
        let errors = Locked<[String]>([])
        let stopped = Locked<MockServer?>(nil)
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a").respond { _ in
                guard let server = stopped.withLock({ $0 }) else { return Response(.noContent) }
                do { try server.stop() } catch { errors.withLock { $0.append("\(error)") } }
                do { _ = try server.finish() } catch { errors.withLock { $0.append("\(error)") } }
                return Response(.ok)
            }
        }
        let server = try MockServer(scenario)
        stopped.withLock { $0 = server }
        #expect(try await Curl.get(server, "/a").status == 200)
        let text = "A server can't be stopped in respond { }, whose response it would wait for; stop it in the test."
        #expect(errors.withLock { $0 } == [text, text])
        stopped.withLock { $0 = nil }
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("that throws is a failure at its line, and the response is a 500 with its text", arguments: [false, true])
    func throwing(http2: Bool) async throws {
        let scenario = Scenario("me", clock: .virtual, linger: .zero) {
            Step(.get, "/me", id: "me")
                .respond { request in throw Refusal(description: "no user in \(request.path)") }
        }
        let server = try MockServer(scenario)
        let response = try await Curl.get(server, "/me", http2: http2)
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        let stream = http2 ? " stream 1" : ""
        let text = """
            Tests/Scenario/BuiltScenariosTests/ResponderTests.swift:61:26: error: step "me": the response can't be made: no user in /me
            61 |                 .respond { request in throw Refusal(description: "no user in \\(request.path)") }
               |                          ^
               #1  GET /me   connection 1\(stream)   +0.0 ms   500  step "me"
            """
        #expect(verdict.failures.map { $0.text() } == [text])
        #expect(response.status == 500)
        #expect(response.body.trimmingCharacters(in: .newlines) == text)
        #expect(server.journal.map(\.status) == [500])
    }

    @Test("may make one that is not valid, which is a failure at the line of the response")
    func invalid() async throws {
        let scenario = Scenario("me", clock: .virtual, linger: .zero) {
            Step(.get, "/me", id: "me").respond { _ in
                Response(.noContent).text("hello")
            }
        }
        let server = try MockServer(scenario)
        let response = try await Curl.get(server, "/me")
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(response.status == 500)
        #expect(verdict.failures.map(\.kind) == [.template])
        let text = verdict.failures.first?.text() ?? ""
        let place = "Tests/Scenario/BuiltScenariosTests/ResponderTests.swift:84:"
        #expect(text.contains("step \"me\": the response can't be made: \(place)"))
    }

    @Test("may break it", arguments: [false, true])
    func fault(http2: Bool) async throws {
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a").respond { _ in Response().text("hello").fault(.reset) }
        }
        let server = try MockServer(scenario)
        let response = try await Curl.get(server, "/a", http2: http2)
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(response.exit == (http2 ? 92 : 56))
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("may delay it", arguments: [false, true])
    func delay(http2: Bool) async throws {
        let scenario = Scenario("a", clock: .virtual, linger: .zero) {
            Step(.get, "/a").respond { _ in Response().text("hello").delay(.seconds(3_600)) }
        }
        let server = try MockServer(scenario)
        async let response = Curl.get(server, "/a", http2: http2)
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
        #expect(try await response.body == "hello")
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("may stand beside a hold", arguments: [false, true])
    func hold(http2: Bool) async throws {
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a/{n}").times(2).hold(.untilArrivals(2).timeout(.seconds(600))).respond {
                Response().text($0.path)
            }
        }
        let server = try MockServer(scenario)
        async let first = Curl.get(server, "/a/1", http2: http2)
        async let second = Curl.get(server, "/a/2", http2: http2)
        #expect(try await [first.body, second.body] == ["/a/1", "/a/2"])
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("is not called for a request that an assertion rejects")
    func rejected() async throws {
        let calls = Locked(0)
        let scenario = Scenario("a", linger: .zero) {
            Step(.get, "/a").assert(.header("X-Token", "t")).onAssertFailure(.reject).respond { _ in
                calls.withLock { $0 += 1 }
                return Response()
            }
        }
        let server = try MockServer(scenario)
        let response = try await Curl.get(server, "/a")
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(response.status == 422)
        #expect(calls.withLock { $0 } == 0)
        #expect(verdict.failures.map(\.kind) == [.assertion])
    }

    @Test("can't stand beside a response")
    func besideResponse() {
        let line = #line + 2
        let scenario = Scenario("a") {
            Step(.get, "/a").respond(.ok).respond { _ in Response() }
        }
        #expect(
            scenario.loadError.map { "\($0)" } == """
                Tests/Scenario/BuiltScenariosTests/ResponderTests.swift:\(line):51: error: \
                respond { } makes every response, so no other can stand beside it
                """)
    }

    @Test("finds body files beside the Swift source, as a response of the scenario does")
    func files() async throws {
        let scenario = Scenario("files", linger: .zero) {
            Step(.get, "/scenario").respond(file: "Curl.swift")
            Step(.get, "/closure").respond { _ in Response().file("Curl.swift") }
        }
        let server = try MockServer(scenario)
        for path in ["/scenario", "/closure"] {
            #expect(try await Curl.get(server, path).body.hasPrefix("import Foundation"))
        }
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(verdict.passed, "\(verdict.text())")
    }
}
