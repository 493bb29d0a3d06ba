import ExactJSON
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A JSON value of a scenario: a literal, or what any `Encodable` encodes to. Strings may contain templates. One that is
/// nested more than 128 deep is an error of the scenario.
///
/// Where a request's JSON is compared, operators may stand anywhere in it:
///
/// ```swift
/// let expected: JSONValue = ["id": .matches(#"\d+"#), "tags": .unordered(["a", "b"]), "note": .present]
/// ```
public struct JSONValue: Sendable {
    indirect enum Kind: Sendable {
        case null
        case bool(Bool)
        case number(String)
        case string(String)
        case array([JSONValue])
        case object([(name: String, value: JSONValue)])
        /// Operators of the format, without their `$`, which must all match.
        case match([(name: String, operand: JSONValue)])
        case invalid(String)
    }

    let kind: Kind
    /// The number of nested arrays, objects and operators on the longest path down.
    private let height: Int

    init(_ kind: Kind) {
        let height =
            switch kind {
            case .array(let elements): DocumentDepth.height(above: elements.lazy.map(\.height))
            case .object(let members): DocumentDepth.height(above: members.lazy.map(\.value.height))
            case .match(let operators): DocumentDepth.height(above: operators.lazy.map(\.operand.height))
            case .null, .bool, .number, .string, .invalid: 0
            }
        (self.kind, self.height) =
            height <= DocumentDepth.limit ? (kind, height) : (.invalid(DocumentDepth.message), 0)
    }

    /// The JSON that `encoder` makes of a value, such as a date in the form that the encoder is set to. A value that it
    /// can't encode is an error of the scenario.
    ///
    /// The members of an object have the encoder's order: set `.sortedKeys` for a stable one, as the default encoder
    /// does.
    public init(encoding value: some Encodable, by encoder: JSONEncoder = .stable) {
        do {
            self.init(json: try JSON(parsing: Array(try encoder.encode(value))))
        } catch EncodingError.invalidValue(_, let context) {
            // The error's own text has the whole value, which may be long.
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            let text = path.isEmpty ? context.debugDescription : "\(context.debugDescription) Path: \(path)"
            self.init(.invalid("the value can't be encoded as JSON: \(text)"))
        } catch {
            self.init(.invalid("the value can't be encoded as JSON: \(error)"))
        }
    }

    private init(json: JSON) {
        switch json {
        case .null: self.init(.null)
        case .bool(let value): self.init(.bool(value))
        case .number(let number): self.init(.number(number.lexeme))
        case .string(let text): self.init(.string(text))
        case .array(let elements): self.init(.array(elements.map { JSONValue(json: $0) }))
        case .object(let object):
            self.init(.object(zip(object.names, object.values).map { (name: $0, value: JSONValue(json: $1)) }))
        }
    }

    /// The value as data, in which no operator may stand.
    func data(at site: CallSite) -> DocumentNode { node(at: site, escapesNames: false) }

    /// The value that a request's JSON is compared with.
    func expectation(at site: CallSite) -> DocumentNode { node(at: site, escapesNames: true) }

    /// What a variable must be: a map there holds operators, which have no `$`.
    func variable(at site: CallSite) -> DocumentNode {
        switch kind {
        case .match(let operators):
            let entries = operators.map { name, operand -> (String, DocumentNode?) in
                switch (name, operand.kind) {
                case ("all_of", .array(let values)), ("any_of", .array(let values)):
                    (name, .list(values.map { $0.variable(at: site) }, at: site))
                case ("not", _): (name, operand.variable(at: site))
                default: (name, operand.expectation(at: site))
                }
            }
            return .map(entries, at: site)
        case .object: return .map([("equals", expectation(at: site))], at: site)
        default: return expectation(at: site)
        }
    }

