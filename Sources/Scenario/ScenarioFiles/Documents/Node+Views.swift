extension Node {
    /// The scalar; nil for a list or map.
    package var scalar: Scalar? {
        if case .scalar(let scalar) = kind { scalar } else { nil }
    }

    /// The elements; nil unless this is a list.
    package var sequence: [Node]? {
        if case .sequence(let elements) = kind { elements } else { nil }
    }

    /// The map; nil unless this is a map.
    package var mapping: Mapping? {
        if case .mapping(let mapping) = kind { mapping } else { nil }
    }

    /// Whether there is no value, as behind `name:`.
    package var isMissing: Bool { scalar.map { $0.text.isEmpty && !$0.isText } ?? false }

    /// Whether the value is a plain `null` or `~`, or missing.
    package var isNull: Bool { scalar?.isNull ?? false }

    /// The characters of a scalar, as written: `1.10`, `007`, `no` and `null` are text where text is expected. Nil for
    /// a list or map, and if the value is missing.
    package var text: String? { isMissing ? nil : scalar?.text }

    /// The kind of the value, for messages: `a map`, `a list`, `text`, `a number`, `true`, `null`, `nothing`.
    package var summary: String {
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

    /// The only text in a list or a map of one, such as `h2` in `{equals: h2}`.
    private var onlyText: String? {
        let only =
            sequence.map { $0.count == 1 ? $0.first : nil }
            ?? mapping.map {
                $0.entries.count == 1 ? $0.entries.first?.value : nil
            }
        return only.flatMap { $0?.text }.map(\.asFlowScalar)
    }

    /// The text that is expected here; reports an error if there is none.
    package func text(_ diagnostics: inout Diagnostics) -> String? {
        if let text { return text }
        diagnostics.error(
            at: position,
            isMissing
                ? "a value is needed here: write one, or leave the key out"
                : "text is needed here, not \(summary): write \(onlyText ?? "one word or a text in quotes")")
        return nil
    }
}
