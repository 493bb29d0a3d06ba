package import Foundation

/// The URLs and the token by which a remote server is reached.
package struct RemoteMockServerAddress: Hashable, Sendable {
    package let adminURL: URL
    package let token: String?
    package let url: URL?

    /// - Throws: `RemoteMockServerError.invalidURL` if a text is not a URL.
    package init(adminURL: String, token: String? = nil, url: String? = nil) throws(RemoteMockServerError) {
        self.adminURL = try Self.url(adminURL, "the admin URL")
        self.token = token
        if let url { self.url = try Self.url(url, "the URL for clients") } else { self.url = nil }
    }

    /// The address in `MOCKSERVER_ADMIN_URL`, `MOCKSERVER_ADMIN_TOKEN` and `MOCKSERVER_URL`; an empty variable counts
    /// as missing.
    ///
    /// - Throws: `RemoteMockServerError.invalidURL` if the first is missing, or if one is not a URL.
    package init(environment: [String: String]) throws(RemoteMockServerError) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let adminURL = value("MOCKSERVER_ADMIN_URL") else {
            throw .invalidURL(
                "MOCKSERVER_ADMIN_URL is not set: set it to the admin URL of a running mockserver, or run the tests as "
                    + "its command: mockserver --admin-port 0 -- swift test")
        }
        try self.init(adminURL: adminURL, token: value("MOCKSERVER_ADMIN_TOKEN"), url: value("MOCKSERVER_URL"))
    }

    private static func url(_ text: String, _ noun: String) throws(RemoteMockServerError) -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else {
            throw .invalidURL("\(noun) \"\(text)\" is not a URL that begins with http:// and a host")
        }
        return url
    }
}
