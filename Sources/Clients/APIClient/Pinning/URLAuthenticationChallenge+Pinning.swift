// Linux has no `serverTrust`: there, URLSession can't be told which certificates to accept.
#if canImport(Security)
import Foundation
import Security

extension URLAuthenticationChallenge {
    /// What a session answers by a policy: the verdict on the certificates of a server with pins, which the system has
    /// evaluated; everything else is left to the system.
    func response(by policy: PinningPolicy) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = protectionSpace.serverTrust
        else { return (.performDefaultHandling, nil) }
        // The chain is the trusted one only after its evaluation.
        let isTrusted = SecTrustEvaluateWithError(trust, nil)
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        let verdict = policy.verdict(on: chain.map { SecCertificateCopyData($0) as Data }, for: protectionSpace.host)
        let disposition = verdict.disposition(isTrusted: isTrusted)
        return (disposition, disposition == .useCredential ? URLCredential(trust: trust) : nil)
    }
}
#endif
