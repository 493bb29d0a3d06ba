import ExactJSON

extension JSONPathQuery {
    /// A segment of a query, which selects children or descendants of each node (RFC 9535, section 2.5).
    package enum Segment: Sendable {
        /// `[…]` or `.name`: applies the selectors to the node.
        case child([Selector])
        /// `..[…]` or `..name`: applies the selectors to the node and to all its descendants.
        case descendant([Selector])

        /// The selectors in their order, at least one.
        package var selectors: [Selector] {
            switch self {
            case .child(let selectors), .descendant(let selectors): selectors
            }
        }

        /// Whether the selectors are applied to descendants too.
        package var isDescendant: Bool {
            if case .descendant = self { true } else { false }
        }

        /// Whether one of the selectors is a filter.
        package var hasFilter: Bool {
            selectors.contains { if case .filter = $0 { true } else { false } }
        }

        /// The only name or index; nil if the segment may select several nodes.
        package var singularStep: JSONPathStep? {
            guard case .child(let selectors) = self, selectors.count == 1 else { return nil }
            return switch selectors[0] {
            case .name(let name): .name(name)
            case .index(let index): .index(index)
            case .wildcard, .slice, .filter: nil
            }
        }
    }

    /// A selector, which selects children of a node (RFC 9535, section 2.3).
    package enum Selector: Sendable {
        /// `'name'` or `.name`: the member with this name.
        case name(String)
        /// `*`: all members or elements.
        case wildcard
        /// `3` or `-1`: the element at this index; a negative one counts from the end.
        case index(Int)
        /// `start:end:step`: elements at regular distances.
        case slice(Slice)
        /// `?…`: the members or elements for which the expression is true.
        case filter(LogicalExpression)
    }
}
