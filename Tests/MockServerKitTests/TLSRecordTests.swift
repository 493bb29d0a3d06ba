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

    private func server() throws -> MockServer {
        var options = MockServer.Options.patient
        options.tls = .init()
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
                #expect(verdict.failures.map(\.kind) == [.never], "\(verdict.text())")
                #expect(server.journal.map(\.request.target) == ["/no"])
                #expect(server.journal.first?.timeline.answered == nil)
            }
        }
    }
}
