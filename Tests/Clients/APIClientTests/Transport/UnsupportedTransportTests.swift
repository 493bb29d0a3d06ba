import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport that only gives whole responses.
private struct WholeTransport: HTTPTransport {
    func response(to request: URLRequest) async throws -> RESTResponse { RESTResponse(status: 200) }
}

@Suite("A transport that only gives whole responses") struct UnsupportedTransportTests {
    @Test("can't stream and can't send files, with tokens, retries or a cache and without, and says so")
    func unsupported() async throws {
        let client = try RESTClient(baseURL: "http://example.com", transport: WholeTransport())
        let tokens = TokenStore(Tokens(access: "at", refresh: "rt")) { _ in Tokens(access: "at", refresh: "rt") }
        let request = APIRequest(.get, "/log", expecting: .raw)
        let file = URL(fileURLWithPath: #filePath)
        let cached = client.caching(in: ResponseCache())
        for client in [client, client.authorized(by: tokens), client.retrying(), cached] {
            #expect(try await client.send(request).status == 200)
            await #expect(throws: cant("hand over a body before it is whole")) { _ = try await client.stream(request) }
            await #expect(throws: cant("send a file")) { try await client.upload(file, by: request) }
        }
    }

    private func cant(_ what: String) -> RESTError {
        .unsupported("the transport WholeTransport can't \(what)")
    }
}
