/// The failures of a validation, kept apart for each schema of `anyOf` and `oneOf` that is being evaluated.
struct FailureRecorder {
    private var branches = [SchemaFailures()]

    /// Whether a further failure would only be counted.
    var isFull: Bool { (branches.last?.failures.count ?? 0) >= SchemaFailures.limit }

    mutating func add(_ failure: SchemaFailure) {
        branches[branches.count - 1].append(failure)
    }

    mutating func addOmitted() {
        branches[branches.count - 1].omitted += 1
    }

    /// The failures outside all branches.
    var outermost: SchemaFailures { branches[0] }

    /// Begins to collect the failures of a branch.
    mutating func begin() {
        branches.append(SchemaFailures())
    }

    /// Ends the innermost branch.
    mutating func end() -> SchemaFailures {
        branches.popLast() ?? SchemaFailures()
    }
}

extension SchemaBranch {
    /// Whether this branch is nearer to matching than `other`. The best branch has the right type, fails in no
    /// `const` or `enum`, which often tell branches apart, fails deepest in the value, and has the fewest failures.
    func isNearer(than other: SchemaBranch, at instanceLocation: String) -> Bool {
        rank(at: instanceLocation).lexicographicallyPrecedes(other.rank(at: instanceLocation))
    }

    private func rank(at instanceLocation: String) -> [Int] {
        let hasWrongType = failures.failures.contains {
            $0.keyword == "type" && $0.instanceLocation == instanceLocation
        }
        let depths = failures.failures.map { failure in failure.instanceLocation.utf8.count { $0 == 0x2F } }
        let distinguishing = failures.failures.count { $0.keyword == "const" || $0.keyword == "enum" }
        return [hasWrongType ? 1 : 0, distinguishing, -(depths.min() ?? 0), failures.count]
    }
}
