public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension RESTClient {
    /// A client of the API at `baseURL` on `URLSession`.
    ///
    ///     let client = try RESTClient(baseURL: "https://api.example.com/v1")
    ///
    /// - Parameters:
    ///   - baseURL: an absolute `http` or `https` URL, perhaps with a path prefix.
    ///   - session: the session to use, which the caller still owns; `nil` for the client's own ephemeral one, which
    ///     sends no credentials after a redirect to another origin.
    ///   - timeout: the most seconds in which nothing arrives; a modifier may change it for a call.
    /// - Throws: ``RESTError/badURL(_:)``.
    public init(baseURL: String, session: URLSession? = nil, timeout: TimeInterval = 30) throws(RESTError) {
        if let session {
            try self.init(baseURL: baseURL, transport: session, timeout: timeout)
        } else {
            try self.init(baseURL: baseURL, transport: URLSessionTransport(timeout: timeout), timeout: timeout)
        }
    }

    /// A client of the API at `baseURL`.
    public init(baseURL: URL, session: URLSession? = nil, timeout: TimeInterval = 30) throws(RESTError) {
        try self.init(baseURL: baseURL.absoluteString, session: session, timeout: timeout)
    }
}
