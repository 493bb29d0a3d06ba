import Foundation
import HTTPTypes
import MockServerKit
import TestSupport
import Testing

@testable import MockServerRemote

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A remote control", .alone, .timeLimit(.minutes(60))) struct RemoteMockServerTests {
    @Test("knows the URL for clients, unless it is told another")
    func url() async throws {
        let pair = try await Pair()
        #expect(pair.remote.url == pair.server.url)
        let adminURL = try #require(pair.server.adminURL)
        let published = try #require(URL(string: "http://mock:81"))
        #expect(try await RemoteMockServer(adminURL: adminURL, url: published).url == published)
        await pair.server.stop()
    }

    @Test(
        "takes the host of the admin URL for a loopback address, where that is another",
        arguments: [
            ("http://127.0.0.1:80", "http://127.0.0.1:81", "http://127.0.0.1:80"),
            ("http://127.0.0.1:80", "http://localhost:81", "http://127.0.0.1:80"),
            ("http://127.0.0.1:80", "http://mock:81", "http://mock:80"),
            ("https://[::1]:80", "http://10.0.0.7:81", "https://10.0.0.7:80"),
            ("http://10.0.0.8:80", "http://mock:81", "http://10.0.0.8:80"),
        ])
    func reached(stated: String, admin: String, url: String) throws {
        let stated = try #require(URL(string: stated))
        let admin = try #require(URL(string: admin))
        #expect(ClientURL.reached(stated, from: admin).absoluteString == url)
    }

    @Test("is made of environment variables, and says which one is missing or wrong")
    func environment() async throws {
        let pair = try await Pair(token: "t0ken")
        var variables = [
            "MOCKSERVER_ADMIN_URL": try #require(pair.server.adminURL).absoluteString,
            "MOCKSERVER_ADMIN_TOKEN": "t0ken", "MOCKSERVER_URL": "",
        ]
        let stated = try await RemoteMockServer(environment: variables)
        #expect(stated.url == pair.server.url)
        #expect(try await stated.verdict.requests == 0)
        variables["MOCKSERVER_URL"] = "http://mock:81"
        #expect(try await RemoteMockServer(environment: variables).url.absoluteString == "http://mock:81")
        variables["MOCKSERVER_URL"] = "mock:81"
        #expect(
            await errorText { _ = try await RemoteMockServer(environment: variables) }
                == "the URL for clients \"mock:81\" is not a URL that begins with http:// and a host")
        #expect(
            await errorText { _ = try await RemoteMockServer(environment: [:]) }.hasPrefix(
                "MOCKSERVER_ADMIN_URL is not set: set it to the admin URL of a running mockserver"))
        await pair.server.stop()
    }

    @Test("gives the verdict as the server does, in words and parts")
    func verdict() async throws {
        let pair = try await Pair()
        let guest = Guest(url: pair.remote.url)
        try await guest.hello(in: "fr")
        _ = try await guest.get("nowhere")
        let remote = try await pair.remote.verify(timeout: .seconds(300))
        let local = await pair.server.verify(timeout: .seconds(600))
        #expect(remote.text() == local.text())
        #expect(!remote.passed)
        #expect(remote.scenario == local.scenario)
        #expect(remote.failures.map(\.kind.rawValue) == local.failures.map(\.kind.rawValue))
        #expect(remote.failures.map(\.kind) == [.assertion, .unmatched, .unmet])
        #expect(remote.failures.map { "\($0.position)" } == local.failures.map { "\($0.position)" })
        #expect(remote.failures.map(\.rule) == ["greeting", nil, "farewell"])
        #expect(remote.failures.map(\.title) == local.failures.map(\.title))
        #expect(remote.failures[0].difference?.expected.map(\.text) == ["en"])
        #expect(remote.failures[0].difference?.received.map(\.text) == ["fr"])
        #expect(remote.failures[1].requests.map(\.target) == ["/nowhere"])
        #expect(remote.failures[1].requests.map(\.outcome) == [.failed(.unmatched)])
        #expect(remote.requests == 2)
        #expect(remote.steps == 2)
        #expect(remote.completeSteps == 1)
        #expect(remote.seed == local.seed)
        #expect(try await pair.remote.verdict.text() == local.text())
        await pair.server.stop()
    }

    @Test("counts what follows from a failure as the server does")
    func consequences() async throws {
        let pair = try await Pair()
        let guest = Guest(url: pair.remote.url)
        _ = try? await guest.goodbye()
        _ = try await guest.hello()
        let remote = try await pair.remote.verify(timeout: .seconds(300))
        let local = await pair.server.verify(timeout: .seconds(600))
        #expect(remote.text() == local.text())
        #expect(remote.failures.map(\.kind) == [.outOfOrder, .unmet])
        #expect(remote.failures.map(\.cause) == [nil, 0] && local.failures.map(\.cause) == [nil, 0])
        #expect(remote.text().contains("\n   follows from it: step \"farewell\": 0 requests, expected exactly 1, at "))
        await pair.server.stop()
    }

    @Test("gives the verdict of a run that holds")
    func passing() async throws {
        let pair = try await Pair()
        let guest = Guest(url: pair.remote.url)
        #expect(try await guest.hello() == "hello")
        try await guest.goodbye()
        let verdict = try await pair.remote.verify(timeout: .seconds(300))
        #expect(verdict.passed)
        #expect(verdict.text() == pair.server.verdict.text())
        await pair.server.stop()
    }

    @Test("has the journal, with the members that it has in the server's own process")
    func journal() async throws {
        let pair = try await Pair(
            """
            linger: 0ms
            steps:
              - { id: create, request: POST /users, response: { status: 201, json: { id: 7 } } }
            stubs: [{ id: any, request: "/{+rest}" }]
            """
        ) { $0.recordsResponses = true }
        var request = URLRequest(url: pair.remote.url.appendingPathComponent("users"))
        request.url = URL(string: "\(pair.remote.url)/users?dry=a%20b")
        request.httpMethod = "POST"
        request.setValue("7", forHTTPHeaderField: "X-Request-Id")
        request.httpBody = Data(#"{"refreshToken": "rt-1"}"#.utf8)
        _ = try await URLSession.shared.data(for: request)
        _ = try await Guest(url: pair.remote.url).get("other")
        let remote = try await pair.remote.journal
        let local = pair.server.journal
        #expect(remote.map(\.request.target) == local.map(\.request.target))
        #expect(remote.map(\.step) == ["create", nil])
        #expect(remote.map(\.status) == [201, 200])
        #expect(remote.map(\.timeline.outcome) == [.step("create"), .stub("any")])
        let (one, other) = (try #require(remote.first).request, try #require(local.first).request)
        #expect(one.number == other.number)
        #expect(one.method == .post)
        #expect(one.path == "/users")
        #expect(one.query == "dry=a%20b")
        #expect(one.host == other.host)
        #expect(one.version == .http11)
        #expect(one.headers["x-request-id"] == "7")
        #expect(one.headers[.contentType] == other.headers[.contentType])
        #expect(one.headers.count == other.headers.count)
        #expect(one.body == other.body)
        #expect(try one.json() == ["refreshToken": "rt-1"])
        #expect(try one.text() == #"{"refreshToken": "rt-1"}"#)
        #expect(throws: BodyTextError.unknownCharset("koi8-r")) { try one.text(as: "text/csv; charset=koi8-r") }
        #expect(one.connectionIndex == other.connectionIndex)
        #expect(one.exchangeIndex == other.exchangeIndex)
        let response = try #require(remote.first?.response)
        #expect(response.status == 201)
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"id":7}"#)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.isComplete)
        await pair.server.stop()
    }

    @Test("knows what took a request, or that nothing did, as the server's own process does")
    func outcomes() async throws {
        let pair = try await Pair(
            """
            linger: 0ms
            unmatched: { status: 404, allow: true }
            cors: { origins: ["http://localhost:3000"] }
            steps:
              - { id: first, request: GET /first }
              - { id: second, request: GET /second }
            stubs: [{ id: any, request: GET /second }, { id: never, request: GET /never, never: true }]
            """)
        func ask(_ method: String, _ path: String, origin: String? = nil) async throws {
            var request = URLRequest(url: pair.remote.url.appendingPathComponent(path))
            request.httpMethod = method
            request.setValue(origin, forHTTPHeaderField: "Origin")
            request.setValue(origin.map { _ in "PUT" }, forHTTPHeaderField: "Access-Control-Request-Method")
            _ = try await URLSession.shared.data(for: request)
        }
        try await ask("GET", "unknown")
        try await ask("OPTIONS", "first", origin: "http://localhost:3000")
        try await ask("OPTIONS", "first", origin: "http://other.example")
        try await ask("GET", "second")
        try await ask("GET", "never")
        try await ask("GET", "first")
        let remote = try await pair.remote.journal.map(\.timeline)
        let local = pair.server.journal.map(\.timeline)
        #expect(
            remote.map(\.outcome) == [
                .failed(.unmatched), .preflight, .refusedPreflight, .stubBeforeStep("any", step: "second"),
                .failed(.never),
                .step("first"),
            ])
        #expect(remote.map(\.isAllowed) == [true, false, false, false, false, false])
        #expect(remote.map(\.isAllowed) == local.map(\.isAllowed))
        await pair.server.stop()
    }

    @Test("waits for a step, and says what has come if it does not")
    func waiting() async throws {
        let pair = try await Pair()
        async let taken = pair.remote.waitFor(step: "greeting", timeout: .seconds(300))
        try await Guest(url: pair.remote.url).hello()
        #expect(try await taken.map(\.request.path) == ["/hello"])
        let late = await errorText {
            try await pair.remote.waitFor(step: "greeting", count: 2, timeout: .milliseconds(1.5))
        }
        #expect(late.hasPrefix("step \"greeting\" took 1 of 2 requests within 0.0015 seconds\n\n"), "\(late)")
        #expect(late.contains("step \"farewell\": 0 requests, expected exactly 1"))
        #expect(
            await errorText { try await pair.remote.waitFor(step: "greting", timeout: .seconds(300)) }
                == "the admin API refused this (404): step: the scenario has no step \"greting\"; it has \"greeting\", "
                + "\"farewell\".")
        await pair.server.stop()
    }

    @Test("is cancelled in a wait with its task")
    func cancelled() async throws {
        let pair = try await Pair()
        let wait = Task { try await pair.remote.waitFor(step: "farewell", timeout: .seconds(300)) }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
        await pair.server.stop()
    }

    @Test("moves a virtual clock once a response waits for it")
    func clock() async throws {
        let pair = try await Pair(
            "clock: virtual\nlinger: 0ms\nsteps: [{ request: GET /a, response: { text: late, delay: 1h } }]")
        #expect(
            await errorText { try await pair.remote.clock.waitForSleepers(1, timeout: .milliseconds(1)) }
                == "0 of 1 sleepers waited for the clock within 0.001 seconds.")
        async let response = Guest(url: pair.remote.url).get("a")
        let start = try await pair.remote.clock.now
        try await pair.remote.clock.waitForSleepers(1, timeout: .seconds(300))
        #expect(try await pair.remote.clock.sleepers == 1)
        try await pair.remote.clock.advance(by: .seconds(3_600))
        #expect(try await response.text == "late")
        #expect(try await pair.remote.clock.now.timeIntervalSince(start) == 3_600)
        await pair.server.stop()
    }

    @Test("says that another clock can't be moved")
    func realClock() async throws {
        let pair = try await Pair()
        #expect(
            await errorText { try await pair.remote.clock.advance(by: .seconds(1)) }
                == "the admin API refused this (409): the scenario's clock is real, and only a virtual one can be "
                + "moved: write clock: virtual.")
        await pair.server.stop()
    }

    @Test("writes durations as the admin API reads them")
    func durations() {
        let texts = [Duration.zero, .seconds(5), .milliseconds(1.5), .nanoseconds(1), .seconds(-1)].map(
            \.inMilliseconds)
        #expect(texts == ["0ms", "5000ms", "1.500000ms", "0.000001ms", "0ms"])
        let long = [Duration.milliseconds(Int64.max), .seconds(Int64.max), .seconds(Int64.max) * 3].map(
            \.inMilliseconds)
        #expect(Set(long) == ["9223372036854775807ms"])
        #expect(Duration.milliseconds(Int64.max - 1).inMilliseconds == "9223372036854775806ms")
    }

    @Test("has a time refused that is too long, and does not wait for a negative one")
    func extremeDurations() async throws {
        let pair = try await Pair("clock: virtual\nlinger: 0ms\nsteps: [{ id: a, request: GET /a }]")
        let remote = pair.remote
        for long in [Duration.seconds(Int64.max), .seconds(Int64.max) * 3] {
            #expect(
                await errorText { try await remote.verify(timeout: long) }
                    == "the admin API refused this (400): settle: 9223372036854775807ms is too long; give at most 300.0 "
                    + "seconds.")
            #expect(
                await errorText { try await remote.waitFor(step: "a", timeout: long) }.hasSuffix(
                    " is too long; give at most 300.0 seconds."))
            #expect(
                await errorText { try await remote.clock.waitForSleepers(1, timeout: long) }.hasSuffix(
                    " is too long; give at most 300.0 seconds."))
            #expect(
                await errorText { try await remote.clock.advance(by: long) }
                    == "the admin API refused this (400): advance: \"9223372036854775807ms\" is longer than ten years: "
                    + "write 3650d or less.")
        }
        #expect(try await remote.verify(timeout: .seconds(Int64.min)).completeSteps == 0)
        await pair.server.stop()
    }

    @Test(
        "is the same server, however its URL is written",
        arguments: [
            ("http://127.0.0.1:80", "http://127.0.0.1/", true), ("http://mock:9000", "HTTP://Mock:9000/", true),
            ("https://mock", "https://mock:443//", true), ("http://mock/admin", "http://mock:80/admin/", true),
            ("http://mock:80", "https://mock:80", false), ("http://mock:80", "http://mock:81", false),
            ("http://mock/a", "http://mock/b", false), ("http://mock", "http://mock2", false),
        ])
    func sameServer(one: String, other: String, isSame: Bool) throws {
        let one = ServerID(try #require(URL(string: one)))
        #expect((one == ServerID(try #require(URL(string: other)))) == isSame)
    }

    @Test("is told from its sessions, which are the same wherever they are asked about")
    func sameSession() throws {
        let one = try #require(URL(string: "http://127.0.0.1:1"))
        let other = try #require(URL(string: "http://localhost:1"))
        #expect(ServerID(one, session: "a") == ServerID(other, session: "a"))
        #expect(ServerID(one, session: "a") != ServerID(one, session: "b"))
        #expect(ServerID(one, session: "a") != ServerID(one))
    }
}

/// The text of the error that an operation throws; empty if it throws none.
func errorText(of operation: () async throws -> some Sendable) async -> String {
    do {
        _ = try await operation()
        return ""
    } catch {
        return "\(error)"
    }
}
