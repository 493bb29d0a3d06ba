import ExactJSON

/// What a text value must be: a header, a query value, a cookie, the body as text. A string, a number or a Boolean means
/// that value, an array all values of a name in order, and a `ValueMatcher` says anything else.
public protocol ValueExpectation: Sendable {
    /// The expectation as an operator.
    var matcher: ValueMatcher { get }
}

/// An operator on a text value.
///
/// ```swift
/// let step = Step(.get, "/search", .query("q", .contains("swift")), .header("X-Page", .matches(#"\d+"#)))
/// ```
public struct ValueMatcher: ValueExpectation {
    indirect enum Kind: Sendable {
        /// Nothing is said, so any value matches.
        case unstated
        case text(String)
        /// A number or Boolean, written without quotes.
        case plain(DocumentNode.Kind)
        case list([ValueMatcher])
        case length(Count)
        case operators([(name: String, operand: ValueMatcher)])
    }

    let kind: Kind
    /// The number of lists and operators in each other.
    private let height: Int

    init(_ kind: Kind) {
        let height =
            switch kind {
            case .list(let values): DocumentDepth.height(above: values.lazy.map(\.height))
            case .operators(let operators): DocumentDepth.height(above: operators.lazy.map(\.operand.height))
            case .unstated, .text, .plain, .length: 0
            }
        (self.kind, self.height) =
            height <= DocumentDepth.limit ? (kind, height) : (.plain(.invalid(DocumentDepth.message)), 0)
    }

    public var matcher: ValueMatcher { self }

    /// What stands for an argument that is left out.
    public static var unstated: ValueMatcher { ValueMatcher(.unstated) }

    /// The node of a key's value; nil if nothing is said, so that the key is left out.
    func optionalNode(at site: CallSite) -> DocumentNode? {
        if case .unstated = kind { nil } else { node(at: site) }
    }

    func node(at site: CallSite) -> DocumentNode {
        switch kind {
        case .unstated: .map([("present", .bool(true, at: site))], at: site)
        case .text(let text): .string(text, at: site)
        case .plain(let kind): DocumentNode(kind, at: site)
        case .list(let values): .list(values.map { $0.node(at: site) }, at: site)
        case .length(let count): .map([("length", count.node(at: site))], at: site)
        case .operators(let operators): .map(operators.map { ($0.name, $0.operand.node(at: site)) }, at: site)
        }
    }

    fileprivate static func match(_ name: String, _ operand: some ValueExpectation) -> ValueMatcher {
        ValueMatcher(.operators([(name: name, operand: operand.matcher)]))
    }

    fileprivate static func match(_ name: String, _ operands: [some ValueExpectation]) -> ValueMatcher {
        match(name, ValueMatcher(.list(operands.map(\.matcher))))
    }
}

extension String: ValueExpectation {
    /// This value.
    public var matcher: ValueMatcher { ValueMatcher(.text(self)) }
}

extension Int: ValueExpectation {
    /// This value.
    public var matcher: ValueMatcher { ValueMatcher(.plain(.number("\(self)"))) }
}

extension Double: ValueExpectation {
    /// This value. A number that JSON lacks is an error of the scenario.
    public var matcher: ValueMatcher {
        ValueMatcher(
            .plain(JSONNumber(self).map { .number($0.lexeme) } ?? .invalid("\(self) is not a number of JSON")))
    }
}

extension Bool: ValueExpectation {
    /// This value.
    public var matcher: ValueMatcher { ValueMatcher(.plain(.bool(self))) }
}

extension Array: ValueExpectation where Element: ValueExpectation {
    /// All values of a name, in order.
    public var matcher: ValueMatcher { ValueMatcher(.list(map(\.matcher))) }
}

// Literals, so that values and operators can stand in one list or map.
extension ValueMatcher: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral
{
    /// This Boolean.
    public init(booleanLiteral value: Bool) { self = value.matcher }
    /// This number.
    public init(integerLiteral value: Int) { self = value.matcher }
    /// This number.
    public init(floatLiteral value: Double) { self = value.matcher }
    /// This text.
    public init(stringLiteral value: String) { self = value.matcher }
    /// All values of a name, in order.
    public init(arrayLiteral elements: ValueMatcher...) { self.init(.list(elements)) }
}

extension ValueExpectation where Self == ValueMatcher {
    /// Exactly this value; a `Content-Type` is compared with its parameters.
    public static func equals(_ value: some ValueExpectation) -> Self { ValueMatcher.match("equals", value) }
    /// This text; case doesn't count.
    public static func equalsIgnoreCase(_ text: String) -> Self { ValueMatcher.match("equals_ignore_case", text) }
    /// Has this text in it.
    public static func contains(_ text: String) -> Self { ValueMatcher.match("contains", text) }
    /// Begins with this text.
    public static func startsWith(_ text: String) -> Self { ValueMatcher.match("starts_with", text) }
    /// Ends with this text.
    public static func endsWith(_ text: String) -> Self { ValueMatcher.match("ends_with", text) }
    /// The regular expression matches the whole value.
    public static func matches(_ pattern: String) -> Self { ValueMatcher.match("matches", pattern) }
    /// One of these values.
    public static func oneOf(_ values: [ValueMatcher]) -> Self { ValueMatcher.match("one_of", values) }
    /// One of these values.
    public static func oneOf(_ values: [some ValueExpectation]) -> Self { ValueMatcher.match("one_of", values) }
    /// Is there, with whatever value.
    public static var present: Self { ValueMatcher.match("present", true) }
    /// Is not there.
    public static var absent: Self { ValueMatcher.match("absent", true) }
    /// A number greater than this one.
    public static func gt(_ number: some ValueExpectation) -> Self { ValueMatcher.match("gt", number) }
    /// This number or a greater one.
    public static func gte(_ number: some ValueExpectation) -> Self { ValueMatcher.match("gte", number) }
    /// A number less than this one.
    public static func lt(_ number: some ValueExpectation) -> Self { ValueMatcher.match("lt", number) }
    /// This number or a lesser one.
    public static func lte(_ number: some ValueExpectation) -> Self { ValueMatcher.match("lte", number) }
    /// Has this number of Unicode scalars.
    public static func length(_ count: Count) -> Self { ValueMatcher(.length(count)) }
    /// All of these match.
    public static func allOf(_ values: [ValueMatcher]) -> Self { ValueMatcher.match("all_of", values) }
    /// At least one of these matches.
    public static func anyOf(_ values: [ValueMatcher]) -> Self { ValueMatcher.match("any_of", values) }
    /// No value matches this.
    public static func not(_ value: some ValueExpectation) -> Self { ValueMatcher.match("not", value) }
}