    private func node(at site: CallSite, escapesNames: Bool) -> DocumentNode {
        func node(_ value: JSONValue) -> DocumentNode { value.node(at: site, escapesNames: escapesNames) }
        switch kind {
        case .null: return DocumentNode(.null, at: site)
        case .bool(let value): return .bool(value, at: site)
        case .number(let text): return DocumentNode(.number(text), at: site)
        case .string(let text): return .string(text, at: site)
        case .array(let elements): return .list(elements.map(node), at: site)
        case .object(let members):
            return .map(
                members.map { (escapesNames && $0.name.hasPrefix("$") ? "$" + $0.name : $0.name, node($0.value)) },
                at: site)
        case .match(let operators):
            guard escapesNames else {
                let names = operators.map(\.name).joined(separator: ", ")
                return DocumentNode(.invalid("an operator compares, so it can't stand in a value: \(names)"), at: site)
            }
            return .map(operators.map { ("$" + $0.name, node($0.operand)) }, at: site)
        case .invalid(let message):
            return DocumentNode(.invalid(message), at: site)
        }
    }
}

extension JSONEncoder {
    /// A new encoder whose objects have their members in the order of their names.
    public static var stable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self.init(.null) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
    /// An integer.
    public init(integerLiteral value: Int) { self.init(.number("\(value)")) }
    /// The shortest number that reads as this double. A number that JSON lacks is an error of the scenario.
    public init(floatLiteral value: Double) {
        self.init(JSONNumber(value).map { .number($0.lexeme) } ?? .invalid("\(value) is not a number of JSON"))
    }
    /// A string, which may contain templates.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// An array of these elements.
    public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
    /// An object of these members, in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(.object(elements.map { (name: $0, value: $1) }))
    }
}

// Operators: only where a request's JSON is compared.
extension JSONValue {
    /// Exactly this value, not a subset of it.
    public static func equals(_ value: JSONValue) -> JSONValue { match("equals", value) }
    /// This text; case doesn't count.
    public static func equalsIgnoreCase(_ text: String) -> JSONValue { match("equals_ignore_case", text: text) }
    /// A string with this text in it, or an array with this element.
    public static func contains(_ value: JSONValue) -> JSONValue { match("contains", value) }
    /// A string that begins with this text.
    public static func startsWith(_ text: String) -> JSONValue { match("starts_with", text: text) }
    /// A string that ends with this text.
    public static func endsWith(_ text: String) -> JSONValue { match("ends_with", text: text) }
    /// A string that the regular expression matches as a whole.
    public static func matches(_ pattern: String) -> JSONValue { match("matches", text: pattern) }
    /// One of these values.
    public static func oneOf(_ values: [JSONValue]) -> JSONValue { match("one_of", values) }
    /// The member is there, with whatever value.
    public static var present: JSONValue { match("present", true) }
    /// The member is not there.
    public static var absent: JSONValue { match("absent", true) }
    /// A number greater than this one.
    public static func gt(_ number: JSONValue) -> JSONValue { match("gt", number) }
    /// This number or a greater one.
    public static func gte(_ number: JSONValue) -> JSONValue { match("gte", number) }
    /// A number less than this one.
    public static func lt(_ number: JSONValue) -> JSONValue { match("lt", number) }
    /// This number or a lesser one.
    public static func lte(_ number: JSONValue) -> JSONValue { match("lte", number) }
    /// A string, array or object of this length: Unicode scalars, elements or members.
    public static func length(_ count: Count) -> JSONValue { match("length", count.json) }
    /// An array of the same elements in any order.
    public static func unordered(_ elements: [JSONValue]) -> JSONValue {
        match("unordered", elements)
    }
    /// All of these match.
    public static func allOf(_ values: [JSONValue]) -> JSONValue { match("all_of", values) }
    /// At least one of these matches.
    public static func anyOf(_ values: [JSONValue]) -> JSONValue { match("any_of", values) }
    /// This does not match.
    public static func not(_ value: JSONValue) -> JSONValue { match("not", value) }
}

extension JSONValue {
    private static func match(_ name: String, _ operand: JSONValue) -> JSONValue {
        JSONValue(.match([(name: name, operand: operand)]))
    }

    private static func match(_ name: String, _ operands: [JSONValue]) -> JSONValue {
        match(name, JSONValue(.array(operands)))
    }

    private static func match(_ name: String, text: String) -> JSONValue { match(name, JSONValue(.string(text))) }
}
