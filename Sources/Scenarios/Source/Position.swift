/// A position in a file.
public struct Position: Sendable {
    /// The path of the file, as shown to people.
    public var path: String { file.path }
    /// The file.
    package let file: SourceFile
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// The position with these numbers.
    package init(file: SourceFile, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The position `columns` further on the same line.
    package func advanced(by columns: Int) -> Position {
        Position(file: file, line: line, column: column + columns)
    }
}

extension Position: Hashable {
    /// Whether both have the same path, line and column.
    public static func == (a: Position, b: Position) -> Bool {
        a.line == b.line && a.column == b.column && (a.file === b.file || a.file.path == b.file.path)
    }

    /// Hashes path, line and column.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file.path)
        hasher.combine(line)
        hasher.combine(column)
    }
}

extension Position: Comparable {
    /// Orders by path, then by position in the file.
    public static func < (a: Position, b: Position) -> Bool {
        if a.file !== b.file, a.file.path != b.file.path { return a.file.path < b.file.path }
        return (a.line, a.column) < (b.line, b.column)
    }
}

extension Position: CustomStringConvertible {
    /// `path:line:column`.
    public var description: String { "\(file.path):\(line):\(column)" }
}
