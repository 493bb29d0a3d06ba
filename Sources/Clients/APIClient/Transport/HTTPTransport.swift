#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// What sends a client's requests: `URLSession`, a double, or another transport with something added, such as retries.
///
/// A transport knows nothing of what a response means: every status is a response.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns its whole response.
    ///
    /// - Throws: ``RESTError`` if there is no response; `CancellationError` in a cancelled task.
    func response(to request: URLRequest) async throws -> RESTResponse
}

extension HTTPTransport {
    /// Sends a request and returns its response if its status is from 200 to 299, else throws ``RESTError/status(_:)``.
    func successfulResponse(to request: URLRequest) async throws -> RESTResponse {
        let response = try await response(to: request)
        guard response.isSuccess else { throw RESTError.status(response) }
        return response
    }
}
