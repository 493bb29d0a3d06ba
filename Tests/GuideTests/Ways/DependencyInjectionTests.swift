import APIClient

@MainActor final class GreetingModel: Injecting {
    nonisolated let container: Container
    @Injected(\.profiles) private var profiles
    private(set) var greeting = ""

    init(container: Container) { self.container = container }

    func appear() async {
        let name = try? await profiles.fetchProfile().name
        greeting = name.map { "Hello, \($0)!" } ?? "Sign in again"
    }
}

import Testing

@Suite("The guide: dependency injection") struct DependencyInjectionGuide {  // not in the guide
    struct Ada: ProfileServing {
        func fetchProfile() async throws -> Profile {
            Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")
        }
    }

    @Test @MainActor func theUserIsGreeted() async {
        let model = GreetingModel(container: Container().setting(\.profiles, to: Ada()))
        await model.appear()
        #expect(model.greeting == "Hello, Ada Lovelace!")
    }

    @Test @MainActor func whoHasNoServiceSignsIn() async {
        let model = GreetingModel(container: Container())
        await model.appear()
        #expect(model.greeting == "Sign in again")
    }
}  // not in the guide
