/// A JSON value (RFC 8259) whose numbers keep their exact value and spelling.
///
/// Values are equal if they mean the same: numbers by value, strings by Unicode scalars, objects regardless of the
/// order of their members.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// The six kinds of JSON values, with their names in JSON Schema.
    package enum Kind: String, Hashable, Sendable {
        case null, boolean, number, string, array, object
    }

    /// The kind of this value.
    package var kind: Kind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The member `name` of an object; nil if there is none or this is not an object.
    package subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    /// The element at `index` of an array, from 0; nil outside it, or if this is not an array.
    package subscript(index: Int) -> JSON? {
        guard case .array(let array) = self, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// `null`.
    package init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// The shortest number that reads as this double. JSON has no infinity, so a literal that overflows is `null`.
    package init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }
    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// An array of these elements.
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object of these members, in this order; of members with the same name the last is kept.
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}

extension JSON: CustomStringConvertible {
    /// The value as compact JSON text.
    package var description: String { text() }
}
