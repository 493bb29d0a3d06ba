import Foundation
import Locking
import Testing

/// An issue that a test recorded.
struct RecordedIssue: Hashable, Sendable {
    let path: String
    let line: Int
    let text: String
}

/// The issues that `body` records.
func recordedIssues(_ body: () async throws -> Void) async throws -> [RecordedIssue] {
    let recorded = Locked<[RecordedIssue]>([])
    try await withKnownIssue {
        try await body()
    } matching: { issue in
        let location = issue.sourceLocation
        let text = issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")
        recorded.withLock {
            $0.append(RecordedIssue(path: location?.filePath ?? "", line: location?.line ?? 0, text: text))
        }
        return true
    }
    return recorded.withLock { $0 }
}
