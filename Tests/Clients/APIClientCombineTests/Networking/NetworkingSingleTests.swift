#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Testing

@Suite("A request of the networking seam as a single") struct NetworkingSingleTests {
    private let ada = Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")

    @Test("gives the typed value of a double, for each subscription")
    func value() async {
        let networking = NetworkingDouble()
        networking.answer(APIEndpoint.User.current(), with: ada)
        let queue = MarkedQueue()
        let single: Single<Profile> = networking.single(for: APIEndpoint.User.current(), on: queue.queue)
        #expect(networking.calls(of: APIEndpoint.User.current()) == 0)
        let publication = await published(by: single.map { [$0.name, "\(queue.isCurrent)"] })
        #expect(publication.values == [["Ada Lovelace", "true"]])
        #expect(publication.hasFinished)
        #expect(networking.calls(of: APIEndpoint.User.current()) == 1)
    }

    @Test("fails as the request does")
    func failure() async throws {
        let networking: any Networking = try RESTClient(
            baseURL: "https://api.example.com", transport: Responder.json(["a"], status: 503))
        let publication = await published(
            by: networking.single(for: APIEndpoint.User.current(), on: ImmediateScheduler.shared))
        #expect(publication.values.isEmpty)
        guard case .status = publication.error as? RESTError else {
            Issue.record("\(publication)")
            return
        }
    }
}
#endif
