import Foundation
import Testing

@testable import APIClient

struct IdentityErrorTests {
    @Test("data that is no profile is told by its reason")
    func invalidProfile() {
        guard
            case .invalidProfile("$.result.id is missing") = IdentityError(
                RESTError.invalidData("$.result.id is missing", nil))
        else {
            Issue.record("not told")
            return
        }
    }

    @Test("a rejected user must sign in", arguments: [401, 403])
    func unauthorized(_ status: Int) {
        guard case .unauthorized = IdentityError(RESTError.status(RESTResponse(status: status))) else {
            Issue.record("not told")
            return
        }
    }

    @Test("so must one whose refresh token is dead", arguments: [400, 401, 403])
    func deadRefreshToken(_ status: Int) {
        let error = RESTError.refreshFailed(.status(RESTResponse(status: status)))
        guard case .unauthorized = IdentityError(error) else {
            Issue.record("not told")
            return
        }
    }

    @Test(
        "anything else is a service that can't be asked",
        arguments: [
            RESTError.timedOut, .connection(.networkConnectionLost, "gone"), .status(RESTResponse(status: 400)),
            .refreshFailed(.status(RESTResponse(status: 503))), .refreshFailed(.invalidData("no token", nil)),
        ])
    func unavailable(_ reason: RESTError) {
        guard case .unavailable(let underlying) = IdentityError(reason) else {
            Issue.record("not told")
            return
        }
        #expect(underlying as? RESTError == reason)
    }

    @Test(
        "an error is a sentence for the user",
        arguments: [
            (.invalidProfile("$.id is missing"), "The server sent no valid profile: $.id is missing."),
            (.unauthorized, "You must sign in again."),
            (.unavailable(RESTError.timedOut), "Your profile can't be fetched now. No response came in time."),
        ] as [(IdentityError, String)])
    func sentences(_ error: IdentityError, _ text: String) {
        #expect(error.description == text)
        #expect(error.errorDescription == text)
        #expect(error.localizedDescription == text)
    }
}
