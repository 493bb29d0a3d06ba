import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a request again, as its policy says, until there is a response that is not a transient failure. After the last
/// attempt it returns that one's response, or throws its error.
struct RetryingTransport: StreamingTransport, UploadingTransport {
    let base: any HTTPTransport
    let policy: RetryPolicy
    let now: @Sendable () -> Date
    let random: @Sendable () -> Double
    let sleep: @Sendable (Duration) async throws -> Void

    func response(to request: URLRequest) async throws -> RESTResponse {
        try await retrying(request, head: { ($0.status, $0.headers) }) { try await base.response(to: request) }
    }

    /// Once a head is returned, nothing is retried: its reader has pieces that would come twice.
    func stream(_ request: URLRequest) async throws -> StreamedResponse {
        let base = try base.streaming()
        return try await retrying(request, head: { ($0.status, $0.headers) }) { try await base.stream(request) }
    }

    func upload(
        _ file: URL, by request: URLRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> RESTResponse {
        let base = try base.uploading()
        return try await retrying(request, head: { ($0.status, $0.headers) }) {
            try await base.upload(file, by: request, progress: progress)
        }
    }

    private func retrying<Response>(
        _ request: URLRequest, head: (Response) -> (status: Int, headers: HTTPHeaders),
        send: () async throws -> Response
    ) async throws -> Response {
        let maxAttempts = policy.permitsRetry(of: request) ? policy.maxAttempts : 1
        for attempt in stride(from: 1, to: maxAttempts, by: 1) {
            var asked = Duration.zero
            do {
                let response = try await send()
                let (status, headers) = head(response)
                guard policy.statuses.contains(status) else { return response }
                asked = RetryAfter.delay(in: headers, now: now())
                guard asked <= policy.maxRetryAfter else { return response }
            } catch let error as RESTError where policy.isTransient(error) {
                // The next attempt says it, if it is the last.
            }
            // Clients that were all told the same time come back one after another.
            try await sleep(asked + policy.longestDelay(afterAttempt: attempt) * random())
        }
        return try await send()
    }
}
