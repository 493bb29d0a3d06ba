import APIClient
import Testing

struct RESTResponseTests {
    @Test("headers of an answer are found whatever their case")
    func headerCase() {
        let response = RESTResponse(status: 429, headers: ["Retry-After": "1"])
        #expect(response.header("retry-AFTER") == "1")
        #expect(response.header("Retry") == nil)
    }
}
