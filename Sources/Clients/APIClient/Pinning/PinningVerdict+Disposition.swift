import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PinningVerdict {
    /// What a session does with the chain that the verdict is about.
    ///
    /// - Parameter isTrusted: whether the system trusts the chain. No pin makes up for that.
    func disposition(isTrusted: Bool) -> URLSession.AuthChallengeDisposition {
        switch self {
        case .unpinned: .performDefaultHandling
        case .match: isTrusted ? .useCredential : .cancelAuthenticationChallenge
        case .mismatch, .malformed: .cancelAuthenticationChallenge
        }
    }
}
