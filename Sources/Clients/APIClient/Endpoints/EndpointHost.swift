public import Foundation

/// Where the API runs in one environment.
///
///     let host: EndpointHost = isInternalBuild ? .staging : .production
public struct EndpointHost: Sendable, Hashable {
    /// An absolute `http` or `https` URL, perhaps with a path prefix. It is checked when a request is made.
    public let baseURL: String

    /// The host at a base URL.
    public init(_ baseURL: String) {
        self.baseURL = baseURL
    }

    /// The API that users call.
    public static let production = EndpointHost("https://api.example.com/v1")

    /// The API as it will be released next.
    public static let staging = EndpointHost("https://staging.example.com/v1")

    /// The server of a test.
    public static func testServer(_ url: URL) -> EndpointHost {
        EndpointHost(url.absoluteString)
    }
}
