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

    @Test("record an issue in Swift Testing also on a thread that knows no test, as in a completion")
    func otherThread() async {
        let issues = await RecordedIssue.all {
            await #expect(processExitsWith: .success) {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        expect(Result<Int, RESTError>.success(1), to: beFailure())
                        continuation.resume()
                    }
                }
            }
        }
        #expect(issues.map(\.text) == ["expected a failure, received the success 1"])
    }

    @Test("take what a function returned or threw")
    func resultOfFunction() async {
        await expect(Result.of { 1 }, to: beSuccess(1))
        await expect(Result<Int, any Error>.of { throw RESTError.timedOut }, to: beFailure(RESTError.timedOut))
    }
}

final class ResultMatcherXCTests: KeptFailures {
    func testAMismatchFailsAtTheCallersLine() {
        let line = #line + 2
        let failures = failures {
            expect(Result<Int, RESTError>.success(1), to: beFailure())
            expect(Result<Int, RESTError>.success(1), to: beSuccess())
        }
        XCTAssertEqual(failures.map(\.line), [line])
        XCTAssertTrue(failures.allSatisfy { $0.text.hasSuffix("expected a failure, received the success 1") })
    }
}
