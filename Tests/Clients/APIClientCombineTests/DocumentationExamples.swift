#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the public documentation, so that they are compiled; `DocumentationTests` compares the two.
private struct DocumentationExamples {
    private struct User: Decodable, Sendable {}

    private func call(_ client: RESTClient, id: String) -> AnyCancellable {
        client.get("/users/\(id)", expecting: .result(of: User.self), on: DispatchQueue.main)
            .sink(receiveCompletion: { end in print(end) }, receiveValue: { user in print(user) })
    }

    private func operation(_ service: IdentityService, show: @escaping (Profile) -> Void) -> AnyCancellable {
        TaskPublisher(on: DispatchQueue.main) { try await service.fetchProfile() }
            .sink(receiveCompletion: { _ in }, receiveValue: { profile in show(profile) })
    }

    private func decoding(_ client: RESTClient, log: @escaping (Int) -> Void) -> some Publisher<Profile, any Error> {
        client.get("/me", expecting: .raw, on: DispatchQueue.main)
            .handleEvents(receiveOutput: { response in log(response.status) })
            .unwrapResult(of: Profile.self)
    }

    private struct Item: Decodable, Sendable {}

    private func retrying(_ client: RESTClient, _ queue: DispatchQueue) -> some Publisher<[Item], any Error> {
        client.get("/items", expecting: .json([Item].self), on: queue)
            .retryOnce(on: { error in error as? RESTError == .timedOut })
    }

    private func singles(_ names: some Publisher<String, Never>) -> [Single<String>] {
        let first = Single(names.prefix(1))
        let only = names.asSingle()  // fails if there are two
        return [first, only]
    }

    private func endpoint(_ session: URLSession, _ token: AccessToken) -> AnyPublisher<Profile, any Error> {
        let profile = session.publisher(for: .profile, with: token, host: .staging, on: DispatchQueue.main)
        return profile
    }

    private func single(_ networking: any Networking) -> Single<Profile> {
        let profile = networking.single(for: APIEndpoint.User.current(), on: DispatchQueue.main)
        return profile
    }
}

extension Endpoint where Kind == EndpointKinds.Private, Response == Profile {
    fileprivate static var profile: Self { Endpoint(APIEndpoint.User.current()) }
}
#endif
