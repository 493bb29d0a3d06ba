/// The parameters of a request by name.
///
///     let parameters: Parameters = ["q": "swift", "page": 2, "tags": ["new", "free"], "near": ["lat": 52.5]]
public typealias Parameters = [String: Parameter]

/// The value of one parameter, which is written as a literal or made from a variable, as in `.string(name)`.
public enum Parameter: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction. One that is not finite can't be sent.
    case number(Double)
    /// A truth value.
    case boolean(Bool)
    /// No value: `null` in JSON, left out of a query and a form.
    case null
    /// Several values.
    case list([Parameter])
    /// Values by name.
    case object(Parameters)
}

extension Parameter: Encodable {
    /// Encodes the plain value, without the name of its case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .boolean(let value): try container.encode(value)
        case .null: try container.encodeNil()
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension Parameter: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral text: String) { self = .string(text) }
    /// A whole number.
    public init(integerLiteral number: Int) { self = .integer(number) }
    /// A number with a fraction.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// No value.
    public init(nilLiteral: ()) { self = .null }
    /// Several values.
    public init(arrayLiteral values: Parameter...) { self = .list(values) }
    /// Values by name; of a name that occurs twice, the last one counts.
    public init(dictionaryLiteral members: (String, Parameter)...) {
        self = .object(Parameters(members) { $1 })
    }
}
