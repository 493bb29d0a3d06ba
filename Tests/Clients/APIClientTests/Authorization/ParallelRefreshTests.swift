import ClientTestSupport
import Foundation
import MockServerKit
import Testing

@testable import APIClient

/// Plays `Scenarios/parallel-refresh.yaml` again and again, each time with a new server and a new client: a race that
/// is lost once in a thousand times is found.
///
/// `PARALLEL_REFRESH_RUNS` in the environment says how often; it is 200 without it.
@Suite("Three calls that get 401 at once", .timeLimit(.minutes(60))) struct ParallelRefreshTests {
    private static let runs = ProcessInfo.processInfo.environment["PARALLEL_REFRESH_RUNS"] ?? "200"

    @Test("share one refresh, in every run", arguments: [runs])
    func sharedRefresh(runs: String) async throws {
        let runs = try #require(Int(runs), "PARALLEL_REFRESH_RUNS is not a number")
        try #require(runs > 0)
        // …/Tests/Clients/APIClientTests/Authorization/ParallelRefreshTests.swift
        let package = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        let name = "Scenarios/parallel-refresh.yaml"
        let scenario = try Scenario(contentsOf: "/\(package)/\(name)", shownAs: name)
        for _ in 0..<runs { try await play(scenario) }
    }

    private func play(_ scenario: Scenario) async throws {
        var options = Transport.current.options
        options.recordsResponses = true
        let server = try MockServer(scenario, options: options)
        try Transport.current.trust(server)
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))

        let names = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<3 { group.addTask { try? await service.fetchProfile().name } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let verdict = try finish(server)
        let rejected = server.journal.filter { $0.step == "rejected" }
        let last = try #require(rejected.map(\.arrival).max())
        let responses = rejected.compactMap(\.response)
        try #require(responses.count == rejected.count)
        try #require(responses.allSatisfy { $0.began >= last }, "a call was rejected before all had arrived")
        try #require(verdict.passed, "\(verdict.text())")
        try #require(names == ["Ada Lovelace", "Ada Lovelace", "Ada Lovelace"])
    }

    /// The blocking `finish`: it waits for no `linger`.
    private func finish(_ server: MockServer) throws -> Verdict { try server.finish() }
}
