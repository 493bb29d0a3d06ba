import MockServerKit

/// A run that fails with one kind, and the whole text of that failure; its twin passes.
struct FailureCase: Sendable {
    typealias Play = @Sendable (MockServer, WireClient) async throws -> Void

    let kind: FailureKind
    let wire: WireProtocol
    /// The scenario behind `mockserver`, `clock` and `linger`.
    let yaml: String
    let wrong: Play
    let right: Play
    let text: String

    /// The same case over both protocols.
    static func both(
        _ kind: FailureKind, _ yaml: String, wrong: @escaping Play, right: @escaping Play, _ text: String
    ) -> [FailureCase] {
        WireProtocol.allCases.map {
            FailureCase(kind: kind, wire: $0, yaml: yaml, wrong: wrong, right: right, text: text)
        }
    }

    /// The text with the stream of each request, which HTTP/2 has.
    var expected: String {
        guard wire == .http2 else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("   #"), let number = Int(line.dropFirst(4).prefix { $0 != " " }) else {
                return String(line)
            }
            return String(line).replacing("connection 1", with: "connection 1 stream \(2 * number - 1)")
        }.joined(separator: "\n")
    }
}
