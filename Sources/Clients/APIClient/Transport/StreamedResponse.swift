public import Foundation

/// A response whose body comes in pieces.
public struct StreamedResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The headers.
    public let headers: HTTPHeaders
    /// The pieces of the body, as they come.
    public let body: StreamedBody

    /// A response from its parts; `body` is read once.
    public init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = headers
        self.body = StreamedBody(body)
    }

    /// Whether the status is from 200 to 299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// The response with its whole body.
    ///
    /// - Throws: ``RESTError`` if the body is cut; `CancellationError` in a cancelled task.
    public func collected() async throws -> RESTResponse {
        var bytes = Data()
        for try await piece in body { bytes.append(piece) }
        return RESTResponse(status: status, headers: headers, body: bytes)
    }
}
