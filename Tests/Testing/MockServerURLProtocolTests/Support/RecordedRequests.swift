import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests that a file in `Tests/EndToEnd/golden` has for a scenario, to be sent one after the other.
struct RecordedRequests {
    private let requests: [(method: String, target: String, fields: [String: String], body: String?)]

    /// - Parameter name: the scenario's name and the file's, such as `token-refresh_right`.
    init(_ name: String) throws {
        let file = ShippedScenario.package.appendingPathComponent("Tests/EndToEnd/golden/\(name).requests")
        let text = try String(contentsOf: file, encoding: .utf8)
        requests = text.components(separatedBy: "%%\n").compactMap { request in
            let parts = request.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
            let lines = parts[0].components(separatedBy: "\n")
            let start = lines[0].components(separatedBy: " ")
            // A client of URLSession can't send bytes that are not HTTP.
            guard start.count == 2 else { return nil }
            let fields = lines.dropFirst().map { $0.components(separatedBy: ": ") }
            return (
                start[0], start[1], Dictionary(uniqueKeysWithValues: fields.map { ($0[0], $0[1]) }),
                parts.count > 1 ? parts[1] : nil
            )
        }
    }

    /// Sends them, whatever becomes of each.
    func play(to played: PlayedScenario) async throws {
        for request in requests {
            _ = await played.outcome(
                of: try played.request(request.method, request.target, request.fields, body: request.body))
        }
    }
}
