import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Records what a client sends, and lets another transport answer.
actor RecordingTransport: HTTPTransport {
    private(set) var sent: [URLRequest] = []
    private let base: any HTTPTransport

    init(answeredBy base: any HTTPTransport) {
        self.base = base
    }

    func response(to request: URLRequest) async throws -> RESTResponse {
        sent.append(request)
        return try await base.response(to: request)
    }
}
