import Foundation
import TestSupport
import Testing

@Suite("The steps of the checks") struct StepsTests {
    /// The outcome of a script that has the steps' functions.
    private static func outcome(of script: String) async throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let steps = Program.package.appendingPathComponent(".ci/steps").path
        return try await Program(
            ["bash", "-euo", "pipefail", "-c", "cd \"$1\"\n. \"$2\"\n\(script)", "bash", folder.path, steps]
        ).outcome()
    }

    @Test("a step that hangs ends the run with its name, and with what it has started")
    func hangs() async throws {
        let outcome = try await Self.outcome(
            of: """
                step 'one that ends'
                step -t 1 'one that hangs'
                (trap '' TERM; tail -f /dev/null) | cat
                step 'one that is not reached'
                """)
        #expect(outcome.status == 124)
        #expect(outcome.output.hasSuffix("\n==> failed, with status 124: one that hangs\n"))
        #expect(outcome.error.contains("\n==> takes longer than its limit of 1 s: one that hangs\n"))
    }

    @Test("what runs beside other steps fails the run where it is joined, after its output")
    func beside() async throws {
        let outcome = try await Self.outcome(
            of: """
                work() { echo worked; false; }
                step 'a build, beside the next step'
                beside work
                step 'another'
                echo other
                step 'the build, which goes on'
                join
                step 'one that is not reached'
                """)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("other\n"))
        #expect(outcome.output.hasSuffix("\nworked\n\n==> failed, with status 1: the build, which goes on\n"))
    }
}
