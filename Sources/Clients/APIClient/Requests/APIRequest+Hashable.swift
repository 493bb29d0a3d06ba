/// Two requests are equal if the same would be sent for both: domain, method, path, query, headers and body. What the
/// response is read as does not count, beyond its type.
extension APIRequest: Hashable {
    private var sent: [AnyHashable] { [domain, method, path, query, headers, body] }

    /// Whether the same would be sent for both.
    public static func == (left: APIRequest, right: APIRequest) -> Bool { left.sent == right.sent }

    /// Hashes what is sent.
    public func hash(into hasher: inout Hasher) { hasher.combine(sent) }
}
