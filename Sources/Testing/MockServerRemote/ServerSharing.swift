/// How the tests that use a remote server share it.
public enum ServerSharing: Hashable, Sendable {
    /// Each test has a session of its own. Tests run at the same time, in several processes, too, and never meet; the
    /// client has to call the session's URL, which has a path, or to send its header.
    case bySession
    /// Each test has the server's own run, at the server's own URL: for a client that can't take another, and for a
    /// server without sessions. The tests of a process wait for each other; no other process may use the server
    /// meanwhile. A server that was started without a scenario has no such run.
    case byTurns
}
