public import Foundation

extension RESTClient {
    /// Downloads the body of a response to a file, of which never more than a few pieces are in memory.
    ///
    /// The file appears whole or not at all: until the last byte it is written under another name in the same folder,
    /// which must exist. A file that was there is replaced then. What `request` expects of the whole response is not used.
    ///
    ///     let head = try await client.download(request, to: file, resumptions: 3) { print($0.fraction ?? 0) }
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - file: where the body goes.
    ///   - resumptions: how often the rest is asked for when the body is cut (RFC 9110, section 13.1.5). The server
    ///     must have sent a strong `ETag`; if the body has changed since, or the server knows no ranges, the whole is
    ///     downloaded again.
    ///   - progress: called after each piece.
    /// - Returns: the last response, without its body.
    /// - Throws: ``RESTError``, of which ``RESTError/file(_:)`` is an error of the disk; `CancellationError` in a
    ///   cancelled task.
    @discardableResult
    public func download<Response>(
        _ request: APIRequest<Response>,
        to file: URL,
        resumptions: Int = 0,
        progress: @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws -> RESTResponse {
        let partial = try PartialFile(for: file)
        defer { partial.discard() }
        var download = Download()
        var resumptionsLeft = resumptions
        while true {
            do {
                let response = try await stream(
                    request.changed { $0.headers = download.headers.replaced(by: $0.headers) })
                if try !download.begin(response) { try partial.clear() }
                for try await piece in response.body {
                    try partial.append(piece)
                    download.count(piece)
                    progress(download.progress)
                }
                try partial.finish()
                return RESTResponse(status: response.status, headers: response.headers)
            } catch let error as RESTError where resumptionsLeft > 0 && download.canResume(after: error) {
                resumptionsLeft -= 1
            }
        }
    }
}
