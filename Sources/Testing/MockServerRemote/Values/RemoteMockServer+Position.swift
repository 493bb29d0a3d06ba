import ReportValues

extension RemoteMockServer {
    /// A position in a scenario.
    public struct Position: Hashable, Sendable, CustomStringConvertible {
        /// The file as the server shows it: a path on its machine, or the name with which a scenario was sent.
        public internal(set) var path: String
        /// The line, from 1.
        public internal(set) var line: Int
        /// The column in Unicode scalars, from 1.
        public internal(set) var column: Int

        /// `path:line:column`
        public var description: String { "\(path):\(line):\(column)" }
    }

    /// An error or a warning of a scenario that was sent.
    public struct Diagnostic: Sendable, Decodable, CustomStringConvertible {
        /// How bad it is.
        public enum Severity: String, Hashable, Sendable, Decodable {
            /// The scenario can't be played.
            case error
            /// The scenario is probably not what was meant.
            case warning
        }

        /// How bad it is.
        public let severity: Severity
        /// The position in the scenario.
        public var position: Position { Position(path: path, line: line, column: column) }
        private let path: String
        private let line: Int
        private let column: Int
        /// What is wrong, and what to write instead.
        public let message: String
        /// The kind of a warning, such as `unused-capture`, by which `# mockserver: allow unused-capture` silences it; nil
        /// for an error.
        public let code: String?

        init(severity: Severity, position: Position, message: String, code: String? = nil) {
            self.severity = severity
            (path, line, column) = (position.path, position.line, position.column)
            self.message = message
            self.code = code
        }

        private typealias CodingKeys = ReportMember.Diagnostic

        /// `path:line:column: error: message`, of a warning with its code: `… message [unused-capture]`.
        public var description: String {
            "\(position): \(severity.rawValue): \(message)" + (code.map { " [\($0)]" } ?? "")
        }
    }
}
