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

    @Test(
        "an error is a sentence for the user, for those too who know only that it is an error",
        arguments: [
            (.badURL("it is empty"), "Bad URL: it is empty."),
            (.connection(.badServerResponse, "why"), "The connection failed (URLError -1011): why"),
            (.timedOut, "No response came in time."),
            (.status(RESTResponse(status: 503)), "The server responded with status 503."),
            (.invalidData("$ is malformed", nil), "Invalid data: $ is malformed."),
            (.refreshFailed(.timedOut), "The access token could not be refreshed. No response came in time."),
        ] as [(RESTError, String)])
    func userSentences(_ error: RESTError, _ text: String) {
        #expect(error.description == text)
        #expect(error.errorDescription == text)
        #expect((error as any Error).localizedDescription == text)
    }
}
