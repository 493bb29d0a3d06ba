#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Which requests are sent again, how often and after how long.
///
/// A request is sent again if that can't change its effect: its method is idempotent (RFC 9110, section 9.2.2), or it
/// has an `Idempotency-Key`. Any other is sent once, whatever becomes of it: a timeout, a lost connection and even a 503
/// of a gateway don't say that it had no effect.
///
/// The longest wait doubles with each attempt up to a limit. The wait itself is a random part of it ("full jitter"), so
/// that clients which failed together do not come back together.
///
///     let patient = RetryPolicy(maxAttempts: 5, baseDelay: .seconds(1))
public struct RetryPolicy: Sendable, Hashable {
    /// The most times that a request is sent, the first one counted; 1 and less mean no retry.
    public var maxAttempts: Int
    /// The longest wait after the first attempt.
    public var baseDelay: Duration
    /// The longest wait after any attempt.
    public var maxDelay: Duration
    /// The longest `Retry-After` that is waited for; a response that asks for more is returned at once.
    public var maxRetryAfter: Duration
    /// The statuses after which a request is sent again.
    public var statuses: Set<Int>

    /// Statuses that say the same request may succeed later: 408, 425, 429, 500, 502, 503 and 504.
    public static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// A policy from its limits.
    public init(
        maxAttempts: Int = 3,
        baseDelay: Duration = .milliseconds(500),
        maxDelay: Duration = .seconds(30),
        maxRetryAfter: Duration = .seconds(60),
        statuses: Set<Int> = RetryPolicy.transientStatuses
    ) {
        self.maxAttempts = maxAttempts
        self.baseDelay = baseDelay
        self.maxDelay = maxDelay
        self.maxRetryAfter = maxRetryAfter
        self.statuses = statuses
    }

    /// Whether a request may be sent again. One whose body is a stream may not, because a stream is read once.
    public func permitsRetry(of request: URLRequest) -> Bool {
        guard request.httpBodyStream == nil else { return false }
        return request.method?.isIdempotent == true || request.value(forHTTPHeaderField: "Idempotency-Key") != nil
    }

    /// Whether another attempt may have a response in place of this error.
    public func isTransient(_ error: RESTError) -> Bool {
        switch error {
        case .timedOut: true
        case .connection(let code, _): !Self.lastingFailures.contains(code)
        case .badURL, .status, .invalidData, .readTooSlowly, .file, .unsupported, .refreshFailed: false
        }
    }

    /// The longest wait after an attempt, counted from 1.
    func longestDelay(afterAttempt attempt: Int) -> Duration {
        var delay = min(baseDelay, maxDelay)
        for _ in 1..<attempt { delay = min(delay + delay, maxDelay) }
        return delay
    }

    /// Failures of the request or of trust, which are the same at each attempt. Any other may pass: Linux reports a body
    /// that was cut as `unknown`. A delegate that rejects a certificate makes `cancelled`.
    private static let lastingFailures: Set<URLError.Code> = [
        .cancelled, .httpTooManyRedirects, .redirectToNonExistentLocation, .userAuthenticationRequired,
        .userCancelledAuthentication, .secureConnectionFailed, .serverCertificateHasBadDate,
        .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection,
    ]
}
