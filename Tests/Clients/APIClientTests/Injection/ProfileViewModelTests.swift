import ClientTestSupport
import Testing

@testable import APIClient

@MainActor @Suite("A view model with an injected service") struct ProfileViewModelTests {
    private let ada = Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")
    private let pending = PendingAnswer<Profile>()

    /// A model whose service answers as a function does.
    private func model(
        _ answer: @escaping @Sendable () async throws -> Profile
    ) -> (model: ProfileViewModel, service: ProfileServiceDouble) {
        let service = ProfileServiceDouble(answer)
        return (ProfileViewModel(container: Container().setting(\.profiles, to: service)), service)
    }

    @Test("shows that it loads, then the name, with one call")
    func name() async {
        let (model, service) = model { [ada] in ada }
        var states: [ProfileViewState] = []
        model.onChange = { states.append($0) }
        #expect(model.state == ProfileViewState())
        #expect(service.calls == 0)
        model.appear()
        #expect(model.state == ProfileViewState(isLoading: true))
        await model.load?.value
        #expect(states == [ProfileViewState(isLoading: true), ProfileViewState(name: "Ada Lovelace")])
        #expect(service.calls == 1)
    }

    @Test("does not call again when it appears while it loads")
    func secondAppearance() async throws {
        let (model, service) = model { [pending] in try await pending.value() }
        model.appear()
        let load = try #require(model.load)
        let answer = try #require(await pending.next())
        model.appear()
        answer.resume(returning: ada)
        await load.value
        #expect(model.state == ProfileViewState(name: "Ada Lovelace"))
        #expect(service.calls == 1)
    }

    @Test("calls once for a view that appears again with each change while it loads")
    func reentrance() async {
        let (model, service) = model { [ada] in ada }
        model.onChange = { [weak model] state in if state.isLoading { model?.appear() } }
        model.appear()
        await model.load?.value
        #expect(model.state == ProfileViewState(name: "Ada Lovelace"))
        #expect(service.calls == 1)
    }

    @Test("shows why there is no name, tries again, and keeps the name while it loads anew")
    func failures() async throws {
        let answers = Protected<[Result<Profile, IdentityError>]>([
            .failure(.unauthorized), .success(ada), .failure(.invalidProfile("$.name is missing")),
        ])
        let (model, service) = model { try answers.withLock { $0.removeFirst() }.get() }
        var states: [ProfileViewState] = []
        model.onChange = { states.append($0) }
        for _ in 0..<3 {
            model.appear()
            await model.load?.value
        }
        #expect(
            states == [
                ProfileViewState(isLoading: true), ProfileViewState(errorText: "You must sign in again."),
                ProfileViewState(isLoading: true), ProfileViewState(name: "Ada Lovelace"),
                ProfileViewState(name: "Ada Lovelace", isLoading: true),
                ProfileViewState(
                    name: "Ada Lovelace", errorText: "The server sent no valid profile: $.name is missing."),
            ])
        #expect(service.calls == 3)
    }

    @Test("is released while its service still holds the pending answer, which then changes nothing")
    func released() async throws {
        var (model, service): (ProfileViewModel?, ProfileServiceDouble) = model { [pending] in try await pending.value()
        }
        weak var released: ProfileViewModel?
        released = model
        var states: [ProfileViewState] = []
        model?.onChange = { states.append($0) }
        model?.appear()
        let load = try #require(model?.load)
        let answer = try #require(await pending.next())
        #expect(!load.isCancelled)
        model = nil
        #expect(released == nil)
        #expect(load.isCancelled)
        answer.resume(returning: ada)
        await load.value
        #expect(states == [ProfileViewState(isLoading: true)])
        #expect(service.calls == 1)
    }

    @Test("says which service a container lacks")
    func missingService() async {
        let model = ProfileViewModel(container: Container())
        model.appear()
        await model.load?.value
        #expect(
            model.state.errorText
                == "The container has no service \"profiles\"; set it where the container is made.")
    }

    @Test("shows the name that a server sends")
    func overServer() async throws {
        try await withServer("profile") { server in
            let service = IdentityService(client: try server.client())
            let model = ProfileViewModel(container: Container().setting(\.profiles, to: service))
            model.appear()
            await model.load?.value
            #expect(model.state == ProfileViewState(name: "Ada Lovelace"))
        }
    }
}
