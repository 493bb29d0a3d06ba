public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A response whose body comes in pieces.
public struct StreamedResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The headers.
    public let headers: HTTPHeaders
    /// The pieces of the body, as they come. It throws ``RESTError`` if the body is cut, or if more pieces wait for their
    /// reader than the limit allows. Leaving it, or cancelling the task that reads it, ends the transfer.
    public let body: AsyncThrowingStream<Data, any Error>

    /// A response from its parts.
    public init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The response with its whole body.
    ///
    /// - Throws: ``RESTError`` if the body is cut; `CancellationError` in a cancelled task.
    public func collected() async throws -> RESTResponse {
        var bytes = Data()
        for try await piece in body { bytes.append(piece) }
        // A cancelled stream ends as if it were whole.
        try Task.checkCancellation()
        return RESTResponse(status: status, headers: headers, body: bytes)
    }
}

/// A transport that can hand over a body before it is whole.
public protocol StreamingTransport: HTTPTransport {
    /// Sends a request and returns its response once the head is there.
    ///
    /// - Throws: ``RESTError`` if there is no response; `CancellationError` in a cancelled task.
    func stream(_ request: URLRequest) async throws -> StreamedResponse
}
