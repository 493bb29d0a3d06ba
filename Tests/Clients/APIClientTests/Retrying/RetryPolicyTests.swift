import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A retry policy") struct RetryPolicyTests {
    private let policy = RetryPolicy()
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://h/orders"))
    }

    private func request(_ method: String) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        return request
    }

    @Test("has its stated limits")
    func limits() {
        #expect(policy.maxAttempts == 3)
        #expect(policy.baseDelay == .milliseconds(500))
        #expect(policy.maxDelay == .seconds(30))
        #expect(policy.maxRetryAfter == .seconds(60))
        #expect(policy.statuses == [408, 425, 429, 500, 502, 503, 504])
        let other = RetryPolicy(
            maxAttempts: 1, baseDelay: .seconds(2), maxDelay: .seconds(3), maxRetryAfter: .seconds(4), statuses: [5])
        #expect(other.maxAttempts == 1)
        #expect(other.baseDelay == .seconds(2))
        #expect(other.maxDelay == .seconds(3))
        #expect(other.maxRetryAfter == .seconds(4))
        #expect(other.statuses == [5])
    }

    @Test(
        "sends a request again if its method is idempotent",
        arguments: [
            ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("POST", false), ("PATCH", false),
            ("BREW", false),
        ])
    func methods(_ method: String, _ isPermitted: Bool) {
        #expect(policy.permitsRetry(of: request(method)) == isPermitted)
        #expect(policy.permitsRetry(of: request(method).settingHeader("idempotency-key", to: "1")))
    }

    @Test("sends no request again whose body is a stream")
    func stream() {
        var request = request("PUT")
        request.httpBodyStream = InputStream(data: Data("once".utf8))
        #expect(!policy.permitsRetry(of: request))
        #expect(policy.permitsRetry(of: self.request("PUT").sending(Data("often".utf8))))
    }

    @Test(
        "takes a lost connection for transient, but not what is the same each time",
        arguments: [
            (.networkConnectionLost, true), (.cannotConnectToHost, true), (.notConnectedToInternet, true),
            (.cannotFindHost, true), (.dnsLookupFailed, true), (.unknown, true), (.badServerResponse, true),
            (.cancelled, false), (.httpTooManyRedirects, false), (.redirectToNonExistentLocation, false),
            (.userAuthenticationRequired, false), (.userCancelledAuthentication, false),
            (.secureConnectionFailed, false), (.serverCertificateHasBadDate, false),
            (.serverCertificateUntrusted, false), (.serverCertificateHasUnknownRoot, false),
            (.serverCertificateNotYetValid, false), (.clientCertificateRejected, false),
            (.clientCertificateRequired, false), (.appTransportSecurityRequiresSecureConnection, false),
        ] as [(URLError.Code, Bool)])
    func connections(_ code: URLError.Code, _ isTransient: Bool) {
        #expect(policy.isTransient(.connection(code, "")) == isTransient)
    }

    @Test("takes a timeout for transient, and no other error")
    func errors() {
        #expect(policy.isTransient(.timedOut))
        let lasting: [RESTError] = [
            .badURL(""), .status(RESTResponse(status: 503)), .invalidData("", nil), .readTooSlowly, .file(""),
            .unsupported(""), .refreshFailed(.timedOut),
        ]
        for error in lasting { #expect(!policy.isTransient(error)) }
    }

    @Test("doubles its longest delay up to the limit, also after very many attempts")
    func delays() {
        let policy = RetryPolicy(baseDelay: .seconds(1), maxDelay: .seconds(6))
        #expect([1, 2, 3, 4, 5, 500].map(policy.longestDelay) == [1, 2, 4, 6, 6, 6].map { .seconds($0) })
        #expect(RetryPolicy(baseDelay: .seconds(9), maxDelay: .seconds(6)).longestDelay(afterAttempt: 1) == .seconds(6))
    }
}
