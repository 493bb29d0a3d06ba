import Locking
import MockServerHarness
import MockServerKit
public import Testing

/// A trait that gives each case of a test a server of its own.
///
/// Write `.mockServer(…)` to get one. On a suite it applies to all tests in it, except those that have, or whose inner
/// suite has, a trait of their own.
public struct MockServerTrait: TestTrait, SuiteTrait, TestScoping {
    /// Tells traits apart, because a suite's trait is also among the traits of its tests.
    private final class Identity: Sendable {
        /// Whether the trait stands on a suite.
        let isOnSuite = Locked(false)
    }

    /// The trait whose server runs.
    @TaskLocal private static var active: Identity?

    private let identity = Identity()
    private let scenario: TestScenario
    private let options: MockServer.Options
    private let sourceLocation: SourceLocation

    init(_ scenario: TestScenario, _ options: MockServer.Options, _ sourceLocation: SourceLocation) {
        self.scenario = scenario
        self.options = options
        self.sourceLocation = sourceLocation
    }

    /// True: a suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Learns whether the trait stands on a suite.
    public func prepare(for test: Test) async throws {
        if test.isSuite { identity.isOnSuite.withLock { $0 = true } }
    }

    /// Runs a case of a test beside a server, and records the failures of the run as issues of the test. If a trait
    /// nearer to the test starts a server, it only runs the case; if the scenario has errors, it records each as an issue
    /// and does not run the case.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let own = test.traits.compactMap { ($0 as? MockServerTrait)?.identity }.filter {
            !$0.isOnSuite.withLock { $0 }
        }
        guard Set(own.map(ObjectIdentifier.init)).count <= 1 else {
            // The first one's server would never be asked.
            if own.last === identity { Issue.record("\(HarnessMisuse.severalTraits)", sourceLocation: sourceLocation) }
            return
        }
        let innermost = test.traits.compactMap { $0 as? MockServerTrait }.last?.identity ?? identity
        // The same value may stand on a suite and on its test.
        guard innermost === identity, Self.active !== identity else { return try await function() }
        let loaded: Scenario
        do {
            loaded = try scenario.make()
        } catch ScenarioError.invalid(let diagnostics) {
            for error in diagnostics where error.severity == .error {
                ServerScope.record("\(error)", at: error.position, of: scenario, sourceLocation)
            }
            return
        }
        try await Self.$active.withValue(identity) {
            try await ServerScope.perform(loaded, of: scenario, options, sourceLocation) { _ in try await function() }
        }
    }
}
