public import ScenarioBuilder

extension RemoteMockServer {
    /// A run of a server that only the requests get which name it: by the path of ``RemoteServer/url``, or by the
    /// header ``RemoteMockServer/sessionHeader``.
    ///
    /// It has its own script, variables, clock, journal and verdict, and all calls of a server. Sessions never meet: a
    /// request that names one which is gone gets a 410, and no other run gets it. A client that makes URLs of absolute
    /// paths (`URL(string: "/me", relativeTo: url)`) loses the path of the session; let it name the session by the
    /// header, and call ``RemoteMockServer/serverURL``.
    ///
    /// A session without a request or a call ends after the server's `--session-timeout`, 5 minutes unless set. If it was
    /// incomplete then, the server's process fails.
    public struct Session: RemoteServer {
        /// The server, whose calls are about this session.
        public let remote: RemoteMockServer
        /// Its id: 26 letters and digits, which nobody can guess.
        public let id: String

        init(_ remote: RemoteMockServer, _ id: String) {
            self.remote = remote
            self.id = id
        }

        /// Ends the session, also if the task is cancelled: waits, at most `timeout`, until no response is unsent and
        /// nothing has arrived for the scenario's `linger`.
        ///
        /// The session counts for the server's exit status and is in its reports.
        ///
        /// - Parameter timeout: at most 5 minutes; the server refuses a longer one.
        /// - Returns: the verdict of its current run, with the failures of the runs that ``RemoteServer/reset()`` and
        ///   ``RemoteServer/play(_:)`` ended before it.
        /// - Throws: ``RemoteMockServerError/sessionGone(_:)`` if it has ended or expired before.
        public func finish(timeout: Duration = .seconds(5)) async throws -> Verdict {
            // In a task of its own, because a cancelled one can't send a request.
            try await Task { try await remote.admin.endSession(settling: timeout) }.value
        }

        /// Ends the session like ``finish(timeout:)``.
        @available(*, deprecated, renamed: "finish(timeout:)")
        @discardableResult
        public func end(timeout: Duration = .seconds(5)) async throws -> Verdict { try await finish(timeout: timeout) }
    }
}

extension RemoteServer {
    /// Begins a session that plays a scenario; many sessions of a server are played at the same time.
    ///
    /// ```swift
    /// let session = try await server.beginSession(.file("token-refresh"), seed: 7)
    /// let client = try RESTClient(baseURL: session.url)
    /// ```
    ///
    /// In a cancelled task it ends again.
    ///
    /// - Parameters:
    ///   - scenario: any but ``RemoteScenario/current``, which is the server's own.
    ///   - seed: of its random values; nil for a random one, or the one with which the server was started.
    /// - Throws: ``RemoteMockServerError``: ``RemoteMockServerError/invalidScenario(_:)`` with all errors of the
    ///   scenario, ``RemoteMockServerError/noSessions(_:)``, and ``RemoteMockServerError/refused(status:_:)`` with 503 if
    ///   there are as many sessions as the server may have.
    public func beginSession(
        _ scenario: RemoteScenario, seed: UInt64? = nil
    ) async throws -> RemoteMockServer.Session {
        try Task.checkCancellation()
        let (admin, serverURL) = (remote.admin, remote.serverURL)
        // In a task of its own: a session that begins while this one is cancelled has to be ended.
        let session = try await Task {
            let (client, begun) = try await admin.beginSession(scenario, seed: seed)
            let remote = try RemoteMockServer(client, begun, serverURL: serverURL)
            return RemoteMockServer.Session(remote, begun.session)
        }.value
        if Task.isCancelled {
            // It may be gone already.
            _ = try? await session.finish(timeout: .zero)
            throw CancellationError()
        }
        return session
    }

    /// Begins a session that plays a scenario which is written in Swift; its failures point at its Swift lines.
    ///
    /// ```swift
    /// let session = try await server.beginSession("greeting") {
    ///     Step(.get, "/hello").assert(.header("Accept-Language", "en")).respond(text: "hello")
    /// }
    /// ```
    ///
    /// - Throws: what the other `beginSession` throws; ``RemoteMockServerError/invalidScenario(_:)`` also for a closure,
    ///   which can't be sent.
    public func beginSession(
        _ name: String, seed: UInt64? = nil, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @ScenarioContentBuilder _ content: () -> [any ScenarioContent]
    ) async throws -> RemoteMockServer.Session {
        let document = ScenarioDocument(name, filePath: filePath, line: line, column: column, content)
        return try await beginSession(.document(document), seed: seed)
    }
}
