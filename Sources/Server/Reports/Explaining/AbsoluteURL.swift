import TextCoding

/// An absolute URL of HTTP, with whatever characters someone wrote or sent in it.
struct AbsoluteURL: Sendable {
    /// Whether the scheme is `https`.
    let isSecure: Bool
    /// The host and the port, without user information.
    let authority: String
    /// The path and the query as clients send them: without a fragment; of what no target can have, percent-encoded.
    let target: String
    /// The offset of the byte behind the authority.
    let authorityEnd: Int

    /// nil for a text without a scheme, and for another scheme.
    init?(_ text: String) {
        guard let scheme = Self.scheme(of: text), ["http", "https"].contains(scheme) else { return nil }
        isSecure = scheme == "https"
        let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
        guard rest.starts(with: "//".utf8) else { return nil }
        let host = rest.dropFirst(2).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        authorityEnd = text.utf8.distance(from: text.startIndex, to: host.endIndex)
        let name = host.lastIndex(of: UInt8(ascii: "@")).map { host[host.index(after: $0)...] } ?? host
        authority = String(decoding: name, as: UTF8.self)
        let sent = Self.sent(text.utf8[host.endIndex...])
        target = sent.hasPrefix("/") ? sent : "/" + sent
    }

    /// The scheme in lower case (RFC 3986, section 3.1); nil for a text that has none.
    static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        let isScheme = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isScheme && scheme.first?.isLetter == true ? scheme.lowercased() : nil
    }

    /// A path with its query as clients send it.
    static func sent(_ path: some Sequence<UInt8>) -> String {
        path.prefix { $0 != UInt8(ascii: "#") }.reduce(into: "") { target, byte in
            let isSent = byte > 0x20 && byte < 0x7F
            target += isSent ? String(UnicodeScalar(byte)) : Percent.encode(CollectionOfOne(byte))
        }
    }
}
