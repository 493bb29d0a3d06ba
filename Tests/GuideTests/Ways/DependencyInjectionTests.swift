import APIClient

@MainActor final class GreetingModel: Injecting {
    nonisolated let container: Container
    @Injected(\.profiles) private var profiles
    private(set) var text = ""

    init(container: Container) { self.container = container }

    func appear() async {
        do {
            text = "Hello, \(try await profiles.fetchProfile().name)!"
        } catch {
            text = "\(error)"
        }
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
        #expect(model.text == "Hello, Ada Lovelace!")
    }

    @Test @MainActor func aForgottenServiceIsNamed() async {
        let model = GreetingModel(container: Container())
        await model.appear()
        #expect(model.text == MissingService(name: "profiles").description)
    }
}  // not in the guide

protocol Tracking: Sendable {
    func track(_ event: String)
}

struct NoTracking: Tracking {
    func track(_ event: String) {}
}

enum TrackingKey: ContainerKey {
    static let defaultValue: any Tracking = NoTracking()
}

extension Container {
    var tracking: any Tracking {
        get { self[TrackingKey.self] }
        set { self[TrackingKey.self] = newValue }
    }
}
