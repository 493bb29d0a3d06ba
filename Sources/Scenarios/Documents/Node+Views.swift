public import ExactJSON

extension Node {
    /// The scalar; nil for a list or map.
    public var scalar: Scalar? {
        if case .scalar(let scalar) = kind { scalar } else { nil }
    }

    /// The elements; nil unless this is a list.
    public var sequence: [Node]? {
        if case .sequence(let elements) = kind { elements } else { nil }
    }

    /// The map; nil unless this is one.
    public var mapping: Mapping? {
        if case .mapping(let mapping) = kind { mapping } else { nil }
    }

    /// Whether nothing stands where the value should, as behind `name:`.
    public var isMissing: Bool { scalar.map { $0.text.isEmpty && !$0.isText } ?? false }

    /// Whether the value is a plain `null` or `~`, or missing.
    public var isNull: Bool { scalar?.value == .null }

    /// The characters of a scalar, as they stand: `1.10`, `007`, `no` and `null` are text where text is wanted. Nil for a
    /// list or map, and where the value is missing.
    public var text: String? { isMissing ? nil : scalar?.text }

    /// The truth value that a plain scalar is in the core schema.
    public var bool: Bool? {
        if case .bool(let value) = scalar?.value { value } else { nil }
    }

    /// The number that a plain scalar is in the core schema.
    public var number: JSONNumber? {
        if case .number(let value) = scalar?.value { value } else { nil }
    }

    /// The integer that a plain scalar is in the core schema, if it fits.
    public var integer: Int? { number?.asInt }

    /// What the value is, for messages: `a map`, `a list`, `text`, `a number`, `true`, `null`, `nothing`.
    public var summary: String {
        switch kind {
        case .mapping: return "a map"
        case .sequence: return "a list"
        case .scalar(let scalar):
            if isMissing { return "nothing" }
            switch scalar.value {
            case .null: return "null"
            case .bool(let value): return value ? "true" : "false"
            case .number, .refused: return "a number"
            case .string: return "text"
            }
        }
    }

    /// The text that is wanted here; where there is none, that is an error.
    public func text(_ diagnostics: inout Diagnostics) -> String? {
        if let text { return text }
        diagnostics.error(at: position, isMissing ? "a value is needed here" : "text is needed here, not \(summary)")
        return nil
    }

    /// The JSON value by the core schema; each scalar in it that has none is an error.
    public func json(_ diagnostics: inout Diagnostics) -> JSON? {
        switch kind {
        case .sequence(let elements):
            let values = elements.map { $0.json(&diagnostics) }
            let whole = values.compactMap(\.self)
            return whole.count == values.count ? .array(whole) : nil
        case .mapping(let mapping):
            var object = JSONObject()
            var isWhole = true
            for entry in mapping.entries {
                if let value = entry.value.json(&diagnostics) {
                    object[entry.key.text] = value
                } else {
                    isWhole = false
                }
            }
            return isWhole ? .object(object) : nil
        case .scalar(let scalar):
            switch scalar.value {
            case .null: return .null
            case .bool(let value): return .bool(value)
            case .number(let number): return .number(number)
            case .string: return .string(scalar.text)
            case .refused(let why):
                diagnostics.error(at: position, why)
                return nil
            }
        }
    }
}
