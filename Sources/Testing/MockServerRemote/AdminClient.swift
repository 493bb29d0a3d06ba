import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of a server's admin API.
struct AdminClient: Sendable {
    /// How long a response may take beside the time that the request asks the server to wait. A server that has ended
    /// closes its connections, so this ends only a wait for one that hangs: much longer than a loaded machine needs.
    private static let responseTimeout = Duration.seconds(600)
    /// The same for the first response, because a wrong address may be one from which nothing ever comes.
    static let firstResponseTimeout = Duration.seconds(60)

    /// One for all servers, and never invalidated: on Linux that closes sockets before Dispatch has let go of them, and
    /// other sources with the same descriptors then get no events.
    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        // Waits of many tests must not keep each other's requests from being sent; 6 unless set.
        configuration.httpMaximumConnectionsPerHost = 10_000
        // Requests are ended here.
        configuration.timeoutIntervalForRequest = 24 * 3_600
        return URLSession(configuration: configuration)
    }()

    let adminURL: URL
    private let components: URLComponents
    private let token: String?
    /// The session whose run it asks about; nil for the server's own run.
    var session: String?
    /// What it has sent.
    var documents = SentDocuments()

    /// What its requests are about.
    var id: ServerID { ServerID(adminURL, session: session) }

    init(adminURL: URL, token: String?) throws(RemoteMockServerError) {
        guard var components = URLComponents(url: adminURL, resolvingAgainstBaseURL: true), components.host != nil
        else {
            throw .invalidURL("the admin URL \"\(adminURL.absoluteString)\" has no host")
        }
        while components.path.hasSuffix("/") { components.path.removeLast() }
        self.adminURL = adminURL
        self.components = components
        self.token = token
    }

    /// Gets a value; `time` is how long the server is asked to wait.
    func get<Value: Decodable & Sendable>(
        _ path: String, _ query: [(String, String)] = [], waiting time: Duration = .zero,
        within limit: Duration = responseTimeout
    ) async throws -> Value {
        try await send("GET", path, query, waiting: time, within: limit)
    }

    /// Sends a request and decodes its response.
    ///
    /// - Parameter path: the path of the server's own run; for a session, what follows the session's path.
    /// - Throws: `RemoteMockServerError`, or `CancellationError` in a cancelled task.
    func send<Value: Decodable & Sendable>(
        _ method: String, _ path: String, _ query: [(String, String)] = [], body: Data? = nil,
        waiting time: Duration = .zero, within limit: Duration = responseTimeout
    ) async throws -> Value {
        let request = try request(method, path, query, body)
        let (status, data) = try await exchange(request, within: time.limited + limit)
        guard (200...299).contains(status) else { throw await documents.shown(refusal(status, data)) }
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw unexpected(status, data, "\(error)")
        }
    }

    private func request(
        _ method: String, _ path: String, _ query: [(String, String)], _ body: Data?
    ) throws(RemoteMockServerError) -> URLRequest {
        var components = components
        components.path += (session.map { "/sessions/\($0)" } ?? "") + path
        if !query.isEmpty {
            components.percentEncodedQuery = query.map { "\($0)=\(Self.encode($1))" }.joined(separator: "&")
        }
        guard let url = components.url else { throw .invalidURL("the admin URL \"\(adminURL)\" can't be used") }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/yaml", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private static func encode(_ text: String) -> String {
        let unreserved = CharacterSet(charactersIn: "-._~").union(CharacterSet.alphanumerics)
        return text.addingPercentEncoding(
            withAllowedCharacters: unreserved.intersection(CharacterSet(charactersIn: "\u{21}"..."\u{7E}"))) ?? text
    }

    /// The response's status and body.
    private func exchange(_ request: URLRequest, within limit: Duration) async throws -> (Int, Data) {
        // On Linux a request's own timeout is ignored, and a session's can't follow the time that a request waits.
        try await withThrowingTaskGroup(of: (Int, Data).self) { group in
            group.addTask { try await data(for: request) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw RemoteMockServerError.unresponsive(adminURL, after: limit)
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func data(for request: URLRequest) async throws -> (Int, Data) {
        do {
            let (data, response) = try await Self.session.data(for: request)
            guard let response = response as? HTTPURLResponse else {
                throw RemoteMockServerError.notAnAdminAPI(adminURL, response: "it is not HTTP")
            }
            return (response.statusCode, data)
        } catch let error as RemoteMockServerError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw RemoteMockServerError.unreachable(adminURL, reason: error.localizedDescription.asSentence)
        }
    }

    private func refusal(_ status: Int, _ data: Data) -> RemoteMockServerError {
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: data) else {
            return unexpected(status, data, nil)
        }
        return switch status {
        case 401: .unauthorized(adminURL, hadToken: token != nil)
        case 410: session.map(RemoteMockServerError.sessionGone) ?? .refused(status: status, refusal.error)
        case 422: .invalidScenario(refusal.diagnostics ?? [])
        case 504: .timedOut(refusal.error)
        default: .refused(status: status, refusal.error)
        }
    }

    private func unexpected(_ status: Int, _ data: Data, _ reason: String?) -> RemoteMockServerError {
        let body = String(decoding: data.prefix(1_000), as: UTF8.self)
        // The first line says most.
        let lines = body.split(maxSplits: 1, whereSeparator: \.isNewline)
        let line = lines.first ?? ""
        let isWhole = lines.count < 2 && line.count <= 200 && data.count <= 1_000
        let text = "it responded \(status) with \"\(String(line.prefix(200)).inOneLine)\(isWhole ? "" : "…")\""
        return .notAnAdminAPI(adminURL, response: reason.map { "\(text): \($0)" } ?? text)
    }
}

extension String {
    fileprivate var asSentence: String { hasSuffix(".") ? self : self + "." }
}

extension Duration {
    /// The duration, at least zero and at most ten years: a longer one overflows an instant that it is added to.
    var limited: Duration { min(max(self, .zero), .seconds(3_653 * 86_400)) }

    /// The duration in the admin API's notation, such as `1500ms`; of a longer one the most that a number holds, which
    /// the server refuses.
    var inMilliseconds: String {
        // `components` traps if the seconds don't fit.
        guard self < .milliseconds(Int64.max) else { return "\(Int64.max)ms" }
        let (seconds, attoseconds) = max(self, .zero).components
        let nanoseconds = attoseconds / 1_000_000_000
        let (whole, rest) = (seconds * 1_000 + nanoseconds / 1_000_000, nanoseconds % 1_000_000)
        guard rest > 0 else { return "\(whole)ms" }
        return "\(whole).\(String(1_000_000 + rest).dropFirst())ms"
    }
}
