import HTTPMessage
import Testing

@testable import MockServerKit

@Suite("Uploads over HTTP/2", .timeLimit(.minutes(10)))
struct HTTP2UploadTests {
    /// The window of a new stream.
    private static let window = 256 * 1024
    private static let responses = "linger: 0ms\nstubs: [{ request: { method: POST, path: /x } }]"

    private func data(_ count: Int, on stream: UInt8, ends: Bool = false) -> [UInt8] {
        let most = 16_384
        return stride(from: 0, to: count, by: most).flatMap { start in
            let size = min(most, count - start)
            let flags: UInt8 = ends && start + size == count ? 1 : 0
            return [0, UInt8(size >> 8), UInt8(size & 0xFF), 0, flags, 0, 0, 0, stream]
                + [UInt8](repeating: 0x61, count: size)
        }
    }

    private func receive(_ client: RawClient, until isThere: (RawFrame) -> Bool) throws {
        while !RawFrame.frames(in: client.pending).contains(where: isThere) {
            try #require(try client.receive(), "the connection ended")
        }
    }

    @Test("one that stalls ends by its own timeout, and one that waits for it goes on")
    func stalled() throws {
        var options = MockServer.Options.patient
        options.timeouts = Timeouts(body: .milliseconds(500))
        let server = try MockServer(playing: Self.responses, options: options)
        let client = try RawClient(server)
        let size = Self.window + 1000
        try client.send(RawFrame.start + RawFrame.post("/x", on: 1, length: options.maxBody))
        try client.send(RawFrame.post("/x", on: 3, length: options.maxBody))
        try client.send(RawFrame.post("/x", on: 5, length: size))
        // The server's settings come first; the client acknowledges them before it uses what they allow.
        try receive(client) { $0.type == 4 && $0.flags == 0 }
        try client.send([0, 0, 0, 4, 1, 0, 0, 0, 0] as [UInt8])
        try client.send(data(Self.window, on: 5))
        try receive(client) { $0.type == 8 && $0.stream == 5 }
        #expect(Set(server.verdict.failures.map(\.kind)) == [.badRequest])
        try client.send(data(1000, on: 5, ends: true))
        try receive(client) { $0.type == 1 && $0.stream == 5 }
        let frames = RawFrame.frames(in: client.pending)
        #expect(Set(frames.filter { $0.type == 1 }.map(\.stream)) == [1, 3, 5])
        #expect(server.journal.map(\.request.streamID) == [5])
        #expect(server.journal.first?.request.body.count == size)
        #expect(server.verdict.failures.count == 2)
        server.stopNow()
    }
}
