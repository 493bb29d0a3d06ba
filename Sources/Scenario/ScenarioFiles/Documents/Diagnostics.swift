package import Scenarios

/// The diagnostics found so far. Errors past the first 1,000 are only counted, so that a file full of them costs no
/// more memory than their number.
package struct Diagnostics: Sendable {
    /// The most errors of a file that are kept.
    package static let errorLimit = 1_000

    /// The diagnostics that are kept, in order of discovery.
    package private(set) var found: [Diagnostic] = []
    /// The number of errors, with those that were found twice: values behind an alias are checked twice.
    private(set) var errorCount = 0
    private var kept: Set<Diagnostic> = []
    /// Hashes of where the kept errors were found.
    private var keptSites: Set<Int> = []
    /// The hashes of further errors, or of where they were found.
    private var further: Set<Int> = []
    /// The number of errors that another list stood for.
    private var counted = 0
    private var firstFurther: Position?

    /// A collection of these diagnostics.
    package init(_ found: [Diagnostic] = []) {
        append(found)
    }

    /// Adds an error. Past the limit its message is not looked at; then another one at the same position, of the same line
    /// of the program, is the same error.
    package mutating func error(at position: Position, _ message: String, site: UInt = #line) {
        var hasher = Hasher()
        hasher.combine(position)
        hasher.combine(site)
        let site = hasher.finalize()
        guard isFull else {
            keptSites.insert(site)
            return add(Diagnostic(.error, at: position, message))
        }
        errorCount += 1
        if !keptSites.contains(site) { addFurther(site, at: position) }
    }

    /// Whether further errors are only counted.
    var isFull: Bool { kept.count >= Self.errorLimit }

    /// Adds a warning.
    package mutating func warning(_ code: Diagnostic.Code, at position: Position, _ message: String) {
        add(Diagnostic(.warning, at: position, message, code: code))
    }

    /// Adds diagnostics.
    package mutating func append(_ others: some Sequence<Diagnostic>) {
        for other in others { add(other) }
    }

    /// Adds those of another collection at other positions than these.
    mutating func append(_ others: Diagnostics, exceptAt positions: Set<Position> = []) {
        append(others.found.lazy.filter { !positions.contains($0.position) })
        errorCount += others.furtherCount
        further.formUnion(others.further)
        counted += others.counted
        firstFurther = firstFurther ?? others.firstFurther
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        guard diagnostic.severity == .error else { return found.append(diagnostic) }
        errorCount += diagnostic.count
        if diagnostic.count > 1 {
            counted += diagnostic.count
            firstFurther = firstFurther ?? diagnostic.position
        } else if !isFull {
            if kept.insert(diagnostic).inserted { found.append(diagnostic) }
        } else if !kept.contains(diagnostic) {
            addFurther(diagnostic.hashValue, at: diagnostic.position)
        }
    }

    private mutating func addFurther(_ hash: Int, at position: Position) {
        further.insert(hash)
        firstFurther = firstFurther ?? position
    }

    /// Leaves out the warnings that do not satisfy a condition.
    mutating func keepWarnings(where isKept: (Diagnostic) -> Bool) {
        found.removeAll { $0.severity == .warning && !isKept($0) }
    }

    /// Whether any diagnostic is an error.
    package var hasErrors: Bool { errorCount > 0 }

    private var furtherCount: Int { further.count + counted }

    /// All diagnostics in order of path and position, without duplicates. The last one says how many more errors there
    /// are, if there are more than are kept.
    package var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        var sorted = found.filter { seen.insert($0).inserted }.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
        if furtherCount > 0, let firstFurther {
            let message = "and \(EnglishText.count(furtherCount, "more error")), not shown: correct these first"
            sorted.append(Diagnostic(.error, at: firstFurther, message, count: furtherCount))
        }
        return sorted
    }
}
