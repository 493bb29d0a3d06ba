import Foundation
import Locking
import Testing

/// An issue that code has recorded for the current test, which does not fail by it.
struct RecordedIssue: Sendable {
    /// The error, which is its headline, then the comments.
    let text: String
    let path: String?
    let line: Int?

    /// The issues that `body` records or, as the last one, throws.
    static func all(_ body: @Sendable () async throws -> Void) async -> [RecordedIssue] {
        let found = Locked<[RecordedIssue]>([])
        do {
            try await withKnownIssue(isIntermittent: true) {
                try await body()
            } matching: { issue in
                found.withLock { $0.append(RecordedIssue(issue)) }
                return true
            }
        } catch {
            Issue.record(error, "an error that does not match")
        }
        return found.withLock { $0 }
    }

    private init(_ issue: Issue) {
        let text = (issue.error.map { ["\($0)"] } ?? []) + issue.comments.map(\.rawValue)
        self.text = text.joined(separator: "\n").replacingOccurrences(
            of: "\\+[0-9.]+ ms", with: "+T", options: .regularExpression)
        path = issue.sourceLocation?.filePath
        line = issue.sourceLocation?.line
    }
}
