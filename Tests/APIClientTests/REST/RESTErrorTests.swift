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

    @Test("an error says what failed")
    func sentences() {
        #expect(RESTError.file("a is gone").description == "A file failed: a is gone.")
        #expect(RESTError.unsupported("no streams").description == "Not supported: no streams.")
        #expect(RESTError.readTooSlowly.description == "The body was read more slowly than it came.")
    }

    @Test(
        "only a failure of the network is an interruption",
        arguments: [
            (.connection(.networkConnectionLost, ""), true), (.timedOut, true), (.refreshFailed(.timedOut), true),
            (.refreshFailed(.readTooSlowly), false), (.badURL(""), false),
            (.status(RESTResponse(status: 503)), false), (.invalidData("", nil), false), (.readTooSlowly, false),
            (.file(""), false), (.unsupported(""), false),
        ] as [(RESTError, Bool)])
    func interruptions(_ error: RESTError, _ isInterruption: Bool) {
        #expect(error.isInterruption == isInterruption)
    }

    @Test("headers of an answer are found whatever their case")
    func headerCase() {
        let response = RESTResponse(status: 429, headers: ["Retry-After": "1"])
        #expect(response.header("retry-AFTER") == "1")
        #expect(response.header("Retry") == nil)
    }
}
