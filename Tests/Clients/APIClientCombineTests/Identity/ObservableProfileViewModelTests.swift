#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Testing

@MainActor @Suite("A view model that subscribes", .timeLimit(.minutes(60))) struct ObservableProfileViewModelTests {
    private let transport = PendingTransport()

    private func model() throws -> ObservableProfileViewModel {
        ObservableProfileViewModel(service: IdentityService(client: try RESTClient(sendingThrough: transport)))
    }

    /// The state after the one in which it waits.
    private func end(of model: ObservableProfileViewModel) async -> ObservableProfileViewModel.State? {
        await published(by: model.$state.first { $0 != .loading }).values.first
    }

    @Test("has nothing to show, waits, then shows the name")
    func name() async throws {
        let model = try model()
        #expect(model.state == .empty)
        model.load()
        #expect(model.state == .loading)
        await transport.calls.next()?.answer.yield(.ada)
        #expect(await end(of: model) == .name("Ada Lovelace"))
    }

    @Test("shows why there is no name")
    func failure() async throws {
        let model = try model()
        model.load()
        await transport.calls.next()?.answer.yield(RESTResponse(status: 403))
        #expect(await end(of: model) == .failure("You must sign in again."))
    }

    @Test("waits for the latest of its requests, and cancels the one before")
    func secondLoad() async throws {
        let model = try model()
        model.load()
        let first = try #require(await transport.calls.next())
        model.load()
        #expect(await first.cancelled.next() != nil)
        #expect(model.state == .loading)
        await transport.calls.next()?.answer.yield(.ada)
        #expect(await end(of: model) == .name("Ada Lovelace"))
    }

    @Test("tells its observers of a change")
    func observed() async throws {
        let model = try model()
        var states: [ObservableProfileViewModel.State] = []
        let subscription = model.objectWillChange.sink { states.append(model.state) }
        model.load()
        #expect(states == [.empty])
        await transport.calls.next()?.answer.yield(.ada)
        _ = await end(of: model)
        #expect(states == [.empty, .loading])
        subscription.cancel()
    }

    @Test("cancels its request when it is released")
    func released() async throws {
        var model: ObservableProfileViewModel? = try model()
        weak let released = model
        model?.load()
        let call = try #require(await transport.calls.next())
        model = nil
        try #require(released == nil)
        #expect(await call.cancelled.next() != nil)
    }
}
#endif
