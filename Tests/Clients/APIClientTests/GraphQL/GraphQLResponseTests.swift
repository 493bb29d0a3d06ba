import Foundation
import Testing

@testable import APIClient

struct GraphQLResponseTests {
    private struct Hero: Codable, Sendable, Equatable {
        let name: String
    }

    private func response<Output: Decodable & Sendable>(
        _ body: String, as type: Output.Type = Hero.self
    ) throws -> GraphQLResponse<Output> {
        try Expected.json(GraphQLResponse<Output>.self)
            .output(of: RESTResponse(status: 200, body: Data(body.utf8)))
    }

    @Test("data alone is a success", arguments: [#""errors":null,"#, #""errors":[],"#, "", #""extensions":{},"#])
    func success(_ errors: String) throws {
        let response = try response(#"{\#(errors)"data":{"name":"Leia"}}"#)
        #expect(response.data == Hero(name: "Leia"))
        #expect(response.errors.isEmpty)
        #expect(try response.get() == Hero(name: "Leia"))
    }

    @Test("data beside errors is reachable, and no success")
    func partial() throws {
        let response = try response(#"{"data":{"name":"Leia"},"errors":[{"message":"slow"}]}"#)
        #expect(response.data == Hero(name: "Leia"))
        #expect(response.errors == [GraphQLError(message: "slow")])
        #expect(throws: GraphQLErrors([GraphQLError(message: "slow")])) { try response.get() }
    }

    @Test(
        "errors are there also where data is missing, null or lacks what is needed",
        arguments: ["", #""data":null,"#, #""data":{"name":null},"#])
    func errorsAlone(_ data: String) throws {
        let response = try response(#"{\#(data)"errors":[{"message":"gone"}]}"#)
        #expect(response.data == nil)
        #expect(throws: GraphQLErrors([GraphQLError(message: "gone")])) { try response.get() }
    }

    @Test(
        "a body that is no response is invalid, and says where",
        arguments: [
            ("{}", "$.data is missing"), (#"{"data":null}"#, "$.data is null"),
            (#"{"data":{"name":7}}"#, "$.data.name is not of type String"),
            (#"{"data":null,"errors":[{}]}"#, "$.errors[0].message is missing"), ("<html>", "$ is malformed"),
            (#"{"errors":[{"path":[{}]}]}"#, "$.errors[0].message is missing"),
            (#"{"errors":[{"message":"a","path":[{}]}]}"#, "$.errors[0].path[0] is not of type String"),
            (
                #"{"errors":[{"message":"a","path":[{}],"locations":[{}]}]}"#,
                "$.errors[0].path[0] is not of type String"
            ),
        ])
    func invalid(_ body: String, _ reason: String) {
        let error = #expect(throws: RESTError.self) { try response(body) }
        guard case .invalidData(let text, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.hasPrefix(reason))
    }

    @Test(
        "an error has all its parts",
        arguments: [
            (#"{"message":"m"}"#, GraphQLError(message: "m"), "m"),
            (
                #"{"message":"m","path":["a",0,"b"],"locations":[{"line":2,"column":3}],"extensions":{"code":"C","x":1}}"#,
                GraphQLError(
                    message: "m", path: [.field("a"), .index(0), .field("b")],
                    locations: [GraphQLError.Location(line: 2, column: 3)], code: "C"),
                "a[0].b: m (C)"
            ),
            (
                #"{"message":"m","path":null,"locations":null,"extensions":null}"#, GraphQLError(message: "m"), "m"
            ),
            (
                #"{"message":"m","path":["1"],"extensions":{"code":7}}"#,
                GraphQLError(message: "m", path: [.field("1")]), "1: m"
            ),
            (#"{"message":"m","extensions":{}}"#, GraphQLError(message: "m"), "m"),
        ])
    func errorParts(_ json: String, _ error: GraphQLError, _ description: String) throws {
        let read = try response(#"{"errors":[\#(json)]}"#).errors
        #expect(read == [error])
        #expect(read.first?.description == description)
    }

    @Test("several errors make one sentence")
    func sentence() {
        let errors = GraphQLErrors([GraphQLError(message: "a"), GraphQLError(message: "b", code: "C")])
        #expect(errors.description == "The server could not do all of it: a; b (C)")
        #expect(errors.errorDescription == errors.description)
    }

    @Test(
        "a document that the server doesn't know is said by code or by message",
        arguments: [
            (GraphQLError(message: "PersistedQueryNotFound"), true),
            (GraphQLError(message: "?", code: "PERSISTED_QUERY_NOT_FOUND"), true),
            (GraphQLError(message: "PersistedQueryNotSupported", code: "PERSISTED_QUERY_NOT_SUPPORTED"), false),
        ])
    func notFound(_ error: GraphQLError, _ isNotFound: Bool) {
        #expect(error.isPersistedQueryNotFound == isNotFound)
    }
}
