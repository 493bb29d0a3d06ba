import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking

/// Reads responses with a feature by URLSession, and gives what it has of them as the programs in `peers` print it.
struct URLSessionFeatures {
    private struct Response {
        /// Interim ones, then the final one.
        var heads: [HTTPURLResponse] = []
        var body = Data()

        var head: HTTPURLResponse? { heads.last }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The URL of the server.
    let url: String

    func output(of feature: ClientFeature) async throws -> String {
        switch feature {
        case .trailers: try await trailers()
        case .events: try await lines("/closed") + lines("/open")
        case .ranges: try await ranges()
        case .interim: try await interim()
        case .compressed: try await compressed()
        }
    }

    private func trailers() async throws -> String {
        let response = try await ask("/trailers")
        return "\(response.head?.statusCode ?? 0) \(response.text)\n" + fields(["Checksum", "Part"], of: response.head)
    }

    /// The lines of a response as they come.
    private func lines(_ path: String) async throws -> String {
        var (output, rest) = ("", "")
        for try await case .data(let piece) in try events(path) {
            var lines = (rest + String(decoding: piece, as: UTF8.self)).components(separatedBy: "\n")
            rest = lines.removeLast()
            for line in lines {
                output += line + "\n"
                if path == "/open", line == #"data: {"a":1}"# { return output + "left\n" }
            }
        }
        return output + "ended\n"
    }

    private func ranges() async throws -> String {
        try await range("2-4") + range("0-1,4-5") + range("20-") + range("2-4", ["If-Range": #""v1""#])
            + range("2-4", ["If-Range": #""v0""#])
    }

    private func range(_ value: String, _ fields: [String: String] = [:]) async throws -> String {
        let response = try await ask("/range", fields: fields.merging(["Range": "bytes=\(value)"]) { $1 })
        guard let head = response.head else { return "" }
        let type = head.value(forHTTPHeaderField: "Content-Type")?.components(separatedBy: "; boundary=") ?? []
        if type.count == 2 {
            let body = response.text.replacingOccurrences(of: "\r", with: "")
            return "\(head.statusCode) \(type[0])\n" + body.replacingOccurrences(of: type[1], with: "B")
        }
        let parts = ["\(head.statusCode)", head.value(forHTTPHeaderField: "Content-Range") ?? "", response.text]
        return parts.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    }

    private func interim() async throws -> String {
        let responses = try await [
            ask("/hints"), ask("/upload", method: "POST", fields: ["Expect": "100-continue"], body: Data("hello".utf8)),
        ]
        return responses.map { response in
            let interim = response.heads.dropLast().map { head in
                let link = head.value(forHTTPHeaderField: "Link").map { " link: \($0)" } ?? ""
                return "\(head.statusCode)\(link)\n"
            }
            return interim.joined() + "\(response.head?.statusCode ?? 0) \(response.text)\n"
        }.joined()
    }

    private func compressed() async throws -> String {
        try await "gzip decoded: \(ask("/gzip").text)\ndeflate decoded: \(ask("/deflate").text)\n"
    }

    private func fields(_ names: [String], of head: HTTPURLResponse?) -> String {
        names.compactMap { name in
            head?.value(forHTTPHeaderField: name).map { "\(name.lowercased()): \($0)\n" }
        }.joined()
    }

    private func ask(
        _ path: String, method: String = "GET", fields: [String: String] = [:], body: Data? = nil
    ) async throws -> Response {
        var response = Response()
        for try await event in try events(path, method: method, fields: fields, body: body) {
            switch event {
            case .head(let head): response.heads.append(head)
            case .data(let piece): response.body += piece
            }
        }
        return response
    }

    /// What the delegate is told of a request's response. The request is cancelled when nobody reads on.
    private func events(
        _ path: String, method: String = "GET", fields: [String: String] = [:], body: Data? = nil
    ) throws -> AsyncThrowingStream<SessionDelegate.Event, any Error> {
        guard let url = URL(string: url + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let (stream, continuation) = AsyncThrowingStream<SessionDelegate.Event, any Error>.makeStream()
        let delegate = SessionDelegate(continuation)
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: request)
        continuation.onTermination = { _ in
            task.cancel()
            session.finishTasksAndInvalidate()
        }
        task.resume()
        return stream
    }
}

/// Hands on what a URLSession tells of a task.
private final class SessionDelegate: NSObject, URLSessionDataDelegate {
    enum Event: Sendable {
        case head(HTTPURLResponse)
        case data(Data)
    }

    private let continuation: AsyncThrowingStream<Event, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Event, any Error>.Continuation) { self.continuation = continuation }

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
        continuation.finish(throwing: error)
    }
}
#endif
