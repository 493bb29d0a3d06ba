public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What sends a client's requests: `URLSession`, a double, or another transport with something added, such as retries. It
/// knows nothing of what a response means: every status is a response.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns its whole response. Throws ``RESTError``; `CancellationError` in a cancelled task.
    func response(to request: URLRequest) async throws -> RESTResponse
}

extension URLSession: HTTPTransport {
    /// Sends a request as a task of this session, with the session's delegate and redirects.
    public func response(to request: URLRequest) async throws -> RESTResponse {
        try Task.checkCancellation()
        do {
            let (body, head) = try await data(for: request)
            guard let head = head as? HTTPURLResponse else {
                throw RESTError.invalidData("the response is not HTTP", nil)
            }
            return RESTResponse(status: head.statusCode, headers: HTTPHeaders(head), body: body)
        } catch {
            try Task.checkCancellation()
            throw error as? RESTError ?? RESTError(transport: error)
        }
    }
}

/// A whole response: status, headers and body.
public struct RESTResponse: Sendable, Hashable {
    /// The status code.
    public let status: Int
    /// The headers.
    public let headers: HTTPHeaders
    /// The body, empty if there was none.
    public let body: Data

    /// A response from its parts.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Whether the status is from 200 to 299.
    public var isSuccess: Bool { (200...299).contains(status) }
}

extension HTTPHeaders { init(_ head: HTTPURLResponse) { self.init(head.allHeaderFields.map { ("\($0)", "\($1)") }) } }
