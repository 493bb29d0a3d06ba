/// How many requests a step, a stub or an expectation has.
public struct Times: Sendable, ExpressibleByIntegerLiteral {
    private var exact: Int?
    private var lower: Int?
    private var upper: Int?

    private init(exact: Int? = nil, lower: Int? = nil, upper: Int? = nil) {
        self.exact = exact
        self.lower = lower
        self.upper = upper
    }

    /// Exactly so many.
    public init(integerLiteral value: Int) { self.init(exact: value) }
    /// Exactly so many.
    public static func exactly(_ count: Int) -> Times { Times(exact: count) }
    /// So many or more.
    public static func atLeast(_ count: Int) -> Times { Times(lower: count) }
    /// So many or fewer.
    public static func atMost(_ count: Int) -> Times { Times(upper: count) }
    /// From the lesser to the greater.
    public static func between(_ counts: ClosedRange<Int>) -> Times {
        Times(lower: counts.lowerBound, upper: counts.upperBound)
    }

    func node(at site: CallSite) -> DocumentNode {
        if let exact { return .number(exact, at: site) }
        return .map(
            [("at_least", lower.map { .number($0, at: site) }), ("at_most", upper.map { .number($0, at: site) })],
            at: site)
    }
}

/// The time between a response and the next request.
public struct Interval: Sendable {
    private var limits: [(key: String, duration: Duration)]

    /// Longer than this.
    public static func gt(_ duration: Duration) -> Interval { Interval(limits: [("gt", duration)]) }
    /// This long or longer.
    public static func gte(_ duration: Duration) -> Interval { Interval(limits: [("gte", duration)]) }
    /// Shorter than this.
    public static func lt(_ duration: Duration) -> Interval { Interval(limits: [("lt", duration)]) }
    /// This long or shorter.
    public static func lte(_ duration: Duration) -> Interval { Interval(limits: [("lte", duration)]) }

    /// And shorter than this.
    public func lt(_ duration: Duration) -> Interval { Interval(limits: limits + [("lt", duration)]) }
    /// And this long or shorter.
    public func lte(_ duration: Duration) -> Interval { Interval(limits: limits + [("lte", duration)]) }

    func node(at site: CallSite) -> DocumentNode {
        .map(limits.map { ($0.key, .duration($0.duration, at: site)) }, at: site)
    }
}
