import APIClient
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A responder") struct ResponderTests {
    private struct Refused: Error {}

    private let request: URLRequest

    init() throws {
        request = URLRequest(url: try #require(URL(string: "https://api.example.com/me")))
    }

    @Test("answers with what it was made from")
    func responses() async throws {
        let data = Responder.data(Data([1]), status: 201, headers: ["ETag": "\"1\""])
        #expect(
            try await data.response(to: request)
                == RESTResponse(status: 201, headers: ["ETag": "\"1\""], body: Data([1])))
        #expect(try await Responder.data(Data()).response(to: request) == RESTResponse(status: 200))
        let json = RESTResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"a":1}"#.utf8))
        #expect(try await Responder.json(["a": 1]).response(to: request) == json)
        #expect(try await Responder.json(["a": 1], status: 422).response(to: request).status == 422)
        await #expect(throws: Refused.self) { try await Responder.failure(Refused()).response(to: request) }
    }

    @Test("sees the request that it answers")
    func seen() async throws {
        let echo = Responder { request in RESTResponse(status: 200, body: Data((request.url?.path ?? "").utf8)) }
        #expect(try await echo.response(to: request).body == Data("/me".utf8))
    }

    @Test("can't be made from a value that JSON can't hold")
    func unencodable() {
        let error = #expect(throws: RESTError.self) { try Responder.json([Double.nan]) }
        guard case .invalidData = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("answers no cancelled task")
    func cancelled() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Responder.data(Data()).response(to: request)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
