import Dispatch
import Locking
import MockRuntime
import TestSupport
import Testing

@testable import MockServerKit

@Suite("The closures of a server that make responses", .timeLimit(.minutes(60)))
struct ResponderQueuesTests {
    /// - Parameter body: makes the status of the response to `GET /made/{n}`.
    private static func server(_ body: @escaping @Sendable (RecordedRequest) -> Int) throws -> MockServer {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ request: 'GET /made/{n}' }, { request: GET /plain }]")
        let position = scenario.position
        let closures = RuleClosures(
            checks: [],
            responder: Responder(position: position) {
                ResponseTemplate(status: .constant(body($0)), position: position, index: 0)
            })
        return try MockServer(scenario.adding { $0 == 0 ? closures : nil }, options: .patient)
    }

    @Test("run as many at a time as there are processors, and keep nothing else waiting")
    func bounded() async throws {
        let most = DecisionStage.threads
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let running = Locked((now: 0, most: 0))
        let server = try Self.server { _ in
            running.withLock { running in
                running.now += 1
                running.most = max(running.most, running.now)
            }
            begun.signal()
            goesOn.wait()
            running.withLock { $0.now -= 1 }
            return 200
        }
        let clients = try (0..<most + 3).map { _ in try RawClient(server) }
        for client in clients { try client.send(get("/made/1")) }
        try await OwnThread.run { for _ in 0..<most { begun.wait() } }
        while server.run.extent.requests < clients.count { await Task.yield() }
        // Other work, other requests, and the closures of other servers go on.
        try await OwnThread.run {
            let isDone = DispatchSemaphore(value: 0)
            for stage in DecisionStage.allCases {
                stage.async { isDone.signal() }
                isDone.wait()
            }
        }
        #expect(try await OwnThread.run { try RawClient(server).ask(get("/plain")).status } == 200)
        let other = try Self.server { _ in 200 }
        #expect(try await OwnThread.run { try RawClient(other).ask(get("/made/1")).status } == 200)
        #expect(running.withLock { $0.now } == most)
        for _ in clients { goesOn.signal() }
        let statuses = try await OwnThread.run { try clients.map { try $0.response().status } }
        #expect(statuses.allSatisfy { $0 == 200 })
        #expect(running.withLock { $0.most } == most)
        for server in [server, other] { #expect(await server.finish().passed) }
    }

    @Test("make those to requests of one connection, which are sent in the order of the requests")
    func order() async throws {
        let statuses = 200..<200 + DecisionStage.threads + 3
        let server = try Self.server { request in Int(request.path.dropFirst("/made/".count)) ?? 500 }
        let client = try RawClient(server)
        try client.send(statuses.map { get("/made/\($0)") }.joined())
        let received = try await OwnThread.run { try statuses.map { _ in try client.response().status } }
        #expect(received == Array(statuses))
        #expect(await server.finish().passed)
    }
}
