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
        public let position: Position
        /// What is wrong, and what to write instead.
        public let message: String
        /// The kind of a warning, such as `unused-capture`, by which `# mockserver: allow unused-capture` silences it; nil
        /// for an error.
        public let code: String?

        init(severity: Severity, position: Position, message: String, code: String? = nil) {
            self.severity = severity
            self.position = position
            self.message = message
            self.code = code
        }

        private enum CodingKeys: String, CodingKey {
            case severity, path, line, column, message, code
        }

        /// Decodes the object `diagnostic` of the admin API's description.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            severity = try container.decode(Severity.self, forKey: .severity)
            position = Position(
                path: try container.decode(String.self, forKey: .path),
                line: try container.decode(Int.self, forKey: .line),
                column: try container.decode(Int.self, forKey: .column))
            message = try container.decode(String.self, forKey: .message)
            code = try container.decodeIfPresent(String.self, forKey: .code)
        }

        /// `path:line:column: error: message`, of a warning with its code: `… message [unused-capture]`.
        public var description: String {
            "\(position): \(severity.rawValue): \(message)" + (code.map { " [\($0)]" } ?? "")
        }
    }
}
