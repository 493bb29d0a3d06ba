package import ExactJSON

/// The nodes that a query selects, in the order of RFC 9535. Members of objects are in the order of their text.
///
/// A node that is selected several times is there as many times.
package struct JSONPathNodes: Sendable {
    private let root: JSON
    /// The nodes' values.
    package private(set) var values: [JSON] = []
    private var entries: [Int32] = []
    private var locations = NodeLocations()
    /// Whether a `match()` or `search()` was taken as false because its regular expression takes too many steps or is
    /// too large.
    package internal(set) var hasUndecidedTest = false

    init(root: JSON) {
        self.root = root
    }

    mutating func append(_ node: (value: JSON, position: Int), of walk: inout NodeWalk) {
        values.append(node.value)
        entries.append(Int32(truncatingIfNeeded: walk.location(ofNodeAt: node.position, in: &locations)))
    }
}

extension JSONPathNodes: RandomAccessCollection {
    /// The index of the first node.
    package var startIndex: Int { 0 }
    /// The number of nodes.
    package var endIndex: Int { values.count }

    /// The node at an index from 0 to below `count`.
    package subscript(index: Int) -> JSONPathNode {
        JSONPathNode(value: values[index], root: root, locations: locations, entry: Int(entries[index]))
    }
}
