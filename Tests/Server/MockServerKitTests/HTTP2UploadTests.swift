import HTTPMessage
import Testing

@testable import MockServerKit

@Suite("Uploads over HTTP/2", .timeLimit(.minutes(60)))
struct HTTP2UploadTests {
    private static let responses = "linger: 0ms\nstubs: [{ request: { method: POST, path: /x } }]"

    @Test("one that stalls ends by its own timeout, though others go on, and they end as they should")
    func stalled() throws {
        try Patience.find { try stalled(within: $0) }
    }

    /// Whether the one ends, and the other, of which a part comes fifty times as often as its timeout, is answered.
    private func stalled(within patience: Duration) throws -> Bool {
        var options = MockServer.Options.patient
        options.timeouts.body = patience
        let server = try MockServer(playing: Self.responses, options: options)
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.post("/x", on: 1, length: 1000) + RawFrame.post("/x", on: 3))
        defer { server.stopNow() }
        // Well below a window, however long it takes.
        var sent = 0
        var last = ContinuousClock.now
        while server.verdict.failures.isEmpty, sent < 1_000 {
            guard ContinuousClock.now - last > patience / 50 else { continue }
            try client.send(RawFrame.data("a", on: 3))
            last = .now
            sent += 1
        }
        try client.send(RawFrame.data("a", on: 3, ends: true))
        while !RawFrame.frames(in: client.pending).contains(where: { $0.type == 1 && $0.stream == 3 }) {
            try #require(try client.receive(), "the connection ended")
        }
        return server.verdict.failures.map(\.kind) == [.badRequest]
            && server.journal.map(\.request.streamID) == [3]
            && server.journal.first?.request.body.count == sent + 1
    }
}
