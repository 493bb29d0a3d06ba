/// A JSONPath query (RFC 9535) of names, indices, wildcards and descendants.
public struct JSONPath: Hashable, Sendable {
    public enum Selector: Hashable, Sendable {
        case name(String)
        /// Negative counts from the end.
        case index(Int)
        case wildcard
    }

    public struct Segment: Hashable, Sendable {
        public let selectors: [Selector]
        /// `..`: the node and all below it.
        public let descendant: Bool

        public init(selectors: [Selector], descendant: Bool) {
            self.selectors = selectors
            self.descendant = descendant
        }
    }

    public let segments: [Segment]
    /// As the scenario writes it.
    public let text: String

    public init(segments: [Segment], text: String) {
        self.segments = segments
        self.text = text
    }
}
