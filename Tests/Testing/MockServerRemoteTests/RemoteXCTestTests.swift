import Foundation
import MockServerKit
import MockServerRemoteXCTest
import TestSupport
import Testing
import XCTest

/// The failures that the harness for XCTest records for a test, seen from outside the test.
@Suite("the harness of a remote server for XCTest records", .alone, .timeLimit(.minutes(60))) struct RemoteXCTestTests {
    @Test("nothing for a run that holds")
    func passing() async throws {
        let pair = try await Pair()
        let failures = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote, "greeting")
            try await Guest(url: pair.remote.url).hello()
            try await Guest(url: pair.remote.url).goodbye()
        }
        #expect(failures == [])
        await pair.server.stop()
    }

    @Test("each failure at the scenario's own path and line, without the position that XCTest prints itself")
    func failing() async throws {
        let pair = try await Pair()
        let failures = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote, "greeting", vars: ["language": "de"])
            try await Guest(url: pair.remote.url).hello(in: "fr")
        }
        #expect(failures.map(\.path) == [Pair.greeting.path, Pair.greeting.path])
        #expect(failures.map(\.line) == [9, 12])
        #expect(
            failures.first?.text.hasPrefix(
                """
                step "greeting": header Accept-Language differs
                9 |       headers: { Accept-Language: "{{language}}" }
                """) == true, "\(failures)")
        #expect(failures.last?.text.hasPrefix("step \"farewell\": 0 requests, expected exactly 1\n") == true)
        await pair.server.stop()
    }

    @Test("a failure at the call, with the position in its text, if the scenario's file is not here")
    func elsewhere() async throws {
        let pair = try await Pair()
        let line = #line + 2
        let failures = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote, playing: .text("mockserver: 1\nsteps: [{ request: GET /a }]"))
        }
        #expect(failures.map(\.path) == [#filePath])
        #expect(failures.map(\.line) == [line])
        #expect(failures.first?.text.hasPrefix("scenario.yaml:2:11: step 1: 0 requests, ") == true)
        await pair.server.stop()
    }

    @Test("the failures of its own test, of two that use a server in turn")
    func inTurn() async throws {
        let pair = try await Pair()
        let first = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote)
            try await Guest(url: pair.remote.url).hello()
        }
        #expect(first.map(\.line) == [12])
        let second = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote)
            try await Guest(url: pair.remote.url).hello()
            try await Guest(url: pair.remote.url).goodbye()
        }
        #expect(second == [])
        await pair.server.stop()
    }

    @Test("the failures of runs that the test itself ends, by a reset or a second use, first")
    func endedRuns() async throws {
        let pair = try await Pair("linger: 0ms\nstubs: [{ request: GET /a }]")
        let guest = Guest(url: pair.remote.url)
        let line = #line + 2
        let failures = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote)
            _ = try await guest.get("one")
            try await pair.remote.reset()
            _ = try await guest.get("two")
            try await test.useMockServer(pair.remote, "other")
            _ = try await guest.get("three")
        }
        #expect(failures.count == 3, "\(failures)")
        for (failure, path) in zip(failures, ["one", "two", "three"]) {
            #expect(failure.text.contains("nothing takes GET /\(path)"), "\(failure)")
        }
        #expect(failures.map(\.line).prefix(2) == [line, line])
        #expect(
            failures.map { $0.text.contains("\n   in run 2 of this test, which the test ended") } == [
                false, true, false,
            ])
        let next = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote)
            _ = try await guest.get("c")
        }
        #expect(next == [])
        await pair.server.stop()
    }

    @Test("that there is no verdict, if the server is gone")
    func gone() async throws {
        let pair = try await Pair()
        let line = #line + 2
        let failures = await RecordingCase.failures { test in
            try await test.useMockServer(pair.remote)
            await pair.server.stop()
        }
        #expect(failures.map(\.line) == [line])
        #expect(failures.first?.text.hasPrefix("there is no verdict: no mock server can be reached at ") == true)
    }

    @Test("the failures of its own session, of two that play at the same time")
    func sessions() async throws {
        let pair = try await Pair()
        let gate = Gate(2)
        async let first = RecordingCase.failures { test in
            let server = try await test.startRemoteMockServer("greeting", on: pair.remote)
            await gate.arrive()
            try await Guest(url: server.url).hello()
            try await Guest(url: server.url).goodbye()
        }
        let line = #line + 4
        async let second = RecordingCase.failures { test in
            let text = RemoteScenario.text("mockserver: 1\nlinger: 0ms\nsteps: [{ request: GET /a }]")
            let one = try await test.startRemoteMockServer("greeting", vars: ["language": "de"], on: pair.remote)
            let other = try await test.startRemoteMockServer(playing: text, on: pair.remote)
            await gate.arrive()
            try await Guest(url: one.url).hello(in: "fr")
            XCTAssertNotEqual(one.sessionID, other.sessionID)
        }
        #expect(await first == [])
        let failures = await second
        #expect(Set(failures.map(\.path)) == [Pair.greeting.path, #filePath])
        #expect(failures.map(\.line).sorted() == [9, 12, line])
        let list = try await pair.remote.sessions
        #expect(list.ended == SessionList.Ended(passed: 1, failed: 2, expired: 0))
        await pair.server.stop()
    }

    @Test("that there is no verdict, if the session is gone")
    func goneSession() async throws {
        let pair = try await Pair()
        let line = #line + 2
        let failures = await RecordingCase.failures { test in
            let server = try await test.startRemoteMockServer("other", on: pair.remote)
            try await server.endSession()
        }
        #expect(failures.map(\.line) == [line])
        #expect(failures.first?.text.hasPrefix("there is no verdict: the session ") == true, "\(failures)")
        await pair.server.stop()
    }

    @Test("what a test throws, and still ends its session")
    func throwing() async throws {
        struct Mishap: Error {}
        let pair = try await Pair()
        let failures = await RecordingCase.failures { test in
            let server = try await test.startRemoteMockServer("greeting", on: pair.remote)
            try await Guest(url: server.url).hello()
            throw Mishap()
        }
        #expect(failures.count == 2, "\(failures)")
        #expect(failures.contains { $0.text.contains("Mishap") })
        #expect(failures.contains { $0.line == 12 })
        #expect(try await pair.remote.sessions.sessions.isEmpty)
        await pair.server.stop()
    }

    @Test("and a server is refused where nothing would record its failures")
    func misuse() async throws {
        let pair = try await Pair()
        let test = RecordingCase.idle()
        let error = await #expect(throws: RemoteHarnessMisuse.outsideXCTestCase) {
            try await test.useMockServer(pair.remote)
        }
        #expect(error?.description.hasSuffix("in Swift Testing import MockServerRemoteTesting") == true)
        await #expect(throws: RemoteHarnessMisuse.outsideXCTestCase) {
            _ = try await test.startRemoteMockServer("greeting", on: pair.remote)
        }
        #expect(try await pair.remote.sessions.sessions.isEmpty)
        await pair.server.stop()
    }
}
