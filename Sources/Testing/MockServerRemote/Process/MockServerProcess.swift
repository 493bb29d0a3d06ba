#if os(macOS) || os(Linux)
public import Foundation

/// The program `mockserver`, started as a child process.
///
/// ```swift
/// let server = try await MockServerProcess()
/// let session = try await server.beginSession(.file("token-refresh"))
/// // let the client under test call session.url, then:
/// let verdict = try await session.finish()
/// let status = await server.stop()  // 0 if each run passed
/// ```
///
/// The child ends with ``stop()``, when this object is released, and when this process ends in any way, a crash
/// included. It takes free ports, and its admin API a token of its own.
public final class MockServerProcess: RemoteServer {
    /// The server in the child.
    public let remote: RemoteMockServer
    /// The child's process identifier.
    public var processIdentifier: Int32 { child.processIdentifier }
    private let child: ServerChild

    /// Starts `mockserver`; when this returns, a client can connect.
    ///
    /// - Parameters:
    ///   - scenario: the path of the scenario that the server's own run plays first; nil for a server that has only
    ///     sessions. `.named(…)` finds others in its folder, else in the working directory.
    ///   - binary: the path of the program; nil for the one in the environment variable `MOCKSERVER_BIN`, else the
    ///     program `mockserver` in a folder of `PATH`.
    ///   - arguments: further options of the command, such as `["--tls"]`.
    ///   - environment: variables for the child besides this process's own, of which those that begin with
    ///     `MOCKSERVER_` are left out.
    ///   - timeout: how long the start may take.
    /// - Throws: ``MockServerProcessError``; ``RemoteMockServerError`` if the started program's admin API does not
    ///   respond.
    public init(
        scenario: String? = nil, binary: String? = nil, arguments: [String] = [], environment: [String: String] = [:],
        timeout: Duration = .seconds(30)
    ) async throws {
        let own = ProcessInfo.processInfo.environment
        let token = UUID().uuidString
        var variables = own.filter { !$0.key.hasPrefix("MOCKSERVER_") }
        variables.merge(environment) { $1 }
        variables["MOCKSERVER_ADMIN_TOKEN"] = token
        let child = try ServerChild(
            MockServerBinary.path(binary, environment: own), scenario: scenario, arguments, environment: variables)
        do {
            let adminURL = try await child.adminURL(timeout: timeout)
            remote = try await RemoteMockServer(adminURL: adminURL, token: token)
        } catch {
            child.kill()
            throw error
        }
        self.child = child
    }

    /// What the program wrote to standard error so far, the last 64 KiB: warnings, and after the end its verdict.
    public var standardError: String { get async { await child.standardError } }

    /// Ends the program, which waits up to 5 seconds for unsent responses, and returns its exit status: 0 if each run
    /// passed, 1 if one failed, 128+n if signal n ended it. May be called again.
    public func stop() async -> Int32 { await child.stop() }

    deinit {
        // Ends the child, and waits for it, so that the system can forget it.
        Task { [child] in await child.stop() }
    }
}

/// Why the program `mockserver` could not be started: a sentence that says what to do.
public enum MockServerProcessError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// There is no such program; the sentence says where it was looked for.
    case notFound(String)
    /// The system does not start the program at that path, for that reason.
    case notStarted(path: String, reason: String)
    /// The program ended with that status before it listened, and wrote that to standard error.
    case ended(status: Int32, standardError: String)
    /// The program did not listen in that time, and was killed. It wrote that to standard error.
    case timedOut(after: Duration, standardError: String)

    /// The sentence for the user.
    public var description: String {
        switch self {
        case .notFound(let text): text
        case .notStarted(let path, let reason):
            "\(path) can't be started: \(reason); give the path of the program mockserver"
        case .ended(let status, let text):
            "mockserver ended with status \(status) before it listened\(Self.quoting(text))"
        case .timedOut(let time, let text):
            "mockserver did not listen within \(time), so it was killed\(Self.quoting(text))"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }

    private static func quoting(_ text: String) -> String {
        text.isEmpty ? ", and wrote nothing to standard error" : "; it wrote to standard error:\n\(text)"
    }
}
#endif
