/// A JSONPath query (RFC 9535) of names, indices, wildcards and descendants.
package struct JSONPath: Hashable, Sendable {
    package enum Selector: Hashable, Sendable {
        case name(String)
        /// A negative index counts from the end.
        case index(Int)
        case wildcard
    }

    package struct Segment: Hashable, Sendable {
        package let selectors: [Selector]
        /// `..`: the node and all its descendants.
        package let descendant: Bool

        package init(selectors: [Selector], descendant: Bool) {
            self.selectors = selectors
            self.descendant = descendant
        }
    }

    package let segments: [Segment]
    /// As the scenario writes it.
    package let text: String

    package init(segments: [Segment], text: String) {
        self.segments = segments
        self.text = text
    }
}
