import MockServerHarness
import MockServerKit
import TestTraits
public import Testing

/// A trait that gives each case of a test a server of its own.
///
/// Write `.mockServer(…)` to get one. On a suite it applies to all tests in it, except those that have, or whose inner
/// suite has, a trait of their own.
public struct MockServerTrait: TestTrait, SuiteTrait, TestScoping {
    /// The trait whose server runs.
    @TaskLocal private static var active: TraitPlacement?

    /// Where the trait stands; it also tells traits apart.
    private let placement = TraitPlacement()
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

    /// Learns where the trait stands.
    public func prepare(for test: Test) async throws {
        await placement.prepare(for: test, among: Self.all(of: test).map(\.placement))
    }

    /// Runs a case of a test beside a server, and records the failures of the run as issues of the test. If a trait
    /// nearer to the test starts a server, it only runs the case. If the scenario has errors, it records each as an issue
    /// and does not run the case; so it does with `HarnessMisuse.severalTraits` if two traits stand on the test, or on
    /// one of its suites.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let traits = Self.all(of: test)
        if let repeated = await TraitPlacement.firstRepeated(of: traits.map(\.placement), in: test) {
            // The first one's server would never be asked. The outermost trait says so, because none within it is
            // reached.
            if traits[0].placement === placement {
                Issue.record(HarnessMisuse.severalTraits, sourceLocation: traits[repeated].sourceLocation)
            }
            return
        }
        let innermost = traits.last?.placement ?? placement
        // The same value may stand on a suite and on its test.
        guard innermost === placement, Self.active !== placement else { return try await function() }
        let loaded: Scenario
        do {
            loaded = try scenario.make()
        } catch ScenarioError.invalid(let diagnostics) {
            let errors = diagnostics.filter { $0.severity == .error }
            // What keeps the case from running fails the test, whatever it is.
            guard !errors.isEmpty else { throw ScenarioError.invalid(diagnostics) }
            for error in errors { ServerScope.record("\(error)", at: error.position, of: scenario, sourceLocation) }
            return
        }
        try await Self.$active.withValue(placement) {
            try await ServerScope.perform(loaded, of: scenario, options, sourceLocation) { _ in try await function() }
        }
    }

    /// The traits of a test, or of a suite, the outermost first.
    private static func all(of test: Test) -> [MockServerTrait] { test.traits.compactMap { $0 as? MockServerTrait } }
}
