import ClientTestSupport
import Foundation
import MockServerKit
import TestSupport
import Testing

@testable import APIClient

@Suite("A typed web client, over a server", .alone, .timeLimit(.minutes(60))) struct WebClientServerTests {
    @Test("gives the value, or the error for each fault")
    func faults() async throws {
        try await withServer("web-client") { server in
            let web = WebClient(client: try server.client())
            let profile = try await web.fetch("/me", as: .result(of: Profile.self))
            #expect(profile == Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com"))
            let faults: [(path: RequestPath, error: WebClientError)] = [
                ("/teapot", .response(418)), ("/moved", .response(304)), ("/html", .malformed),
                ("/empty", .malformed), ("/cut", .cut), ("/reset", .reset),
            ]
            for fault in faults {
                let error = await #expect(throws: WebClientError.self, "\(fault.path)") {
                    try await web.fetch(fault.path, as: .result(of: Profile.self))
                }
                #expect(error?.withoutCode == fault.error.withoutCode, "\(fault.path)")
            }
        }
    }

    @Test("completes once on its queue, whatever the server does", arguments: ["/me", "/reset"])
    func completion(_ path: String) async throws {
        let yaml = """
            mockserver: 1
            steps:
              - request: \(path)
                times: { at_least: 1 }
                response: \(path == "/me" ? "{ json: 7 }" : "{ fault: reset }")
            """
        try await withServer(Scenario(yaml: yaml)) { server in
            let completions = Completions<Int>()
            let token = WebClient(client: try server.client()).fetch(
                RequestPath(path), as: .json(Int.self), on: completions.queue, completion: completions.completion)
            let expected: Result<Int, WebClientError> = path == "/me" ? .success(7) : .failure(.reset)
            let calls = await completions.calls(of: token)
            #expect(calls.map(\.isOnQueue) == [true])
            #expect(calls.map { $0.result.mapError(\.withoutCode) } == [expected.mapError(\.withoutCode)])
        }
    }

    @Test("a cancelled fetch leaves the server, which still holds the response")
    func cancelled() async throws {
        try await withServer("web-client-cancelled") { server in
            let completions = Completions<Int>()
            let token = WebClient(client: try server.client()).fetch(
                "/slow", as: .json(Int.self), on: completions.queue, completion: completions.completion)
            try await server.waitFor(step: "slow", timeout: .seconds(600))
            token.cancel()
            try #require(token.task.isCancelled)
            #expect(await completions.calls(of: token) == [.onQueue(.failure(.cancelled))])
        }
    }
}
