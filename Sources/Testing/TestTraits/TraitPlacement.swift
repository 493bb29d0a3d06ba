package import Testing

/// The suites and tests on which a trait stands.
///
/// A suite's recursive trait is also among the traits of everything in the suite, and Swift Testing does not say from
/// where a trait of a test comes. So a trait that has to know keeps a placement, and tells it each suite for which
/// Swift Testing prepares the trait.
package actor TraitPlacement {
    /// How often the trait is among the traits of a suite, by the suite's path.
    private var occurrences: [[String]: Int] = [:]

    package init() {}

    /// Notes that the trait is prepared for a test or a suite. Swift Testing prepares all traits before it runs a test.
    ///
    /// - Parameter placements: those of all traits of that kind, in their order.
    package func prepare(for test: Test, among placements: [TraitPlacement]) {
        guard test.isSuite else { return }
        occurrences[Self.path(of: test)] = placements.count { $0 === self }
    }

    /// The index of the first trait that stands on the same suite, or on the test itself, as one before it; nil if each
    /// stands elsewhere.
    ///
    /// - Parameter placements: those of all traits of a kind that the test has, the outermost first.
    package static func firstRepeated(of placements: [TraitPlacement], in test: Test) async -> Int? {
        let path = path(of: test)
        var earlier: [ObjectIdentifier: Int] = [:]
        var depths: Set<Int> = []
        for (index, placement) in placements.enumerated() {
            // The same value may stand on several suites, and on the test, too.
            let occurrence = earlier[ObjectIdentifier(placement), default: 0]
            earlier[ObjectIdentifier(placement)] = occurrence + 1
            guard depths.insert(await placement.depth(ofOccurrence: occurrence, in: path)).inserted else {
                return index
            }
        }
        return nil
    }

    /// The length of the path of the suite, or of the test, on which an occurrence of the trait stands.
    private func depth(ofOccurrence index: Int, in path: [String]) -> Int {
        path.indices.first { occurrences[Array(path[..<$0]), default: 0] > index } ?? path.count
    }

    private static func path(of test: Test) -> [String] { [test.id.moduleName] + test.id.nameComponents }
}
