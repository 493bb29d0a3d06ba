import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct PinningDispositionTests {
    @Test(
        "a chain is accepted only if it matches and is trusted, and judged by the system alone if nothing is pinned",
        arguments: [
            (.unpinned, true, .performDefaultHandling), (.unpinned, false, .performDefaultHandling),
            (.match, true, .useCredential), (.match, false, .cancelAuthenticationChallenge),
            (.mismatch, true, .cancelAuthenticationChallenge), (.mismatch, false, .cancelAuthenticationChallenge),
            (.malformed(.truncated), true, .cancelAuthenticationChallenge),
            (.malformed(.truncated), false, .cancelAuthenticationChallenge),
        ] as [(PinningVerdict, Bool, URLSession.AuthChallengeDisposition)])
    func dispositions(
        _ verdict: PinningVerdict, _ isTrusted: Bool, _ disposition: URLSession.AuthChallengeDisposition
    ) {
        #expect(verdict.disposition(isTrusted: isTrusted) == disposition)
    }
}
