public import Foundation

/// Where the API runs in one environment, by its base URL.
///
///     let host: EndpointHost = isInternalBuild ? .staging : .production
public struct EndpointHost: RawRepresentable, Sendable, Hashable {
    /// An absolute `http` or `https` URL, perhaps with a path prefix. It is checked when a request is made.
    public let rawValue: String

    /// The host at a base URL.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The host at a base URL.
    public init(_ baseURL: String) {
        self.init(rawValue: baseURL)
    }

    /// The API that users call.
    public static let production = EndpointHost("https://api.example.com/v1")

    /// The API as it will be released next.
    public static let staging = EndpointHost("https://staging.example.com/v1")

    /// The server of a test.
    public static func testServer(_ url: URL) -> EndpointHost {
        EndpointHost(url.absoluteString)
    }

    /// The host of calls that name none: ``staging`` in a debug build, ``production`` in a release build.
    public static var `default`: EndpointHost {
        #if DEBUG
        host(isDebugBuild: true)
        #else
        host(isDebugBuild: false)
        #endif
    }

    static func host(isDebugBuild: Bool) -> EndpointHost { isDebugBuild ? .staging : .production }
}
