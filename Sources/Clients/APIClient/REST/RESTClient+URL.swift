public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension RESTClient {
    /// A client of the API at `baseURL`, an absolute `http` or `https` URL, perhaps with a path prefix. `timeout` is the
    /// `timeoutInterval` of its requests, in seconds. Throws ``RESTError/badURL(_:)``.
    ///
    /// Where `RESTClient+Session.swift` is, too, a call without a transport means its initializer, which is not generic.
    public init(
        baseURL: URL, transport: some HTTPTransport = URLSession.shared, timeout: TimeInterval = 30
    ) throws(RESTError) {
        try self.init(baseURL: baseURL.absoluteString, transport: transport, timeout: timeout)
    }
}
