#if canImport(Combine) || Combine
import APIClientCombine
import ClientTestSupport
import Testing

@Suite("Matchers of a publisher's single value") struct SingleMatcherTests {
    private struct Broken: Error, Equatable {}

    @Test("match its value or its error")
    func matches() async {
        await expect(Just(1), to: beSuccess())
        await expect(Just(1), to: beSuccess(1))
        await expect(Fail<Int, Broken>(error: Broken()), to: beFailure())
        await expect(Fail<Int, Broken>(error: Broken()), to: beFailure(Broken()))
    }

    @Test("match no other number of values")
    func otherNumbers() async {
        await expect(Empty<Int, Broken>(), to: beFailure(SingleError.noValue))
        await expect([1, 2].publisher, to: beFailure(SingleError.moreThanOneValue))
    }

    @Test("say at the caller's line what was received")
    func mismatch() async {
        let line = #line + 2
        await withKnownIssue {
            await expect([1, 2].publisher, to: beSuccess(1))
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.map(\.rawValue) == ["expected the success 1, received the failure moreThanOneValue"]
        }
    }

    @Test("subscribe once, and leave no subscription behind")
    func subscriptions() async {
        var subscriptions = 0
        var cancellations = 0
        func counted(_ publisher: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
            publisher.handleEvents(
                receiveSubscription: { _ in subscriptions += 1 }, receiveCancel: { cancellations += 1 })
        }
        await expect(counted(Just(1)), to: beSuccess(1))
        #expect(subscriptions == 1)
        await withKnownIssue {
            await expect(counted(CurrentValueSubject(1)), to: beFailure(), within: .milliseconds(1))
        } matching: { issue in
            issue.comments.map(\.rawValue) == ["expected a success, received the failure StillWaiting()"]
        }
        #expect(subscriptions == 2)
        #expect(cancellations == 1)
    }
}
#endif
