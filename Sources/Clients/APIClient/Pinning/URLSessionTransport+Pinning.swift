// Linux has no `serverTrust`: there, URLSession can't be told which certificates to accept.
#if canImport(Security)
public import Foundation

extension URLSessionTransport {
    /// A transport whose connections a ``PinningPolicy`` judges, after the system has: those of whole responses, streams,
    /// downloads and uploads alike.
    ///
    ///     let transport = URLSessionTransport(configuration: .ephemeral, pinning: policy)
    ///     let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: transport)
    ///
    /// A refused connection is an error of the call, ``RESTError/connection(_:_:)`` with the code `cancelled`.
    ///
    /// - Parameters:
    ///   - configuration: what the session is made from.
    ///   - policy: which certificates hosts may show.
    ///   - bufferLimit: how many pieces of a streamed body may wait for their reader; see
    ///     ``init(configuration:bufferLimit:)``.
    public init(configuration: URLSessionConfiguration, pinning policy: PinningPolicy, bufferLimit: Int = 1_024) {
        let delegate = TransferDelegate(respondingToChallengesBy: { $0.response(by: policy) })
        owned = OwnedSession(configuration, delegate: delegate)
        self.bufferLimit = bufferLimit
    }
}
#endif
