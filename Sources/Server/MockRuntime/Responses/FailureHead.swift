package import HTTPMessage
package import Playback

extension ResponseHead {
    /// The header with the kind of failure that a response reports.
    static let failureHeader = "Mockserver-Failure"

    /// The head of a response whose body is a failure's text.
    package init(failure kind: FailureKind, status: Int) {
        self.init(
            status: status,
            fields: Fields([("Content-Type", "text/plain; charset=utf-8"), (Self.failureHeader, kind.rawValue)]))
    }
}
