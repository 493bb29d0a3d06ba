import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response without an end, whose body is handed over in process as a whole when it ends.
@Suite("In process, a body without an end") struct EndlessBodyTests {
    private func server(_ response: String, streams: Bool) throws -> InProcessMockServer {
        var options = InProcessMockServer.Options()
        options.streams = streams
        let lines = "mockserver: 1\nstubs:\n  - request: /x\n    response:\n      \(response)"
        return try InProcessMockServer(Scenario(yaml: lines, path: "s.yaml"), options: options)
    }

    #if canImport(FoundationNetworking)
    @Test("is refused at its line unless the server streams")
    func refused() throws {
        let error = #expect(throws: SocketNeeded.self) {
            try server("events: [{ data: a }]\n      then: keep_open", streams: false)
        }
        #expect(
            error?.description == """
                s.yaml:6:13: error: "then: keep_open" leaves the body without an end, and in process it is handed over \
                when it ends, so the client would get no event: set options.streams = true for a session with a \
                delegate, write then: close, or play this scenario with MockServer
                """)
    }
    #endif

    @Test("is refused at its line if it is encoded, even if the server streams")
    func encoded() throws {
        let error = #expect(throws: SocketNeeded.self) {
            try server("events: [{ data: a }]\n      then: keep_open\n      encoding: gzip", streams: true)
        }
        #expect(
            error?.description == """
                s.yaml:6:13: error: "then: keep_open" leaves the body without an end, and in process an encoded body is \
                decoded when it ends, so the client would get no event: leave out encoding, write then: close, or play \
                this scenario with MockServer
                """)
    }

    #if canImport(FoundationNetworking)
    @Test(
        "that a closure makes is refused when it is made, unless the server streams", .alone, arguments: [true, false])
    func made(streams: Bool) async throws {
        var options = InProcessMockServer.Options()
        options.streams = streams
        let server = try InProcessMockServer(
            Scenario("a", linger: .zero) {
                Step(.get, "/x", id: "x").respond { _ in Response().events([Event(data: "a")], then: .keepOpen) }
            }, options: options)
        let url = server.url.appendingPathComponent("x")
        let loading = Task { [session = server.session] in try await session.data(from: url) }
        if streams {
            try await server.waitFor(step: "x", timeout: .seconds(600))
            loading.cancel()
            _ = await loading.result
            #expect(await server.verify(timeout: .seconds(600)).passed)
        } else {
            let (data, _) = try await loading.value
            let text = """
                error: step "x": "then: keep_open" leaves the body without an end, and in process it is handed over when it \
                ends, so the client would get no event: set options.streams = true for a session with a delegate, write \
                then: close, or play this scenario with MockServer
                """
            #expect(String(decoding: data, as: UTF8.self).contains(text), "\(String(decoding: data, as: UTF8.self))")
            let verdict = await server.finish()
            #expect(verdict.failures.map(\.kind) == [.unsendable])
            #expect(verdict.failures.first?.text().contains("EndlessBodyTests.swift:") == true)
        }
        await server.stop()
    }
    #endif

    @Test(
        "is played if the server streams, and so is each body that has an end",
        arguments: [
            ("events: [{ data: a }]\n      then: keep_open", true), ("events: [{ data: a }]\n      then: close", false),
            ("events: [{ data: a }]", false), ("{ text: hello, fault: stall }", false),
            ("{ text: hello, framing: close }", false), ("{ chunks: [{ text: a }, { text: b, delay: 1h }] }", false),
            ("{ text: hello, dribble: { chunk: 1B, every: 1h } }", false),
        ])
    func played(response: String, streams: Bool) async throws {
        let server = try server(response, streams: streams)
        _ = server.verdict
        await server.stop()
    }
}

/// What a client has of a response that stops before its end.
@Suite("In process, a response that stalls", .alone, .timeLimit(.minutes(60))) struct StalledResponseTests {
    @Test("has handed over what came before, long before its client gives up")
    func piece() async throws {
        let played = try PlayedScenario(
            playing:
                "linger: 0ms\nstubs: [{request: /x, response: {text: hello, fault: {kind: stall, after_bytes: 2}}}]",
            .inProcess)
        var request = try played.request("GET", "/x")
        request.timeoutInterval = 3_600
        let started = played.started(request)
        for await event in started.events {
            guard case .data(let data) = event else { continue }
            #expect(String(decoding: data, as: UTF8.self) == "he")
            break
        }
        started.task.cancel()
        _ = await played.finish()
    }
}
