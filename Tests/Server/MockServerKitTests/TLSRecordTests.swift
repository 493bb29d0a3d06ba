import Dispatch
import TestSupport
import Testing

@testable import MockServerKit

/// What reaches the server in records of TLS that are whole, in part or broken.
@Suite("A record of TLS", .timeLimit(.minutes(60)))
struct TLSRecordTests {
    enum Wire: String, CaseIterable, Sendable {
        case http1 = "http/1.1"
        case http2 = "h2"
        /// Its first bytes say what it is.
        case unnamed

        /// What a client sends before its first request.
        var start: [UInt8] { self == .http2 ? RawFrame.start : [] }

        func request(_ path: String, on stream: Int = 1) -> [UInt8] {
            self == .http2 ? RawFrame.get(path, on: stream) : Array(get(path).utf8)
        }
    }

    private static let scenario = """
        linger: 0ms
        stubs: [{ request: GET /ok }, { request: GET /no, never: true }]
        """

    private func server(_ timeouts: Timeouts? = nil) throws -> MockServer {
        var options = MockServer.Options.patient
        options.tls = .init()
        if let timeouts { options.timeouts = timeouts }
        return try MockServer(playing: Self.scenario, options: options)
    }

    private func client(
        _ server: MockServer, _ wire: Wire, _ version: RawTLSClient.Version = .tls13
    ) throws -> RawTLSClient {
        try RawTLSClient(server, version, offering: wire == .unnamed ? nil : wire.rawValue)
    }

    // MARK: - Behind which TLS fails

    enum Failure: CaseIterable, Sendable {
        case forgedRecord, changedRecord, cleartext, longRecord

        func bytes(_ client: RawTLSClient) -> [UInt8] {
            switch self {
            case .forgedRecord: return [23, 3, 3, 0, 32] + [UInt8](repeating: 7, count: 32)
            case .changedRecord:
                var record = client.record([1, 2, 3])
                record[record.count - 1] ^= 1
                return record
            case .cleartext: return Array(get("/ok").utf8)
            case .longRecord: return [23, 3, 3, 0xFF, 0xFF, 0]
            }
        }
    }

    @Test(
        "behind which TLS fails counts, also if all of it is read at once", arguments: Wire.allCases, Failure.allCases)
    func failsBehind(wire: Wire, failure: Failure) throws {
        for version in RawTLSClient.Version.allCases {
            for isApart in [true, false] {
                let server = try server()
                let client = try client(server, wire, version)
                var bytes = try client.shakeHands()
                if isApart {
                    try client.raw.send(bytes)
                    bytes = []
                }
                bytes += client.record(wire.start + wire.request("/no"))
                try client.raw.send(bytes + failure.bytes(client))
                _ = try client.raw.end()
                #expect(!server.isReceiving)
                let verdict = try finish(server)
                #expect(verdict.failures.map(\.kind) == [.never, .badRequest], "\(verdict.text())")
                #expect(verdict.failures.last?.title.hasPrefix("a client broke TLS") == true, "\(verdict.text())")
                #expect(server.journal.map(\.request.target) == ["/no"])
                #expect(server.journal.first?.timeline.answered == nil)
            }
        }
    }

    @Test("behind which TLS fails ends the request in it that is not whole", arguments: Wire.allCases, Failure.allCases)
    func failsAmidRequest(wire: Wire, failure: Failure) throws {
        for version in RawTLSClient.Version.allCases {
            let server = try server()
            let client = try client(server, wire, version)
            let bytes = try client.shakeHands() + client.record(wire.start + wire.request("/no").dropLast())
            try client.raw.send(bytes + failure.bytes(client))
            _ = try client.raw.end()
            #expect(!server.isReceiving)
            let verdict = try finish(server)
            #expect(verdict.failures.map(\.kind) == [.badRequest], "\(verdict.text())")
            // What has not come as far as a stream's head leaves no trace in HTTP/2.
            #expect(server.unfinishedRequests.count == (wire == .http2 ? 0 : 1))
        }
    }

    // MARK: - Of which a part has come

    /// How much of the record has come.
    enum Part: CaseIterable, Sendable {
        case firstByte, header, allButLastByte

        func count(of record: [UInt8]) -> Int {
            switch self {
            case .firstByte: 1
            case .header: 5
            case .allButLastByte: record.count - 1
            }
        }
    }

