public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the status is from 200 to 299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// The value of a header; case of the name is ignored.
    public func header(_ name: String) -> String? { headers[name] }
}

extension HTTPHeaders {
    init(_ response: HTTPURLResponse) {
        self.init(
            response.allHeaderFields.compactMap { field in
                (field.key as? String).map { ($0, "\(field.value)") }
            })
    }
}
