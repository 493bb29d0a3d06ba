package import ExactJSON

extension JSONPath {
    /// The values that the query selects (RFC 9535, section 2.1.2), in document order.
    package func values(in root: JSON) -> [JSON] {
        var nodes = [root]
        for segment in segments {
            var selected: [JSON] = []
            for node in nodes { Self.select(segment, node, &selected) }
            nodes = selected
        }
        return nodes
    }

    private static func select(_ segment: Segment, _ node: JSON, _ selected: inout [JSON]) {
        for selector in segment.selectors {
            switch (selector, node) {
            case (.name(let name), .object(let object)): if let value = object[name] { selected.append(value) }
            case (.index(let index), .array(let elements)):
                let position = index < 0 ? elements.count + index : index
                if elements.indices.contains(position) { selected.append(elements[position]) }
            case (.wildcard, .array(let elements)): selected += elements
            case (.wildcard, .object(let object)): selected += object.values
            default: break
            }
        }
        guard segment.descendant else { return }
        switch node {
        case .array(let elements): for element in elements { select(segment, element, &selected) }
        case .object(let object): for value in object.values { select(segment, value, &selected) }
        case .null, .bool, .number, .string: break
        }
    }
}
