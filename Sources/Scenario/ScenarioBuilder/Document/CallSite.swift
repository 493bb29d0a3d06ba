/// The position in Swift source that wrote a part of a scenario. Failures point at it.
public struct CallSite: Hashable, Sendable {
    /// The path of the source file.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// The function of the builder that was called there; nil if that is not known.
    let function: StaticString?

    /// The position with these numbers.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
        function = nil
    }

    package init(_ file: StaticString, _ line: UInt, _ column: UInt, function: StaticString = #function) {
        self.file = "\(file)"
        self.line = Int(clamping: line)
        self.column = Int(clamping: column)
        self.function = function
    }

    /// Whether the positions are the same.
    public static func == (a: CallSite, b: CallSite) -> Bool {
        a.line == b.line && a.column == b.column && a.file == b.file
    }

    /// Hashes the position.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(line)
        hasher.combine(column)
    }
}
