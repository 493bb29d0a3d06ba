import Dispatch
import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A client that leaves", .alone, .timeLimit(.minutes(60)))
struct CancellationTests {
    @Test("is gone in process as over a socket", arguments: Transport.allCases)
    func cancelled(transport: Transport) async throws {
        let played = try PlayedScenario(
            playing: """
                linger: 0ms
                steps:
                  - {id: left, request: /x, client: cancels,
                    hold: {until: {step: next}, timeout: 1h}, response: {text: hello}}
                  - {id: next, after: [], request: /y}
                """, transport)
        let (task, events) = played.started(try played.request("GET", "/x"))
        try await played.waitFor(step: "left", timeout: .seconds(600))
        task.cancel()
        var seen: [String] = []
        for await event in events {
            if case .end(let error) = event { seen.append("\(((error as NSError?)?.code).map { "\($0)" } ?? "end")") }
        }
        #expect(seen == ["\(URLError.Code.cancelled.rawValue)"])
        #expect(await played.outcome(of: try played.request("GET", "/y")) == "200 ")
        let verdict = await played.finish()
        #expect(verdict.passed, "\(verdict.text())")
        #expect(played.journal.first?.timeline.left != nil)
    }

    @Test("that should have stayed is a failure", arguments: Transport.allCases)
    func answered(transport: Transport) async throws {
        let played = try PlayedScenario(
            playing: "linger: 0ms\nsteps: [{id: a, request: /x, client: answered, response: {delay: 60s}}]", transport)
        let (task, events) = played.started(try played.request("GET", "/x"))
        try await played.waitFor(step: "a", timeout: .seconds(600))
        task.cancel()
        for await _ in events {}
        let verdict = await played.finish()
        #expect(verdict.failures.map(\.kind) == [.client])
    }

    @Test("before its body was read is noted as unfinished")
    func unfinished() async throws {
        let played = try PlayedScenario(playing: "linger: 0ms\nstubs: [{request: /x}]", .inProcess)
        let stream = WaitingStream(data: Data("abc".utf8))
        var request = try played.request("POST", "/x/s3cr3tWert1")
        request.setValue("sid=s3cr3tWert1", forHTTPHeaderField: "Cookie")
        request.httpBodyStream = stream
        let (task, events) = played.started(request)
        for await _ in stream.began { break }
        task.cancel()
        for await _ in events {}
        stream.goOn()
        #expect(played.unfinishedRequests.map(\.target) == ["/x/(redacted, 11 bytes)"])
        #expect(played.journal.isEmpty)
        #expect(played.unfinishedRequests.map(\.text) == ["The client cancelled the request before its body was read."])
        #expect(await played.finish().passed)
    }

    @Test("by its own timeout is gone, and knows it")
    func timedOut() async throws {
        let server = try InProcessMockServer(
            Scenario(
                yaml: "mockserver: 1\nlinger: 0ms\nsteps: [{request: /x, client: cancels, response: {delay: 60s}}]"))
        var request = URLRequest(url: server.url.appendingPathComponent("x"))
        request.timeoutInterval = 0.05
        let error = await #expect(throws: URLError.self) { try await server.session.data(for: request) }
        #expect(error?.code == .timedOut)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("by the timeout of its configuration, too, and only if nothing comes for so long")
    func configuredTimeout() async throws {
        let server = try InProcessMockServer(
            Scenario(
                yaml: """
                    mockserver: 1
                    linger: 0ms
                    steps:
                      - {request: /a, response: {delay: 60s}}
                      - {request: /b, response: {text: "0123456789", dribble: {chunk: 1B, every: 50ms}}}
                    """))
        server.configuration.timeoutIntervalForRequest = 0.3
        let session = URLSession(configuration: server.configuration)
        let error = await #expect(throws: URLError.self) {
            try await session.data(from: server.url.appendingPathComponent("a"))
        }
        #expect(error?.code == .timedOut)
        let (data, _) = try await session.data(from: server.url.appendingPathComponent("b"))
        #expect(data.count == 10)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("a task that is suspended goes on when it is resumed")
    func suspended() async throws {
        let played = try PlayedScenario(
            playing: """
                linger: 0ms
                steps:
                  - {id: first, request: /x, hold: {until: {step: second}}, response: {text: hello}}
                  - {id: second, after: [], request: /y}
                """, .inProcess)
        let (task, events) = played.started(try played.request("GET", "/x"))
        try await played.waitFor(step: "first", timeout: .seconds(600))
        task.suspend()
        #expect(await played.outcome(of: try played.request("GET", "/y")) == "200 ")
        task.resume()
        var body = Data()
        for await event in events { if case .data(let data) = event { body += data } }
        #expect(String(decoding: body, as: UTF8.self) == "hello")
        #expect(await played.finish().passed)
    }
}

/// A stream that gives nothing before it is told to.
private final class WaitingStream: InputStream {
    /// Has an element once someone reads.
    let began: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let gate = DispatchSemaphore(value: 0)

    override init(data: Data) {
        (began, continuation) = AsyncStream<Void>.makeStream()
        super.init(data: data)
    }

    func goOn() { gate.signal() }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        continuation.yield()
        gate.wait()
        return 0
    }
}
