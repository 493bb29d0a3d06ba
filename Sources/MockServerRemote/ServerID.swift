package import Foundation

/// A server, however the URL of its admin API is written: `http://h`, `HTTP://H:80/`.
package struct ServerID: Hashable, Sendable {
    private let scheme: String
    private let host: String
    private let port: Int
    private let path: String

    package init(_ adminURL: URL) {
        scheme = adminURL.scheme?.lowercased() ?? ""
        host = adminURL.host?.lowercased() ?? ""
        port = adminURL.port ?? (scheme == "https" ? 443 : 80)
        path = adminURL.pathComponents.filter { $0 != "/" }.joined(separator: "/")
    }
}
