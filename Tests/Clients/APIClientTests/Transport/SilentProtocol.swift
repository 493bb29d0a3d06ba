import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Takes every request and never answers, so that a test can call a delegate's methods by hand.
final class SilentProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {}
    override func stopLoading() {}

    /// A session whose tasks wait for ever.
    static var session: URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [SilentProtocol.self]
        return URLSession(configuration: configuration)
    }
}
