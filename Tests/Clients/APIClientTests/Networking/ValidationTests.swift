import APIClient
import ClientTestSupport
import Foundation
import Testing

@Suite("Validation") struct ValidationTests {
    private func outcome(
        _ response: RESTResponse, _ validated: (NetworkRequest) -> NetworkRequest
    ) async -> Result<RESTResponse, any Error> {
        let request = validated(NetworkRequest { _ in response })
        return await Result.of { try await request.response() }
    }

    @Test("a status from 200 to 299 is valid", arguments: [(199, false), (200, true), (299, true), (300, false)])
    func successful(_ status: Int, _ isValid: Bool) async {
        let response = RESTResponse(status: status)
        let result = await outcome(response) { $0.validate() }
        expect(result, to: isValid ? beSuccess(response) : beFailure(RESTError.status(response)))
    }

    @Test("the statuses that were listed are valid", arguments: [(200, false), (304, true), (404, true)])
    func listed(_ status: Int, _ isValid: Bool) async {
        let response = RESTResponse(status: status)
        let result = await outcome(response) { $0.validate(status: [304, 404]) }
        expect(result, to: isValid ? beSuccess(response) : beFailure(RESTError.status(response)))
    }

    @Test("without validation every status is a success")
    func none() async {
        expect(await outcome(RESTResponse(status: 500)) { $0 }, to: beSuccess(RESTResponse(status: 500)))
    }

    @Test(
        "a body of a listed type is valid",
        arguments: [
            ("application/json", nil), ("Application/JSON; charset=utf-8", nil), ("image/png", nil),
            ("text/html; charset=utf-8", "text/html"), ("application/json5", "application/json5"),
            ("imagery/png", "imagery/png"), ("text/json ;a=b", "text/json"), (nil, "none"),
        ] as [(String?, String?)])
    func contentType(_ received: String?, _ rejected: String?) async {
        var headers: HTTPHeaders = [:]
        headers["content-type"] = received
        let response = RESTResponse(status: 200, headers: headers, body: Data("x".utf8))
        let result = await outcome(response) { $0.validate(contentType: ["APPLICATION/json", "image/*"]) }
        let error = rejected.map {
            RESTError.invalidData("the content type is \($0), not APPLICATION/json or image/*", response)
        }
        expect(result, to: error.map { beFailure($0) } ?? beSuccess(response))
    }

    @Test("a response without a body needs no type")
    func noBody() async {
        let response = RESTResponse(status: 204)
        expect(await outcome(response) { $0.validate(contentType: ["a/b"]) }, to: beSuccess(response))
    }
}
