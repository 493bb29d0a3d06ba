import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What becomes of the callbacks of one task.
enum Transfer: Sendable {
    /// The caller waits for the whole response.
    case whole(WholeTransfer)
    /// The caller waits for the head.
    case head(CheckedContinuation<StreamedResponse, any Error>, limit: Int)
    /// The caller reads the body.
    case body(AsyncThrowingStream<Data, any Error>.Continuation)

    /// Ends the transfer for its caller. `nil` says that the last byte was there.
    func end(_ failure: (any Error)?) {
        switch self {
        case .whole(let transfer): transfer.end(failure)
        case .head(let continuation, _): continuation.resume(throwing: failure ?? Self.noHead)
        case .body(let pieces): pieces.finish(throwing: failure)
        }
    }

    static let noHead = RESTError.invalidData("the response is not HTTP", nil)
}

/// A transfer whose caller waits for the whole response.
struct WholeTransfer: Sendable {
    let continuation: CheckedContinuation<RESTResponse, any Error>
    /// Called as the body of the request is sent.
    var progress: (@Sendable (TransferProgress) -> Void)?
    var head: HTTPURLResponse?
    var body = Data()

    fileprivate func end(_ failure: (any Error)?) {
        if let failure {
            continuation.resume(throwing: failure)
        } else if let head {
            continuation.resume(
                returning: RESTResponse(status: head.statusCode, headers: HTTPHeaders(head), body: body))
        } else {
            continuation.resume(throwing: Transfer.noHead)
        }
    }
}
