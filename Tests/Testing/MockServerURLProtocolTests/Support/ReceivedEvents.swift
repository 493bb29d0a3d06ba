import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the delegate of a session is told of one task.
enum ReceivedEvent: Sendable {
    case head(HTTPURLResponse)
    case data(Data)
    case end((any Error)?)
}

/// Hands on what a session tells of a task.
final class EventDelegate: NSObject, URLSessionDataDelegate {
    private let continuation: AsyncStream<ReceivedEvent>.Continuation

    init(_ continuation: AsyncStream<ReceivedEvent>.Continuation) { self.continuation = continuation }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = response as? HTTPURLResponse { continuation.yield(.head(head)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(.data(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.yield(.end(error))
        continuation.finish()
    }
}

extension PlayedScenario {
    /// What a delegate is told, as lines: the heads, the bytes of the body in one line, and the end.
    func events(of request: URLRequest) async -> [String] {
        var lines: [String] = []
        var body = Data()
        for await event in started(request).events {
            switch event {
            case .head(let head): lines.append("head \(head.statusCode)")
            case .data(let data): body += data
            case .end(let error):
                if !body.isEmpty { lines.append("body \(String(decoding: body, as: UTF8.self))") }
                lines.append(error.map { "error \(Self.text($0))" } ?? "end")
            }
        }
        return lines
    }

    /// Starts a task, whose delegate hands on what it is told.
    func started(_ request: URLRequest) -> (task: URLSessionDataTask, events: AsyncStream<ReceivedEvent>) {
        let (stream, continuation) = AsyncStream<ReceivedEvent>.makeStream()
        let session = session(EventDelegate(continuation))
        let task = session.dataTask(with: request)
        task.resume()
        session.finishTasksAndInvalidate()
        return (task, stream)
    }

    /// What `data(for:)` gives: status and body, or the error.
    func outcome(of request: URLRequest) async -> String {
        let session = session()
        defer { session.finishTasksAndInvalidate() }
        do {
            let (data, response) = try await session.data(for: request)
            return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
        } catch {
            return "error \(Self.text(error))"
        }
    }

    private static func text(_ error: any Error) -> String {
        let error = error as NSError
        return "\(error.domain) \(error.code) \(error.localizedDescription)"
    }
}
