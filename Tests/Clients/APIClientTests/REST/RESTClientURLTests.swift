import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A client of a URL") struct RESTClientURLTests {
    @Test("sends by the transport that it is given")
    func transport() async throws {
        let url = try #require(URL(string: "https://api.example.com/v1"))
        let transport = RecordingTransport { _ in RESTResponse(status: 204) }
        let client = try RESTClient(baseURL: url, transport: transport, timeout: 7_200)
        try await client.send(APIRequest(.get, "/me", expecting: .noContent))
        #expect(transport.requests.map(\.url?.absoluteString) == ["https://api.example.com/v1/me"])
        #expect(transport.requests.map(\.timeoutInterval) == [7_200])
    }

    @Test("has a session of its own, not the shared one, if it is given none")
    func ownSession() throws {
        let url = try #require(URL(string: "https://api.example.com"))
        #expect(try RESTClient(baseURL: url).base is URLSessionTransport)
        #expect(try RESTClient(baseURL: url, timeout: 7_200).base is URLSessionTransport)
    }

    @Test("is refused for a URL that calls can't be joined to")
    func refused() throws {
        let url = try #require(URL(string: "file:///tmp"))
        #expect(throws: RESTError.self) {
            try RESTClient(baseURL: url, transport: RecordingTransport { _ in RESTResponse(status: 204) })
        }
    }
}
