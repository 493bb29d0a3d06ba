package import Testing

/// A failure of a run as Swift Testing prints it: an error is the only kind of issue whose headline has a text of the
/// code that records it. A comment stands below a headline that says only `Issue recorded`.
package struct RunFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The title of the failure.
    package let description: String
    /// The other lines of its text, below its position; nil if it has only a title.
    package let details: String?

    /// - Parameter text: the failure as it is printed elsewhere: its first line is the title, with
    ///   `path:line:column: error: ` before it if it has a position.
    package init(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let first = lines.first ?? ""
        let mark = first.firstRange(of: ": error: ")
        description = String(mark.map { first[$0.upperBound...] } ?? first)
        // Swift Testing prints only the name of the file in its headline.
        let details = [mark.map { first[..<$0.lowerBound] }, lines.dropFirst().first].compactMap { $0 }
        self.details = details.isEmpty ? nil : details.joined(separator: "\n")
    }
}

extension Issue {
    /// Records a failure of a run: its title is in the headline of the issue, the rest in a comment.
    package static func record(failure text: String, at location: SourceLocation) {
        let failure = RunFailure(text)
        Issue.record(failure, failure.details.map { Comment(rawValue: $0) }, sourceLocation: location)
    }
}
