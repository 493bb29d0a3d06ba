import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A typed web client under URLSession, without a socket", .alone, .timeLimit(.minutes(60)))
struct WebClientInProcessTests {
    /// The client of an app, with the app's own base URL, and the server that gets all its requests.
    private func start(_ steps: String) throws -> (server: InProcessMockServer, rest: RESTClient, web: WebClient) {
        let server = try InProcessMockServer(Scenario(yaml: "{mockserver: 1, linger: 0ms, steps: [\(steps)]}"))
        let transport = URLSessionTransport(configuration: server.configuration)
        let rest = try RESTClient(baseURL: "https://api.example.com/v1", transport: transport)
        return (server, rest, WebClient(client: rest))
    }

    @Test(
        "gives the value, or the error for each fault",
        arguments: [
            ("{json: [1, 2]}", .success([1, 2])), ("{status: 503}", .failure(.response(503))),
            ("{text: '<html>'}", .failure(.malformed)), ("{fault: reset}", .failure(.reset)),
            ("{json: [1, 2], fault: {kind: truncate, after_bytes: 2}}", .failure(.cut)),
        ] as [(String, Result<[Int], WebClientError>)])
    func outcomes(_ response: String, _ expected: Result<[Int], WebClientError>) async throws {
        let (server, _, web) = try start("{request: {path: /v1/list, host: api.example.com}, response: \(response)}")
        let completions = Completions<[Int]>()
        let token = web.fetch("/list", as: .json(), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(expected)])
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("a cancelled fetch leaves the server")
    func cancelled() async throws {
        let (server, _, web) = try start(
            "{id: slow, request: GET /v1/slow, response: {json: 7, delay: 1h}, client: cancels}")
        let completions = Completions<Int>()
        let token = web.fetch("/slow", as: .json(), on: completions.queue, completion: completions.completion)
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        token.cancel()
        try #require(token.task.isCancelled)
        #expect(await completions.calls(of: token) == [.onQueue(.failure(.cancelled))])
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("a body from a stream is in the journal, as one from data is")
    func streamedBody() async throws {
        let (server, rest, web) = try start("{request: POST /v1/log, times: 2, response: 204}")
        let text = String(repeating: "a line of the log\n", count: 5_000)
        let request = APIRequest(
            .post, "/log", sending: .bytes(Data(text.utf8), contentType: "text/plain"), expecting: .noContent)
        try await web.fetch(request, as: .noContent)
        try await rest.send(request) { request in
            var streamed = request
            streamed.httpBody = nil
            streamed.httpBodyStream = InputStream(data: Data(text.utf8))
            return streamed
        }
        for _ in 1...2 {
            let received = try await server.takeRequest(timeout: .seconds(600)).request
            #expect(received.text == text)
            #expect(received.headers[.contentType] == "text/plain")
        }
        #expect(await server.finish().passed)
    }

    /// What a client of GraphQL sends.
    private struct GraphQLBody: Codable, Sendable, Equatable {
        var query: String
        var variables: [String: Int]
    }

    @Test("the GraphQL query of a request can be read in a test, and matched by its operation")
    func graphQL() async throws {
        let (server, _, web) = try start(
            """
            {request: {method: POST, path: /v1/graphql, graphql: {operation: Hero}},
             assert: {graphql: {variables: {id: 7}, query: 'query Hero($id: Int!) { hero(id: $id) { name } }'}},
             response: {json: {data: {hero: {name: Leia}}}}}
            """)
        let body = GraphQLBody(query: "query Hero($id: Int!) {\n  hero(id: $id) { name }\n}", variables: ["id": 7])
        let request = APIRequest(.post, "/graphql", sending: try .json(body), expecting: .raw)
        let answer = try await web.fetch(request, as: .json([String: [String: [String: String]]].self))
        #expect(answer == ["data": ["hero": ["name": "Leia"]]])
        let received = try await server.takeRequest(timeout: .seconds(600)).request
        #expect(try JSONDecoder().decode(GraphQLBody.self, from: Data(received.body)) == body)
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict.text())")
    }
}
