import ExactJSON
package import JSONPath

extension JSONPathQuery {
    /// Whether this query may select the value at `location`, or a value that contains it or, if it is a container, is
    /// inside it.
    ///
    /// The location is a normalized path as a failure shows it, or any query. In doubt it is covered.
    package func covers(_ location: String, isContainer: Bool) -> Bool {
        guard let location = try? JSONPathQuery(location) else { return true }
        return covers(location, isContainer: isContainer)
    }

    /// Whether this query may select a value that `location` selects, or one that contains it or, if it is a container,
    /// is inside it.
    package func covers(_ location: JSONPathQuery, isContainer: Bool = true) -> Bool {
        // The results for the rest of the location, behind the segment that is looked at, and each rest of this query.
        var rest = segments.map { _ in isContainer } + [true]
        for step in location.segments.reversed() {
            var covers = rest
            for index in segments.indices.reversed() {
                let wanted = segments[index]
                covers[index] =
                    wanted.mayMeet(step) && rest[index + 1] || wanted.isDescendant && rest[index]
                    || step.isDescendant && covers[index + 1]
            }
            rest = covers
        }
        return rest[0]
    }
}

extension JSONPathQuery.Segment {
    /// Whether a selector of this segment may select a child that one of the location's segment selects.
    fileprivate func mayMeet(_ location: JSONPathQuery.Segment) -> Bool {
        selectors.contains { wanted in location.selectors.contains { wanted.mayMeet($0) } }
    }
}

extension JSONPathQuery.Selector {
    fileprivate func mayMeet(_ location: JSONPathQuery.Selector) -> Bool {
        switch (self, location) {
        case (.name(let wanted), .name(let name)):
            // A failure shows a name otherwise than it is if it is very long or has invisible characters.
            wanted.isExactly(name) || Excerpt.text(wanted) != wanted
        // An index from the end of an array of unknown length may mean any element.
        case (.index(let wanted), .index(let index)): wanted == index || (wanted < 0) != (index < 0)
        case (.slice(let slice), .index(let index)), (.index(let index), .slice(let slice)): slice.mayContain(index)
        case (.name, .index), (.name, .slice), (.index, .name), (.slice, .name): false
        case (.slice, .slice), (.wildcard, _), (_, .wildcard), (.filter, _), (_, .filter): true
        }
    }
}

extension JSONPathQuery.Slice {
    /// Whether the slice selects the element at this index of some array.
    fileprivate func mayContain(_ index: Int) -> Bool {
        let isAbsolute = index >= 0 && (start ?? 0) >= 0 && (end ?? 0) >= 0 && (step ?? 1) >= 0
        // Then the array's length matters only in that it has this element.
        return !isAbsolute || contains(index, count: index + 1)
    }
}
