/// A position in a file of a scenario, or in the Swift source of one.
public struct ScenarioPosition: Sendable {
    /// The path of the file, as shown to people.
    public var path: String { file.path }
    /// The file.
    @usableFromInline package let file: SourceFile
    /// The line, from 1.
    @inlinable public var line: Int { Int(shortLine) }
    /// The column in Unicode scalars, from 1.
    @inlinable public var column: Int { Int(shortColumn) }
    // A scenario has a position for each of its values, so their size tells in its own.
    @usableFromInline let shortLine: UInt32
    @usableFromInline let shortColumn: UInt32

    /// The position with these numbers.
    @inlinable package init(file: SourceFile, line: Int, column: Int) {
        self.file = file
        shortLine = UInt32(clamping: line)
        shortColumn = UInt32(clamping: column)
    }

    /// The position `columns` further on the same line.
    package func advanced(by columns: Int) -> ScenarioPosition {
        ScenarioPosition(file: file, line: line, column: column + columns)
    }
}

/// The name within the package. Users have positions of their own, so the public one is longer.
@usableFromInline package typealias Position = ScenarioPosition

extension ScenarioPosition: Hashable {
    /// Whether both have the same path, line and column.
    public static func == (a: ScenarioPosition, b: ScenarioPosition) -> Bool {
        a.shortLine == b.shortLine && a.shortColumn == b.shortColumn
            && (a.file === b.file || a.file.path == b.file.path)
    }

    /// Hashes path, line and column.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file.path)
        hasher.combine(shortLine)
        hasher.combine(shortColumn)
    }
}

extension ScenarioPosition: Comparable {
    /// Orders by path, then by position in the file.
    public static func < (a: ScenarioPosition, b: ScenarioPosition) -> Bool {
        if a.file !== b.file, a.file.path != b.file.path { return a.file.path < b.file.path }
        return (a.shortLine, a.shortColumn) < (b.shortLine, b.shortColumn)
    }
}

extension ScenarioPosition: CustomStringConvertible {
    /// `path:line:column`.
    public var description: String { "\(file.path):\(line):\(column)" }
}
