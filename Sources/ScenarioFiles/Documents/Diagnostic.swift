public import Scenarios

/// Something wrong, or doubtful, in a file.
public struct Diagnostic: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable {
        /// The file can't be used.
        case error
        /// It can, but probably means something else.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// Where it is.
    public let position: Position
    /// What it is, as a sentence on one line without the position.
    public let message: String

    /// A finding.
    package init(_ severity: Severity, at position: Position, _ message: String) {
        self.severity = severity
        self.position = position
        self.message = Excerpt.visible(message)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line:column: error: message`, which editors read.
    public var description: String { "\(Excerpt.visible("\(position)")): \(severity.rawValue): \(message)" }
}

/// What was found so far.
package struct Diagnostics: Sendable {
    /// All findings in order of discovery.
    package private(set) var found: [Diagnostic]
    /// How many of them are errors.
    private(set) var errorCount: Int

    /// These findings.
    package init(_ found: [Diagnostic] = []) {
        self.found = found
        errorCount = found.count { $0.severity == .error }
    }

    /// Adds an error.
    package mutating func error(at position: Position, _ message: String) {
        found.append(Diagnostic(.error, at: position, message))
        errorCount += 1
    }

    /// Adds a warning.
    package mutating func warning(at position: Position, _ message: String) {
        found.append(Diagnostic(.warning, at: position, message))
    }

    /// Adds findings.
    package mutating func append(_ others: some Sequence<Diagnostic>) {
        for other in others {
            found.append(other)
            if other.severity == .error { errorCount += 1 }
        }
    }

    /// Whether any finding is an error.
    package var hasErrors: Bool { errorCount > 0 }

    /// All findings in order of path and position, none twice: what an alias repeats is found at each of its positions.
    package var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return found.filter { seen.insert($0).inserted }.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }
}
