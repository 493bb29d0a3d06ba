import Foundation

/// The base URL that a test gives to an app which it launches, so that the app calls a mock server instead of its API.
///
/// A UI test launches the app with the argument `--mockserver-url` or the environment variable `MOCKSERVER_URL`; the
/// argument wins. A release build ignores both, so nobody can point a shipped app elsewhere.
///
/// ```swift
/// let client = try RESTClient(baseURL: MockServerOverride.baseURL ?? "https://api.example.com/v1")
/// ```
public enum MockServerOverride {
    static let argument = "--mockserver-url"
    static let variable = "MOCKSERVER_URL"

    /// The URL that this process was launched with; nil if there is none, and always in a release build.
    ///
    /// It is not checked: ``RESTClient`` throws ``RESTError/badURL(_:)`` if it is not a URL, so that a mistake in a
    /// test does not lead to the real API.
    public static var baseURL: String? {
        let process = ProcessInfo.processInfo
        return baseURL(process.arguments, process.environment, isDebugBuild: isDebugBuild)
    }

    private static var isDebugBuild: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    /// The URL in a process's arguments, `--mockserver-url URL` or `--mockserver-url=URL`, or else in its environment,
    /// where an empty variable counts as missing. An argument without its URL is an empty text, which is not a URL.
    static func baseURL(_ arguments: [String], _ environment: [String: String], isDebugBuild: Bool) -> String? {
        guard isDebugBuild else { return nil }
        // The last one wins, as in most programs.
        for index in arguments.indices.dropFirst().reversed() {
            if arguments[index] == argument {
                let next = index + 1
                return next < arguments.endIndex ? arguments[next] : ""
            }
            if arguments[index].hasPrefix(argument + "=") {
                return String(arguments[index].dropFirst(argument.count + 1))
            }
        }
        return environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
