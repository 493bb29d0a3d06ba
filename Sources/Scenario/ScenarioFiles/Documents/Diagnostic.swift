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
    public let position: ScenarioPosition
    /// The problem, as a sentence on one line without the position.
    public let message: String
    /// The kind of a warning; nil for an error that never was one.
    public let code: Code?
    /// How many errors it stands for: 1, but for the one that says how many more there are.
    package let count: Int

    /// A diagnostic with this severity, position and message.
    package init(_ severity: Severity, at position: Position, _ message: String, code: Code? = nil, count: Int = 1) {
        self.severity = severity
        self.position = position
        self.message = Excerpt.visible(message)
        self.code = code
        self.count = count
    }

    /// The same as an error, with the code of the warning that it was.
    package var asError: Diagnostic { Diagnostic(.error, at: position, message, code: code, count: count) }

    /// The message with the code behind it: `"GTE" is not a known method; did you mean GET? [unknown-method]`.
    package var messageWithCode: String { code.map { "\(message) [\($0.rawValue)]" } ?? message }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line:column: error: message`, which editors read; of a warning with its code: `… message [unused-capture]`.
    public var description: String { "\(Excerpt.visible("\(position)")): \(severity.rawValue): \(messageWithCode)" }
}
