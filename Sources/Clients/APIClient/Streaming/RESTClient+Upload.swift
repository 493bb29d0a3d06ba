public import Foundation

extension RESTClient {
    /// Sends a file as the body of a request, without reading the whole of it into memory.
    ///
    ///     let photo = try await client.upload(file, as: "image/jpeg", by: request) { print($0.fraction ?? 0) }
    ///
    /// - Parameters:
    ///   - file: what is sent.
    ///   - contentType: the value of `Content-Type`, unless the request has one.
    ///   - request: its body is not sent.
    ///   - progress: called, on any thread, as the file is sent; from the start again if the call is sent again, after
    ///     a refresh of its token or as a retry.
    /// - Throws: ``RESTError``, of which ``RESTError/file(_:)`` says that the file can't be read; `CancellationError` in
    ///   a cancelled task.
    public func upload<Response>(
        _ file: URL,
        as contentType: String = "application/octet-stream",
        by request: APIRequest<Response>,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws -> Response {
        let typed = request.changed {
            $0.headers = HTTPHeaders(dictionaryLiteral: ("Content-Type", contentType)).replaced(by: $0.headers)
        }
        let response = try await transport.uploading().upload(file, by: urlRequest(for: typed), progress: progress)
        guard response.isSuccess else { throw RESTError.status(response) }
        return try request.expected.output(of: response)
    }
}
