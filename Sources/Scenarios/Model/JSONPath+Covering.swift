extension JSONPath {
    /// Whether the value at `position`, a path of names and indices, is one that this path names, or a part of one, or,
    /// where it is a container, may hold one.
    package func covers(_ location: String, isContainer: Bool) -> Bool {
        guard let steps = try? JSONPathReader.read(location).segments else { return true }
        return covers(steps[...], segments[...], isContainer)
    }

    private func covers(_ location: ArraySlice<Segment>, _ path: ArraySlice<Segment>, _ isContainer: Bool) -> Bool {
        guard let wanted = path.first else { return true }
        guard let step = location.first?.selectors.first else { return isContainer }
        let isNamed = wanted.selectors.contains { selector in
            switch (selector, step) {
            // From the end of an array of unknown length, any element may be meant.
            case (.index(let index), .index) where index < 0: true
            case (.wildcard, _): true
            default: selector == step
            }
        }
        if isNamed, covers(location.dropFirst(), path.dropFirst(), isContainer) { return true }
        return wanted.descendant && covers(location.dropFirst(), path, isContainer)
    }
}
