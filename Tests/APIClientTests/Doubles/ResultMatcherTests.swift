import ClientTestSupport
import Foundation
import Testing
import XCTest

@testable import APIClient

@Suite("Matchers of results") struct ResultMatcherTests {
    private typealias Outcome = Result<Int, RESTError>

    private let vectors: [(Outcome, ResultMatcher<Int, RESTError>, String?)] = [
        (.success(1), beSuccess(), nil),
        (.failure(.timedOut), beSuccess(), "expected a success, received the failure No response came in time."),
        (.success(1), beSuccess(1), nil),
        (.success(2), beSuccess(1), "expected the success 1, received the success 2"),
        (.failure(.timedOut), beSuccess(1), "expected the success 1, received the failure No response came in time."),
        (.failure(.timedOut), beFailure(), nil),
        (.success(3), beFailure(), "expected a failure, received the success 3"),
        (.failure(.timedOut), beFailure(RESTError.timedOut), nil),
        (
            .failure(.badURL("x")), beFailure(RESTError.timedOut),
            "expected the failure No response came in time., received the failure Bad URL: x."
        ),
        (
            .success(3), beFailure(RESTError.timedOut),
            "expected the failure No response came in time., received the success 3"
        ),
    ]

    @Test("say why a result does not match, with what it was")
    func mismatches() {
        for (result, matcher, mismatch) in vectors { #expect(matcher.mismatch(result) == mismatch) }
    }

    @Test("compare an error whose type is not fixed")
    func erasedErrors() {
        let result: Result<Int, any Error> = .failure(RESTError.timedOut)
        #expect(beFailure(RESTError.timedOut).mismatch(result) == nil)
        #expect(beFailure(URLError(.timedOut)).mismatch(result) != nil)
    }

    @Test("record an issue at the caller's line in Swift Testing")
    func swiftTesting() async {
        let line = #line + 2
        let issues = await RecordedIssue.all {
            expect(Outcome.success(1), to: beFailure())
            expect(Outcome.success(1), to: beSuccess())
        }
        #expect(issues == [RecordedIssue(text: "expected a failure, received the success 1", line: line)])
    }

    @Test("fail at the caller's line in XCTest")
    func xctest() async {
        let line = #line + 2
        let failures = await InnerCase.failures {
            expect(Outcome.success(1), to: beFailure())
            expect(Outcome.success(1), to: beSuccess())
        }
        #expect(failures.map(\.line) == [line])
        #expect(failures.allSatisfy { $0.text.hasSuffix("expected a failure, received the success 1") })
    }

    @Test("take what a function returned or threw")
    func resultOfFunction() async {
        await expect(Result.of { 1 }, to: beSuccess(1))
        await expect(Result<Int, any Error>.of { throw RESTError.timedOut }, to: beFailure(RESTError.timedOut))
    }
}

/// An XCTest inside a test. It runs like any other, but keeps its failures to itself.
private final class InnerCase: XCTestCase {
    private var recorded: [RecordedIssue] = []

    /// The failures of a test with this body. It runs on a thread that knows nothing of Swift Testing.
    static func failures(_ body: @escaping @Sendable () -> Void) async -> [RecordedIssue] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let test = make(body)
                test.run()
                continuation.resume(returning: test.recorded)
            }
        }
    }

    #if canImport(ObjectiveC)
    private var body: (@Sendable () -> Void)?

    private static func make(_ body: @escaping @Sendable () -> Void) -> InnerCase {
        let test = InnerCase(selector: #selector(runBody))
        test.body = body
        return test
    }

    @objc private func runBody() { body?() }

    override func record(_ issue: XCTIssue) {
        let line = issue.sourceCodeContext.location?.lineNumber
        recorded.append(RecordedIssue(text: issue.compactDescription, line: line))
    }
    #else
    private static func make(_ body: @escaping @Sendable () -> Void) -> InnerCase {
        InnerCase(name: "body") { _ in body() }
    }

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        recorded.append(RecordedIssue(text: description, line: lineNumber))
    }
    #endif
}
