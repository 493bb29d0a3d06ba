import Foundation
import MockServerKit
import MockServerURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How the requests of `URLSession` come to a scenario.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case socket
    case inProcess

    var testDescription: String { rawValue }
}

/// A scenario that is played by socket or in process, with what tests ask of both.
struct PlayedScenario: Sendable {
    private enum Server: Sendable {
        case socket(MockServer)
        case inProcess(InProcessMockServer)
    }

    private let server: Server

    init(_ scenario: Scenario, _ transport: Transport, seed: UInt64? = nil, streams: Bool = false) throws {
        switch transport {
        case .socket:
            var options = MockServer.Options()
            options.seed = seed
            server = .socket(try MockServer(scenario, options: options))
        case .inProcess:
            var options = InProcessMockServer.Options()
            options.seed = seed
            options.streams = streams
            server = .inProcess(try InProcessMockServer(scenario, options: options))
        }
    }

    /// A scenario of these lines behind its first line.
    init(playing lines: String, _ transport: Transport, streams: Bool = false) throws {
        try self.init(Scenario(yaml: "mockserver: 1\n" + lines, path: "s.yaml"), transport, streams: streams)
    }

    var url: URL {
        switch server {
        case .socket(let server): server.url
        case .inProcess(let server): server.url
        }
    }

    var journal: [JournalEntry] {
        switch server {
        case .socket(let server): server.journal
        case .inProcess(let server): server.journal
        }
    }

    var unfinishedRequests: [UnfinishedRequest] {
        switch server {
        case .socket(let server): server.unfinishedRequests
        case .inProcess(let server): server.unfinishedRequests
        }
    }

    var clock: ScenarioClock {
        switch server {
        case .socket(let server): server.clock
        case .inProcess(let server): server.clock
        }
    }

    /// A session of its own, so that no connection of another request is used again.
    func session(_ delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        switch server {
        case .socket: URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        case .inProcess(let server):
            URLSession(configuration: server.configuration, delegate: delegate, delegateQueue: nil)
        }
    }

    func waitFor(step: String, count: Int = 1, timeout: Duration = .seconds(600)) async throws {
        switch server {
        case .socket(let server): try await server.waitFor(step: step, count: count, timeout: timeout)
        case .inProcess(let server): try await server.waitFor(step: step, count: count, timeout: timeout)
        }
    }

    /// The verdict at the end, with which the server stops.
    func finish() async -> Verdict {
        switch server {
        case .socket(let server):
            let verdict = await server.verify(timeout: .seconds(600))
            await server.stop()
            return verdict
        case .inProcess(let server):
            let verdict = await server.verify(timeout: .seconds(600))
            await server.stop()
            return verdict
        }
    }

    /// A request to the server.
    func request(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil
    ) throws -> URLRequest {
        guard let url = URL(string: url.absoluteString + target) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
