import ExactJSON

/// Collects a map's entries and finds keys that are there twice.
struct MappingBuilder {
    private var entries: [Node.Entry] = []
    private var places: [ExactText: Position] = [:]

    /// Takes note of a key; false, with an error, if it was there before.
    mutating func begin(_ key: Node.Key, _ diagnostics: inout Diagnostics) -> Bool {
        if let first = places[ExactText(key.text)] {
            let place = first.line == key.position.line ? "column \(first.column)" : "line \(first.line)"
            diagnostics.error(at: key.position, "the key \"\(key.text)\" is there twice, first at \(place)")
            return false
        }
        places[ExactText(key.text)] = key.position
        return true
    }

    /// Adds the value of a key that `begin` took.
    mutating func add(_ key: Node.Key, _ value: Node) {
        entries.append(Node.Entry(key: key, value: value))
    }

    var mapping: Node.Mapping { Node.Mapping(entries: entries) }
}
