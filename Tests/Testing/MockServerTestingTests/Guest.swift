import MockServerKit
import SocketClient

/// A client that plays `Scenarios/greeting.yaml`.
struct Guest: Sendable {
    private let client: SocketClient

    init(of server: MockServer) { client = SocketClient(port: server.endpoint.port ?? 0) }

    func hello(in language: String = "en") async throws {
        _ = try await client.send("GET", "/hello", headers: ["Accept-Language": language])
    }

    func goodbye() async throws { _ = try await client.send("GET", "/goodbye") }

    /// Says hello and goodbye, as the scenario wants it.
    func visit() async throws {
        try await hello()
        try await goodbye()
    }
}
