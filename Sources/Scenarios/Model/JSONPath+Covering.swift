extension JSONPath {
    /// Whether the value at `place`, a path of names and indices, is one that this path names, or a part of one, or, where
    /// it is a container, may hold one.
    public func covers(_ place: String, isContainer: Bool) -> Bool {
        guard let steps = try? JSONPathReader.read(place).segments else { return true }
        return covers(steps[...], segments[...], isContainer)
    }

    private func covers(_ place: ArraySlice<Segment>, _ path: ArraySlice<Segment>, _ isContainer: Bool) -> Bool {
        guard let wanted = path.first else { return true }
        guard let step = place.first?.selectors.first else { return isContainer }
        let isNamed = wanted.selectors.contains { selector in
            switch (selector, step) {
            // From the end of an array of unknown length, any element may be meant.
            case (.index(let index), .index) where index < 0: true
            case (.wildcard, _): true
            default: selector == step
            }
        }
        if isNamed, covers(place.dropFirst(), path.dropFirst(), isContainer) { return true }
        return wanted.descendant && covers(place.dropFirst(), path, isContainer)
    }
}
