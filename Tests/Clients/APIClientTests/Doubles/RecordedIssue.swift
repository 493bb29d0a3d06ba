import Testing

@testable import APIClient

/// An issue that code has recorded for the current test, which does not fail by it.
struct RecordedIssue: Sendable, Equatable {
    let text: String
    let line: Int?

    /// The issues that `body` records.
    static func all(_ body: @Sendable () async -> Void) async -> [RecordedIssue] {
        let found = Protected<[RecordedIssue]>([])
        await withKnownIssue(isIntermittent: true) {
            await body()
        } matching: { issue in
            let text = issue.error.map { "\($0)" } ?? issue.comments.map(\.rawValue).joined(separator: "\n")
            let line = issue.sourceLocation.map(\.line)
            found.withLock { $0.append(RecordedIssue(text: text, line: line)) }
            return true
        }
        return found.withLock { $0 }
    }

    init(text: String, line: Int?) {
        self.text = text
        self.line = line
    }
}
