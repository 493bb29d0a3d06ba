import Foundation
import Locking
import MockServerXCTest
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The failures that the harness records for a test, seen from outside the test.
@Suite("the harness records", .serialized, .timeLimit(.minutes(60))) struct HarnessTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private let greeting = folder.appendingPathComponent("Scenarios/greeting.yaml").path

    @Test("nothing for a run that holds")
    func passing() async {
        let failures = await RecordingCase.failures { test in
            let server = try test.startMockServer("greeting")
            try await Guest(of: server).hello(in: "en")
            try await Guest(of: server).goodbye()
        }
        #expect(failures == [])
    }

    @Test("each failure of the run, whole, at the scenario's own path and line")
    func failing() async throws {
        let failures = await RecordingCase.failures { test in
            let server = try test.startMockServer("greeting")
            try await Guest(of: server).hello(in: "fr")
        }
        #expect(failures.map(\.path) == [greeting, greeting])
        #expect(failures.map(\.line) == [7, 10])
        let texts = failures.map {
            $0.text.replacingOccurrences(of: "\\+[0-9.]+ ms", with: "+T", options: .regularExpression)
        }
        #expect(
            texts == [
                """
                step "greeting": header Accept-Language differs
                7 |       headers: { Accept-Language: en }
                  |                                   ^
                   - en
                   + fr
                   #1  GET /hello   connection 1   +T   200  step "greeting"
                """,
                """
                step "farewell": 0 requests, expected exactly 1
                10 |   - id: farewell
                   |     ^ waiting for GET /goodbye; last was #1 GET /hello, 200
                """,
            ])
    }

    @Test("what closures say of requests at the test's end, also if the test has read the verdict before")
    func closures() async {
        struct Mishap: Error {}
        let (called, verdict) = (Locked(0), Locked<Verdict?>(nil))
        let failures = await RecordingCase.failures { test in
            let scenario = Scenario("greeting") {
                Step(.get, "/hello").verify { _ in
                    called.withLock { $0 += 1 }
                    throw Mishap()
                }.respond(json: ["word": "hello"])
            }
            let server = try test.startMockServer(scenario)
            try await Guest(of: server).hello()
            let early = server.verdict
            verdict.withLock { $0 = early }
        }
        #expect(verdict.withLock { $0?.passed } == false)
        #expect(called.withLock { $0 } == 1)
        #expect(failures.map { $0.text.contains("step 1: GET /hello: Mishap()") } == [true])
    }

    @Test("the failures of a test that throws, or has asked for the verdict or stopped the server itself")
    func everyEnd() async {
        struct Mishap: Error {}
        let thrown = await RecordingCase.failures { test in
            _ = try test.startMockServer("greeting")
            throw Mishap()
        }
        #expect(thrown.count == 2)
        #expect(thrown.contains { $0.path == greeting && $0.line == 4 })
        let asked = await RecordingCase.failures { test in
            let server = try test.startMockServer("greeting")
            _ = await server.verify(timeout: .seconds(600))
        }
        #expect(asked.map(\.line) == [4])
        let stopped = await RecordingCase.failures { test in
            let server = try test.startMockServer("greeting")
            await server.stop()
        }
        #expect(stopped.map(\.line) == [4])
    }

    @Test("nothing of what the scenario redacts")
    func secrets() async {
        let failures = await RecordingCase.failures { test in
            let scenario = try Scenario(
                yaml: """
                    mockserver: 1
                    redact: [Accept-Language, query.token, $.user.password]
                    steps:
                      - request: POST /hello
                        assert: { headers: { Accept-Language: en }, query: { token: t }, json: { user: { password: p } } }
                    """)
            let server = try test.startMockServer(scenario)
            var request = URLRequest(
                url: try #require(URL(string: "/hello?token=SECRET-query", relativeTo: server.url)))
            request.httpMethod = "POST"
            request.setValue("SECRET-language", forHTTPHeaderField: "Accept-Language")
            request.httpBody = Data(#"{"user": {"password": "SECRET-password"}}"#.utf8)
            _ = try await URLSession.shared.data(for: request)
        }
        #expect(failures.count == 3)
        let text = failures.map(\.text).joined(separator: "\n")
        #expect(!text.contains("SECRET"), "\(text)")
        for shown in [
            "+ SEC… (15 characters", "+ SEC… (12 characters", "+ \"SECR… (17 characters",
            "POST /hello?token=(redacted, 12 bytes)",
        ] { #expect(text.contains(shown), "\(text)") }
    }

    @Test("the failures of a run that the admin API ended, beside those of the last one")
    func afterReset() async {
        let failures = await RecordingCase.failures { test in
            var options = MockServer.Options()
            options.admin = MockServer.AdminOptions()
            let server = try test.startMockServer("greeting", options: options)
            try await Guest(of: server).hello(in: "fr")
            for _ in 1...2 {
                let admin = try #require(server.adminURL)
                var request = URLRequest(url: admin.appendingPathComponent("reset"))
                request.httpMethod = "POST"
                _ = try await URLSession.shared.data(for: request)
            }
            try await Guest(of: server).hello(in: "en")
            try await Guest(of: server).goodbye()
        }
        #expect(failures.map(\.line) == [7, 10])
        #expect(failures.allSatisfy { $0.text.contains("\n   in run 1, which a reset ended") })
    }

    @Test("the failures of each of a test's servers, and of no other test's")
    func apart() async {
        async let one = RecordingCase.failures { test in
            let first = try test.startMockServer("greeting")
            let second = try test.startMockServer("greeting")
            try await Guest(of: first).hello(in: "en")
            try await Guest(of: first).goodbye()
            try await Guest(of: second).hello(in: "en")
        }
        async let other = RecordingCase.failures { test in
            let server = try test.startMockServer("greeting")
            try await Guest(of: server).hello(in: "de")
            try await Guest(of: server).goodbye()
        }
        #expect(await one.map(\.line) == [10])
        #expect(await other.map(\.line) == [7])
    }

    @Test("a scenario given by URL as one given by name")
    func byURL() async throws {
        let greeting = greeting
        let inPackage = await RecordingCase.failures { test in
            _ = try test.startMockServer(contentsOf: URL(fileURLWithPath: greeting))
        }
        #expect(inPackage.map(\.path) == [greeting])
        #expect(inPackage.map(\.line) == [4])
        #expect(inPackage[0].text.hasPrefix("step \"greeting\": 0 requests, expected exactly 1\n"))

        let elsewhere = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml")
        try Data(contentsOf: URL(fileURLWithPath: greeting)).write(to: elsewhere)
        defer { try? FileManager.default.removeItem(at: elsewhere) }
        let outside = await RecordingCase.failures { test in _ = try test.startMockServer(contentsOf: elsewhere) }
        #expect(outside.map(\.path) == [elsewhere.path])
        #expect(outside[0].text.hasPrefix("step \"greeting\": 0 requests, expected exactly 1\n"))
    }

    @Test("the failures of a scenario without a file at the line that starts its server")
    func byValue() async {
        let line = #line + 3
        let failures = await RecordingCase.failures { test in
            let scenario = try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]")
            _ = try test.startMockServer(scenario)
        }
        #expect(failures.map(\.line) == [line])
        #expect(failures.map(\.path) == [#filePath])
        #expect(
            failures[0].text.hasPrefix("scenario.yaml:2:11: step 1: 0 requests, expected exactly 1\n"))
    }

    @Test("a server is refused in teardown")
    func teardown() async throws {
        let errors = Locked<[HarnessMisuse]>([])
        let failures = await RecordingCase.failures { test in
            test.addTeardownBlock {
                do { _ = try test.startMockServer("greeting") } catch let error as HarnessMisuse {
                    errors.withLock { $0.append(error) }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(failures.isEmpty)
        #expect(errors.withLock { $0 } == [.inTeardown])
    }

    @Test("a server is refused where nothing would record its failures")
    func misuse() throws {
        let test = RecordingCase.idle()
        let error = #expect(throws: HarnessMisuse.outsideXCTestCase) { try test.startMockServer("greeting") }
        #expect(
            error?.description == """
                startMockServer was called while no test of this XCTestCase runs, so its failures would be lost; call it \
                in the test or in setUp. In a Swift Testing test import MockServerTesting and add the trait \
                .mockServer("name") to it
                """)
    }
}
