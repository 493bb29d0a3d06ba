#if canImport(APIClient)
public import APIClient
#endif
public import Foundation

extension EndpointHost {
    /// The URL that an endpoint should have: the base URL and the path, perhaps with a query, as they are written.
    ///
    /// - Throws: `URLError` if that is not a URL.
    public func expectedURL(path: String) throws -> URL {
        guard let url = URL(string: rawValue + path) else { throw URLError(.badURL) }
        return url
    }
}
