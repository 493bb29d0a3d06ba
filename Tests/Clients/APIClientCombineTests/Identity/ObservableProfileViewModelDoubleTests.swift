#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Testing

@MainActor @Suite("A view model whose service is a typed double") struct ObservableProfileViewModelDoubleTests {
    private typealias Results = PassthroughSubject<Result<Profile, FetchProfileError>, Never>

    private let ada = Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")

    @Test("shows what the service publishes, with one call")
    func results() {
        let results = Results()
        let service = ProfilePublishingDouble(results)
        let model = ObservableProfileViewModel(service: service)
        #expect(service.calls == 0)
        model.load()
        #expect(model.state == .loading)
        results.send(.failure(.unauthorized))
        #expect(model.state == .failure("You must sign in again."))
        results.send(.success(ada))
        #expect(model.state == .name("Ada Lovelace"))
        #expect(service.calls == 1)
    }

    @Test("shows a profile that is there at once")
    func present() {
        let service = ProfilePublishingDouble(Just(.success(ada)))
        let model = ObservableProfileViewModel(service: service)
        model.load()
        #expect(model.state == .name("Ada Lovelace"))
        #expect(service.calls == 1)
    }

    @Test("cancels its subscription when it loads again, and when it is released")
    func cancelled() {
        let results = Results()
        var cancellations = 0
        let service = ProfilePublishingDouble(results.handleEvents(receiveCancel: { cancellations += 1 }))
        var model: ObservableProfileViewModel? = ObservableProfileViewModel(service: service)
        weak let released = model
        model?.load()
        #expect(cancellations == 0)
        model?.load()
        #expect(cancellations == 1)
        #expect(service.calls == 2)
        model = nil
        #expect(released == nil)
        #expect(cancellations == 2)
        results.send(.success(ada))
    }
}
#endif
