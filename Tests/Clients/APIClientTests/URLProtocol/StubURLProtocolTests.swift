import APIClient
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers with the body that it gets.
private enum Echo: URLProtocolResponder {
    static func respond(to request: URLRequest) throws -> Data { try request.readBody() ?? Data(#""no body""#.utf8) }
}

/// Is never reached.
private enum Unreachable: URLProtocolResponder {
    static func respond(to request: URLRequest) throws -> Data { throw URLError(.cannotConnectToHost) }
}

@Suite("A responder under URLSession") struct StubURLProtocolTests {
    private func client<Responder: URLProtocolResponder>(_ responder: Responder.Type) throws -> WebClient {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubURLProtocol<Responder>.self]
        let transport = URLSessionTransport(configuration: configuration)
        return WebClient(client: try RESTClient(baseURL: "https://api.example.com", transport: transport))
    }

    @Test("returns data, which may be the request's own")
    func data() async throws {
        let web = try client(Echo.self)
        #expect(try await web.fetch("/", as: .json(String.self)) == "no body")
        let request = APIRequest(.post, "/", sending: try .json(["sent"]), expecting: .raw)
        #expect(try await web.fetch(request, as: .json([String].self)) == ["sent"])
        await #expect(throws: WebClientError.invalidData) { try await web.fetch(request, as: .json(Int.self)) }
    }

    @Test("or throws")
    func failure() async throws {
        let web = try client(Unreachable.self)
        await #expect(throws: WebClientError.connection) { try await web.fetch("/", as: .noContent) }
    }

    @Test("reads a body from a stream, longer than one read, and the same from data")
    func streamedBody() throws {
        let body = Data((0..<5_000).map { UInt8($0 % 251) })
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com")))
        #expect(try request.readBody() == nil)
        request.httpBodyStream = InputStream(data: body)
        #expect(try request.readBody() == body)
        request.httpBody = body
        #expect(try request.readBody() == body)
    }
}
