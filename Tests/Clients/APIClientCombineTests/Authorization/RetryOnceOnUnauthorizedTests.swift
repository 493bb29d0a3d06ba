#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Testing

@Suite("A publisher that is retried once on 401") struct RetryOnceOnUnauthorizedTests {
    private struct Broken: Error {}

    private static let rejected = RESTError.status(RESTResponse(status: 401))

    private let refreshed = CallDouble([.success("token")])

    @Test("gives its value without a refresh")
    func success() async {
        let call = CallDouble([.success("value")])
        let publication = await published(by: call.publisher.retryOnceOnUnauthorized(chaining: refreshed.publisher))
        #expect(publication.values == ["value"])
        #expect(publication.hasFinished)
        #expect(call.subscriptions == 1)
        #expect(refreshed.subscriptions == 0)
    }

    @Test(
        "gives every other error without a refresh",
        arguments: [
            RESTError.status(RESTResponse(status: 400)), .status(RESTResponse(status: 403)), .timedOut,
            .refreshFailed(.status(RESTResponse(status: 401))),
        ])
    func otherError(_ error: RESTError) async {
        let call = CallDouble([.failure(error)])
        let publication = await published(by: call.publisher.retryOnceOnUnauthorized(chaining: refreshed.publisher))
        #expect(publication.error as? RESTError == error)
        #expect(call.subscriptions == 1)
        #expect(refreshed.subscriptions == 0)
    }

    @Test("gives errors of other types")
    func foreignError() async {
        let call = CallDouble([.failure(Broken())])
        let publication = await published(by: call.publisher.retryOnceOnUnauthorized(chaining: refreshed.publisher))
        #expect(publication.error is Broken)
        #expect(refreshed.subscriptions == 0)
    }

    @Test("waits for the end of the refresh")
    func waits() async {
        let call = CallDouble([.failure(Self.rejected), .success("value")])
        let refresh = PassthroughSubject<String, any Error>()
        var values: [String] = []
        let subscription = call.publisher.retryOnceOnUnauthorized(chaining: refresh)
            .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        refresh.send("first")
        refresh.send("second")
        #expect(call.subscriptions == 1)
        refresh.send(completion: .finished)
        #expect(call.subscriptions == 2)
        #expect(values == ["value"])
        subscription.cancel()
    }

    @Test("is not retried twice")
    func secondRejection() async {
        let call = CallDouble([.failure(Self.rejected), .failure(Self.rejected), .success("never")])
        let publication = await published(by: call.publisher.retryOnceOnUnauthorized(chaining: refreshed.publisher))
        #expect(publication.values.isEmpty)
        #expect(publication.error as? RESTError == Self.rejected)
        #expect(call.subscriptions == 2)
        #expect(refreshed.subscriptions == 1)
    }

    @Test("ends with the error of the refresh")
    func failedRefresh() async {
        let call = CallDouble([.failure(Self.rejected)])
        let publication = await published(
            by: call.publisher.retryOnceOnUnauthorized(chaining: CallDouble([.failure(Broken())]).publisher))
        #expect(publication.error is Broken)
        #expect(call.subscriptions == 1)
    }

    @Test("ends with its own 401 if the refresh gives nothing")
    func emptyRefresh() async {
        let call = CallDouble([.failure(Self.rejected)])
        let publication = await published(
            by: call.publisher.retryOnceOnUnauthorized(chaining: Empty<String, any Error>()))
        #expect(publication.error as? RESTError == Self.rejected)
        #expect(call.subscriptions == 1)
    }

    @Test("cancels the refresh that it waits for")
    func cancelled() {
        var wasCancelled = false
        let refresh = PassthroughSubject<String, any Error>().handleEvents(receiveCancel: { wasCancelled = true })
        let call = CallDouble([.failure(Self.rejected)])
        let subscription = call.publisher.retryOnceOnUnauthorized(chaining: refresh)
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(!wasCancelled)
        subscription.cancel()
        #expect(wasCancelled)
    }
}
#endif
