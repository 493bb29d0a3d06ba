import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// For suites with waiting tasks of `URLSession`. On Linux each takes a whole processor, and a session over sockets
    /// that is invalidated may close descriptors of others. So they run beside no others, by
    /// `URL_SESSION_TESTS=1 swift test --filter '^(MockServerURLProtocolTests|MockServerRemoteTests)\.'`, as in
    /// `.ci/run`.
    package static var alone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["URL_SESSION_TESTS"] == "1",
            "runs by itself: URL_SESSION_TESTS=1 swift test --filter MockServerURLProtocolTests (or …RemoteTests)")
    }
}
