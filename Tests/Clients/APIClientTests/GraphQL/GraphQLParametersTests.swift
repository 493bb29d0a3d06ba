import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

struct GraphQLParametersTests {
    private struct Search: Encodable, Sendable {
        let z = "a/b & c"
        let date = Date(timeIntervalSince1970: 0)
        let a = [1, 2]
    }

    private func items(_ operation: GraphQLOperation<some Encodable, Int>, sendsDocument: Bool) throws -> [String] {
        try operation.request(.get, "/graphql", sendsDocument: sendsDocument).query.map {
            "\($0.name)=\($0.value ?? "(none)")"
        }
    }

    @Test("in the URL objects are JSON with sorted members, and no variables are no parameter")
    func inURL() throws {
        let search = GraphQLOperation("S", "{ s }", variables: Search(), returning: Int.self, sha256: "64 digits")
        let variables = #"variables={"a":[1,2],"date":"1970-01-01T00:00:00Z","z":"a/b & c"}"#
        let extensions = #"extensions={"persistedQuery":{"sha256Hash":"64 digits","version":1}}"#
        #expect(try items(search, sendsDocument: false) == ["operationName=S", variables, extensions])
        #expect(try items(search, sendsDocument: true) == ["operationName=S", "query={ s }", variables, extensions])
        let bare = GraphQLOperation("B", "{ b }", returning: Int.self)
        #expect(try items(bare, sendsDocument: true) == ["operationName=B", "query={ b }"])
    }

    @Test("only a GET has them in the URL, and it has no body")
    func methods() throws {
        let operation = GraphQLOperation("B", "{ b }", returning: Int.self)
        let get = try operation.request(.get, "/a", sendsDocument: true)
        #expect(get.method == .get && get.path == "/a" && get.body == nil)
        let post = try operation.request(.post, "/a", sendsDocument: true)
        #expect(post.method == .post && post.query.isEmpty)
        #expect(
            post.body
                == .bytes(
                    Data(#"{"operationName":"B","query":"{ b }","variables":{}}"#.utf8), contentType: "application/json"
                ))
        #expect(get.headers == post.headers)
    }

    @Test("have no operationName for an operation without a name, in the body and in the URL")
    func unnamed() throws {
        let operation = GraphQLOperation("", "{ b }", returning: Int.self)
        #expect(try items(operation, sendsDocument: true) == ["query={ b }"])
        let body = try operation.request(.post, "/a", sendsDocument: true).body
        #expect(body == .bytes(Data(#"{"query":"{ b }","variables":{}}"#.utf8), contentType: "application/json"))
    }

    @Test("that JSON can't hold are an error before anything is sent", arguments: [true, false])
    func unencodable(queriesByGET: Bool) async throws {
        let transport = RecordingTransport { _ in RESTResponse(status: 200) }
        let client = try RESTClient(baseURL: "http://h", transport: transport)
        let operation = GraphQLOperation("A", "{ a }", variables: ["x": Double.infinity], returning: Int.self)
        let error = await #expect(throws: RESTError.self) {
            try await client.perform(operation, queriesByGET: queriesByGET)
        }
        guard case .invalidData(_, nil) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.requests.isEmpty)
    }
}
