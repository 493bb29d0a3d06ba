public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A transport that answers by a function, without a network: for tests, previews and stub endpoints.
///
///     let client = try RESTClient(baseURL: "https://api.example.com", transport: Responder.json(["name": "Ada"]))
///     let failing = Responder.failure(RESTError.timedOut)
public struct Responder: HTTPTransport {
    private let respond: @Sendable (URLRequest) async throws -> RESTResponse

    /// A responder that returns a response for each request, or throws.
    public init(_ respond: @escaping @Sendable (_ request: URLRequest) async throws -> RESTResponse) {
        self.respond = respond
    }

    /// A responder that answers each request with a body.
    public static func data(_ body: Data, status: Int = 200, headers: HTTPHeaders = [:]) -> Responder {
        Responder { _ in RESTResponse(status: status, headers: headers, body: body) }
    }

    /// A responder that answers each request with a value as JSON.
    ///
    /// - Throws: ``RESTError/invalidData(_:_:)`` if the value can't be encoded.
    public static func json(_ value: some Encodable, status: Int = 200) throws(RESTError) -> Responder {
        let body = try RequestBody.json(value)
        return data(body.bytes, status: status, headers: ["Content-Type": body.contentType])
    }

    /// A responder that throws for each request.
    public static func failure(_ error: any Error) -> Responder {
        Responder { _ in throw error }
    }

    public func response(to request: URLRequest) async throws -> RESTResponse {
        try Task.checkCancellation()
        return try await respond(request)
    }
}
