import ClientTestSupport
import Foundation
import MockServerKit
import MockServerURLProtocol
import TestSupport
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLSessionTransportTests {
    @Test("a session of its own keeps nothing, and its timeout is whole seconds")
    func configuration() {
        let configuration = URLSessionTransport(timeout: 1.2).owned.session.configuration
        #expect(configuration.timeoutIntervalForRequest == 2)
        #expect(configuration.urlCache == nil)
        #expect(configuration.requestCachePolicy == .reloadIgnoringLocalCacheData)
    }

    @Test("without being told, it waits 30 s, and 1,024 pieces may wait")
    func standard() {
        let transport = URLSessionTransport()
        #expect(transport.owned.session.configuration.timeoutIntervalForRequest == 30)
        #expect(transport.bufferLimit == 1_024)
    }

    @Test("a response that is not HTTP is invalid")
    func foreign() async throws {
        let request = URLRequest(url: try #require(URL(string: "http://example.com/")))
        let invalid = RESTError.invalidData("the response is not HTTP", nil)
        let transports: [any HTTPTransport] = [
            URLSessionTransport(configuration: ForeignProtocol.configuration),
            URLSession(configuration: ForeignProtocol.configuration),
        ]
        for transport in transports {
            await #expect(throws: invalid) { try await transport.response(to: request) }
        }
    }
}
