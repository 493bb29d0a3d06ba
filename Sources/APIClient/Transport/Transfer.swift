import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What becomes of the callbacks of one task.
enum Transfer: Sendable {
    /// The caller waits for the whole response.
    case whole(CheckedContinuation<RESTResponse, any Error>, head: HTTPURLResponse?, body: Data)
    /// The caller waits for the head.
    case head(CheckedContinuation<StreamedResponse, any Error>, limit: Int)
    /// The caller reads the body.
    case body(AsyncThrowingStream<Data, any Error>.Continuation)
}
