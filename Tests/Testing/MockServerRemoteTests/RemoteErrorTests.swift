import Foundation
import MockServerKit
import TestSupport
import Testing

@testable import MockServerRemote

@Suite("A remote control says", .alone, .timeLimit(.minutes(60))) struct RemoteErrorTests {
    @Test("that nobody listens there")
    func unreachable() async throws {
        // Its port is free again, and never handed out twice in a process.
        let server = try MockServer(Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /a }]"))
        let url = server.url
        #expect(server.verdict.passed)
        await server.stop()
        let error = await errorText(of: { try await RemoteMockServer(adminURL: url) })
        #expect(error.hasPrefix("no mock server can be reached at \(url): "), "\(error)")
        #expect(error.hasSuffix("give its admin URL; if it runs in a container, publish that port, too."))
        #expect(!error.contains("NSURLErrorDomain"), "\(error)")
    }

    @Test("that a token is missing or wrong")
    func token() async throws {
        let pair = try await Pair(token: "t0ken")
        let url = try #require(pair.server.adminURL)
        let without = try await RemoteMockServer(adminURL: url)
        #expect(
            await errorText(of: { try await without.verdict })
                == "the admin API at \(url) wants a token: give the one in the server's MOCKSERVER_ADMIN_TOKEN.")
        let wrong = try await RemoteMockServer(adminURL: url, token: "other")
        #expect(
            await errorText(of: { try await wrong.reset() })
                == "the admin API at \(url) has another token: give the one in the server's MOCKSERVER_ADMIN_TOKEN.")
        #expect(try await pair.remote.verdict.requests == 0)
        await pair.server.stop()
    }

    @Test("that the URL is not the admin API's")
    func scenarioURL() async throws {
        let server = try MockServer(
            Scenario(
                yaml:
                    "mockserver: 1\nstubs: [{ request: GET /health, response: { text: up } }]"
            ))
        let url = server.url
        let up = await errorText(of: { try await RemoteMockServer(adminURL: url) })
        #expect(up.hasPrefix("what responds at \(url) is not mockserver's admin API: it responded 200 with \"up\""))
        #expect(up.contains("Give the URL that mockserver prints after \"admin:\", not the one for clients"))
        let other = await errorText(of: { try await RemoteMockServer(adminURL: url.appendingPathComponent("a")) })
        #expect(!other.contains("\u{FFFD}"), "\(other)")
        #expect(other.contains("it responded 501 with \""), "\(other)")
        #expect(other.contains("nothing takes GET /a/health…\". Give the URL"), "\(other)")
        #expect(server.verdict.failures.map(\.kind) == [.unmatched])
        await server.stop()
    }

    @Test("that the server has no URL")
    func unixSocket() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString.prefix(8)).sock")
            .path
        var options = MockServer.Options()
        options.admin = MockServer.AdminOptions()
        options.unixSocketPath = path
        let server = try MockServer(Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /a }]"), options: options)
        let adminURL = try #require(server.adminURL)
        let error = await errorText(of: { try await RemoteMockServer(adminURL: adminURL) })
        #expect(error.hasSuffix("give the URL for clients: url:"), "\(error)")
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("that the server is gone")
    func gone() async throws {
        let pair = try await Pair()
        await pair.server.stop()
        let error = await errorText(of: { try await pair.remote.verify() })
        #expect(error.hasPrefix("no mock server can be reached at "), "\(error)")
    }
}
