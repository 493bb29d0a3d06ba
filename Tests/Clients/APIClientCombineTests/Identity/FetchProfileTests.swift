#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Testing

@Suite("The profile as a publisher that never fails") struct FetchProfileTests {
    private struct Broken: Error {}

    private func result(
        _ answer: @escaping @Sendable () throws -> RESTResponse
    ) async throws -> Result<Profile, FetchProfileError> {
        let service = IdentityService(client: try RESTClient(sendingThrough: Responder { _ in try answer() }))
        let publication = await published(by: service.fetchProfile(on: ImmediateScheduler.shared))
        #expect(publication.hasFinished)
        #expect(publication.values.count == 1)
        return try #require(publication.values.first)
    }

    @Test("is the profile")
    func success() async throws {
        #expect(try await result { .ada }.get().name == "Ada Lovelace")
    }

    @Test("or the service's error")
    func failures() async throws {
        guard case .failure(.invalidProfile("$.result is missing")) = try await result({ RESTResponse(text: "{}") })
        else {
            Issue.record("not an invalid profile")
            return
        }
        guard case .failure(.unauthorized) = try await result({ RESTResponse(status: 401) }) else {
            Issue.record("not unauthorized")
            return
        }
        guard case .failure(.unavailable(let error)) = try await result({ throw Broken() }) else {
            Issue.record("not unavailable")
            return
        }
        #expect(error is Broken)
    }

    @Test("which a request is too that something else than the subscriber cancelled")
    func cancelledElsewhere() async throws {
        guard case .failure(.unavailable(let error)) = try await result({ throw CancellationError() }) else {
            Issue.record("not unavailable")
            return
        }
        #expect(error is CancellationError)
    }
}
#endif
