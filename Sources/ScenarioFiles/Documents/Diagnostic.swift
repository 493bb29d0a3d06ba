public import Scenarios

/// An error or a warning about a file.
public struct Diagnostic: Hashable, Sendable {
    /// The severity of a diagnostic.
    public enum Severity: String, Hashable, Sendable {
        /// The file can't be used.
        case error
        /// The file can be used, but probably means something else.
        case warning
    }

    /// The severity.
    public let severity: Severity
    /// The position in the file.
    public let position: Position
    /// The problem, as a sentence on one line without the position.
    public let message: String
    /// The kind of a warning; nil for an error that never was one.
    public let code: Code?

    /// A diagnostic with this severity, position and message.
    package init(_ severity: Severity, at position: Position, _ message: String, code: Code? = nil) {
        self.severity = severity
        self.position = position
        self.message = Excerpt.visible(message)
        self.code = code
    }

    /// The same as an error, with the code of the warning that it was.
    package var asError: Diagnostic { Diagnostic(.error, at: position, message, code: code) }

    /// The message with the code behind it: `"GTE" is not a known method; did you mean GET? [unknown-method]`.
    package var messageWithCode: String { code.map { "\(message) [\($0.rawValue)]" } ?? message }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line:column: error: message`, which editors read; of a warning with its code: `… message [unused-capture]`.
    public var description: String { "\(Excerpt.visible("\(position)")): \(severity.rawValue): \(messageWithCode)" }
}

/// The diagnostics found so far.
package struct Diagnostics: Sendable {
    /// All diagnostics in order of discovery.
    package private(set) var found: [Diagnostic]
    /// The number of errors among them.
    private(set) var errorCount: Int

    /// A collection of these diagnostics.
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
    package mutating func warning(_ code: Diagnostic.Code, at position: Position, _ message: String) {
        found.append(Diagnostic(.warning, at: position, message, code: code))
    }

    /// Adds diagnostics.
    package mutating func append(_ others: some Sequence<Diagnostic>) {
        for other in others {
            found.append(other)
            if other.severity == .error { errorCount += 1 }
        }
    }

    /// Whether any diagnostic is an error.
    package var hasErrors: Bool { errorCount > 0 }

    /// All diagnostics in order of path and position, without duplicates: values behind an alias are checked twice.
    package var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return found.filter { seen.insert($0).inserted }.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }
}
