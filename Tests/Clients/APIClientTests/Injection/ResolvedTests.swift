import APIClient
import ClientTestSupport
import Foundation
import TestSupport
import Testing

@Suite("A struct view with a resolved service") struct ResolvedTests {
    private struct ProfileView {
        @Resolved private var profiles: any ProfileServing

        init(container: Container) {
            _profiles = Resolved(\.profiles, in: container)
        }

        func title() async throws -> String {
            try await "Hello, \(profiles.fetchProfile().name)!"
        }
    }

    private struct SharedView {
        @Resolved(\.profiles, in: .app) var profiles
    }

    private func service(named name: String) -> ProfileServiceDouble {
        ProfileServiceDouble { Profile(id: "user-1", name: name, email: "user-1@example.com") }
    }

    @Test("calls the service of its own container")
    func ownContainer() async throws {
        let services = [service(named: "Ada"), service(named: "Grace")]
        let views = services.map { ProfileView(container: Container().setting(\.profiles, to: $0)) }
        #expect(try await views[0].title() == "Hello, Ada!")
        #expect(try await views[1].title() == "Hello, Grace!")
        #expect(services.map(\.calls) == [1, 1])
    }

    @Test("calls the service of a test instead of the app's")
    func replaced() async throws {
        let service = service(named: "Ada")
        let view = SharedView(profiles: Resolved(\.profiles, in: Container().setting(\.profiles, to: service)))
        #expect(try await view.profiles.fetchProfile().name == "Ada")
        await expect(Result.of { try await SharedView().profiles.fetchProfile() }, to: beFailure(AppService.Called()))
    }

    @Test("says which service a container lacks")
    func missingService() async {
        await expect(
            Result.of { try await ProfileView(container: Container()).title() },
            to: beFailure(MissingService(name: "profiles")))
    }

    @Test(
        "does not compile without a container",
        .enabled(if: (try? Self.compile("")) == ""),
        arguments: [
            ("class A: Injecting { let container = Container(); @Injected(\\.limit) var limit }", ""),
            ("struct A { @Injected(\\.limit) var limit }", "only classes that are Injecting have @Injected"),
            (
                "class A { @Injected(\\.limit) var limit }\nlet a = A().limit",
                "requires that 'A' conform to 'Injecting'"
            ),
            ("struct A { @Resolved(\\.limit, in: Container()) var limit }", ""),
            ("struct A { @Resolved(\\.limit) var limit }", "missing argument for parameter 'in'"),
            ("struct A { @Resolved var limit: Int }\nlet a = A()", "missing argument for parameter 'limit'"),
        ])
    func unbound(_ code: String, _ error: String) throws {
        let output = try Self.compile(code)
        #expect(error.isEmpty ? output.isEmpty : output.contains(error), "\(output)")
    }

    /// What the compiler says of code beside the files of the container.
    private static func compile(_ code: String) throws -> String {
        let key = "enum Limit: ContainerKey { static let defaultValue = 3 }\n"
        let limit = "extension Container { var limit: Int { self[Limit.self] } }\n"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).swift")
        try (key + limit + code).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let sources = ["Container", "Injected", "Resolved"].map { name in
            Checkout.root.appendingPathComponent("Sources/Clients/APIClient/Injection/\(name).swift").path
        }
        return try Subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library"] + sources + [file.path],
            mergesError: true
        ).output
    }
}

extension Container {
    fileprivate static let app = Container().setting(\.profiles, to: AppService())
}

private struct AppService: ProfileServing {
    struct Called: Error, Equatable {}

    func fetchProfile() async throws -> Profile { throw Called() }
}
