public import Foundation

/// Why a remote server did not do what a test asked: a sentence that says what to do.
public enum RemoteMockServerError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// A text is not a URL of a server, or no URL is given; the sentence says which.
    case invalidURL(String)
    /// There was no response from the admin API at that URL, with the reason that the system gives.
    case unreachable(URL, reason: String)
    /// The admin API at that URL did not respond in that time.
    case unresponsive(URL, after: Duration)
    /// What responds at that URL is not an admin API of this version, with a description of the response.
    case notAnAdminAPI(URL, response: String)
    /// The admin API wants a token: none was given if the flag is false, a wrong one if it is true.
    case unauthorized(URL, hadToken: Bool)
    /// The server at that admin URL listens on a Unix-domain socket, which has no URL.
    case noURL(URL)
    /// The server with the admin API at that URL has no sessions.
    case noSessions(URL)
    /// The session with that id is gone, and with it its verdict: it has expired, was deleted, or its server was
    /// started anew.
    case sessionGone(String)
    /// The scenario that was sent has errors: the run before goes on, or no session begins. Warnings are listed, too.
    case invalidScenario([RemoteMockServer.Diagnostic])
    /// The scenario can't be sent: there is no such file, or it can't be read.
    case unreadableScenario(String)
    /// Fewer requests came, or fewer sleepers waited, than the test waited for; the server's text lists what has come.
    case timedOut(String)
    /// The admin API refused the request with that status and sentence, as for a step that the scenario does not have,
    /// or with 503 a session when there are as many as there may be.
    case refused(status: Int, String)

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .invalidURL(let text), .unreadableScenario(let text), .timedOut(let text): text
        case .unreachable(let url, let reason):
            "no mock server can be reached at \(url): \(reason) Start mockserver with --admin-port and give its admin "
                + "URL; if it runs in a container, publish that port, too."
        case .unresponsive(let url, let time):
            "the admin API at \(url) did not respond within \(time); is the host reached by a proxy, or busy?"
        case .notAnAdminAPI(let url, let response):
            "what responds at \(url) is not mockserver's admin API: \(response). Give the URL that mockserver prints "
                + "after \"admin:\", not the one for clients, and use the same version of mockserver here and there."
        case .unauthorized(let url, false):
            "the admin API at \(url) wants a token: give the one in the server's MOCKSERVER_ADMIN_TOKEN."
        case .unauthorized(let url, true):
            "the admin API at \(url) has another token: give the one in the server's MOCKSERVER_ADMIN_TOKEN."
        case .noURL(let url):
            "the server with the admin API at \(url) states no URL, because it listens on a Unix-domain socket or is "
                + "older; give the URL for clients: url:"
        case .noSessions(let url):
            "the server with the admin API at \(url) has no sessions, by which tests share it: use the same version of "
                + "mockserver here and there, and in Swift set options.sessions; or have tests take turns at the "
                + "server's own run: sharing: .byTurns, in XCTest useMockServer."
        case .sessionGone(let id):
            "the session \(id) is gone: neither its client nor its test asked for anything within the server's "
                + "--session-timeout, or it was deleted, or the server was started anew. The server's reports have what "
                + "came of an expired one."
        case .invalidScenario(let diagnostics):
            "the scenario has errors, so it is not played:\n"
                + diagnostics.map(\.description).joined(separator: "\n")
        case .refused(let status, let text): "the admin API refused this (\(status)): \(text)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
