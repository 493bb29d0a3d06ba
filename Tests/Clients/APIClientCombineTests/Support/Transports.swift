#if canImport(Combine) || Combine
import APIClient
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport whose calls wait until the test answers them, or until they are cancelled.
struct PendingTransport: HTTPTransport {
    struct Call: Sendable {
        let answer: AsyncStream<RESTResponse>.Continuation
        /// An element when the call was cancelled.
        let cancelled: AsyncStream<Void>
    }

    let calls: AsyncStream<Call>
    private let continuation: AsyncStream<Call>.Continuation

    init() {
        (calls, continuation) = AsyncStream.makeStream()
    }

    func response(to request: URLRequest) async throws -> RESTResponse {
        let (answers, answer) = AsyncStream<RESTResponse>.makeStream()
        let (cancelled, cancellation) = AsyncStream<Void>.makeStream()
        continuation.yield(Call(answer: answer, cancelled: cancelled))
        return try await withTaskCancellationHandler {
            for await response in answers { return response }
            throw CancellationError()
        } onCancel: {
            cancellation.yield()
        }
    }
}

extension RESTClient {
    /// A client whose requests go to a double.
    init(sendingThrough transport: any HTTPTransport) throws {
        try self.init(baseURL: "https://api.example.com", transport: transport)
    }
}

extension RESTResponse {
    /// A successful response with a body of text.
    init(text: String) {
        self.init(status: 200, body: Data(text.utf8))
    }

    /// Ada's profile.
    static let ada = RESTResponse(
        text: #"{"result": {"id": "u-1", "name": "Ada Lovelace", "email": "ada@example.com"}}"#)
}
#endif
