import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Adds the access token of a store to requests that have no `Authorization` of their own. A request answered 401 is sent
/// once more, with a token that is refreshed once for all such requests.
struct AuthorizedTransport: HTTPTransport {
    let base: any HTTPTransport
    let tokens: TokenStore

    func response(to request: URLRequest) async throws -> RESTResponse {
        guard request.value(forHTTPHeaderField: "Authorization") == nil else {
            return try await base.response(to: request)
        }
        let lease = try await refreshed { try await tokens.lease() }
        let response = try await base.response(to: request.bearing(lease))
        guard response.status == 401 else { return response }
        let renewed = try await refreshed { try await tokens.renew(lease) }
        return try await base.response(to: request.bearing(renewed))
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
