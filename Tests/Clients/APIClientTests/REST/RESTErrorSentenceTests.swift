import APIClient
import Foundation
import Testing

struct RESTErrorSentenceTests {
    @Test("an error says what failed")
    func sentences() {
        #expect(RESTError.file("a is gone").description == "A file failed: a is gone.")
        #expect(RESTError.unsupported("no streams").description == "Not supported: no streams.")
        #expect(RESTError.readTooSlowly.description == "The body was read more slowly than it came.")
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
