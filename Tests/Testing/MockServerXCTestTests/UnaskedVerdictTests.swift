import Foundation
import Locking
import MockServerURLProtocol
import MockServerXCTest
import TestSupport
import Testing

/// Servers that an XCTest starts by itself, and forgets. Each is tried in a process of its own: XCTest knows one running
/// test of a process.
@Suite("A server that an XCTest releases unasked") struct UnaskedVerdictTests {
    private static func server() throws -> MockServer {
        try MockServer(Scenario(yaml: "mockserver: 1\nname: Tokens\nsteps: [{ request: GET /me }]"))
    }

    @Test("fails that test, on any thread") func unasked() async {
        await #expect(processExitsWith: .success) {
            let failures = await RecordingCase.failures { _ in
                _ = try Self.server()
                let server = Locked<MockServer?>(try Self.server())
                try await OwnThread.run { server.withLock { $0 = nil } }
                _ = await (try Self.server()).verify(timeout: .seconds(600))
            }
            let text = "nobody asked for the verdict of this server before it was released:\n   failed: Tokens"
            #expect(failures.map { $0.text.contains(text) } == [true, true])
        }
    }

    @Test("fails that test if it plays in process, on any thread") func inProcess() async {
        await #expect(processExitsWith: .success) {
            let failures = await RecordingCase.failures { _ in
                _ = try Self.inProcessServer()
                let server = Locked<InProcessMockServer?>(try Self.inProcessServer())
                try await OwnThread.run { server.withLock { $0 = nil } }
                _ = await (try Self.inProcessServer()).verify(timeout: .seconds(600))
            }
            let text = "nobody asked for the verdict of this server before it was released:\n   failed: Tokens"
            #expect(failures.map { $0.text.contains(text) } == [true, true])
        }
    }

    private static func inProcessServer() throws -> InProcessMockServer {
        try InProcessMockServer(Scenario(yaml: "mockserver: 1\nname: Tokens\nsteps: [{ request: GET /me }]"))
    }

    @Test("does not fail a later test") func later() async {
        await #expect(processExitsWith: .success) {
            let kept = Locked<MockServer?>(nil)
            let none = await RecordingCase.failures { _ in
                let server = try Self.server()
                kept.withLock { $0 = server }
            }
            let others = await RecordingCase.failures { _ in kept.withLock { $0 = nil } }
            #expect(none.isEmpty && others.isEmpty)
        }
    }
}
