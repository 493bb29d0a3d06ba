import Foundation

/// The root of an API, to which calls are joined: an absolute `http` or `https` URL, perhaps with a path prefix.
struct BaseURL: Sendable {
    private let components: URLComponents
    private let prefix: String

    /// Throws ``RESTError/badURL(_:)`` for a text that calls can't be joined to.
    init(_ text: String) throws(RESTError) {
        // URLComponents repairs these by encoding them, and would then call a host that nobody named.
        let repaired: (Unicode.Scalar) -> Bool = {
            $0.value <= 0x20 || $0.value == 0x7F || "<>\"\\^`{|}".unicodeScalars.contains($0)
        }
        guard !text.isEmpty, !text.unicodeScalars.contains(where: repaired),
            let components = URLComponents(string: text)
        else { throw .badURL("\"\(text)\" is not a URL") }
        guard let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw .badURL("the base URL \"\(text)\" must begin with http:// or https://")
        }
        guard let host = components.host, !host.isEmpty else { throw .badURL("the base URL \"\(text)\" names no host") }
        if let port = components.port, !(1...65535).contains(port) {
            throw .badURL("the base URL \"\(text)\" has no port from 1 to 65535")
        }
        guard components.query == nil, components.fragment == nil else {
            throw .badURL("the base URL \"\(text)\" must have no query and no fragment")
        }
        self.components = components
        let path = components.percentEncodedPath
        prefix = String(path.prefix(path.utf8.count - path.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count))
    }

    /// The URL of `path` below this one, with `query` encoded so that a `+` stays a plus sign to form decoders.
    func url(_ path: RequestPath, query: [URLQueryItem]) throws(RESTError) -> URL {
        guard !path.hasDotSegment else { throw .badURL("the path \(path) has a segment \".\" or \"..\"") }
        var joined = components
        let encoded = path.percentEncoded
        joined.percentEncodedPath =
            encoded.isEmpty || encoded.hasPrefix("/") ? prefix + encoded : prefix + "/" + encoded
        if !query.isEmpty {
            joined.percentEncodedQuery = query.map(\.percentEncoded).joined(separator: "&")
        }
        guard let url = joined.url else { throw .badURL("the path \(path) can't be joined to the base URL") }
        return url
    }
}

extension URLQueryItem {
    /// The item as it is sent: all but unreserved characters encoded.
    var percentEncoded: String {
        let name = PercentEncoding.encode(name, isKept: PercentEncoding.isUnreserved)
        guard let value else { return name }
        return name + "=" + PercentEncoding.encode(value, isKept: PercentEncoding.isUnreserved)
    }
}
