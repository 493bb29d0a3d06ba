import ExactJSON

/// The locations of found nodes, which share the ways to their common ancestors.
struct NodeLocations: Sendable {
    private struct Entry {
        let parent: Int32
        /// The index among the parent's children.
        let position: Int32
    }

    /// The entry of the root.
    static let root = -1

    private var entries: [Entry] = []

    /// Adds a child of the node with the entry `parent`; returns its entry.
    mutating func add(parent: Int, position: Int) -> Int {
        entries.append(Entry(parent: Int32(truncatingIfNeeded: parent), position: Int32(truncatingIfNeeded: position)))
        return entries.count - 1
    }

    /// The names and indices on the way from `root` to the node with this entry.
    func steps(to entry: Int, from root: JSON) -> [JSONPathStep] {
        var positions: [Int] = []
        var entry = entry
        while entry != Self.root {
            positions.append(Int(entries[entry].position))
            entry = Int(entries[entry].parent)
        }
        var steps: [JSONPathStep] = []
        var value = root
        for position in positions.reversed() {
            if case .object(let object) = value {
                steps.append(.name(object.names[position]))
            } else {
                steps.append(.index(position))
            }
            value = value.children[position]
        }
        return steps
    }
}
