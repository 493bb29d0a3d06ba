import Testing

/// A client that does what the Fetch standard asks of a browser, and a scenario with `cors`.
@Suite("fetch", .timeLimit(.minutes(60))) struct FetchTests {
    private static let scenario = """
        mockserver: 1
        name: A page
        cors: {origins: [http://localhost:3000], headers: [Content-Type, X-Request-Id]}
        steps:
          - id: save
            request: PUT /me
            response: {json: {saved: true}, headers: {ETag: '"v2"', Set-Cookie: sid=1, X-Rate: 9}}
        """

    /// Plays the scenario with a fetch of `PUT /me`.
    private func play(_ version: String, _ arguments: String) async throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let path = try folder.file("page.yaml", Self.scenario)
        return try await Program.mockserver(
            "--scenario", path, "--", "sh", "-c",
            "/usr/bin/python3 Tests/EndToEnd/peers/fetch_peer.py \(version) \(arguments)"
        ).outcome()
    }

    @Test("of an allowed page reads every header of the response but cookies", arguments: ["http1", "http2"])
    func allowed(version: String) async throws {
        let outcome = try await play(version, "http://localhost:3000 PUT /me content-type=text/plain x-request-id=1")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                200
                etag: "v2"
                x-rate: 9
                content-type: application/json
                vary: Origin
                content-length: 14

                """)
        #expect(outcome.error.hasPrefix("passed: A page (2 requests, 1 of 1 step)"), "\(outcome.error)")
    }

    @Test("of an allowed page reads a failure's text", arguments: ["http1", "http2"])
    func failure(version: String) async throws {
        let outcome = try await play(version, "http://localhost:3000 DELETE /me")
        #expect(outcome.output.hasPrefix("501\n"), "\(outcome.output)")
        #expect(outcome.output.contains("\nmockserver-failure: unmatched\n"), "\(outcome.output)")
        #expect(outcome.status == 1)
    }

    @Test(
        "of a page that is not allowed, or with a header that is not, ends at the preflight",
        arguments: ["http1", "http2"],
        [
            ("http://localhost:3001 PUT /me", "the origin http://localhost:3001 is not allowed: []"),
            ("http://localhost:3000 PUT /me x-other=1", "the header x-other is not allowed"),
        ])
    func refused(version: String, row: (arguments: String, reason: String)) async throws {
        let outcome = try await play(version, row.arguments)
        #expect(outcome.output == "TypeError: \(row.reason)\n")
        // The preflight is not a failure; the request that never came is one.
        #expect(outcome.error.contains(#"error: step "save": 0 requests, expected exactly 1"#), "\(outcome.error)")
        #expect(outcome.error.contains("failed: A page (1 failure, 1 request, 0 of 1 step, "), "\(outcome.error)")
    }
}
