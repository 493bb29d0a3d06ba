public import Foundation

/// A call of an API as a value: what is sent, and what its response is read as.
///
///     let request = APIRequest(.get, "/users/\(id)", expecting: .json(User.self))
public struct APIRequest<Response: Sendable>: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path below the base URL of the client that sends the request.
    public var path: RequestPath
    /// The parameters in the URL, in their order.
    public var query: [URLQueryItem]
    /// The headers beside those that the client and the body add. A name that both have is the request's.
    public var headers: HTTPHeaders
    /// The body; `nil` for none.
    public var body: RequestBody?
    /// The part of the API whose client sends the request, by its name; `nil` for the main one.
    public var domain: String?
    /// What a response with a status from 200 to 299 is read as.
    public var expected: Expected<Response>

    /// A request from its parts.
    public init(
        _ method: HTTPMethod, _ path: RequestPath, query: [URLQueryItem] = [], headers: HTTPHeaders = [:],
        sending body: RequestBody? = nil, expecting expected: Expected<Response>
    ) {
        (self.method, self.path, self.query) = (method, path, query)
        (self.headers, self.body, self.expected) = (headers, body, expected)
    }
}

/// A request's method (RFC 9110, section 9).
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// `GET`.
    case get = "GET"
    /// `HEAD`.
    case head = "HEAD"
    /// `POST`.
    case post = "POST"
    /// `PUT`.
    case put = "PUT"
    /// `PATCH`.
    case patch = "PATCH"
    /// `DELETE`.
    case delete = "DELETE"
}

/// The body of a request, with its content type.
public struct RequestBody: Sendable, Hashable {
    /// The bytes.
    public let bytes: Data
    /// The value of `Content-Type`.
    public let contentType: String

    /// A value as JSON, its members sorted by default. Throws ``RESTError/invalidData(_:_:)`` if it can't be encoded.
    public static func json(
        _ value: some Encodable, encoder: @autoclosure () -> JSONEncoder = .sorted
    ) throws(RESTError) -> RequestBody {
        do {
            return try RequestBody(bytes: encoder().encode(value), contentType: "application/json")
        } catch {
            throw .invalidData("a \(type(of: value)) can't be sent as JSON: \(error.codingReason)", nil)
        }
    }
}

extension JSONEncoder {
    /// An encoder that always gives the same bytes for the same value, with dates in ISO 8601, to the second.
    public static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}