    /// A client that has sent a part of a record, and the rest of it.
    private func send(
        _ part: Part, _ server: MockServer, _ wire: Wire, _ version: RawTLSClient.Version = .tls13
    ) throws -> (RawTLSClient, rest: [UInt8]) {
        let client = try client(server, wire, version)
        try client.raw.send(try client.shakeHands())
        if !wire.start.isEmpty { try client.raw.send(client.record(wire.start)) }
        let record = client.record(wire.request("/no"))
        let count = part.count(of: record)
        try client.raw.send(Array(record.prefix(count)))
        return (client, Array(record.dropFirst(count)))
    }

    /// The same, once the server has the part.
    private func begin(
        _ part: Part, _ server: MockServer, _ wire: Wire, _ version: RawTLSClient.Version = .tls13
    ) async throws -> (RawTLSClient, rest: [UInt8]) {
        let begun = try send(part, server, wire, version)
        // No event tells a test that a part of a record has been read.
        while !server.isReceiving { await Task.yield() }
        return begun
    }

    @Test(
        "of which a part has come is a request that has begun: it is waited for", arguments: Wire.allCases,
        Part.allCases)
    func awaited(wire: Wire, part: Part) async throws {
        for version in RawTLSClient.Version.allCases {
            let server = try server()
            let (client, rest) = try await begin(part, server, wire, version)
            let isFinished = DispatchSemaphore(value: 0)
            let verdict = Task {
                defer { isFinished.signal() }
                return await server.finish()
            }
            // It must not come before the rest.
            #expect(try await OwnThread.run { isFinished.wait(timeout: .now() + .milliseconds(50)) } == .timedOut)
            try client.raw.send(rest)
            #expect(await verdict.value.failures.map(\.kind) == [.never])
            #expect(!server.isReceiving)
        }
    }

    @Test("of which a part has come fails the run that stops", arguments: Wire.allCases, Part.allCases)
    func stopped(wire: Wire, part: Part) async throws {
        let server = try server()
        let (client, _) = try await begin(part, server, wire)
        await server.stop()
        #expect(
            server.verdict.failures.map(\.title)
                == ["1 unfinished request: begun on connection 1, but not whole when the run ended"])
        let texts = server.unfinishedRequests.map(\.text)
        #expect(texts == (wire == .http1 ? ["The server stopped \(Self.amidRecord)"] : []))
        client.raw.close()
    }

    private static let amidRecord = "in a record of TLS, which may be a request's (RFC 8446, section 5.1)."

    @Test("of which a part has come behind a whole one counts, too", arguments: Wire.allCases)
    func pipelined(wire: Wire) async throws {
        let server = try server()
        let client = try client(server, wire)
        let bytes = try client.shakeHands() + client.record(wire.start + wire.request("/ok"))
        try client.raw.send(bytes + client.record(wire.request("/no", on: 3)).dropLast())
        while server.journal.isEmpty || !server.isReceiving { await Task.yield() }
        await server.stop()
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        client.raw.close()
    }

    @Test("whose client leaves before its end fails nothing", arguments: Wire.allCases, [true, false])
    func givenUp(wire: Wire, isReset: Bool) async throws {
        let server = try server()
        let (client, _) = try await begin(.header, server, wire)
        if isReset { client.raw.reset() } else { client.raw.finishSending() }
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        let texts = server.unfinishedRequests.map(\.text)
        #expect(texts == (wire == .http2 ? [] : ["The client closed the connection \(Self.amidRecord)"]))
        await server.stop()
        client.raw.close()
    }

    @Test("that comes too slowly fails the run by that", arguments: Wire.allCases)
    func timesOut(wire: Wire) throws {
        try Patience.find { try timesOut(wire, after: $0) }
    }

    /// Whether the handshake, which has the same time, is over in time.
    private func timesOut(_ wire: Wire, after head: Duration) throws -> Bool {
        let server = try server(Timeouts(head: head, body: .seconds(3_600), idle: .seconds(3_600)))
        defer { server.stopNow() }
        guard let (client, _) = try? send(.header, server, wire) else { return false }
        _ = try? client.raw.end()
        guard server.verdict.text().contains("A record of TLS") else { return false }
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        return true
    }

    @Test("of the handshake, or of the end, is none", arguments: RawTLSClient.Version.allCases)
    func others(version: RawTLSClient.Version) async throws {
        let server = try server()
        let beginning = try client(server, .http1, version)
        try beginning.raw.send(Array(try beginning.shakeHands().dropLast()))
        let ending = try client(server, .http1, version)
        try ending.raw.send(try ending.shakeHands() + ending.closeNotify())
        ending.raw.finishSending()
        #expect(try ending.raw.end() == .fin)
        await server.stop()
        #expect(server.verdict.passed, "\(server.verdict.text())")
        beginning.raw.close()
    }
}
