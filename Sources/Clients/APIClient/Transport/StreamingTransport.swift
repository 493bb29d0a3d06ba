#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport that can hand over a body before it is whole.
public protocol StreamingTransport: HTTPTransport {
    /// Sends a request and returns its response once the head is there.
    ///
    /// - Throws: ``RESTError`` if there is no response; `CancellationError` in a cancelled task.
    func stream(_ request: URLRequest) async throws -> StreamedResponse
}

extension HTTPTransport {
    /// This transport, if it can stream.
    func streaming() throws(RESTError) -> any StreamingTransport {
        guard let transport = self as? any StreamingTransport else {
            throw .unsupported("the transport \(Self.self) can't hand over a body before it is whole")
        }
        return transport
    }
}
