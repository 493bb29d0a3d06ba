public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A whole response: status, headers and body.
public struct RESTResponse: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The headers by lower-case name; values of repeated ones are joined by a comma.
    public let headers: [String: String]
    /// The body, empty if there was none.
    public let body: Data

    /// A response from its parts; names of headers may be in any case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(
            headers.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { "\($0), \($1)" }
        )
        self.body = body
    }

    init(_ response: HTTPURLResponse, body: Data) {
        let named = response.allHeaderFields.compactMap { field -> (String, String)? in
            guard let name = field.key as? String else { return nil }
            return (name, "\(field.value)")
        }
        self.init(
            status: response.statusCode,
            headers: Dictionary(named, uniquingKeysWith: { first, _ in first }),
            body: body
        )
    }

    /// The value of a header; case of the name is ignored.
    public func header(_ name: String) -> String? {
        headers[name.lowercased()]
    }
}
