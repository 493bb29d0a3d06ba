import ExactJSON

/// The values of `enum`.
struct Enumeration: Sendable {
    let values: [JSON]
    /// The values, if there are many.
    private let set: Set<JSON>?

    init(_ values: [JSON]) {
        self.values = values
        set = values.count > 8 ? Set(values) : nil
    }

    func contains(_ value: JSON) -> Bool { set?.contains(value) ?? values.contains(value) }
}
