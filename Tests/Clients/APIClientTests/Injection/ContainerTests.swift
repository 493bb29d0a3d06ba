import APIClient
import ClientTestSupport
import Testing

@Suite("A container") struct ContainerTests {
    private enum Limit: ContainerKey { static let defaultValue = 3 }
    private enum Other: ContainerKey { static let defaultValue = 4 }

    @Test("has each key's default until another value is set, and copies are independent")
    func values() {
        let container = Container()
        var copy = container
        copy[Limit.self] = 7
        #expect(container[Limit.self] == 3)
        #expect(copy[Limit.self] == 7)
        #expect(copy[Other.self] == 4)
    }

    @Test("takes a value at a key path")
    func setting() {
        let container = Container()
        #expect(container.setting(\.limit, to: 9).limit == 9)
        #expect(container.limit == 3)
    }

    @Test("a service that was not set says so")
    func missingService() async {
        await expect(
            Result.of { try await Container().profiles.fetchProfile() },
            to: beFailure(MissingService(name: "profiles")))
    }

    private final class Owner: Injecting {
        let container: Container
        @Injected(\.limit) var limit
        init(_ limit: Int) { container = Container().setting(\.limit, to: limit) }
    }

    @Test("an injected property of a class has the value of its instance's container")
    func injected() {
        let owners = [Owner(1), Owner(2)]
        #expect(owners.map(\.limit) == [1, 2])
    }
}

extension Container {
    fileprivate var limit: Int {
        get { self[LimitKey.self] }
        set { self[LimitKey.self] = newValue }
    }
}

private enum LimitKey: ContainerKey { static let defaultValue = 3 }
