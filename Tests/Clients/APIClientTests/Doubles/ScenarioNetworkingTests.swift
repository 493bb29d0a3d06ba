import ClientTestSupport
import MockServerKit
import Testing

@testable import APIClient

@Suite("Networking that a scenario answers") struct ScenarioNetworkingTests {
    private let scenario = """
        mockserver: 1
        steps:
          - request: POST /items
            assert: { form: { name: a b } }
            response: { status: 201, json: { result: 7 } }
        """

    @Test("reads the scenario's responses, and its verdict is of the requests")
    func passes() async throws {
        let networking = try ScenarioNetworking(Scenario(yaml: scenario))
        let id = try await networking.request("/items", method: .post, parameters: ["name": "a b"], encoding: .form)
            .validate(status: [201]).responseObject(.result(of: Int.self))
        #expect(id == 7)
        #expect(await networking.verdict().passed)
    }

    @Test("a request that is not as asserted fails its verdict")
    func fails() async throws {
        let networking = try ScenarioNetworking(Scenario(yaml: scenario))
        let headers: HTTPHeaders = ["X-Trace": "7"]
        _ = try await networking.request(
            "/items", method: .post, parameters: ["name": "b"], encoding: .form, headers: headers
        ).response()
        let verdict = await networking.verdict()
        #expect(!verdict.passed)
        #expect(verdict.text().contains("a b"))
    }
}
