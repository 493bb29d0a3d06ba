#if canImport(Combine) || Combine
import APIClientCombine
import Testing

@Suite("A publisher is awaited") struct PublicationTests {
    private struct Broken: Error, Equatable {}

    @Test("until it finishes, with all its values")
    func finished() async {
        let publication = await published(by: [1, 2, 3].publisher)
        #expect(publication.values == [1, 2, 3])
        #expect(publication.hasFinished)
        #expect(publication.error == nil)
    }

    @Test("until it fails, with its values and its error")
    func failed() async {
        let numbers = [1, 2].publisher.setFailureType(to: Broken.self)
        let publication = await published(by: numbers.append(Fail(error: Broken())))
        #expect(publication.values == [1, 2])
        #expect(publication.error == Broken())
        #expect(!publication.hasFinished)
    }

    @Test("until the time is up, and is cancelled then")
    func timedOut() async {
        var wasCancelled = false
        let endless = CurrentValueSubject<Int, Never>(7).handleEvents(receiveCancel: { wasCancelled = true })
        let publication = await published(by: endless, within: .milliseconds(1))
        #expect(publication.values == [7])
        #expect(!publication.hasFinished)
        #expect(publication.error == nil)
        #expect(wasCancelled)
    }
}
#endif
