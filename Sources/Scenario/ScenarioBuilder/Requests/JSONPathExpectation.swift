/// What a JSONPath's result must be: a JSON value, or an operator of `ValueMatcher`'s kind on it.
public struct JSONPathExpectation: Sendable {
    private enum Kind: Sendable {
        case value(JSONValue)
        case matcher(String, JSONValue)
        case count(Count)
        case combination(String, [JSONPathExpectation])
        case not([JSONPathExpectation])
    }

    private let kind: Kind
    /// The number of operators in each other.
    private let height: Int

    private init(_ kind: Kind) {
        let height =
            switch kind {
            case .combination(_, let values), .not(let values): DocumentDepth.height(above: values.lazy.map(\.height))
            case .value, .matcher, .count: 0
            }
        (self.kind, self.height) =
            height <= DocumentDepth.limit ? (kind, height) : (.value(JSONValue(.invalid(DocumentDepth.message))), 0)
    }

    /// This value; an array for a query that can select several.
    public static func equals(_ value: JSONValue) -> JSONPathExpectation {
        JSONPathExpectation(.matcher("equals", value))
    }
    /// This text; case doesn't count.
    public static func equalsIgnoreCase(_ text: String) -> JSONPathExpectation { operation("equals_ignore_case", text) }
    /// Has this text in it or, of an array, this element.
    public static func contains(_ value: JSONValue) -> JSONPathExpectation {
        JSONPathExpectation(.matcher("contains", value))
    }
    /// Begins with this text.
    public static func startsWith(_ text: String) -> JSONPathExpectation { operation("starts_with", text) }
    /// Ends with this text.
    public static func endsWith(_ text: String) -> JSONPathExpectation { operation("ends_with", text) }
    /// The regular expression matches the whole text.
    public static func matches(_ pattern: String) -> JSONPathExpectation { operation("matches", pattern) }
    /// One of these values.
    public static func oneOf(_ values: [JSONValue]) -> JSONPathExpectation {
        JSONPathExpectation(.matcher("one_of", JSONValue(.array(values))))
    }
    /// Yields something.
    public static var present: JSONPathExpectation { JSONPathExpectation(.matcher("present", true)) }
    /// Yields nothing.
    public static var absent: JSONPathExpectation { JSONPathExpectation(.matcher("absent", true)) }
    /// A number greater than this one.
    public static func gt(_ number: JSONValue) -> JSONPathExpectation { JSONPathExpectation(.matcher("gt", number)) }
    /// This number or a greater one.
    public static func gte(_ number: JSONValue) -> JSONPathExpectation { JSONPathExpectation(.matcher("gte", number)) }
    /// A number less than this one.
    public static func lt(_ number: JSONValue) -> JSONPathExpectation { JSONPathExpectation(.matcher("lt", number)) }
    /// This number or a lesser one.
    public static func lte(_ number: JSONValue) -> JSONPathExpectation { JSONPathExpectation(.matcher("lte", number)) }
    /// Has this length: Unicode scalars, elements or members.
    public static func length(_ count: Count) -> JSONPathExpectation { JSONPathExpectation(.count(count)) }
    /// An array of the same elements in any order.
    public static func unordered(_ elements: [JSONValue]) -> JSONPathExpectation {
        JSONPathExpectation(.matcher("unordered", JSONValue(.array(elements))))
    }
    /// All of these match.
    public static func allOf(_ values: [JSONPathExpectation]) -> JSONPathExpectation {
        JSONPathExpectation(.combination("all_of", values))
    }
    /// At least one of these matches.
    public static func anyOf(_ values: [JSONPathExpectation]) -> JSONPathExpectation {
        JSONPathExpectation(.combination("any_of", values))
    }
    /// This does not match.
    public static func not(_ value: JSONPathExpectation) -> JSONPathExpectation { JSONPathExpectation(.not([value])) }

    private static func operation(_ name: String, _ text: String) -> JSONPathExpectation {
        JSONPathExpectation(.matcher(name, JSONValue(.string(text))))
    }

    func node(at site: CallSite) -> DocumentNode {
        switch kind {
        case .value(let value): value.data(at: site)
        case .matcher(let name, let value): .map([(name, value.data(at: site))], at: site)
        case .count(let count): .map([("length", count.node(at: site))], at: site)
        case .combination(let name, let values):
            .map([(name, .list(values.map { $0.node(at: site) }, at: site))], at: site)
        case .not(let values): .map(values.map { ("not", $0.node(at: site)) }, at: site)
        }
    }
}

extension JSONPathExpectation: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral
{
    /// This Boolean.
    public init(booleanLiteral value: Bool) { self.init(.value(JSONValue(booleanLiteral: value))) }
    /// This number.
    public init(integerLiteral value: Int) { self.init(.value(JSONValue(integerLiteral: value))) }
    /// This number.
    public init(floatLiteral value: Double) { self.init(.value(JSONValue(floatLiteral: value))) }
    /// This text.
    public init(stringLiteral value: String) { self.init(.value(JSONValue(stringLiteral: value))) }
    /// This array.
    public init(arrayLiteral elements: JSONValue...) { self.init(.value(JSONValue(.array(elements)))) }
}
