package import HTTPMessage
import Scenarios

/// A request that came before one that failed, for what the failure says of where a value is from.
package struct EarlierRequest: Sendable {
    /// The most requests that are looked at for a failure, and the most bytes of all.
    package static let limit = (requests: 16, bytes: 16 << 10)

    let entry: TimelineEntry
    let view: RequestView
    /// Whether it caused a failure itself.
    let hasFailed: Bool

    package init(_ entry: TimelineEntry, _ request: Request, failure: FailureKind?, _ composer: FailureComposer) {
        self.entry = entry
        view = RequestView(request, needs: composer.scenario.needs)
        hasFailed = failure != nil
    }

    /// Whether it got something other than the response that a request wants.
    var wasRefused: Bool {
        if case .status(let status) = entry.response { status >= 400 } else { true }
    }
}
