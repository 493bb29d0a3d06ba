package import Foundation

/// A server's own run, however the URL of the admin API is written: `http://h`, `HTTP://H:80/`, or a name of this machine
/// for another; or a session.
package enum ServerID: Hashable, Sendable {
    case ownRun(scheme: String, host: String, port: Int, path: String)
    /// Its id is unique, so the URL, as `localhost` or `127.0.0.1`, does not matter.
    case session(String)

    package init(_ adminURL: URL, session: String? = nil) {
        if let session {
            self = .session(session)
            return
        }
        let scheme = adminURL.scheme?.lowercased() ?? ""
        self = .ownRun(
            scheme: scheme, host: Self.normal(adminURL.host?.lowercased() ?? ""),
            port: adminURL.port ?? (scheme == "https" ? 443 : 80),
            path: adminURL.pathComponents.filter { $0 != "/" }.joined(separator: "/"))
    }

    /// The host, in one spelling for this machine's usual addresses. Off Darwin, that of an IPv6 address has brackets.
    private static func normal(_ host: String) -> String {
        let host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return ["localhost", "localhost.", "::1", "0:0:0:0:0:0:0:1"].contains(host) ? "127.0.0.1" : host
    }
}
