/// The position in Swift source that wrote a part of a scenario. Failures point at it.
public struct CallSite: Hashable, Sendable {
    /// The path of the source file.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// The position with these numbers.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package init(_ file: StaticString, _ line: UInt, _ column: UInt) {
        self.init(file: "\(file)", line: Int(clamping: line), column: Int(clamping: column))
    }
}
