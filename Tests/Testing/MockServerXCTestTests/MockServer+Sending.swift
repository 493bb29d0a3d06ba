import Foundation
import MockServerKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MockServer {
    /// Sends a request to this server; returns the status and the body of the response.
    func send(
        _ method: String, _ path: String, _ fields: [String: String] = [:], json: String? = nil
    ) async throws -> String {
        guard let url = URL(string: url.absoluteString + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = json.map { Data($0.utf8) }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if json != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await URLSession.shared.data(for: request)
        return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
    }
}
