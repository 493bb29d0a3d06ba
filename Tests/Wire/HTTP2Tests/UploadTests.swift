import HTTP2
import HTTPMessage
import Testing

/// Many bodies that come on one connection at once: windows keep their sum within its limit, and each becomes whole.
@Suite("Uploads side by side") struct UploadTests {
    private static let body = 200_000
    private static let window = 16_384
    private static let settings = HTTP2Settings(
        maxConcurrentStreams: 16, streamWindow: window, connectionWindow: 1024 * 1024,
        limits: HTTP2Limits(body: body, bodies: body + 16 * window))

    private func client(_ settings: HTTP2Settings = settings) throws -> Client {
        let client = try Client(HTTP2Session(settings: settings))
        // The settings apply from their acknowledgement on.
        try client.run()
        client.keepsEvents = false
        return client
    }

    private func fields(_ isStated: Bool) -> [(String, String)] {
        isStated ? [("content-length", "\(Self.body)")] : []
    }

    @Test("ten that are larger together than the limit are taken, the first first", arguments: [true, false])
    func ten(isStated: Bool) throws {
        let client = try client()
        var (most, whole): (Int, [Int]) = (0, [])
        client.onEvent = { server, event in
            most = max(most, server.keptBytes)
            guard case .request(let stream, _, let body, _) = event else { return }
            #expect(body.count == Self.body)
            whole.append(stream)
            try server.respond(stream, ResponseHead(status: 200), length: 0)
            server.end(stream)
        }
        let body = [UInt8](repeating: 7, count: Self.body)
        let streams = (0..<10).map { _ in client.request("POST", "/", fields(isStated), body: body) }
        try client.run()
        #expect(whole == streams)
        #expect(client.responses.values.allSatisfy { $0.status == 200 && $0.closeCode == 0 })
        #expect(most <= Self.settings.limits.bodies)
        #expect(client.server.keptBytes == 0)
    }

    @Test("ten that are half done stay at the limit, and the first can always go on")
    func halves() throws {
        let client = try client()
        var (refused, whole): (Int, [Int]) = (0, [])
        client.onEvent = { server, event in
            switch event {
            case .request(let stream, _, _, _): whole.append(stream)
            case .refused: refused += 1
            default: break
            }
        }
        let half = [UInt8](repeating: 7, count: Self.body - 1)
        let streams = (0..<10).map { _ in client.request("POST", "/", fields(true), body: half, isOpen: true) }
        try client.run()
        // The first but for its last byte, and the window of a new stream of each other.
        #expect(client.server.keptBytes == Self.body - 1 + 9 * Self.window)
        #expect(client.server.keptBytes <= Self.settings.limits.bodies)
        #expect(streams.filter { client.server.awaitsWindow($0) } == Array(streams.dropFirst()))
        for (index, stream) in streams.enumerated() {
            #expect(whole.count == index)
            client.upload(stream, [8], finish: true)
            try client.run()
            #expect(client.server.keptBytes <= Self.settings.limits.bodies)
        }
        #expect(whole == streams)
        #expect(refused == 0)
        #expect(client.server.keptBytes == 0)
    }

    @Test("one that ends without being whole lets the next go on", arguments: ["reset", "given up", "thrown away"])
    func ends(how: String) throws {
        let client = try client()
        var whole: [Int] = []
        client.onEvent = { if case .request(let stream, _, _, _) = $1 { whole.append(stream) } }
        let body = [UInt8](repeating: 7, count: Self.body)
        let first = client.request("POST", "/", fields(true), body: Array(body.dropLast()), isOpen: true)
        let second = client.request("POST", "/", fields(true), body: body)
        try client.run()
        #expect(whole == [])
        #expect(client.server.awaitsWindow(second))
        switch how {
        case "reset": client.reset(first, 8)
        case "given up": client.server.giveUpBody(first)
        default: client.server.discardBody(first)
        }
        try client.run()
        #expect(whole == [second])
        #expect(client.server.keptBytes == 0)
    }

    @Test("one that is thrown away is read whatever its size, and waits for nothing")
    func discarded() throws {
        let client = try client()
        var bytes = 0
        client.onEvent = { server, event in
            switch event {
            case .head(let stream, _, _) where stream > 1: server.discardBody(stream)
            case .discarded(_, let count, isWhole: true): bytes = count
            default: break
            }
        }
        client.request("POST", "/", fields(true), body: [1], isOpen: true)
        client.request("POST", "/", [], body: [UInt8](repeating: 7, count: 20 * Self.body))
        try client.run()
        #expect(bytes == 20 * Self.body)
    }

    @Test("windows that the scenario opens further don't hold more than the limit: the last one is a 413")
    func opened() throws {
        let client = try client()
        client.server.change([HTTP2Setting(.initialWindowSize, clamping: Self.body)])
        try client.run()
        var refused: [Int] = []
        client.onEvent = { server, event in
            guard case .refused(let stream, let refusal) = event else { return }
            #expect(refusal.status == 413)
            refused.append(stream)
            try server.respond(stream, ResponseHead(status: 413), length: 0)
            server.end(stream)
        }
        let half = [UInt8](repeating: 7, count: Self.body - 1)
        let streams = (0..<4).map { _ in client.request("POST", "/", fields(true), body: half, isOpen: true) }
        try client.run()
        #expect(Set(refused).isSubset(of: streams.dropFirst()))
        #expect(!refused.isEmpty)
        #expect(client.server.keptBytes <= Self.settings.limits.bodies)
        #expect(client.server.keptBytes >= Self.body - 1)
    }
}
