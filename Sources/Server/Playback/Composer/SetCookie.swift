import HTTPMessage

/// A cookie as a response sets it (RFC 6265, section 5.2), without its value.
struct SetCookie {
    let name: String
    /// Where clients send it: the attribute, else what stands before the last slash of the request's path.
    let path: String
    let isSecure: Bool
    /// Whether clients certainly keep it for the host that they got it from, as they know no attribute to the contrary.
    let isKept: Bool

    /// - Parameters:
    ///   - text: the value of `Set-Cookie`.
    ///   - entry: the request that got it.
    init?(_ text: String, inResponseTo entry: TimelineEntry) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
        guard let cookie = parts.first, let value = cookie.value, !cookie.name.isEmpty else { return nil }
        name = cookie.name
        let attributes = parts.dropFirst().map { (name: $0.name.lowercased(), value: $0.value ?? "") }
        isSecure = attributes.contains { $0.name == "secure" }
        isKept =
            !value.isEmpty
            && !attributes.contains { attribute in
                ["expires", "domain"].contains(attribute.name)
                    || attribute.name == "max-age" && (Int(attribute.value) ?? 0) <= 0
            }
        let stated = attributes.last { $0.name == "path" }?.value
        path = stated.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Self.defaultPath(of: entry.target)
    }

    private static func pair(_ part: Substring) -> (name: String, value: String?) {
        let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        func trimmed(_ piece: Substring) -> String {
            let start = piece.drop { $0 == " " || $0 == "\t" }
            return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
        return (trimmed(pieces[0]), pieces.count > 1 ? trimmed(pieces[1]) : nil)
    }

    /// The default path (RFC 6265, section 5.1.4).
    private static func defaultPath(of target: ArraySlice<UInt8>) -> String {
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        guard path.first == UInt8(ascii: "/"), let slash = path.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else { return "/" }
        return String(decoding: path[..<slash], as: UTF8.self)
    }

    /// Whether clients send it with a request for a path (RFC 6265, section 5.1.4).
    func isSent(to path: some Collection<UInt8>) -> Bool {
        let own = self.path.utf8
        guard path.starts(with: own) else { return false }
        return path.count == own.count || own.last == UInt8(ascii: "/")
            || path.dropFirst(own.count).first == UInt8(ascii: "/")
    }
}
