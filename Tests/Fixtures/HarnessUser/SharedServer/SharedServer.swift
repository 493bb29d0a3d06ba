import MockServerKit

/// A server for the tests of remote servers. It has only sessions.
public enum SharedServer {
    private static let server: MockServer? = {
        var options = MockServer.Options()
        options.admin = MockServer.AdminOptions()
        return try? MockServer(sessions: MockServer.SessionOptions(), options: options)
    }()

    /// The URL of its admin API.
    public static let adminURL = server?.adminURL?.absoluteString ?? "no server"
}
