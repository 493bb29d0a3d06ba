public import Foundation

/// A mock server that runs elsewhere: in a container, on the host of a simulator, in another process.
///
/// Each test begins a session on it, a run with a scenario of its own. So any number of tests, of several processes,
/// too, share one server at the same time:
///
/// ```swift
/// let server = try await RemoteMockServer(adminURL: adminURL, token: "t0ken")
/// let session = try await server.beginSession(.file("token-refresh"))
/// // let the client under test call session.url, then:
/// let verdict = try await session.finish()
/// print(verdict.text())
/// ```
///
/// `withRemoteMockServer` and the trait `.remoteMockServer` in `MockServerRemoteTesting`, and `startRemoteMockServer`
/// and `RemoteMockServerTestCase` in `MockServerRemoteXCTest`, do that and record the failures in the test. They give
/// the test a value of this type whose calls are about its session: ``sessionID`` is then its id.
///
/// Without a session, the calls are about the server's own run, at the server's own URL. The server plays one, so
/// tests that use it must take turns.
///
/// The server needs an admin API: `mockserver --admin-port 9000`, or in Swift `options.admin`, and `options.sessions`
/// for sessions.
public struct RemoteMockServer: RemoteServer {
    /// The header by which a request can name its session: its value is ``sessionID``.
    public static let sessionHeader = "Mockserver-Session"

    let admin: AdminClient
    let clientURL: URL
    /// The URL of the whole server, for clients that can't have a path in their base URL and name their session by the
    /// header ``sessionHeader``. It is `url` unless this is a session.
    public let serverURL: URL

    /// Itself.
    public var remote: RemoteMockServer { self }

    /// The URL of the server's admin API.
    public var adminURL: URL { admin.adminURL }

    /// The id of the session that the calls are about; nil for the server's own run.
    ///
    /// ```swift
    /// var request = URLRequest(url: server.serverURL.appendingPathComponent("me"))
    /// request.setValue(server.sessionID, forHTTPHeaderField: RemoteMockServer.sessionHeader)
    /// ```
    public var sessionID: String? { admin.session }

    package var id: ServerID { admin.id }

    /// A server that is up and whose admin API listens at `adminURL`.
    ///
    /// - Parameters:
    ///   - adminURL: the URL that `mockserver` prints after `admin:`, as it is reached from here.
    ///   - token: what the server was given as `MOCKSERVER_ADMIN_TOKEN`; nil if it has none.
    ///   - url: the URL for clients; nil for the one that the server states, with the host of `adminURL` instead of a
    ///     loopback address. Give it if clients reach the server by another port than it listens on, as in a container
    ///     whose port is published under another number.
    /// - Throws: ``RemoteMockServerError``.
    public init(adminURL: URL, token: String? = nil, url: URL? = nil) async throws {
        let admin = try AdminClient(adminURL: adminURL, token: token)
        let health: AdminClient.Health = try await admin.get("/health", within: AdminClient.firstResponseTimeout)
        if let url {
            serverURL = url
        } else {
            guard let stated = health.url else { throw RemoteMockServerError.noURL(adminURL) }
            serverURL = ClientURL.reached(stated, from: adminURL)
        }
        clientURL = serverURL
        self.admin = admin
    }

    /// A session of a server that clients reach at `serverURL`.
    init(_ admin: AdminClient, _ session: AdminClient.BegunSession, serverURL: URL) throws(RemoteMockServerError) {
        self.admin = admin
        self.serverURL = serverURL
        clientURL = try ClientURL.session(session.path, of: serverURL)
    }

    /// The server that environment variables name: `MOCKSERVER_ADMIN_URL`, and if they are set
    /// `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL`, the URL for clients.
    ///
    /// `mockserver --admin-port 0 -- swift test` sets both URLs for the tests.
    ///
    /// ```swift
    /// let server = try await RemoteMockServer(environment: ProcessInfo.processInfo.environment)
    /// ```
    ///
    /// - Throws: ``RemoteMockServerError/invalidURL(_:)`` if a variable is missing or is not a URL.
    public init(environment: [String: String]) async throws {
        let address = try RemoteMockServerAddress(environment: environment)
        try await self.init(adminURL: address.adminURL, token: address.token, url: address.url)
    }
}

/// Derives the URL for clients from the one that a server states.
enum ClientURL {
    /// The stated URL, with the host by which the admin API is reached instead of a loopback address: a server that
    /// listens on all addresses states its loopback address.
    static func reached(_ stated: URL, from adminURL: URL) -> URL {
        guard isLoopback(stated.host), !isLoopback(adminURL.host), let host = adminURL.host,
            var components = URLComponents(url: stated, resolvingAgainstBaseURL: false)
        else { return stated }
        components.host = host
        return components.url ?? stated
    }

    /// The URL for the clients of a session, whose paths begin with `path`. It differs from the server's by that alone:
    /// so it is right behind a published port and a proxy, too, of which the server does not know.
    static func session(_ path: String, of serverURL: URL) throws(RemoteMockServerError) -> URL {
        var components = URLComponents(url: serverURL, resolvingAgainstBaseURL: true)
        var base = components?.path ?? ""
        while base.hasSuffix("/") { base.removeLast() }
        components?.path = base + path
        guard let url = components?.url else { throw .invalidURL("the URL for clients \"\(serverURL)\" can't be used") }
        return url
    }

    private static func isLoopback(_ host: String?) -> Bool {
        guard let host = host?.trimmingCharacters(in: ["[", "]"]) else { return false }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
