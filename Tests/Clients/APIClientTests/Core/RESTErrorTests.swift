import Foundation
import Testing

@testable import APIClient

struct RESTErrorTests {
    @Test(
        "what the session throws is sorted by its code",
        arguments: [
            (NSURLErrorTimedOut, "No response came in time."), (NSURLErrorUnsupportedURL, "Bad URL: "),
            (NSURLErrorCannotConnectToHost, "The connection failed (URLError -1004): "),
            (NSURLErrorNetworkConnectionLost, "The connection failed (URLError -1005): "),
        ])
    func sorted(_ code: Int, _ text: String) {
        let error = RESTError(transport: NSError(domain: NSURLErrorDomain, code: code))
        #expect(error.description.hasPrefix(text))
    }

    @Test("a connection failure keeps the code of its URLError")
    func codeKept() {
        guard case .connection(.cannotConnectToHost, _) = RESTError(transport: URLError(.cannotConnectToHost)) else {
            Issue.record("not kept")
            return
        }
    }

    @Test("an error that is not the session's is a failed connection, for an unknown reason")
    func otherDomain() {
        let error = NSError(domain: "Other", code: NSURLErrorTimedOut)
        #expect(RESTError(transport: error) == .connection(.unknown, "\(error)"))
    }

    @Test("a code that the platform doesn't know is a failed connection")
    func unknownCode() {
        guard case .connection(let code, _) = RESTError(transport: NSError(domain: NSURLErrorDomain, code: 1)) else {
            Issue.record("not told")
            return
        }
        #if canImport(FoundationNetworking)
        #expect(code == .unknown)
        #else
        #expect(code.rawValue == 1)
        #endif
    }
}
