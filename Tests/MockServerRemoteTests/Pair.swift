import Foundation
import MockServerKit
import Testing

@testable import MockServerRemote

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server with an admin API in this process, and its remote control.
struct Pair: Sendable {
    let server: MockServer
    let remote: RemoteMockServer

    /// - Parameter lines: the scenario without `mockserver: 1`; nil for `Scenarios/greeting.yaml`.
    init(_ lines: String? = nil, token: String? = nil, options: (inout MockServer.Options) -> Void = { _ in })
        async throws
    {
        let scenario =
            if let lines { try Scenario(yaml: "mockserver: 1\n" + lines) } else {
                try Scenario(contentsOf: Self.greeting.path)
            }
        var serverOptions = MockServer.Options()
        serverOptions.admin = MockServer.AdminOptions()
        serverOptions.admin?.scenarioFolder = Self.folder.path
        serverOptions.admin?.token = token
        options(&serverOptions)
        server = try MockServer(scenario, options: serverOptions)
        remote = try await RemoteMockServer(adminURL: try #require(server.adminURL), token: token)
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scenarios")
    static let greeting = folder.appendingPathComponent("greeting.yaml")
}

/// A client that plays `Scenarios/greeting.yaml`.
struct Guest: Sendable {
    let url: URL

    /// Says hello in a language, and returns the greeting.
    @discardableResult
    func hello(in language: String = "en") async throws -> String {
        var request = URLRequest(url: url.appendingPathComponent("hello"))
        request.setValue(language, forHTTPHeaderField: "Accept-Language")
        return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }

    func goodbye() async throws { _ = try await get("goodbye") }

    func get(_ path: String) async throws -> (status: Int, text: String) {
        let (data, response) = try await URLSession.shared.data(from: url.appendingPathComponent(path))
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }
}
