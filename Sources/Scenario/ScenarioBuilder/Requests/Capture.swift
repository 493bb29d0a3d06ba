/// Where a variable's value is taken from.
///
/// ```swift
/// let step = Step(.post, "/orders").capture("key", .header("Idempotency-Key"))
/// ```
public struct Capture: Sendable {
    private let key: String
    private let name: String?
    private var pattern: String?

    private init(_ key: String, _ name: String? = nil) {
        self.key = key
        self.name = name
    }

    /// A parameter of the path template.
    public static func path(_ name: String) -> Capture { Capture("path", name) }
    /// A header.
    public static func header(_ name: String) -> Capture { Capture("header", name) }
    /// A query value.
    public static func query(_ name: String) -> Capture { Capture("query", name) }
    /// A cookie.
    public static func cookie(_ name: String) -> Capture { Capture("cookie", name) }
    /// A value of a form.
    public static func form(_ name: String) -> Capture { Capture("form", name) }
    /// What a JSONPath yields in the body.
    public static func json(_ query: String) -> Capture { Capture("json", query) }
    /// The body as text.
    public static var text: Capture { Capture("text") }
    /// The method.
    public static var method: Capture { Capture("method") }
    /// The authority that was asked for.
    public static var host: Capture { Capture("host") }

    /// Takes only the first group of the regular expression.
    public func matches(_ pattern: String) -> Capture {
        var copy = self
        copy.pattern = pattern
        return copy
    }

    func node(at site: CallSite) -> DocumentNode {
        .map(
            [
                (key, name.map { .string($0, at: site) } ?? DocumentNode(.null, at: site)),
                ("matches", pattern.map { .string($0, at: site) }),
            ], at: site)
    }
}
