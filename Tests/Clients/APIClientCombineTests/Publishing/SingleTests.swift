#if canImport(Combine) || Combine
import APIClientCombine
import Testing

@Suite("A single") struct SingleTests {
    private struct Broken: Error {}

    @Test("gives one value, and finishes")
    func value() async {
        let publication = await published(by: Just(1).asSingle())
        #expect(publication.values == [1])
        #expect(publication.hasFinished)
    }

    @Test("gives the error of its publisher, without the value before it")
    func failure() async {
        let numbers = [1].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken()))
        let publication = await published(by: numbers.asSingle())
        #expect(publication.values == [])
        #expect(publication.error is Broken)
    }

    @Test("fails if there is no value")
    func noValue() async {
        let publication = await published(by: Empty<Int, Never>().asSingle())
        #expect(publication.values == [])
        #expect(publication.error as? SingleError == .noValue)
    }

    @Test("fails at a second value, which ends its subscription")
    func secondValue() {
        let numbers = PassthroughSubject<Int, any Error>()
        var wasCancelled = false
        let probe = Probe<Int>()
        numbers.handleEvents(receiveCancel: { wasCancelled = true }).asSingle().subscribe(probe)
        probe.subscription?.request(.unlimited)
        numbers.send(1)
        #expect(probe.values == [])
        #expect(!wasCancelled)
        numbers.send(2)
        #expect(probe.values == [])
        #expect(wasCancelled)
        guard case .failure(SingleError.moreThanOneValue) = probe.completions.first else {
            Issue.record("\(probe.completions)")
            return
        }
        #expect(probe.completions.count == 1)
    }

    @Test("gives its value when its publisher finishes, to a subscriber that demands one")
    func demand() {
        let numbers = PassthroughSubject<Int, any Error>()
        let probe = Probe<Int>()
        numbers.asSingle().subscribe(probe)
        probe.subscription?.request(.max(1))
        numbers.send(1)
        #expect(probe.values == [])
        numbers.send(completion: .finished)
        #expect(probe.values == [1])
        #expect(probe.completions.count == 1)
    }

    @Test("cancels its publisher")
    func cancelled() {
        var wasCancelled = false
        let numbers = PassthroughSubject<Int, any Error>().handleEvents(receiveCancel: { wasCancelled = true })
        let subscription = numbers.asSingle().sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(!wasCancelled)
        subscription.cancel()
        #expect(wasCancelled)
    }
}
#endif
