import MockServerHarness
public import MockServerKit
import Testing

extension MockServer {
    /// The server of the current test: that of the trait `.mockServer(…)`, or in a `withMockServer` that one's.
    ///
    /// ```swift
    /// let client = try RESTClient(baseURL: MockServer.current.url)
    /// ```
    ///
    /// - Throws: `HarnessMisuse` if the test has no server, or if no Swift Testing test runs here, as in XCTest or in a
    ///   detached task.
    public static var current: MockServer {
        get throws {
            if let server = ServerScope.server { return server }
            throw Test.current == nil ? HarnessMisuse.outsideSwiftTesting : HarnessMisuse.noCurrentServer
        }
    }
}
