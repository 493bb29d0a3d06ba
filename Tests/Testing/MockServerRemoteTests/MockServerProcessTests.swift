#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

@testable import MockServerRemote

@Suite("The program mockserver as a child process", .alone, .timeLimit(.minutes(60))) struct MockServerProcessTests {
    /// The program that was built with the tests.
    static let binary: String = {
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let candidates = [folder, folder.deletingLastPathComponent()].map {
            $0.appendingPathComponent("mockserver").path
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }()

    private func start(
        _ arguments: [String] = [], timeout: Duration = .seconds(600)
    ) async throws -> MockServerProcess {
        try await MockServerProcess(
            scenario: Pair.greeting.path, binary: Self.binary, arguments: arguments, timeout: timeout)
    }

    @Test("plays a scenario, and ends with the verdict as its status")
    func passing() async throws {
        let process = try await start()
        try await Guest(url: process.url).hello()
        try await Guest(url: process.url).goodbye()
        #expect(try await process.journal.map(\.step) == ["greeting", "farewell"])
        #expect(try await process.verify(timeout: .seconds(300)).passed)
        #expect(await process.stop() == 0)
        #expect(
            await process.standardError.contains("passed: A guest says hello, then goodbye (2 requests, 2 of 2 steps"))
        #expect(await process.stop() == 0, "again")
        await #expect(throws: RemoteMockServerError.self) { try await process.verdict }
    }

    @Test("ends with 1 if a run failed, and has said why")
    func failing() async throws {
        let process = try await start()
        try await Guest(url: process.url).hello(in: "fr")
        let ended = try await process.play(.named("other.yaml"))
        #expect(try await Guest(url: process.url).get("c").text == "three")
        #expect(await process.stop() == 1)
        #expect(await process.standardError.contains(ended.failures[0].text()))
    }

    @Test("takes further options and variables, and any timeout")
    func options() async throws {
        let process = try await start(["--var", "language=de"], timeout: .seconds(Int64.max))
        try await Guest(url: process.url).hello(in: "de")
        try await Guest(url: process.url).goodbye()
        #expect(await process.stop() == 0)
    }

    @Test("plays sessions alone, and ends with 1 if one of them failed", arguments: [("en", 0), ("fr", 1)])
    func sessions(language: String, status: Int32) async throws {
        let process = try await MockServerProcess(binary: Self.binary, timeout: .seconds(600))
        let passing = try await process.beginSession(.contents(of: Pair.greeting))
        let other = try await process.beginSession(.contents(of: Pair.greeting))
        try await Guest(url: passing.url).hello()
        try await Guest(url: passing.url).goodbye()
        try await Guest(url: other.url).hello(in: language)
        try await Guest(url: other.url).goodbye()
        #expect(try await passing.finish().passed)
        #expect(try await other.finish().passed == (status == 0))
        #expect(await process.stop() == status)
    }

    @Test("can't be driven without the token that it was given")
    func token() async throws {
        let process = try await start()
        let other = try await RemoteMockServer(adminURL: process.remote.adminURL)
        let error = await errorText(of: { try await other.reset() })
        #expect(error.contains("wants a token"), "\(error)")
        // No step has run.
        #expect(await process.stop() == 1)
    }

    @Test("ends when its object is released, while another one goes on")
    func released() async throws {
        var first: MockServerProcess? = try await start()
        let second = try await start()
        let remote = try #require(first?.remote)
        let pid = try #require(first?.processIdentifier)
        #expect(try await remote.verdict.requests == 0)
        first = nil
        while kill(pid, 0) == 0 { await Task.yield() }
        #expect(try await second.verdict.requests == 0)
        // No step has run.
        #expect(await second.stop() == 1)
    }

    @Test("says why it does not start")
    func unusable() async throws {
        let folder = Pair.folder.path
        #expect(
            await errorText(of: {
                try await MockServerProcess(scenario: Pair.greeting.path, binary: "\(folder)/mockserver")
            }
            )
                == "the program at \(folder)/mockserver is not an executable file; give the path of the program "
                + "mockserver"
        )
        let missing = await errorText(of: {
            try await MockServerProcess(scenario: "\(folder)/missing.yaml", binary: Self.binary, timeout: .seconds(600))
        })
        #expect(
            missing.hasPrefix(
                "mockserver ended with status 66 before it listened; it wrote to standard error:\n"), "\(missing)")
        #expect(missing.contains("there is no such file"))
        let other = await errorText(of: {
            try await MockServerProcess(scenario: "a", binary: "/bin/false", timeout: .seconds(600))
        })
        #expect(
            other == "mockserver ended with status 1 before it listened, and wrote nothing to standard error",
            "\(other)")
    }

    @Test("is killed if it does not listen in time")
    func stalled() async throws {
        let program = Pair.folder.appendingPathComponent("stalled-server").path
        let error = await errorText(of: {
            try await MockServerProcess(scenario: "a", binary: program, timeout: .milliseconds(500))
        })
        #expect(error.hasPrefix("mockserver did not listen within 0.5 seconds, so it was killed"), "\(error)")
    }

    @Test("is the one that is named, else MOCKSERVER_BIN, else the first in PATH")
    func lookup() throws {
        let folder = URL(fileURLWithPath: Self.binary).deletingLastPathComponent().path
        #expect(try MockServerBinary.path(Self.binary, environment: ["MOCKSERVER_BIN": "/bin/false"]) == Self.binary)
        #expect(try MockServerBinary.path(nil, environment: ["MOCKSERVER_BIN": Self.binary]) == Self.binary)
        #expect(try MockServerBinary.path(nil, environment: ["PATH": "/nowhere:\(folder)"]) == Self.binary)
        #expect(
            throws: MockServerProcessError.notFound(
                "MOCKSERVER_BIN: /nowhere is not an executable file; give the path of the program mockserver")
        ) { try MockServerBinary.path(nil, environment: ["MOCKSERVER_BIN": "/nowhere"]) }
        #expect(
            throws: MockServerProcessError.notFound(
                "no program mockserver in the folders of PATH; build it by swift build --product mockserver, and set "
                    + "MOCKSERVER_BIN to its path, or give the path: binary:")
        ) { try MockServerBinary.path(nil, environment: ["PATH": "/nowhere"]) }
    }
}
#endif
