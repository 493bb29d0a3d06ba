import Foundation
public import MockServerURLProtocol

#if canImport(APIClient)
public import APIClient
#endif

/// A ``Networking`` that a scenario answers, inside `URLSession` and without a socket.
///
///     let networking = try ScenarioNetworking(Scenario(contentsOf: "Scenarios/profile.yaml"))
///     …
///     #expect(await networking.verdict().passed)
public struct ScenarioNetworking: Networking {
    private let server: InProcessMockServer
    private let client: RESTClient

    /// Starts to play a scenario.
    public init(_ scenario: Scenario) throws {
        var options = InProcessMockServer.Options()
        options.streams = true
        server = try InProcessMockServer(scenario, options: options)
        client = try RESTClient(
            baseURL: server.url.absoluteString, transport: URLSessionTransport(configuration: server.configuration),
            timeout: 300)
    }

    public func request(
        _ method: HTTPMethod, _ path: RequestPath, parameters: Parameters?, encoding: ParameterEncoding,
        headers: HTTPHeaders
    ) -> any NetworkRequesting {
        client.request(method, path, parameters: parameters, encoding: encoding, headers: headers)
    }

    /// Ends the run and says whether the requests were those of the scenario.
    public func verdict() async -> Verdict {
        await server.finish()
    }
}
