import Locking
package import ScenarioBuilder
package import Scenarios

/// The Swift files that positions refer to, each read once.
package final class SwiftSources: Sendable {
    private let files = Locked<[String: SourceFile]>([:])

    package init() {}

    /// The position in Swift source.
    package func position(of site: CallSite) -> Position {
        Position(file: file(site.file), line: site.line, column: site.column)
    }

    /// The Swift source with this path: the path as shown to people, and the text that failures quote.
    func file(_ path: String) -> SourceFile {
        if let file = files.withLock({ $0[path] }) { return file }
        let file = SourceFile(swiftSource: path)
        files.withLock { $0[path] = file }
        return file
    }
}
