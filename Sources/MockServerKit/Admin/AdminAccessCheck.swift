import HTTPMessage
import Sockets

/// Who may use the admin API: nobody who does not know the token, where there is one, and no web page.
///
/// A page in a browser on the same machine could else drive it: by requests to another origin, which always carry
/// `Origin` or `Sec-Fetch-Site` where they can do something; or by a name of its own that it has made to lead here, which
/// stands in `Host`. Such a name is a public one, so names without a dot and those that only private networks have pass.
struct AdminAccessCheck: Sendable {
    /// nil where none is asked for.
    let token: [UInt8]?

    init(token: String?) {
        self.token = token.map { Array($0.utf8) }
    }

    /// What a request is refused with; nil where it may go on.
    func refusal(_ head: RequestHead) -> AdminResponse? {
        let host = String(decoding: head.authority, as: UTF8.self)
        guard Self.isPrivate(host) else {
            return .refusal(
                403,
                "The host \"\(host)\" could be a web page's: use an IP address, localhost, or a name without a dot.")
        }
        guard !head.fields.contains(named: "Origin"), !isCrossSite(head) else {
            return .refusal(403, "Web pages may not use this interface; ask from a program.")
        }
        // Who only wants to know whether it is up is harmless, and probes have no token.
        guard let token, !head.path.elementsEqual(AdminAPI.healthPath.utf8) else { return nil }
        guard isAuthorized(head, token) else {
            var response = AdminResponse.refusal(
                401, "Send the token that the server was given: Authorization: Bearer <token>.")
            response.fields = [("WWW-Authenticate", "Bearer")]
            return response
        }
        return nil
    }

    private func isCrossSite(_ head: RequestHead) -> Bool {
        head.fields.values(named: "Sec-Fetch-Site").contains { !$0.elementsEqual("none".utf8) }
    }

    private func isAuthorized(_ head: RequestHead, _ token: [UInt8]) -> Bool {
        let values = head.fields.values(named: "Authorization")
        guard values.count == 1, let value = values.first, value.count > 7,
            value.prefix(7).elementsEqual("Bearer ".utf8) || value.prefix(7).equalsIgnoringASCIICase("bearer ")
        else { return false }
        return Self.isEqual(value.dropFirst(7).trimmingOptionalWhitespace, token)
    }

    /// Takes as long for each wrong token of a length, so that its time tells nothing of the right one.
    private static func isEqual(_ a: ArraySlice<UInt8>, _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a host is none that a public name server could lead here.
    static func isPrivate(_ authority: String) -> Bool {
        var host = authority[...]
        if host.hasPrefix("[") {
            host = host.dropFirst().prefix { $0 != "]" }
        } else if let colon = host.lastIndex(of: ":") {
            host = host[..<colon]
        }
        if host.hasSuffix(".") { host = host.dropLast() }
        let name = host.lowercased()
        guard !name.isEmpty else { return false }
        if (try? InternetAddress(host: name)) != nil || !name.contains(".") { return true }
        return [".localhost", ".local", ".internal", ".svc", ".svc.cluster.local", ".test"].contains {
            name.hasSuffix($0)
        }
    }
}
