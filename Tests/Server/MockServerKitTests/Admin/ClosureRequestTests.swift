import Dispatch
import ExactJSON
import Locking
import TestSupport
import Testing

@testable import MockServerKit

@Suite("A closure that makes a response", .timeLimit(.minutes(60)))
struct ClosureRequestTests {
    private static func client(_ body: @escaping @Sendable () -> Void) throws -> AdminClient {
        var options = MockServer.Options.patient
        options.admin = MockServer.AdminOptions()
        let scenario = try Scenario(
            yaml: "mockserver: 1\nclock: virtual\nlinger: 0ms\nstubs: [{ id: slow, request: GET /x }]")
        let position = scenario.position
        let closures = RuleClosures(
            checks: [],
            responder: Responder(position: position) { _ in
                body()
                return ResponseTemplate(position: position, index: 0)
            })
        return AdminClient(server: try MockServer(scenario.adding { _ in closures }, options: options))
    }

    struct Call: Sendable, CustomTestStringConvertible {
        let method: String
        let target: String
        var body = ""
        var testDescription: String { "\(method) \(target)" }
    }

    private static let calls = [
        Call(method: "POST", target: "/reset"), Call(method: "GET", target: "/verdict"),
        Call(method: "GET", target: "/report?format=json"),
        Call(method: "PUT", target: "/scenario", body: "mockserver: 1\nstubs: [{ request: GET /b }]"),
        Call(method: "POST", target: "/clock", body: #"{"advance": "1h"}"#),
    ]

    @Test("is refused what would wait for its own response, and need not wait a minute for that", arguments: calls)
    func own(call: Call) async throws {
        let (admin, responses) = (Locked<AdminClient?>(nil), Locked<[AdminClient.Response]>([]))
        let client = try Self.client {
            guard let admin = admin.withLock({ $0 }) else { return }
            guard let response = try? admin.send(call.method, call.target, body: call.body) else { return }
            responses.withLock { $0.append(response) }
        }
        admin.withLock { $0 = client }
        #expect(try await OwnThread.run { try RawClient(client.server).ask(get("/x")).status } == 200)
        admin.withLock { $0 = nil }
        let response = try #require(responses.withLock { $0.first })
        #expect(response.status == 409)
        #expect(
            response.json["error"]
                == .string(
                    "This request comes from the process of the server, where the closure of stub \"slow\" that makes the "
                        + "response to #1 has not returned: a closure can't reset or judge its own run, which waits for its "
                        + "response. Let it return, and send this from the test."))
        #expect(try client.send(call.method, call.target, body: call.body).status == 200)
        #expect(await client.server.verify(timeout: .seconds(600)).passed)
        await client.server.stop()
    }

    @Test("is waited for by a reset from another process")
    func others() async throws {
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let client = try Self.client {
            begun.signal()
            goesOn.wait()
        }
        let raw = try RawClient(client.server)
        try raw.send(get("/x"))
        try await OwnThread.run { begun.wait() }
        let (former, isAnswered) = (client.server.run, Locked(false))
        async let response = OwnThread.run {
            defer { isAnswered.withLock { $0 = true } }
            return try client.ask("POST", "/reset", "-H 'X: y'")
        }
        while client.server.run === former, !isAnswered.withLock({ $0 }) { await Task.yield() }
        goesOn.signal()
        #expect(try await response.json["ended"]?["requests"] == 1)
        #expect(try raw.response().status == 200)
        await client.server.stop()
    }
}
