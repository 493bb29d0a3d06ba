public import Foundation

/// A mock server that runs elsewhere: in a container, on the host of a simulator, in another process.
///
/// ```swift
/// let server = try await RemoteMockServer(adminURL: adminURL, token: "t0ken")
/// try await server.play(.file("token-refresh"))
/// // let the client under test call server.url, then:
/// let verdict = try await server.verify()
/// print(verdict.text())
/// ```
///
/// The server needs an admin API: `mockserver --admin-port 9000`, or `options.admin` in Swift. Its tests must not run
/// at the same time, because a server plays one run.
public struct RemoteMockServer: RemoteServer {
    let admin: AdminClient
    let clientURL: URL

    /// Itself.
    public var remote: RemoteMockServer { self }

    /// The URL of the admin API.
    public var adminURL: URL { admin.adminURL }

    package var id: ServerID { ServerID(adminURL) }

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
        let health: AdminClient.Health = try await admin.get("/health")
        if let url {
            clientURL = url
        } else {
            guard let stated = health.url else { throw RemoteMockServerError.noURL(adminURL) }
            clientURL = ClientURL.reached(stated, from: adminURL)
        }
        self.admin = admin
    }

    /// The server that environment variables name: `MOCKSERVER_ADMIN_URL`, and if they are set
    /// `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL`, the URL for clients.
    ///
    /// `mockserver --admin-port 0 --scenario login.yaml -- swift test` sets both URLs for the tests.
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

    private static func isLoopback(_ host: String?) -> Bool {
        guard let host = host?.trimmingCharacters(in: ["[", "]"]) else { return false }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
