import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A stored response, and the values of the request's headers that it was chosen by (RFC 9111, section 4.1).
struct CachedResponse: Sendable {
    let response: RESTResponse
    private let selecting: HTTPHeaders

    /// `nil` if the response may not be stored, or could not be validated later: another status than 200, no validator,
    /// `no-store`, or `Vary: *`.
    init?(_ response: RESTResponse, to request: URLRequest) {
        let headers = response.headers
        let varying = headers.list("Vary")
        guard response.status == 200, headers["ETag"] != nil || headers["Last-Modified"] != nil,
            !headers.list("Cache-Control").contains("no-store"), !varying.contains("*")
        else { return nil }
        self.response = response
        selecting = Self.values(of: varying, in: request)
    }

    /// The bytes that it takes in a cache.
    var byteCount: Int {
        response.headers.fields.reduce(response.body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// Whether it was the response to a request with the same headers, as far as the server's choice depends on them.
    func matches(_ request: URLRequest) -> Bool {
        selecting == Self.values(of: response.headers.list("Vary"), in: request)
    }

    /// The request on the condition that the server's response is not this one (RFC 9110, section 13.1).
    func validating(_ request: URLRequest) -> URLRequest {
        var conditional = request
        if let tag = response.headers["ETag"] {
            conditional = conditional.settingHeader("If-None-Match", to: tag)
        }
        if let date = response.headers["Last-Modified"] {
            conditional = conditional.settingHeader("If-Modified-Since", to: date)
        }
        return conditional
    }

    /// Whether a 304 is about this response: its entity tag, if it has one, is the same by weak comparison (RFC 9110,
    /// section 8.8.3.2).
    func isMeant(by notModified: RESTResponse) -> Bool {
        guard let tag = notModified.headers["ETag"] else { return true }
        return response.headers["ETag"].map(Self.opaque) == Self.opaque(tag)
    }

    /// The response with the headers of a 304 in place of its own (RFC 9111, section 3.2).
    func updated(by notModified: RESTResponse) -> RESTResponse {
        var headers = notModified.headers
        for name in Self.aboutTheMessage { headers[name] = nil }
        return RESTResponse(
            status: response.status, headers: response.headers.replaced(by: headers), body: response.body)
    }

    /// Headers that say how a message was carried, or how the stored body is to be read.
    private static let aboutTheMessage = [
        "Connection", "Content-Encoding", "Content-Length", "Content-Range", "Content-Type", "Transfer-Encoding",
    ]

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : Substring(tag)
    }

    private static func values(of names: [String], in request: URLRequest) -> HTTPHeaders {
        let headers = HTTPHeaders(request)
        return HTTPHeaders(names.compactMap { name in headers[name].map { (name, $0) } })
    }
}
