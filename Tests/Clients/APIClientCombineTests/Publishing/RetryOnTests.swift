#if canImport(Combine) || Combine
import APIClientCombine
import ClientTestSupport
import Testing

@Suite("A publisher that is retried on an error of a kind") struct RetryOnTests {
    private enum Failed: Error, Equatable { case busy, broken }

    private static func isBusy(_ error: any Error) -> Bool { error as? Failed == .busy }

    @Test(
        "is subscribed to until it gives a value, fails with another error, or was subscribed to often enough",
        arguments: [
            (1, "", "value"), (3, "", "value"),
            (1, "busy", "busy"), (0, "busy", "busy"), (-1, "busy", "busy"),
            (2, "busy", "value"), (2, "busy busy", "busy"), (2, "busy broken", "broken"),
            (3, "busy busy", "value"), (3, "busy busy busy", "busy"), (3, "busy broken", "broken"),
            (3, "broken", "broken"),
        ])
    func attempts(_ maxAttempts: Int, _ errors: String, _ end: String) async {
        let errors = errors.split(separator: " ").map { $0 == "busy" ? Failed.busy : .broken }
        let call = CallDouble(errors.map { .failure($0) } + [.success("value")])
        await expect(
            call.publisher.retry(maxAttempts: maxAttempts, on: Self.isBusy),
            to: end == "value" ? beSuccess("value") : beFailure(end == "busy" ? Failed.busy : .broken))
        #expect(call.subscriptions == (end == "value" ? errors.count + 1 : errors.count))
    }

    @Test("may fail at once, however often")
    func manyAttempts() async {
        var subscriptions = 0
        let attempts = Deferred {
            subscriptions += 1
            return Fail<Int, Failed>(error: .busy)
        }
        await expect(attempts.retry(maxAttempts: 100_000, on: Self.isBusy), to: beFailure(Failed.busy))
        #expect(subscriptions == 100_000)
    }

    @Test("gives no more values than are demanded, also by its second subscription")
    func demand() {
        let call = CallDouble([.failure(Failed.busy), .success("4")])
        let probe = Probe<String>()
        ["1", "2", "3"].publisher.setFailureType(to: (any Error).self).append(call.publisher).retryOnce(on: Self.isBusy)
            .subscribe(probe)
        #expect(probe.values == [])
        probe.subscription?.request(.max(2))
        #expect(probe.values == ["1", "2"])
        probe.subscription?.request(.max(3))
        #expect(probe.values == ["1", "2", "3", "1", "2"])
        probe.subscription?.request(.unlimited)
        #expect(probe.values == ["1", "2", "3", "1", "2", "3", "4"])
        #expect(probe.completions.count == 1)
    }

    @Test(
        "is subscribed to once more, and not twice",
        arguments: [("", "value", 1), ("busy", "value", 2), ("busy busy", "busy", 2), ("broken", "broken", 1)])
    func once(_ errors: String, _ end: String, _ subscriptions: Int) async {
        let errors = errors.split(separator: " ").map { $0 == "busy" ? Failed.busy : .broken }
        let call = CallDouble(errors.map { .failure($0) } + [.success("value")])
        await expect(
            call.publisher.retryOnce(on: Self.isBusy),
            to: end == "value" ? beSuccess("value") : beFailure(end == "busy" ? Failed.busy : .broken))
        #expect(call.subscriptions == subscriptions)
    }

    @Test("keeps the values from before an error")
    func values() async {
        let call = CallDouble([.failure(Failed.busy), .success("second")])
        let values = Just("first").setFailureType(to: (any Error).self).append(call.publisher)
        #expect(await published(by: values.retryOnce(on: Self.isBusy)).values == ["first", "first", "second"])
    }

    @Test("cancels the subscription that runs")
    func cancelled() {
        let call = CallDouble([.failure(Failed.busy)])
        var cancellations = 0
        let second = PassthroughSubject<String, any Error>().handleEvents(receiveCancel: { cancellations += 1 })
        let attempts = Deferred {
            call.subscriptions == 0 ? call.publisher.eraseToAnyPublisher() : second.eraseToAnyPublisher()
        }
        let subscription = attempts.retryOnce(on: Self.isBusy)
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(call.subscriptions == 1)
        #expect(cancellations == 0)
        subscription.cancel()
        #expect(cancellations == 1)
    }
}
#endif
