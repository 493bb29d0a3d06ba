import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// One after the other: a task of URLSession on Linux that waits for a socket keeps a processor busy.
@Suite("A fault is seen in process as over a socket", .alone, .serialized, .timeLimit(.minutes(60)))
struct FaultTests {
    /// The keys of a response.
    static let responses = [
        "text: hello, fault: reset",
        "text: hello, fault: close",
        "text: hello, fault: empty",
        "text: hello, fault: garbage",
        "text: hello, fault: {kind: garbage, at: response_body, after_bytes: 2}",
        "text: hello, fault: truncate",
        "text: hello, fault: {kind: truncate, after_bytes: 0}",
        "chunks: [{text: hello}], fault: {kind: truncate, after_bytes: 2}",
        "text: hello, framing: close, fault: {kind: truncate, after_bytes: 2}",
        "text: hello, fault: {kind: reset, at: response_body, after_bytes: 2}",
        "text: hello, fault: {kind: reset, at: response_end}",
        "text: hello, fault: {kind: close, at: response_body, after_bytes: 2}",
        "text: hello, fault: {kind: close, at: response_end}",
        "chunks: [{text: hello}], fault: {kind: malformed_chunk, after_bytes: 2}",
        "chunks: [{text: hello}], fault: {kind: close, at: response_end}",
        "text: hello, fault: {kind: stall, at: response_start}",
        "text: hello, fault: {kind: stall, at: response_body, after_bytes: 2}",
        "text: hello, fault: {kind: stall, at: response_end}",
        "text: hello, headers: {Content-Length: {text: '9'}}",
        "text: hello, headers: {Content-Length: {text: '3'}}",
        "text: hello, headers: {Content-Length: {text: '0'}}",
    ]

    @Test("in a response", arguments: responses)
    func response(keys: String) async throws {
        // After a stall the client gives up. One that is so slow that it gives up before the stall has more time.
        let timeouts: [TimeInterval] = keys.contains("stall") ? [1, 10, 100, 1_000] : [3_600]
        try await agree(
            "steps: [{request: GET /x, times: {at_least: 1}, response: {\(keys)}}]", within: timeouts
        ) { played in try played.request("GET", "/x") }
    }

    @Test(
        "in a request", arguments: ["kind: reset, at: request_start", "kind: close, at: request_body, after_bytes: 2"])
    func request(fault: String) async throws {
        try await agree("steps: [{request: POST /x, times: {at_least: 1}, response: {fault: {\(fault)}}}]") { played in
            try played.request("POST", "/x", body: "abcdef")
        }
    }

    @Test("within a body, of which so much has come", arguments: Transport.allCases)
    func bytes(transport: Transport) async throws {
        let played = try PlayedScenario(
            playing: """
                linger: 0ms
                steps: [{request: POST /x, response: {fault: {kind: close, at: request_body, after_bytes: 2}}}]
                """, transport)
        _ = await played.outcome(of: try played.request("POST", "/x", body: "abcdef"))
        #expect(played.journal.map(\.request.bodySize) == [2])
        #expect(await played.finish().passed)
    }

    /// Expects the same in process and over a socket, with the first of the timeouts that is long enough.
    private func agree(
        _ lines: String, within timeouts: [TimeInterval] = [3_600], _ request: (PlayedScenario) throws -> URLRequest
    ) async throws {
        var seen: [[String]] = []
        for timeout in timeouts {
            seen = []
            for transport in Transport.allCases {
                seen.append(
                    try await self.seen(lines, transport) { played in
                        var request = try request(played)
                        request.timeoutInterval = timeout
                        return request
                    })
            }
            if seen[0] == seen[1] { return }
        }
        #expect(seen[0] == seen[1])
    }

    private func seen(
        _ lines: String, _ transport: Transport, _ request: (PlayedScenario) throws -> URLRequest
    ) async throws -> [String] {
        let played = try PlayedScenario(playing: "linger: 0ms\n" + lines, transport)
        let events = await played.events(of: try request(played))
        let outcome = await played.outcome(of: try request(played))
        let verdict = await played.finish()
        #expect(verdict.passed, "\(transport): \(verdict.text())")
        let responses = played.journal.map { "\($0.timeline.response)" }
        // libcurl notices a reset while it sends or while it receives.
        return (events + [outcome]).map { $0.replacing("Send failure", with: "Recv failure") } + responses
    }

    @Test("a body file that gets shorter is a failure in both, at its line")
    func brokenBody() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("in-process-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("big.bin")
        var seen: [[String]] = []
        for transport in Transport.allCases {
            try Data(count: 3 << 20).write(to: file)
            let scenario = try Scenario(
                yaml: "mockserver: 1\nlinger: 0ms\nsteps: [{request: GET /x, response: {file: big.bin}}]",
                path: "s.yaml",
                options: LoadOptions(folder: folder.path))
            let played = try PlayedScenario(scenario, transport)
            try Data(count: 1 << 20).write(to: file)
            let outcome = await played.outcome(of: try played.request("GET", "/x"))
            let failures = await played.finish().failures.map { "\($0.kind) \($0.position)" }
            seen.append([String(outcome.prefix(30))] + failures)
        }
        #expect(seen[0] == seen[1])
        #expect(seen[1].last == "unsendable s.yaml:3:44")
    }
}
