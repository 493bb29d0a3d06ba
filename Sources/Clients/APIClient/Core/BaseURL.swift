import Foundation

/// The root of an API, to which calls are joined: an absolute `http` or `https` URL, perhaps with a path prefix.
struct BaseURL: Sendable {
    private var components: URLComponents

    /// Throws ``RESTError/badURL(_:)`` for a text that calls can't be joined to.
    init(_ text: String) throws(RESTError) {
        // URLComponents repairs a text by encoding it, and would then call a host that nobody named.
        guard let parsed = URLComponents(string: text), parsed.string == text,
            ["http", "https"].contains(parsed.scheme?.lowercased()), parsed.host?.isEmpty == false,
            (1...65535).contains(parsed.port ?? 80), parsed.query == nil, parsed.fragment == nil
        else { throw .badURL("the base URL \"\(text)\" must be http:// or https://, a host and at most a path") }
        components = parsed
        while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
    }

    /// The URL of `path` below this one, with `query` encoded so that a `+` stays a plus sign to form decoders.
    func url(_ path: RequestPath, query: [URLQueryItem]) throws(RESTError) -> URL {
        let segments = path.percentEncoded.split(separator: "/", omittingEmptySubsequences: false)
        var joined = components
        joined.percentEncodedPath += (segments.first == "" ? "" : "/") + path.percentEncoded
        if !query.isEmpty { joined.percentEncodedQuery = query.map(\.percentEncoded).joined(separator: "&") }
        // Encoding can't protect these, which intermediaries resolve to another resource. All other paths make a URL.
        guard !segments.contains("."), !segments.contains(".."), let url = joined.url else {
            throw .badURL("the path \(path) has a segment \".\" or \"..\"")
        }
        return url
    }
}

extension URLQueryItem {
    /// The item as it is sent: all but unreserved characters encoded.
    var percentEncoded: String {
        [name, value].compactMap { $0?.percentEncoded(keeping: .unreserved) }.joined(separator: "=")
    }
}
