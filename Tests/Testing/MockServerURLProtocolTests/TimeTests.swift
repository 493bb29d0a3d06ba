import Foundation
import TestSupport
import Testing

@testable import MockServerURLProtocol

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Time in process", .alone, .timeLimit(.minutes(60)))
struct TimeTests {
    private func server(_ lines: String, streams: Bool = false) throws -> InProcessMockServer {
        var options = InProcessMockServer.Options()
        options.streams = streams
        return try InProcessMockServer(Scenario(yaml: "mockserver: 1\nlinger: 0ms\n" + lines), options: options)
    }

    @Test("an instant clock skips every delay")
    func instant() async throws {
        let server = try server("clock: instant\nsteps: [{request: /x, response: {delay: 1h, text: hello}}]")
        let (data, _) = try await server.session.data(from: server.url.appendingPathComponent("x"))
        #expect(data.count == 5)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("a virtual clock is moved by the test, and its responses are counted when the move returns")
    func virtual() async throws {
        let server = try server(
            """
            clock: virtual
            steps:
              - {request: /a, response: {delay: 2s, text: a}}
              - {after: [], request: /b, response: {delay: 1s, text: b}}
            """)
        async let first = server.session.data(from: server.url.appendingPathComponent("a"))
        async let second = server.session.data(from: server.url.appendingPathComponent("b"))
        try await server.clock.waitForSleepers(2, timeout: .seconds(600))
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        #expect(server.clock.sleepers == 1)
        #expect(try await second.0 == Data("b".utf8))
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        #expect(server.run.activity.unanswered == 0)
        #expect(try await first.0 == Data("a".utf8))
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("a move of the clock ends although the client has left meanwhile")
    func virtualLeft() async throws {
        let server = try server("clock: virtual\nsteps: [{id: a, request: /x, response: {delay: 1s}}]")
        let task = server.session.dataTask(with: server.url.appendingPathComponent("x")) { _, _, _ in }
        task.resume()
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        task.cancel()
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("a virtual clock that nobody moves leaves a response undelivered, also when the server stops")
    func virtualUnmoved() async throws {
        for client in ["answered", "cancels"] {
            let server = try server(
                "clock: virtual\nsteps: [{id: a, request: /x, client: \(client), response: {delay: 1h, text: late}}]")
            let (session, url) = (server.session, server.url.appendingPathComponent("x"))
            let response = Task { try await session.data(from: url).0 }
            try await server.clock.waitForSleepers(1, timeout: .seconds(600))
            await server.stop()
            await #expect(throws: URLError.self) { try await response.value }
            #expect(server.verdict.failures.map(\.kind) == [.client])
            #expect(server.verdict.failures.first?.note == "at the end of the run it still waited for its time")
        }
    }

    @Test("three requests of one session are held until the third has come, then sent together")
    func hold() async throws {
        let server = try server(
            "steps: [{request: /x, times: 3, hold: {until: {arrivals: 3}}, response: {text: \"{{count}}\"}}]")
        let session = server.session
        let url = server.url.appendingPathComponent("x")
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...3 {
                group.addTask { String(decoding: try await session.data(from: url).0, as: UTF8.self) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.sorted() == ["1", "2", "3"])
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("a hundred delayed requests of one session come to their ends, and those that are cancelled")
    func crowd() async throws {
        let server = try server(
            """
            stubs:
              - {request: "/a/{n}", response: {delay: {uniform: {from: 1ms, to: 20ms}}, text: "{{request.path.n}}"}}
              - {request: /b, response: {delay: 60s}}
            """)
        let session = server.session
        let url = server.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask {
                    let (data, _) = try await session.data(from: url.appendingPathComponent("a/\(number)"))
                    #expect(String(decoding: data, as: UTF8.self) == "\(number)")
                }
                let task = session.dataTask(with: url.appendingPathComponent("b")) { _, _, _ in }
                task.resume()
                group.addTask {
                    try await Task.sleep(for: .milliseconds(number % 10))
                    task.cancel()
                }
            }
            try await group.waitForAll()
        }
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed && verdict.droppedResponses.isEmpty, "\(verdict.text())")
        await server.stop()
    }

    @Test("a hold that is not met in time is a failure, and the response comes")
    func holdTimeout() async throws {
        let server = try server(
            "steps: [{request: /x, times: 2, hold: {until: {arrivals: 2}, timeout: 30ms}, response: {text: hello}}]")
        let (data, _) = try await server.session.data(from: server.url.appendingPathComponent("x"))
        #expect(data.count == 5)
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.holdTimeout, .unmet])
        await server.stop()
    }

    @Test("a delegate gets each piece as it comes if the server streams")
    func streams() async throws {
        let played = try PlayedScenario(
            playing: """
                linger: 0ms
                clock: virtual
                steps: [{request: /x, response: {chunks: [{text: a}, {text: b, delay: 1s}, {text: c, delay: 1s}]}}]
                """, .inProcess, streams: true)
        var pieces: [String] = []
        for await event in played.started(try played.request("GET", "/x")).events {
            guard case .data(let data) = event else { continue }
            pieces.append(String(decoding: data, as: UTF8.self))
            if pieces.count < 3 {
                try await played.clock.waitForSleepers(1, timeout: .seconds(600))
                try await played.clock.advance(by: .seconds(1), timeout: .seconds(600))
            }
        }
        #expect(pieces == ["a", "b", "c"])
        #expect(await played.finish().passed)
    }

    @Test("verify waits for what is not answered yet, and no longer than it is told")
    func verify() async throws {
        let server = try server("steps: [{id: a, request: /x, response: {delay: 3600s}}]")
        let task = server.session.dataTask(with: server.url.appendingPathComponent("x")) { _, _, _ in }
        task.resume()
        try await server.waitFor(step: "a", timeout: .seconds(600))
        #expect(await server.verify(timeout: .milliseconds(30)).droppedResponses.count == 1)
        await server.stop()
        #expect(server.verdict.droppedResponses.count == 1)
    }

    @Test("waiting for a step that does not come is an error that says how many did")
    func waiting() async throws {
        let server = try server("steps: [{id: a, request: /x}]")
        let error = await #expect(throws: WaitError.self) {
            try await server.waitFor(step: "a", timeout: .milliseconds(10))
        }
        #expect(error?.description.hasPrefix("step \"a\" took 0 of 1 requests within 0.01 seconds\n\n") ?? false)
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.unmet])
        await server.stop()
    }
}
