extension JSONPath {
    /// Whether this path selects the value at `location`, a path of names and indices, or a value that contains it or,
    /// if it is a container, may be inside it.
    package func covers(_ location: String, isContainer: Bool) -> Bool {
        guard let steps = try? JSONPathReader.read(location).segments else { return true }
        return covers(steps[...], segments[...], isContainer)
    }

    private func covers(_ location: ArraySlice<Segment>, _ path: ArraySlice<Segment>, _ isContainer: Bool) -> Bool {
        guard let wanted = path.first else { return true }
        guard let step = location.first?.selectors.first else { return isContainer }
        let isNamed = wanted.selectors.contains { selector in
            switch (selector, step) {
            // An index from the end of an array of unknown length may mean any element.
            case (.index(let index), .index) where index < 0: true
            case (.wildcard, _): true
            default: selector == step
            }
        }
        if isNamed, covers(location.dropFirst(), path.dropFirst(), isContainer) { return true }
        return wanted.descendant && covers(location.dropFirst(), path, isContainer)
    }
}
