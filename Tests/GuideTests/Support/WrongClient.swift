import Foundation
import MockServerKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What clients do that get something wrong: single requests, sent as they are written.
struct WrongClient: Sendable {
    private let session = URLSession(configuration: .ephemeral)
    private let url: String

    init(_ url: URL) {
        self.url = url.absoluteString
    }

    @discardableResult
    func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> Data {
        guard let url = URL(string: url + target) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.httpBody = body.map { Data($0.utf8) }
        return try await session.data(for: request).0
    }

    /// The verdict on a run in which the client is wrong, as it is printed.
    static func verdict(
        on name: String, besides filePath: String = #filePath, _ calls: (WrongClient, MockServer) async throws -> Void
    ) async throws -> String {
        // …/Tests/GuideTests/Support/WrongClient.swift
        let folder = filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let file = "Scenarios/\(name).yaml"
        let server = try MockServer(Scenario(contentsOf: "/\(folder)/\(file)", shownAs: file))
        try await calls(WrongClient(server.url), server)
        return await server.finish().text()
    }
}
