import HTTPMessage
import Sockets

/// Decides who may use the admin API: no web page, and nobody without the token if there is one.
///
/// Without the check, a page in a browser on the same machine could control it in two ways. It could send requests to
/// another origin; if those can change anything, they always carry `Origin` or `Sec-Fetch-Site`. Or it could use its
/// own domain name and let that resolve to this machine; the name is then in `Host`. Such a name is public, so names
/// without a dot and names that only private networks have are allowed.
struct AdminAccessCheck: Sendable {
    /// The required token; nil if there is none.
    let token: [UInt8]?

    /// A host that is allowed whatever it is, in lower case: the server's own name.
    private let host: String?

    init(token: String?, host: String? = nil) {
        self.token = token.map { Array($0.utf8) }
        self.host = host?.lowercased()
    }

    /// The response to a request that is refused; nil if it is allowed.
    func refusal(_ head: RequestHead) -> AdminResponse? {
        let host = String(decoding: head.authority, as: UTF8.self)
        guard Self.isPrivate(host) || isOwn(head.authority) else {
            return .refusal(
                403,
                "The host \"\(host)\" could be a web page's: use an IP address, localhost, or a name without a dot.")
        }
        guard !head.fields.contains(named: "Origin"), !isCrossSite(head) else {
            return .refusal(403, "Web pages may not use this interface; ask from a program.")
        }
        // A health check is harmless, and probes have no token.
        guard let token, !head.path.elementsEqual(AdminAPI.healthPath.utf8) else { return nil }
        guard isAuthorized(head, token) else {
            var response = AdminResponse.refusal(
                401, "Send the token that the server was given: Authorization: Bearer <token>.")
            response.fields = [("WWW-Authenticate", "Bearer")]
            return response
        }
        return nil
    }

    private func isOwn(_ authority: ArraySlice<UInt8>) -> Bool {
        host != nil && String(decoding: Authority.host(of: authority), as: UTF8.self).lowercased() == host
    }

    private func isCrossSite(_ head: RequestHead) -> Bool {
        head.fields.values(named: "Sec-Fetch-Site").contains { !$0.elementsEqual("none".utf8) }
    }

    private func isAuthorized(_ head: RequestHead, _ token: [UInt8]) -> Bool {
        let values = head.fields.values(named: "Authorization")
        guard values.count == 1, let given = values.first?.bearerToken else { return false }
        return Self.isEqual(given, token)
    }

    /// Takes the same time for every wrong token of one length, so that the time reveals nothing about the right one.
    private static func isEqual(_ a: ArraySlice<UInt8>, _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a public name server can't make a host lead here.
    static func isPrivate(_ authority: String) -> Bool {
        var name = String(decoding: Authority.host(of: authority.utf8), as: UTF8.self)
        if name.hasSuffix(".") { name.removeLast() }
        guard !name.isEmpty else { return false }
        if (try? InternetAddress(host: name)) != nil || !name.contains(".") { return true }
        return [".localhost", ".local", ".internal", ".svc", ".svc.cluster.local", ".test"].contains {
            name.hasSuffix($0)
        }
    }
}
