public import APIClient
public import Foundation
public import MockServerKit
public import MockServerURLProtocol

/// A server of these tests, however its clients reach it.
public enum TestServer: Sendable {
    case listening(MockServer)
    case inProcess(InProcessMockServer)

    public var url: URL {
        switch self {
        case .listening(let server): server.url
        case .inProcess(let server): server.url
        }
    }

    public var journal: [JournalEntry] {
        switch self {
        case .listening(let server): server.journal
        case .inProcess(let server): server.journal
        }
    }

    /// The clock that delays, `interval` and `now` of the scenario use.
    public var clock: ScenarioClock {
        switch self {
        case .listening(let server): server.clock
        case .inProcess(let server): server.clock
        }
    }

    /// A transport that reaches this server.
    public func transport(timeout: TimeInterval = 300) -> URLSessionTransport {
        switch self {
        case .listening: URLSessionTransport(timeout: timeout)
        case .inProcess(let server): URLSessionTransport(configuration: server.configuration)
        }
    }

    /// A client of this server.
    public func client(timeout: TimeInterval = 300) throws -> RESTClient {
        try RESTClient(baseURL: url.absoluteString, transport: transport(timeout: timeout), timeout: timeout)
    }

    /// Waits for the requests that a step takes.
    public func waitFor(step id: String, count: Int = 1, timeout: Duration = .seconds(600)) async throws {
        switch self {
        case .listening(let server): try await server.waitFor(step: id, count: count, timeout: timeout)
        case .inProcess(let server): try await server.waitFor(step: id, count: count, timeout: timeout)
        }
    }

    /// The versions of HTTP that requests came by and that they should not.
    public var foreignVersions: Set<HTTPVersion> {
        Set(journal.map(\.request.version)).subtracting([Transport.current.version])
    }
}
