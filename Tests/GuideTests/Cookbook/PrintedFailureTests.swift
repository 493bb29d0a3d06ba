import Foundation
import MockServerTesting
import TestSupport
import Testing

/// The failures in the articles are those that wrong clients get.
@Suite("A failure in the cookbook is printed like that", .alone, .timeLimit(.minutes(60))) struct PrintedFailureTests {
    @Test("a refresh for each call")
    func refreshes() async throws {
        let printed = try await WrongClient.verdict(on: "shared-refresh") { client, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...3 {
                    group.addTask { try await client.send("GET", "/me", ["Authorization": "Bearer expired"]) }
                }
                try await group.waitForAll()
            }
            var token = ""
            for _ in 1...2 {
                let body = try await client.send("POST", "/auth/refresh", body: #"{"refreshToken": "rt-1"}"#)
                let answer = try? JSONDecoder().decode([String: [String: String]].self, from: body)
                token = answer?["result"]?["accessToken"] ?? token
            }
            for _ in 1...3 { try await client.send("GET", "/me", ["Authorization": "Bearer \(token)"]) }
        }
        PrintedText.expect(printed, in: "RefreshOnce")
    }

    @Test("a retry at once, with another key")
    func retry() async throws {
        let printed = try await WrongClient.verdict(on: "retried-order") { client, server in
            try await client.send("POST", "/orders", ["Idempotency-Key": "k-1"], body: #"{"item": 1}"#)
            _ = try? await client.send("POST", "/orders", ["Idempotency-Key": "k-2"], body: #"{"item": 1}"#)
            try await server.clock.advance(by: .seconds(1))
            try await client.send("POST", "/orders", ["Idempotency-Key": "k-1"], body: #"{"item": 1}"#)
        }
        PrintedText.expect(printed, in: "RetryRequests")
    }

    @Test("a cursor that is not encoded, and an empty page that is taken for the last")
    func pages() async throws {
        let printed = try await WrongClient.verdict(on: "order-pages") { client, _ in
            try await client.send("GET", "/orders?limit=2")
            try await client.send("GET", "/orders?limit=2&cursor=a+b/c=")
        }
        PrintedText.expect(printed, in: "Paginate")
    }

    @Test("a photo of the wrong type")
    func photo() async throws {
        let printed = try await WrongClient.verdict(on: "photo-form") { client, _ in
            let parts = [
                "--b", "Content-Disposition: form-data; name=\"meta\"", "Content-Type: application/json", "",
                #"{"album": 7}"#,
                "--b", "Content-Disposition: form-data; name=\"photo\"; filename=\"sunset.jpg\"",
                "Content-Type: application/octet-stream", "", "jpeg", "--b--", "",
            ]
            try await client.send(
                "POST", "/photos", ["Content-Type": "multipart/form-data; boundary=b"],
                body: parts.joined(separator: "\r\n"))
        }
        PrintedText.expect(printed, in: "UploadFiles")
    }

    @Test("a stream that begins anew")
    func events() async throws {
        let accept = ["Accept": "text/event-stream"]
        let printed = try await WrongClient.verdict(on: "resumed-events") { client, server in
            try await client.send("GET", "/events", accept)
            try await server.clock.advance(by: .seconds(1))
            try await client.send("GET", "/events", accept)
        }
        PrintedText.expect(printed, in: "StreamResponses")
    }

    @Test("a cache that is gone with the connection")
    func cache() async throws {
        let printed = try await WrongClient.verdict(on: "cached-profile") { client, _ in
            try await client.send("GET", "/me")
            _ = try? await client.send("GET", "/me", ["If-None-Match": #""v1""#])
            try await client.send("GET", "/me")
        }
        PrintedText.expect(printed, in: "WorkOffline")
    }

    @Test("one part after the other")
    func parts() async throws {
        let printed = try await WrongClient.verdict(on: "parts-together") { client, _ in
            try await client.send("GET", "/me")
            try await client.send("GET", "/orders")
        }
        PrintedText.expect(printed, in: "TestRaces")
    }

    // The words of the alert are those of the client's TLS library.
    #if os(Linux)
    @Test("a server that is not trusted")
    func untrusted() async throws {
        let server = try MockServer(Scenario("A server that is not trusted") { Stub(.get, "/me") }, options: .https)
        await #expect(throws: URLError.self) { try await WrongClient(server.url).send("GET", "/me") }
        PrintedText.expect(await server.finish().text(), in: "PinCertificates")
    }
    #endif
}
