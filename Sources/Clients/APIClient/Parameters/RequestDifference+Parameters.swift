import Foundation

extension APIRequest {
    /// How this request differs from the expected one, as ``differences(from:)`` says it, but by the parameters of a body:
    /// each that differs is named, and neither the order of different names nor the spaces of JSON count. Nor does the
    /// order of different names in the query. The values of one name, or of a list, are compared in their order.
    ///
    ///     for difference in received.parameterDifferences(from: expected) { print(difference) }
    ///     // body $.items[0].name: expected "Lamp", received "Desk"
    public func parameterDifferences(from expected: APIRequest) -> [RequestDifference] {
        differences(from: expected).flatMap { difference in
            switch difference.part {
            case "query": query.isReordered(expected.query) ? [] : [difference]
            case "body": bodyDifferences(from: expected) ?? [difference]
            default: [difference]
            }
        }
    }

    /// `nil` if the bodies are not parameters in the same encoding.
    private func bodyDifferences(from expected: APIRequest) -> [RequestDifference]? {
        guard let body, let other = expected.body else { return nil }
        if let items = body.formItems, let wanted = other.formItems {
            let differences = items.differences(from: wanted, in: "form")
            return differences.isEmpty && !items.isReordered(wanted) ? nil : differences
        }
        guard let value = body.jsonValue, let wanted = other.jsonValue else { return nil }
        return value.differences(from: wanted, at: "$")
    }
}

extension [URLQueryItem] {
    /// Whether these are the same items in whatever order of their names.
    fileprivate func isReordered(_ others: [URLQueryItem]) -> Bool { encodedByName == others.encodedByName }

    private var encodedByName: [String: [String]] {
        Dictionary(grouping: self, by: \.name).mapValues { items in items.map(\.percentEncoded) }
    }
}

extension RequestBody {
    /// The media type, without its parameters.
    private var mediaType: String { contentType.prefix { $0 != ";" && $0 != " " }.lowercased() }

    /// The items of a form (WHATWG URL, section 5.1); `nil` if it is not a form.
    fileprivate var formItems: [URLQueryItem]? {
        guard mediaType == "application/x-www-form-urlencoded", let text = String(bytes: bytes, encoding: .utf8)
        else { return nil }
        var items: [URLQueryItem] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding
            }
            guard let name = parts[0], let value = parts.count == 1 ? "" : parts[1] else { return nil }
            items.append(URLQueryItem(name: name, value: value))
        }
        return items
    }

    /// The value of a JSON text; `nil` if it is not JSON.
    fileprivate var jsonValue: JSONValue? {
        guard mediaType == "application/json" || mediaType.hasSuffix("+json") else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: bytes)
    }
}

/// A value of JSON. Numbers are decimal, so that two large ones that differ are not taken for equal.
private enum JSONValue: Decodable, Equatable {
    case null
    case boolean(Bool)
    case number(Decimal)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .list(values)
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else {
            self = .number(try container.decode(Decimal.self))
        }
    }

    /// The value as JSON, for people.
    var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let number): "\(number)"
        case .string(let text): "\"\(text)\""
        case .list(let values): "[\(values.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ","))}"
        }
    }

    /// The differences from the expected value, each at the smallest place that has one.
    func differences(from expected: JSONValue, at place: String) -> [RequestDifference] {
        switch (self, expected) {
        case (.object(let members), .object(let wanted)):
            Set(members.keys).union(wanted.keys).sorted().flatMap { name in
                Self.differences(members[name], from: wanted[name], at: "\(place).\(name)")
            }
        case (.list(let values), .list(let wanted)) where values.count == wanted.count:
            zip(values, wanted).enumerated().flatMap { index, pair in
                pair.0.differences(from: pair.1, at: "\(place)[\(index)]")
            }
        // Swift takes strings for equal that are other bytes: "é" of one scalar, and of two.
        case _ where self == expected && text.utf8.elementsEqual(expected.text.utf8): []
        default: [.init(part: "body \(place)", expected: expected.text, received: text)]
        }
    }

    private static func differences(
        _ value: JSONValue?, from expected: JSONValue?, at place: String
    ) -> [RequestDifference] {
        if let value, let expected { return value.differences(from: expected, at: place) }
        return [RequestDifference(part: "body \(place)", expected: expected?.text, received: value?.text)]
    }
}
