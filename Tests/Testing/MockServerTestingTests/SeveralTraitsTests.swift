import MockServerTesting
import Testing

/// What a test notices that has two traits, or whose suite has: that it fails, and that its body does not run.
@Suite("Two traits fail a test without running it, if both stand") struct SeveralTraitsTests {
    private static let shared = MockServerTrait.mockServer("greeting")

    @Test("on it", .failsBySeveralTraits, .mockServer("greeting"), .mockServer("greeting"))
    func onTest() { Issue.record("the test runs") }

    @Test(
        "on it, for each of its arguments", .failsBySeveralTraits, .mockServer("greeting"), .mockServer(),
        arguments: 1...3)
    func withArguments(number: Int) { Issue.record("the test runs") }

    @Test("on it as the same value", .failsBySeveralTraits, shared, shared)
    func sameValue() { Issue.record("the test runs") }

    @Suite("on its suite,", .failsBySeveralTraits, .mockServer("greeting"), .mockServer()) struct OnSuite {
        @Test("that is alone") func inherited() { Issue.record("the test runs") }

        @Test("beside its own", .mockServer("greeting")) func own() { Issue.record("the test runs") }

        @Suite("and an inner suite has one", .mockServer("greeting")) struct Inner {
            @Test func inner() { Issue.record("the test runs") }
        }
    }

    @Suite("within a suite that has one,", .failsBySeveralTraits, .mockServer("greeting")) struct WithinSuite {
        @Test("on the test", .mockServer("greeting"), .mockServer("greeting"))
        func onTest() { Issue.record("the test runs") }

        @Suite("on the inner suite", .mockServer(), .mockServer()) struct Inner {
            @Test func inner() { Issue.record("the test runs") }
        }
    }

    @Suite("and one of them stands on the suite, too,", .failsBySeveralTraits, shared) struct Shared {
        @Test("on the test", shared, .mockServer("greeting")) func own() { Issue.record("the test runs") }
    }
}

/// What a test notices whose suites have a trait each.
@Suite("One trait on a suite,", .mockServer("greeting")) struct OneTraitEachTests {
    @Suite("one on an inner suite", .mockServer("greeting")) struct Inner {
        @Test("and one on a test is one server", .mockServer(), arguments: 1...2) func own(number: Int) async throws {
            #expect(try MockServer.current.scenario.steps.isEmpty)
        }

        @Test("is one server") func inherited() async throws { try await Guest(of: .current).visit() }

        struct Bare {
            @Test("is one server in a suite without one, too") func inherited() async throws {
                try await Guest(of: .current).visit()
            }
        }
    }
}

/// What keeps a test from running without an error of a scenario's file.
@Suite("A scenario that can't be made fails the test") struct UnmadeScenarioTests {
    @Test("also by an error that lists nothing", .failsBy(ScenarioError.invalid([])), .mockServer(try unmade()))
    func nothing() { Issue.record("the test runs") }

    private static func unmade() throws -> Scenario { throw ScenarioError.invalid([]) }
}

/// Expects that a scope within this one fails the test by one issue and does not run it.
private struct ExpectedFailure: TestTrait, SuiteTrait, TestScoping {
    let text: String
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let issues = await RecordedIssue.all { try await function() }
        #expect(issues.map(\.text) == [text], "\(test.name)")
    }
}

extension Trait where Self == ExpectedFailure {
    fileprivate static var failsBySeveralTraits: Self { .failsBy(HarnessMisuse.severalTraits) }

    fileprivate static func failsBy(_ error: some Error) -> Self { ExpectedFailure(text: "\(error)") }
}
