#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Testing

@Suite("A request of the networking seam as a single") struct NetworkingSingleTests {
    private let request = APIEndpoint.User.current()
    private let ada = Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")

    @Test("gives the typed value of a double, by one call for each subscription")
    func value() async {
        let networking = NetworkingDouble()
        networking.answer(request, with: ada)
        let single: Single<Profile> = networking.single(for: request, on: ImmediateScheduler.shared)
        #expect(networking.calls(of: request) == 0)
        await expect(single, to: beSuccess(ada))
        #expect(networking.calls(of: request) == 1)
        await expect(single, to: beSuccess(ada))
        #expect(networking.calls(of: request) == 2)
    }

    @Test("fails as the request does")
    func failure() async throws {
        let networking = NetworkingDouble()
        networking.answer(request) { _ in throw RESTError.timedOut }
        await expect(
            networking.single(for: request, on: ImmediateScheduler.shared), to: beFailure(RESTError.timedOut))
        let unavailable = RESTResponse(status: 503)
        let client: any Networking = try RESTClient(sendingThrough: Responder { _ in unavailable })
        await expect(
            client.single(for: request, on: ImmediateScheduler.shared), to: beFailure(RESTError.status(unavailable)))
    }

    @Test("gives its value on the scheduler")
    func scheduler() async {
        let networking = NetworkingDouble()
        networking.answer(request, with: ada)
        let queue = MarkedQueue()
        await expect(
            networking.single(for: request, on: queue.queue).map { _ in queue.isCurrent }, to: beSuccess(true))
    }
}
#endif
