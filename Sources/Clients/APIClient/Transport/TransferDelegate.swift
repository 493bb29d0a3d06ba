import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate of a transport's own session: it hands the pieces of bodies on, guards redirects, and lets a closure
/// respond to challenges.
///
/// One delegate serves all tasks, because Linux does not call a task's own delegate.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    /// What a session does about a challenge.
    typealias ChallengeResponse = (URLSession.AuthChallengeDisposition, URLCredential?)

    private let transfers = Protected<[Int: Transfer]>([:])
    private let respond: (@Sendable (URLAuthenticationChallenge) -> ChallengeResponse)?

    /// A delegate that lets `respond` judge a server's certificates; the system does if there is none.
    init(respondingToChallengesBy respond: (@Sendable (URLAuthenticationChallenge) -> ChallengeResponse)? = nil) {
        self.respond = respond
    }

    /// Gives the callbacks of a task to a transfer and resumes the task. A caller that is cancelled already gets
    /// `CancellationError`.
    func start(_ task: URLSessionTask, as transfer: Transfer) {
        let id = task.taskIdentifier
        transfers.withLock { $0[id] = transfer }
        task.resume()
        // A task that was cancelled before may have had its last callback before there was a transfer.
        if Task.isCancelled { remove(id)?.end(CancellationError()) }
    }

    private func remove(_ id: Int) -> Transfer? {
        transfers.withLock { $0.removeValue(forKey: id) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = response as? HTTPURLResponse { begin(head, of: dataTask) }
        completionHandler(.allow)
    }

    private func begin(_ head: HTTPURLResponse, of task: URLSessionTask) {
        let id = task.taskIdentifier
        // One access to the table: a cancelled caller may end its transfer at any moment.
        let resume = transfers.withLock { transfers -> (@Sendable () -> Void)? in
            switch transfers[id] {
            case .whole(var transfer):
                transfer.head = head
                transfers[id] = .whole(transfer)
                return nil
            case .head(let continuation, let limit):
                let (stream, pieces) = AsyncThrowingStream<Data, any Error>.makeStream(
                    bufferingPolicy: .bufferingOldest(limit))
                pieces.onTermination = { _ in task.cancel() }
                transfers[id] = .body(pieces)
                return {
                    continuation.resume(
                        returning: StreamedResponse(status: head.statusCode, headers: HTTPHeaders(head), body: stream))
                }
            case .body, nil: return nil
            }
        }
        resume?()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let id = dataTask.taskIdentifier
        let pieces = transfers.withLock { transfers -> AsyncThrowingStream<Data, any Error>.Continuation? in
            switch transfers[id] {
            case .whole(var transfer):
                // Out of the table, so that appending copies nothing.
                transfers[id] = nil
                transfer.body.append(data)
                transfers[id] = .whole(transfer)
                return nil
            case .body(let pieces): return pieces
            case .head, nil: return nil
            }
        }
        if let pieces, case .dropped = pieces.yield(data) {
            // Finishing cancels the task.
            pieces.finish(throwing: RESTError.readTooSlowly)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        let id = task.taskIdentifier
        guard case .whole(let transfer) = transfers.withLock({ $0[id] }) else { return }
        transfer.progress?(TransferProgress(bytes: totalBytesSent, expected: totalBytesExpectedToSend))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task.taskIdentifier)?.end(error.map(RESTError.init(transport:)))
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

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = respond?(challenge) ?? (.performDefaultHandling, nil)
        completionHandler(disposition, credential)
    }
    #endif
}
