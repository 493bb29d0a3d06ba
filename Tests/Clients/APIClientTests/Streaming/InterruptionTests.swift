import Foundation
import Testing

@testable import APIClient

struct InterruptionTests {
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
}
