public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends requests through a `URLSession` of its own, which ends with the transport's last copy. After a redirect to
/// another origin it sends no credentials.
public struct URLSessionTransport: StreamingTransport, UploadingTransport {
    let owned: OwnedSession
    let bufferLimit: Int

    /// A transport with a session made from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: what the session is made from.
    ///   - bufferLimit: how many pieces of a streamed body may wait for their reader. One more is an error,
    ///     ``RESTError/readTooSlowly``, because nothing may be lost and memory must not grow without end. A piece has up
    ///     to 16 KiB on Linux.
    public init(configuration: URLSessionConfiguration, bufferLimit: Int = 1_024) {
        owned = OwnedSession(configuration)
        self.bufferLimit = bufferLimit
    }

    /// A transport that keeps no cookies, no credentials and no cache.
    ///
    /// - Parameter timeout: the most seconds in which nothing arrives. They are rounded up to whole ones: on Linux this
    ///   is the only timeout that ends a task, and a fraction of a second would mean none.
    public init(timeout: TimeInterval = 30) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = timeout.rounded(.up)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        self.init(configuration: configuration)
    }

    public func response(to request: URLRequest) async throws -> RESTResponse {
        try await perform(owned.session.dataTask(with: request)) { .whole(WholeTransfer(continuation: $0)) }
    }

    public func stream(_ request: URLRequest) async throws -> StreamedResponse {
        try await perform(owned.session.dataTask(with: request)) { [bufferLimit] in .head($0, limit: bufferLimit) }
    }

    public func upload(
        _ file: URL, by request: URLRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> RESTResponse {
        // A task would find that only after the server has seen the request.
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw RESTError.file("\(file.path) can't be read")
        }
        return try await perform(owned.session.uploadTask(with: request, fromFile: file)) {
            .whole(WholeTransfer(continuation: $0, progress: progress))
        }
    }

    private func perform<Response: Sendable>(
        _ task: URLSessionTask, _ transfer: (CheckedContinuation<Response, any Error>) -> Transfer
    ) async throws -> Response {
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    owned.delegate.start(task, as: transfer(continuation))
                }
            } onCancel: {
                task.cancel()
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}
