// Linux has no `serverTrust`: there, URLSession can't be told which certificates to accept.
#if canImport(Security)
public import Foundation
import Security

/// The delegate of a `URLSession` whose connections a ``PinningPolicy`` judges, after the system has.
///
///     let session = URLSession(configuration: .ephemeral, delegate: PinningDelegate(policy), delegateQueue: nil)
///     let client = try RESTClient(baseURL: "https://api.example.com/v1", session: session)
///
/// A refused connection is an error of the call, ``RESTError/connection(_:_:)`` with the code `cancelled`. The session
/// holds its delegate until it is invalidated.
public final class PinningDelegate: NSObject, URLSessionDelegate {
    private let policy: PinningPolicy

    /// A delegate for a policy.
    public init(_ policy: PinningPolicy) {
        self.policy = policy
    }

    /// Responds to the challenge by the certificates of a server with pins, and leaves others to the system.
    public func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust else {
            return completionHandler(.performDefaultHandling, nil)
        }
        // The chain is the trusted one only after its evaluation.
        let isTrusted = SecTrustEvaluateWithError(trust, nil)
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        switch policy.verdict(on: chain.map { SecCertificateCopyData($0) as Data }, for: space.host) {
        case .unpinned: completionHandler(.performDefaultHandling, nil)
        case .match where isTrusted: completionHandler(.useCredential, URLCredential(trust: trust))
        case .match, .mismatch, .malformed: completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
#endif
