import ExactJSON

extension JSON {
    /// The elements of an array or the values of an object's members; empty for any other value.
    var children: [JSON] {
        switch self {
        case .array(let elements): elements
        case .object(let object): object.values
        case .null, .bool, .number, .string: []
        }
    }

    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }

    /// The index among the children of the one that a step leads to; nil if there is none.
    func position(of step: JSONPathStep) -> Int? {
        switch (self, step) {
        case (.object(let object), .name(let name)):
            return object.index(of: name)
        case (.array(let elements), .index(let index)):
            let position = index >= 0 ? index : elements.count + index
            return elements.indices.contains(position) ? position : nil
        default:
            return nil
        }
    }
}
