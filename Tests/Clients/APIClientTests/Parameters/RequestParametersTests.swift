import APIClient
import Foundation
import Testing

@Suite("Parameters of a request value") struct RequestParametersTests {
    static let parameters: Parameters = ["user": "ada", "tags": ["a b", "c"]]

    private static func request(_ method: HTTPMethod, _ encoding: ParameterEncoding) throws -> APIRequest<[Int]> {
        try APIRequest(
            method, "/items", parameters: parameters, encoding: encoding, headers: ["X-Trace": "7"],
            expecting: .json())
    }

    @Test(
        "are in the query or in a JSON body, as the method says, unless an encoding is named",
        arguments: HTTPMethod.allCases)
    func byMethod(_ method: HTTPMethod) throws {
        let isQuery = [.get, .head, .delete].contains(method)
        let made = try APIRequest(
            method, "/items", parameters: Self.parameters, headers: ["X-Trace": "7"], expecting: .json([Int].self))
        #expect(made == (try Self.request(method, isQuery ? .query : .json)))
        #expect(made.query.isEmpty != isQuery)
        #expect((made.body == nil) == isQuery)
        #expect(made.headers == ["x-trace": "7"])
        #expect(try Self.request(method, .form).body?.bytes == Data("tags=a+b&tags=c&user=ada".utf8))
    }

    @Test("give the response to what it is read as")
    func expected() async throws {
        let client = try RESTClient(baseURL: "http://h", transport: Responder.json([1, 2]))
        #expect(try await client.send(Self.request(.post, .byMethod)) == [1, 2])
    }

    @Test("that can't be sent are an error")
    func unsendable() {
        #expect(throws: RESTError.invalidData("the parameter x can't be sent: it is nan", nil)) {
            try APIRequest(.get, "/", parameters: ["x": .number(.nan)], expecting: .noContent)
        }
    }
}
