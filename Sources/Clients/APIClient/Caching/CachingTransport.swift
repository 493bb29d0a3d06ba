import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks for responses on the condition that they have changed, and takes unchanged ones from a cache. Streams and uploads
/// pass by the cache, but what they change leaves it.
struct CachingTransport: StreamingTransport, UploadingTransport {
    let base: any HTTPTransport
    let cache: ResponseCache

    func response(to request: URLRequest) async throws -> RESTResponse {
        guard let key = CacheKey(request) else {
            return try await uncached(request, status: \.status) { try await base.response(to: request) }
        }
        let (cached, generation) = await cache.lookup(key, request)
        var response = try await base.response(to: cached?.validating(request) ?? request)
        if let cached, response.status == 304 {
            // A server that means another response by these validators is asked without them.
            response =
                cached.isMeant(by: response)
                ? cached.updated(by: response) : try await base.response(to: request)
        }
        // What can't be stored takes the place of the old response, unless it only says that the server has trouble.
        if response.status < 500 {
            await cache.store(CachedResponse(response, to: request), for: key, asOf: generation)
        }
        return response
    }

    func stream(_ request: URLRequest) async throws -> StreamedResponse {
        let base = try base.streaming()
        return try await uncached(request, status: \.status) { try await base.stream(request) }
    }

    func upload(
        _ file: URL, by request: URLRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> RESTResponse {
        let base = try base.uploading()
        return try await uncached(request, status: \.status) {
            try await base.upload(file, by: request, progress: progress)
        }
    }

    /// Removes what an unsafe request may have changed (RFC 9111, section 4.4). Only 4xx says that it changed nothing: a
    /// response that was lost, or a 5xx, may come after the effect.
    private func uncached<Response>(
        _ request: URLRequest, status: (Response) -> Int, send: () async throws -> Response
    ) async throws -> Response {
        guard let url = request.url, request.method?.isSafe != true else { return try await send() }
        do {
            let response = try await send()
            if !(400...499).contains(status(response)) { await cache.removeAll(of: url) }
            return response
        } catch {
            await cache.removeAll(of: url)
            throw error
        }
    }
}
