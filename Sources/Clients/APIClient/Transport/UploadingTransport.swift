public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A transport that can send a file without reading the whole of it into memory.
public protocol UploadingTransport: HTTPTransport {
    /// Sends a request with a file as its body and returns the whole response.
    ///
    /// - Parameters:
    ///   - file: the body.
    ///   - request: the request without its body.
    ///   - progress: called, on any thread, as the file is sent.
    /// - Throws: ``RESTError`` if there is no response or the file can't be read; `CancellationError` in a cancelled task.
    func upload(
        _ file: URL, by request: URLRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> RESTResponse
}

extension HTTPTransport {
    /// This transport, if it can send files.
    func uploading() throws(RESTError) -> any UploadingTransport {
        guard let transport = self as? any UploadingTransport else {
            throw .unsupported("the transport \(Self.self) can't send a file")
        }
        return transport
    }
}
