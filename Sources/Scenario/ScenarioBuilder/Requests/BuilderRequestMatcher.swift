public import HTTPTypes

/// Which requests are meant: a method and a path, and conditions that must all match.
///
/// ```swift
/// let either: Condition = .anyOf([RequestMatcher(.get, "/a"), RequestMatcher(.query("b", "1"))])
/// ```
public struct RequestMatcher: Sendable {
    let node: DocumentNode

    /// Requests with this method for this path, which may have a query: `/search?q=swift`.
    public init(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: Condition..., filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        self.init(method, path, conditions, at: CallSite(filePath, line, column))
    }

    /// Requests with any method for this path.
    public init(
        _ path: String, _ conditions: Condition..., filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(nil, path, conditions, at: CallSite(filePath, line, column))
    }

    /// Requests that satisfy all of these conditions.
    public init(
        _ conditions: Condition..., filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        node = Condition.request(conditions, at: CallSite(filePath, line, column))
    }

    init(conditions: [Condition], at site: CallSite) { node = Condition.request(conditions, at: site) }

    init(_ method: HTTPRequest.Method?, _ path: String, _ conditions: [Condition], at site: CallSite) {
        let short = DocumentNode.string(method.map { "\($0.rawValue) \(path)" } ?? path, at: site)
        if conditions.isEmpty {
            node = short
        } else if path.utf8.contains(UInt8(ascii: "?")) {
            let rest = Condition.request(conditions, at: site)
            node = .map([("all_of", .list([short, rest], at: site))], at: site)
        } else {
            let rest = Condition.request(conditions, at: site)
            let methodNode = method.map { DocumentNode.string($0.rawValue, at: site) }
            let head = [("method", methodNode), ("path", DocumentNode.string(path, at: site))]
            let taken = rest.entries.map(\.key)
            if taken.contains("method") || taken.contains("path") {
                node = .map([("all_of", .list([.map(head, at: site), rest], at: site))], at: site)
            } else {
                node = .map(head + rest.entries.map { ($0.key, Optional($0.value)) }, at: site)
            }
        }
    }
}
