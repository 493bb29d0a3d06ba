public import Foundation
public import ScenarioBuilder

/// A mock server outside this process: one that runs already, ``RemoteMockServer``, one that a test starts as a child
/// process, `MockServerProcess`, or a session of either, ``RemoteMockServer/Session``.
///
/// All calls ask the server's admin API. For a session they are about its run, else about the server's own. They throw ``RemoteMockServerError``, or `CancellationError` in a cancelled
/// task.
public protocol RemoteServer: Sendable {
    /// The server, or the session, behind the admin API.
    var remote: RemoteMockServer { get }
}

extension RemoteServer {
    /// The URL for clients, such as `http://127.0.0.1:40123`; a session's has the path `/s/<id>`.
    public var url: URL { remote.clientURL }

    /// The clock of the run.
    public var clock: RemoteMockServer.Clock { RemoteMockServer.Clock(admin: remote.admin) }

    /// The requests of the run so far, in order of arrival, redacted.
    public var journal: [RemoteMockServer.JournalEntry] {
        get async throws { try await remote.admin.journal().journal }
    }

    /// The last 1,000 connections of the run that their clients closed without a byte or within a request. They are not
    /// failures, but useful if a client misses a response.
    public var unfinishedRequests: [RemoteMockServer.UnfinishedRequest] {
        get async throws { try await remote.admin.journal().unfinishedRequests }
    }

    /// The verdict at this instant: failures so far, and every step, hold and end check that is not met yet.
    ///
    /// It is about the current run alone, because a server may outlive many tests: ``reset()`` and ``play(_:)`` return
    /// the verdict of the run that they end, and a test harness records its failures, too.
    public var verdict: RemoteMockServer.Verdict {
        get async throws { try await remote.admin.verdict() }
    }

    /// The verdict at the end of the run: waits, at most `timeout`, until no response is unsent and nothing has arrived
    /// for the scenario's `linger`. It is about the current run alone, like ``verdict``.
    ///
    /// - Parameter timeout: at most 5 minutes; the server refuses a longer one.
    public func verify(timeout: Duration = .seconds(5)) async throws -> RemoteMockServer.Verdict {
        try await remote.admin.verdict([("settle", timeout.inMilliseconds)], waiting: timeout)
    }

    /// Waits until the step took `count` requests of the run.
    ///
    /// ```swift
    /// try await server.waitFor(step: "refresh")
    /// ```
    ///
    /// - Parameters:
    ///   - id: the step's id.
    ///   - count: how many requests.
    ///   - timeout: at most 5 minutes.
    /// - Returns: the requests that the step took, as far as the journal has them.
    /// - Throws: ``RemoteMockServerError/timedOut(_:)`` with what has come, or
    ///   ``RemoteMockServerError/refused(status:_:)`` if the scenario has no such step.
    @discardableResult
    public func waitFor(
        step id: String, count: Int = 1, timeout: Duration = .seconds(5)
    ) async throws -> [RemoteMockServer.JournalEntry] {
        let taken: AdminClient.Requests = try await remote.admin.get(
            "/requests", [("step", id), ("wait", "\(count)"), ("timeout", timeout.inMilliseconds)], waiting: timeout)
        return taken.requests
    }

    /// Begins another run of the same scenario.
    ///
    /// The run that this ends still counts, unless it had no requests: in the server's reports and exit status, and in a
    /// test that uses the server by `MockServerRemoteTesting` or `MockServerRemoteXCTest`, which records its failures when
    /// the test ends.
    ///
    /// - Returns: the verdict of the run that this ends.
    @discardableResult
    public func reset() async throws -> RemoteMockServer.Verdict { try await play(.current) }

    /// Begins a run of a scenario. The run that this ends still counts, as with ``reset()``.
    ///
    /// ```swift
    /// try await server.play(.file("token-refresh"))
    /// ```
    ///
    /// - Returns: the verdict of the run that this ends.
    /// - Throws: ``RemoteMockServerError/invalidScenario(_:)`` with all errors of the scenario; the run goes on then.
    @discardableResult
    public func play(_ scenario: RemoteScenario) async throws -> RemoteMockServer.Verdict {
        try await remote.admin.play(scenario)
    }

    /// Begins a run of a scenario that is written in Swift; its failures point at its Swift lines. The run that this
    /// ends still counts, as with ``reset()``.
    ///
    /// ```swift
    /// try await server.play("greeting") {
    ///     Step(.get, "/hello").assert(.header("Accept-Language", "en")).respond(text: "hello")
    /// }
    /// ```
    ///
    /// - Returns: the verdict of the run that this ends.
    /// - Throws: ``RemoteMockServerError/invalidScenario(_:)``, also for a closure, which can't be sent.
    @discardableResult
    public func play(
        _ name: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ScenarioContentBuilder _ content: () -> [any ScenarioContent]
    ) async throws -> RemoteMockServer.Verdict {
        try await play(.document(ScenarioDocument(name, filePath: filePath, line: line, column: column, content)))
    }
}
