import ExactJSON
import Foundation
import TestSupport
import Testing

@testable import MockServerKit
@testable import Sockets

/// A request that its client has sent whole before the end, and that no event loop has read yet. With a Dispatch source for
/// each descriptor that takes until Dispatch tells of it, which nothing waits for without bound.
@Suite("What has come when the end is asked for", .enabled(if: Poller.noticesEndWhilePaused), .timeLimit(.minutes(60)))
struct LastArrivalsTests {
    private static let tries = 100

    /// Ways to end a run, or to ask what it has come to.
    enum End: CaseIterable, Sendable {
        case stop, blockingStop, finish, finalReport, verdict, report
    }

    private static func options() -> MockServer.Options {
        var options = MockServer.Options.patient
        options.unixSocketPath =
            FileManager.default.temporaryDirectory.appendingPathComponent(
                "\(UUID().uuidString.prefix(8)).sock"
            )
            .path
        return options
    }

    /// A client that was answered once on its connection, or whose connection is not accepted yet.
    private static func client(_ path: String?, isNew: Bool, _ prefix: String = "") throws -> RawClient {
        let client = try RawClient(unixSocketPath: try #require(path))
        if !isNew { #expect(try client.ask(get("\(prefix)/ok")).status == 200) }
        return client
    }

    @Test("counts", arguments: End.allCases, [false, true])
    func counted(end: End, isNew: Bool) async throws {
        var options = Self.options()
        if [.verdict, .report].contains(end) { options.admin = MockServer.AdminOptions() }
        for _ in 0..<Self.tries {
            let server = try MockServer(
                playing: "linger: 0ms\nstubs: [{ request: GET /ok }, { request: GET /no, never: true }]",
                options: options)
            let client = try Self.client(options.unixSocketPath, isNew: isNew)
            try client.send(get("/no"))
            switch end {
            case .stop: await server.stop()
            case .blockingStop: try await OwnThread.run { server.stopNow() }
            case .finish: _ = await server.finish()
            case .finalReport: #expect(try await OwnThread.run { server.finalReport().passed } == false)
            case .verdict: #expect(try AdminClient(server: server).send("GET", "/verdict").json["passed"] == false)
            case .report:
                let report = try AdminClient(server: server).send("GET", "/report?format=json")
                #expect(report.json["passed"] == false)
            }
            #expect(server.verdict.failures.map(\.kind) == [.never])
            await server.stop()
            client.close()
        }
    }

    @Test("counts for the session that ends", arguments: [nil, "0ms", "2s"], [false, true])
    func session(settle: String?, isNew: Bool) async throws {
        var options = Self.options()
        options.admin = MockServer.AdminOptions()
        options.sessions = .patient
        let server = try MockServer(playing: "stubs: [{ request: GET /own }]", options: options)
        let scenario = try Scenario(
            yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /ok }, { request: GET /no, never: true }]")
        for _ in 0..<Self.tries {
            let session = try server.beginSession(scenario)
            let prefix = "/s/\(session.id)"
            let client = try Self.client(options.unixSocketPath, isNew: isNew, prefix)
            try client.send(get("\(prefix)/no"))
            let query = settle.map { "?settle=\($0)" } ?? ""
            let verdict = try AdminClient(server: server).send("DELETE", "/sessions/\(session.id)\(query)")
            let status = try client.response().status
            #expect(verdict.json["passed"] == false, "its client got \(status)")
            client.close()
        }
        await server.stop()
    }
}
