import ClientTestSupport
import Foundation
import MockServerKit
import MockServerURLProtocol
import TestSupport
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A client on a session of its maker", .alone, .timeLimit(.minutes(60))) struct SharedSessionTests {
    private func client(of server: TestServer) throws -> RESTClient {
        switch server {
        case .listening(let server): try RESTClient(baseURL: server.url, session: URLSession(configuration: .ephemeral))
        case .inProcess(let server): try RESTClient(baseURL: server.url, session: server.session)
        }
    }

    private let log = APIRequest(.get, "/log", expecting: .raw)

    @Test("reads a whole response, and can't stream")
    func whole() async throws {
        let yaml = """
            mockserver: 1
            steps: [{ request: GET /log, response: { status: 201, headers: { X-Kind: log }, text: one } }]
            """
        try await withServer(Scenario(yaml: yaml)) { server in
            let client = try client(of: server)
            let response = try await client.send(log)
            #expect(response.status == 201)
            #expect(response.header("X-Kind") == "log")
            #expect(response.body == Data("one".utf8))
            let text = "the transport URLSession can't hand over a body before it is whole"
            await #expect(throws: RESTError.unsupported(text)) { _ = try await client.stream(log) }
        }
    }

    @Test("asks for nothing in a cancelled task")
    func cancelledBefore() async throws {
        try await withServer("nothing-comes") { server in
            let client = try client(of: server)
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await #expect(throws: CancellationError.self) { try await client.send(log) }
            }.value
            #expect(server.journal.isEmpty)
        }
    }

    @Test("leaves with its task")
    func cancelled() async throws {
        try await withServer("streamed-no-head") { server in
            let client = try client(of: server)
            let task = Task { try await client.send(log) }
            try await server.waitFor(step: "log", timeout: .seconds(600))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("fails with the connection")
    func lost() async throws {
        try await withServer("closed") { server in
            let client = try client(of: server)
            let error = await #expect(throws: RESTError.self) {
                try await client.send(APIRequest(.get, "/me", expecting: .raw))
            }
            guard case .connection = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
