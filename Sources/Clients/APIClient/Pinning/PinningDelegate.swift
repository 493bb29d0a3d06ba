// Linux has no `serverTrust`: there, URLSession can't be told which certificates to accept.
#if canImport(Security)
public import Foundation

/// The delegate of a `URLSession` whose connections a ``PinningPolicy`` judges, after the system has.
///
///     let session = URLSession(configuration: .ephemeral, delegate: PinningDelegate(policy), delegateQueue: nil)
///     let client = try RESTClient(baseURL: "https://api.example.com/v1", session: session)
///
/// A refused connection is an error of the call, ``RESTError/connection(_:_:)`` with the code `cancelled`. The session
/// holds its delegate until it is invalidated. A client on such a session can neither stream nor upload files; one on
/// ``URLSessionTransport/init(configuration:pinning:bufferLimit:)`` can.
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
        let (disposition, credential) = challenge.response(by: policy)
        completionHandler(disposition, credential)
    }
}
#endif
