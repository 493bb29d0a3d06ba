import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites with sessions of `URLSession` over sockets. On Linux each task that waits for a response takes a whole
    /// processor, and a session that is invalidated may close descriptors of others. So they run beside no others, by
    /// `URL_SESSION_TESTS=1 swift test --filter MockServerRemoteTests`, as in `.ci/run`.
    static var alone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["URL_SESSION_TESTS"] == "1",
            "runs by itself: URL_SESSION_TESTS=1 swift test --filter MockServerRemoteTests")
    }
}
