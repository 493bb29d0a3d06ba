import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Adds the access token of a store to requests that have no `Authorization` of their own. A request answered 401 is sent
/// once more, with a token that is refreshed once for all such requests.
struct AuthorizedTransport: StreamingTransport, UploadingTransport {
    let base: any HTTPTransport
    let tokens: TokenStore

    func response(to request: URLRequest) async throws -> RESTResponse {
        try await authorized(request, status: \.status) { try await base.response(to: $0) }
    }

    func stream(_ request: URLRequest) async throws -> StreamedResponse {
        let base = try base.streaming()
        return try await authorized(request, status: \.status) { try await base.stream($0) }
    }

    func upload(
        _ file: URL, by request: URLRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> RESTResponse {
        let base = try base.uploading()
        return try await authorized(request, status: \.status) {
            try await base.upload(file, by: $0, progress: progress)
        }
    }

    private func authorized<Response>(
        _ request: URLRequest, status: (Response) -> Int, send: (URLRequest) async throws -> Response
    ) async throws -> Response {
        guard request.value(forHTTPHeaderField: "Authorization") == nil else { return try await send(request) }
        let lease = try await refreshed { try await tokens.lease() }
        let response = try await send(request.bearing(lease))
        guard status(response) == 401 else { return response }
        let renewed = try await refreshed { try await tokens.renew(lease) }
        return try await send(request.bearing(renewed))
    }

    /// Marks the errors of a refresh, so that callers don't confuse them with errors of their own calls.
    private func refreshed(
        _ lease: @Sendable () async throws -> TokenStore.Lease
    ) async throws -> TokenStore.Lease {
        do {
            return try await lease()
        } catch let error as RESTError {
            throw RESTError.refreshFailed(error)
        }
    }
}

extension URLRequest {
    fileprivate func bearing(_ lease: TokenStore.Lease) -> URLRequest {
        lease.accessToken.map(addingBearerAuthorization) ?? self
    }
}
