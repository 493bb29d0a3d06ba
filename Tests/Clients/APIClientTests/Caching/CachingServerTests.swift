import APIClient
import ClientTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Over a server, a client with a cache", .alone, .timeLimit(.minutes(60))) struct CachingServerTests {
    private let me = APIRequest(.get, "/me", expecting: .raw)
    private let cache = ResponseCache()

    private func text(_ response: RESTResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("takes the body for a 304 from the cache, with the 304's headers")
    func notModified() async throws {
        try await withServer("cache-304") { server in
            let client = try server.client().caching(in: cache)
            var left: [String?] = []
            for _ in 0..<4 {
                let response = try await client.send(me)
                #expect(response.status == 200)
                #expect(response.header("Content-Type") == "text/plain; charset=utf-8")
                left.append(response.header("X-Requests-Left"))
                #expect(text(response) == (left.count < 4 ? "Ada" : "Grace"))
            }
            #expect(left == ["9", "8", "7", "6"])
        }
    }

    @Test("stores nothing that the server or the caller forbids to store")
    func noStore() async throws {
        try await withServer("cache-no-store") { server in
            let client = try server.client().caching(in: cache)
            for text in ["one", "two"] { #expect(self.text(try await client.send(me)) == text) }
            let response = try await client.send(me, with: { $0.settingHeader("Cache-Control", to: "no-store") })
            #expect(text(response) == "three")
            #expect(await cache.byteCount == 0)
        }
    }

    @Test("has a response only for requests with the same values of what Vary names")
    func vary() async throws {
        try await withServer("cache-vary") { server in
            let client = try server.client().caching(in: cache)
            for (language, greeting) in [("en", "Hello"), ("de", "Hallo"), ("de", "Hallo"), ("en", "Hello")] {
                let response = try await client.send(me, with: { $0.settingHeader("Accept-Language", to: language) })
                #expect(text(response) == greeting)
            }
        }
    }

    @Test("has no response of one user for another, though both share the cache and the tag")
    func users() async throws {
        try await withServer("cache-users") { server in
            let client = try server.client().caching(in: cache)
            for name in ["ada", "grace", "ada"] {
                let tokens = TokenStore(Tokens(access: name, refresh: "rt"), refreshingThrough: client)
                #expect(text(try await client.authorized(by: tokens).send(me)) == name)
            }
        }
    }

    @Test("asks anew after a request that changed the resource, but not after one that was refused")
    func invalidated() async throws {
        try await withServer("cache-change") { server in
            let client = try server.client().caching(in: cache)
            let put = APIRequest(.put, "/me", sending: try .json(["name": "Grace"]), expecting: .noContent)
            #expect(text(try await client.send(me)) == "Ada")
            await #expect(throws: RESTError.self) { try await client.send(put) }
            #expect(text(try await client.send(me)) == "Ada")
            try await client.send(put)
            #expect(text(try await client.send(me)) == "Grace")
            await #expect(throws: RESTError.self) {
                try await client.send(APIRequest(.delete, "/me", expecting: .noContent))
            }
            #expect(text(try await client.send(me)) == "Nobody")
        }
    }

    @Test("keeps a response through the server's trouble, together with retries")
    func retried() async throws {
        try await withServer("cache-retry") { server in
            let client = try server.client().caching(in: cache).retrying(sleep: { _ in })
            #expect(text(try await client.send(me)) == "Ada")
            #expect(text(try await client.send(me)) == "Ada")
        }
    }
}
