package import ExactJSON

/// A value in a document, and its location there.
package struct JSONPathNode: Sendable {
    /// The value.
    package let value: JSON
    private let root: JSON
    private let locations: NodeLocations
    private let entry: Int

    init(value: JSON, root: JSON, locations: NodeLocations, entry: Int) {
        self.value = value
        self.root = root
        self.locations = locations
        self.entry = entry
    }

    /// The names and indices on the way from the root to the value. They are looked up at each call.
    package var location: [JSONPathStep] { locations.steps(to: entry, from: root) }

    /// The normalized path of the location (RFC 9535, section 2.7), such as `$['items'][0]`. It is made at each call.
    package var path: String { location.reduce(into: "$") { $0 += $1.normalized } }
}
