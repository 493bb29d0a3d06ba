import ExactJSON
import Foundation
import Scenarios
import TestSupport
import Testing

@testable import MockServerKit

/// `client: answered` needs a response that was delivered, `client: cancels` a client that left.
@Suite("A client is judged", .timeLimit(.minutes(60)))
struct ClientJudgementTests {
    private static let wires = Wire.allCases

    private static func steps(_ client: String, _ response: String) -> String {
        "linger: 0ms\nsteps: [{ id: a, request: GET /a, client: \(client), response: \(response) }]"
    }

    private static func stubs(_ client: String, _ response: String) -> String {
        "linger: 0ms\nstubs: [{ request: GET /a, client: \(client), response: \(response) }]"
    }

    /// A scenario of these lines in a folder with a file that no two sockets hold.
    private static func scenario(withLarge lines: String) throws -> Scenario {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(repeating: 0x61, count: 16 << 20).write(to: folder.appendingPathComponent("large.bin"))
        let file = folder.appendingPathComponent("a.yaml")
        try Data(("mockserver: 1\n" + lines).utf8).write(to: file)
        return try Scenario(contentsOf: file.path)
    }

    @Test("as one that took the response if it closes its own direction and reads to the end", arguments: wires)
    func halfClosing(wire: Wire) async throws {
        for client in ["answered", "cancels"] {
            let steps = Self.steps(client, "{ delay: 30ms, text: late }")
            let server = try MockServer(playing: steps, options: wire.options)
            let tool = try await WayOfLeaving.halfCloses.task(wire, server).value
            #expect(tool.output.contains("late"), "\(tool.output)")
            let verdict = await server.verify(timeout: .seconds(600))
            #expect(
                verdict.failures.map(\.title)
                    == (client == "answered"
                        ? [] : ["step \"a\": the client took the whole response, expected it to leave before"]))
            #expect(server.journal.first?.timeline.left == nil)
            await server.stop()
        }
    }

    @Test("as one that left if it closes cleanly while the response waits", arguments: wires)
    func closing(wire: Wire) async throws {
        for (client, isDue) in [("answered", false), ("cancels", false), ("answered", true), ("cancels", true)] {
            let steps = "clock: virtual\n" + Self.steps(client, "{ delay: 20ms, text: late }")
            let server = try MockServer(playing: steps, options: wire.options)
            _ = try await WayOfLeaving.closes.task(wire, server).value
            try await server.waitFor(step: "a", timeout: .seconds(600))
            // The response is due once the client has closed, however slow that was.
            if isDue { try await server.clock.advance(by: .milliseconds(20), timeout: .seconds(600)) }
            let verdict = await server.verify(timeout: .seconds(600))
            #expect(
                verdict.failures.map(\.title)
                    == (client == "cancels"
                        ? [] : ["step \"a\": the client left before the response was complete, expected it to stay"]))
            await server.stop()
        }
    }

    @Test("to have done neither if it never reads what the sockets can't hold", arguments: wires)
    func neverReading(wire: Wire) async throws {
        for client in ["answered", "cancels"] {
            let scenario = try Self.scenario(withLarge: Self.steps(client, "{ file: large.bin }"))
            let server = try MockServer(scenario, options: wire.options)
            let task = WayOfLeaving.neverReads.task(wire, server)
            try await server.waitFor(step: "a", timeout: .seconds(600))
            let verdict = await server.verify(timeout: .milliseconds(100))
            try expectNeither(verdict, client, "the client did not read it")
            await server.stop()
            _ = try await task.value
            // One that expects it to leave may see it do so now.
            if client == "answered" { #expect(server.verdict.failures.map(\.kind) == [.client]) }
        }
    }

    @Test("to have done neither if its window stays shut", arguments: [Wire.http2, .tls2])
    func shutWindow(wire: Wire) async throws {
        for client in ["answered", "cancels"] {
            let server = try MockServer(playing: Self.steps(client, "{ text: late }"), options: wire.options)
            let task = WayOfLeaving.shutsWindow.task(wire, server)
            try await server.waitFor(step: "a", timeout: .seconds(600))
            let verdict = await server.verify(timeout: .milliseconds(50))
            try expectNeither(verdict, client, "or left its flow-control window shut")
            await server.stop()
            _ = try await task.value
        }
    }

    private func expectNeither(_ verdict: Verdict, _ client: String, _ note: String) throws {
        let failure = try #require(verdict.failures.first, "\(verdict)")
        #expect(verdict.failures.map(\.kind) == [.client])
        #expect(
            failure.title
                == (client == "answered"
                    ? "step \"a\": the response was not delivered to its end, expected the client to take it"
                    : "step \"a\": the client neither left nor got the whole response, expected it to leave"))
        #expect(failure.note?.contains(note) == true, "\(failure.note ?? "")")
    }

    @Test("to have done neither if the server stops while the response waits", arguments: ["answered", "cancels"])
    func stopping(client: String) async throws {
        let server = try MockServer(playing: Self.steps(client, "{ delay: 3600s, text: late }"))
        let raw = try RawClient(server)
        try raw.send(get("/a"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        await server.stop()
        try expectNeither(server.verdict, client, "it still waited for its time")
    }

    @Test(
        "in the run that its request belongs to, when that is replaced", arguments: ["answered", "cancels"],
        [true, false])
    func replacing(client: String, cutsShort: Bool) async throws {
        for isSent in [true, false] {
            let delay = isSent ? "100ms" : "3600s"
            let server = try MockServer(playing: Self.steps(client, "{ delay: \(delay), text: late }"))
            let raw = try RawClient(server)
            try raw.send(get("/a"))
            try await server.waitFor(step: "a", timeout: .seconds(600))
            let next = try Scenario(yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /b }]")
            if cutsShort {
                let verdict = server.reload(next)
                if !isSent { #expect(verdict.passed, "its response is still to be sent") }
            } else {
                server.play(next)
            }
            if isSent { #expect(try raw.response().text == "late") }
            let verdict = try finish(server)
            #expect(verdict.failures.map(\.kind) == (isSent && client == "answered" ? [] : [.client]))
        }
    }

    @Test("once it has the last byte, however soon the server stops", arguments: wires)
    func atOnce(wire: Wire) async throws {
        for _ in 0..<5 {
            let server = try MockServer(playing: Self.steps("answered", "{ text: hello }"), options: wire.options)
            let tool = try await WayOfLeaving.halfCloses.task(wire, server).value
            #expect(tool.output.contains("hello"))
            await server.stop()
            #expect(server.verdict.passed, "\(server.verdict)")
        }
    }

    @Test("by the end of its own stream, not by what follows on the connection")
    func besideUnread() async throws {
        let scenario = try Self.scenario(
            withLarge: """
                linger: 0ms
                steps: [{ id: a, request: GET /a, client: answered, response: { text: small } }]
                stubs: [{ request: GET /large, response: { file: large.bin } }]
                """)
        let server = try MockServer(scenario, options: .patient)
        let client = try RawClient(server, receiveBuffer: 4_096)
        let window: [UInt8] = [0, 4, 0x7F, 0xFF, 0xFF, 0xFF]
        let start = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 6, 4, 0, 0, 0, 0, 0] + window
        try client.send(
            start + [0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7F, 0, 0, 0] + RawFrame.get("/a", on: 1)
                + RawFrame.get("/large", on: 3))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        await server.stop()
        #expect(server.verdict.passed, "\(server.verdict)")
    }

    @Test("to have left if it resets its stream before it has taken the response")
    func resetsStream() async throws {
        let server = try MockServer(playing: Self.steps("cancels", "{ delay: 3600s, text: late }"))
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/a", on: 1))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        try client.send([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8])
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict)")
        await server.stop()
    }

    @Test("to have taken a small response that its system took but nobody read")
    func unreadSmall() async throws {
        let server = try MockServer(playing: Self.steps("answered", "{ text: small }"))
        let client = try RawClient(server)
        try client.send(get("/a"))
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict)")
        await server.stop()
        client.close()
    }

    #if os(Linux)
    @Test("by what its system acknowledges, which may be late, also where a run is replaced", arguments: [true, false])
    func acknowledgesLate(takes: Bool) throws {
        let client = try AdminClient(Self.stubs(takes ? "answered" : "cancels", "{ text: hello }"))
        let raw = try RawClient(client.server)
        for _ in 1...5 {
            raw.delayAcknowledgements()
            _ = try raw.ask(get("/a"))
            #expect(try client.get("/verdict").json["passed"] == .bool(takes))
            raw.delayAcknowledgements()
            _ = try raw.ask(get("/a"))
            let ended = try client.send("POST", "/reset").json["ended"]
            #expect(ended?["passed"] == .bool(takes), "\(String(describing: ended))")
            #expect(client.server.verdict.passed == takes)
        }
        client.server.stopNow()
    }
    #endif
}
