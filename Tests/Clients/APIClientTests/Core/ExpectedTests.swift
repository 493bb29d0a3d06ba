import Foundation
import Testing

@testable import APIClient

struct ExpectedTests {
    private func response(_ body: String) -> RESTResponse {
        RESTResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }

    @Test("a value is read from the body, or from its result")
    func values() throws {
        #expect(try Expected.json([Int].self).output(of: response("[1,2]")) == [1, 2])
        #expect(try Expected.result(of: [Int].self).output(of: response(#"{"result":[1],"other":0}"#)) == [1])
        try Expected.noContent.output(of: response("anything"))
        #expect(try Expected.raw.output(of: response("anything")) == response("anything"))
    }

    @Test(
        "a body that isn't what was expected says where, and keeps the answer",
        arguments: [
            (#"{"result":{"name":"n","email":"e"}}"#, "$.result.id is missing"),
            (#"{"result":{"id":7,"name":"n","email":"e"}}"#, "$.result.id is not of type String"),
            (#"{"id":"1","name":"n","email":"e"}"#, "$.result is missing"),
            ("<html>", "$ is malformed"), ("", "$ is malformed"),
        ])
    func invalid(_ body: String, _ reason: String) {
        let error = #expect(throws: RESTError.self) {
            try Expected.result(of: Profile.self).output(of: response(body))
        }
        guard case .invalidData(let text, let kept) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.hasPrefix(reason))
        #expect(kept == response(body))
    }

    private struct OutOfRange: Error, CustomStringConvertible {
        let description = "7 is out of range"
    }

    @Test("an error of a caller's own reading is the reason, unless it is one of the client's already")
    func ownErrors() {
        let body = response("7")
        #expect(throws: RESTError.invalidData("7 is out of range", body)) {
            try Expected<Int> { _ in throw OutOfRange() }.output(of: body)
        }
        #expect(throws: RESTError.unsupported("sevens")) {
            try Expected<Int> { _ in throw RESTError.unsupported("sevens") }.output(of: body)
        }
    }
}
