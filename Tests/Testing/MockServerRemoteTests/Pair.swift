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
        serverOptions.warnsIfUnverified = false
        serverOptions.admin = MockServer.AdminOptions()
        serverOptions.admin?.scenarioFolder = Self.folder.path
        serverOptions.admin?.token = token
        serverOptions.sessions = MockServer.SessionOptions()
        serverOptions.sessions?.timeout = .seconds(86_400)
        options(&serverOptions)
        server = try MockServer(scenario, options: serverOptions)
        remote = try await RemoteMockServer(adminURL: try #require(server.adminURL), token: token)
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scenarios")
    static let greeting = folder.appendingPathComponent("greeting.yaml")
}

/// What a server says of its sessions.
struct SessionList: Decodable, Sendable {
    struct Ended: Decodable, Hashable, Sendable {
        let passed: Int
        let failed: Int
        let expired: Int
    }

    struct Item: Decodable, Sendable {
        let session: String
    }

    let sessions: [Item]
    let ended: Ended
}

extension RemoteMockServer {
    /// What the server says of its sessions.
    var sessions: SessionList { get async throws { try await admin.get("/sessions") } }

    /// Ends its session, as nobody but the harness should.
    func endSession() async throws { _ = try await admin.endSession(settling: nil) }
}

/// A server that tests share.
enum Shared {
    static let server: MockServer? = {
        var options = MockServer.Options()
        options.admin = MockServer.AdminOptions()
        options.admin?.scenarioFolder = Pair.folder.path
        options.sessions = MockServer.SessionOptions()
        options.sessions?.timeout = .seconds(86_400)
        let scenario = try? Scenario(contentsOf: Pair.greeting.path)
        return scenario.flatMap { try? MockServer($0, options: options) }
    }()

    static let adminURL = server?.adminURL?.absoluteString ?? "none"

    static var remote: RemoteMockServer {
        get async throws { try await RemoteMockServer(adminURL: try #require(server?.adminURL)) }
    }
}

/// Waits for a number of tasks, each of which then goes on; a cancelled one at once.
actor Gate {
    private let count: Int
    private var waiting: [AsyncStream<Never>.Continuation] = []

    init(_ count: Int) { self.count = count }

    func arrive() async {
        let (opening, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting.append(continuation)
        if waiting.count == count {
            for continuation in waiting { continuation.finish() }
        }
        for await _ in opening {}
    }
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
