import Foundation
import TestSupport
import Testing

/// Runs what articles tell a reader to type. The packages of getting-started articles are made, built and tested by
/// `.ci/guides`.
@Suite("The commands in the guides", .timeLimit(.minutes(60))) struct CommandTests {
    /// A command and what it is said to print.
    struct Command: Sendable, CustomTestStringConvertible {
        let article: String
        let line: String
        let printed: [String]

        var testDescription: String { "\(article): \(line)" }
        /// Whether it is shown how something fails.
        var fails: Bool { printed.contains { $0.contains("error:") } }
    }

    private static let articles = Article.all.filter { $0.catalogue == "Guides" }

    private static let commands: [Command] = articles.filter { !$0.hasPackage && !$0.isOfTour }.flatMap {
        article in article.blocks.flatMap { commands(in: $0, of: article.path) }
    }

    private static func commands(in block: Article.Block, of path: String) -> [Command] {
        guard block.language == "console" else {
            return block.commands.map { Command(article: path, line: $0, printed: []) }
        }
        return ("\n" + block.text).components(separatedBy: "\n$ ").dropFirst().map { part in
            let lines = part.split(separator: "\n").map(String.init)
            return Command(article: path, line: lines[0], printed: Array(lines.dropFirst()))
        }
    }

    /// A reader's folder: the scenarios of the guides, in a folder `Scenarios` too.
    private static func readersFolder() throws -> URL {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("guides-\(UUID().uuidString)")
        let scenarios = Package.folder.appendingPathComponent("Tests/GuideTests/Scenarios")
        try manager.copyItem(at: scenarios, to: folder)
        try manager.copyItem(at: scenarios, to: folder.appendingPathComponent("Scenarios"))
        return folder
    }

    /// What is the same in each run: lines without times, and without the number of a connection.
    private static func steady(_ line: String) -> String {
        line.replacing(/\+[\d.]+ (ms|s)\b/, with: "+T").replacing(/connection \d+/, with: "connection N")
            .replacing(/\s{2,}/, with: "  ").trimmingCharacters(in: .whitespaces)
    }

    @Test("each does what is shown", arguments: commands)
    func run(_ command: Command) throws {
        let folder = try Self.readersFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let tools = URL(fileURLWithPath: Package.program("mockserver")).deletingLastPathComponent().path
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(tools):\(environment["PATH"] ?? "/usr/bin:/bin")"
        // The programs of this package are built.
        let line = command.line.replacing("swift run ", with: "")
        let outcome = try Subprocess.run(
            ["sh", "-c", line], environment: environment, folder: folder.path, mergesError: true)
        #expect((outcome.status != 0) == command.fails, "\(outcome.output)")
        var rest = outcome.output.split(separator: "\n").map { Self.steady(String($0)) }[...]
        for expected in command.printed.map(Self.steady) {
            let index = rest.firstIndex(of: expected)
            #expect(index != nil, "\(expected)\n is not in:\n\(outcome.output)")
            rest = rest[(index.map { $0 + 1 } ?? rest.startIndex)...]
        }
    }

    @Test("`swift run` is shown only where the text says that a reader is in the clone")
    func inClone() throws {
        let blocks = Self.articles.flatMap(\.blocks).filter { $0.commands.contains { $0.contains("swift run ") } }
        try #require(!blocks.isEmpty)
        for block in blocks {
            let before = try Package.text(of: block.article).components(separatedBy: "\n").prefix(block.line - 1)
            let paragraph = before.reversed().drop(while: \.isEmpty).prefix { !$0.isEmpty }
            #expect(paragraph.contains { $0.contains("In the clone") }, "\(block.testDescription)")
        }
    }

    @Test("those of articles with a package are run by the checks")
    func packages() throws {
        try #require(!Self.commands.isEmpty)
        #expect(Self.articles.count { $0.hasPackage } >= 5)
        #expect(try Package.text(of: ".ci/run").contains("\n.ci/guides\n"))
    }
}
