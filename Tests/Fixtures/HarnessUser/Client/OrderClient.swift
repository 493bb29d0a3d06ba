import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client under test: it places an order and looks it up.
public struct OrderClient: Sendable {
    private let url: URL

    public init(url: URL) { self.url = url }

    public func place(key: String) async throws {
        try await send("POST", "orders", ["Idempotency-Key": key])
    }

    public func lookUp() async throws { try await send("GET", "orders/1") }

    public func delete() async throws { try await send("DELETE", "orders/1") }

    /// Ends a session of a server whose admin API this is a client of.
    public func endSession(_ id: String?) async throws { try await send("DELETE", "sessions/\(id ?? "none")") }

    private func send(_ method: String, _ path: String, _ headers: [String: String] = [:]) async throws {
        var request = URLRequest(url: url.appendingPathComponent(path))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        // A connection for each request, so that the failures number the connections alike in each run.
        request.setValue("close", forHTTPHeaderField: "Connection")
        _ = try await URLSession.shared.data(for: request)
    }
}
