/// A number that a length is compared with: `3`, or comparisons that must all hold.
///
/// ```swift
/// let count: Count = .gte(2).lte(5)
/// ```
public struct Count: Sendable, ExpressibleByIntegerLiteral {
    private var exact: Int?
    private var comparisons: [(name: String, number: Int)] = []

    private init(_ comparison: String? = nil, _ number: Int) {
        if let comparison { comparisons = [(comparison, number)] } else { exact = number }
    }

    /// Exactly this number.
    public init(integerLiteral value: Int) { self.init(nil, value) }

    /// Exactly this number.
    public static func equals(_ number: Int) -> Count { Count("equals", number) }
    /// More than this number.
    public static func gt(_ number: Int) -> Count { Count("gt", number) }
    /// This number or more.
    public static func gte(_ number: Int) -> Count { Count("gte", number) }
    /// Fewer than this number.
    public static func lt(_ number: Int) -> Count { Count("lt", number) }
    /// This number or fewer.
    public static func lte(_ number: Int) -> Count { Count("lte", number) }

    /// And more than this number.
    public func gt(_ number: Int) -> Count { adding("gt", number) }
    /// And this number or more.
    public func gte(_ number: Int) -> Count { adding("gte", number) }
    /// And fewer than this number.
    public func lt(_ number: Int) -> Count { adding("lt", number) }
    /// And this number or fewer.
    public func lte(_ number: Int) -> Count { adding("lte", number) }

    private func adding(_ comparison: String, _ number: Int) -> Count {
        var copy = self
        if let exact { copy.comparisons = [("equals", exact)] }
        copy.exact = nil
        copy.comparisons.append((comparison, number))
        return copy
    }

    func node(at site: CallSite) -> DocumentNode {
        if let exact { return .number(exact, at: site) }
        return .map(comparisons.map { ($0.name, .number($0.number, at: site)) }, at: site)
    }

    /// The same as an operand of an operator in JSON.
    var json: JSONValue {
        if let exact { return JSONValue(.number("\(exact)")) }
        return JSONValue(
            .match(comparisons.map { (name: $0.name, operand: JSONValue(.number("\($0.number)"))) }))
    }
}
