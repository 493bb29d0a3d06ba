import Foundation
import Locking
import Testing

/// An issue that a test recorded.
struct RecordedIssue: Hashable, Sendable {
    let path: String
    let line: Int
    /// The error, which is its headline, then the comments.
    let text: String
}

/// The issues that `body` records, of which there is one at least unless they are intermittent.
func recordedIssues(
    isIntermittent: Bool = false, _ body: () async throws -> Void
) async throws -> [RecordedIssue] {
    let recorded = Locked<[RecordedIssue]>([])
    try await withKnownIssue(isIntermittent: isIntermittent) {
        try await body()
    } matching: { issue in
        let location = issue.sourceLocation
        let text = ((issue.error.map { ["\($0)"] } ?? []) + issue.comments.map(\.rawValue)).joined(separator: "\n")
        recorded.withLock {
            $0.append(RecordedIssue(path: location?.filePath ?? "", line: location?.line ?? 0, text: text))
        }
        return true
    }
    return recorded.withLock { $0 }
}
