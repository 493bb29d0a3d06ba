#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension RESTClient {
    /// Sends a request and returns its response once the head is there and says success. What the request expects of
    /// the whole response is not used.
    ///
    ///     let log = try await client.stream(APIRequest(.get, "/log", expecting: .raw))
    ///     for try await piece in log.body { print(piece.count) }
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - modify: changes the request last.
    /// - Throws: ``RESTError/status(_:)`` with the whole response if the status is not from 200 to 299; other
    ///   ``RESTError``s; `CancellationError` in a cancelled task. After the head, reading the body throws.
    public func stream<Response>(
        _ request: APIRequest<Response>, with modify: Modifier = { $0 }
    ) async throws -> StreamedResponse {
        let response = try await transport.streaming().stream(modify(urlRequest(for: request)))
        guard response.isSuccess else { throw try await RESTError.status(response.collected()) }
        return response
    }
}
