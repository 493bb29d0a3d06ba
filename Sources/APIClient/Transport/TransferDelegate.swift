import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate of a transport's own session: it hands the pieces of bodies on, and guards redirects.
///
/// One delegate serves all tasks, because Linux does not call a task's own delegate.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let transfers = Protected<[Int: Transfer]>([:])

    /// Gives the callbacks of a task to a transfer. Call it before the task is resumed.
    func add(_ transfer: Transfer, for task: URLSessionTask) {
        let id = task.taskIdentifier
        transfers.withLock { $0[id] = transfer }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
        begin(response, of: dataTask)
        completionHandler(.allow)
    }

    private func begin(_ response: HTTPURLResponse, of task: URLSessionTask) {
        let id = task.taskIdentifier
        let transfer = transfers.withLock { $0[id] }
        switch transfer {
        case .whole(let continuation, _, let body):
            transfers.withLock { $0[id] = .whole(continuation, head: response, body: body) }
        case .head(let continuation, let limit):
            let (stream, pieces) = AsyncThrowingStream<Data, any Error>.makeStream(
                bufferingPolicy: .bufferingOldest(limit))
            transfers.withLock { $0[id] = .body(pieces) }
            pieces.onTermination = { _ in task.cancel() }
            continuation.resume(
                returning: StreamedResponse(
                    status: response.statusCode, headers: HTTPHeaders(response), body: stream))
        case .body, nil: break
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let id = dataTask.taskIdentifier
        let pieces = transfers.withLock { transfers -> AsyncThrowingStream<Data, any Error>.Continuation? in
            switch transfers[id] {
            case .whole(let continuation, let head, var body):
                // Out of the table, so that appending copies nothing.
                transfers[id] = nil
                body.append(data)
                transfers[id] = .whole(continuation, head: head, body: body)
                return nil
            case .body(let pieces): return pieces
            case .head, nil: return nil
            }
        }
        if let pieces, case .dropped = pieces.yield(data) {
            pieces.finish(throwing: RESTError.readTooSlowly)
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let id = task.taskIdentifier
        let failure = error.map(RESTError.init(transport:))
        switch transfers.withLock({ $0.removeValue(forKey: id) }) {
        case .whole(let continuation, let head, let body):
            if let failure {
                continuation.resume(throwing: failure)
            } else if let head {
                continuation.resume(
                    returning: RESTResponse(status: head.statusCode, headers: HTTPHeaders(head), body: body))
            } else {
                continuation.resume(throwing: RESTError.invalidData("the response is not HTTP", nil))
            }
        case .head(let continuation, _):
            continuation.resume(throwing: failure ?? RESTError.invalidData("the response is not HTTP", nil))
        case .body(let pieces):
            pieces.finish(throwing: failure)
        case nil: break
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(RedirectGuard.redirected(request, from: task.originalRequest?.url))
    }
}
