#if canImport(APIClient)
public import APIClient
#endif

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport that keeps the requests and answers them by a function.
public final class RecordingTransport: HTTPTransport {
    private let sent = Protected<[URLRequest]>([])
    private let answer: @Sendable (URLRequest) async throws -> RESTResponse

    /// A transport that answers by a function.
    public init(_ answer: @escaping @Sendable (URLRequest) async throws -> RESTResponse) {
        self.answer = answer
    }

    /// A transport whose requests another one answers.
    public convenience init(answeredBy base: any HTTPTransport) {
        self.init { try await base.response(to: $0) }
    }

    /// The requests so far, in their order.
    public var requests: [URLRequest] { sent.withLock { $0 } }

    public func response(to request: URLRequest) async throws -> RESTResponse {
        sent.withLock { $0.append(request) }
        return try await answer(request)
    }
}
