import Foundation
import TestSupport
import Testing

/// A page of a documentation catalogue, with its fenced blocks.
struct Article: Sendable, CustomTestStringConvertible {
    /// A fenced block of an article.
    struct Block: Sendable, CustomTestStringConvertible {
        /// The path of the article from the package's folder.
        let article: String
        let language: String
        let text: String
        /// The file that it is, if the line before says so: a path between backticks, and a colon.
        let file: String?
        /// The line of its fence.
        let line: Int

        var testDescription: String { "\(article):\(line)" }

        /// What a reader types: the lines of a block of `bash`, and those after `$ ` in one of `console`.
        var commands: [String] {
            let lines = text.split(separator: "\n").map(String.init)
            switch language {
            case "bash": return lines
            case "console": return lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
            default: return []
            }
        }
    }

    /// Its path from the package's folder.
    let path: String
    let text: String
    let blocks: [Block]

    var testDescription: String { path }

    /// Whether it shows a package, which `.ci/guides` makes, builds and tests.
    var hasPackage: Bool { blocks.contains { $0.file == "Package.swift" } }

    /// Whether `ReadmeTests` checks what it shows.
    var isOfTour: Bool { TourGuides.paths.contains(path) }

    /// The target or the folder whose catalogue it is in.
    var catalogue: String {
        URL(fileURLWithPath: path.components(separatedBy: ".docc/")[0]).lastPathComponent
    }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var blocks: [Block] = []
        var open: (language: String, file: String?, lines: [Substring], line: Int)?
        var before: Substring = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let trimmed = line.drop { $0 == " " }
            switch open {
            case nil where trimmed.hasPrefix("```"):
                let file = before.wholeMatch(of: /`([\w.\/-]+)`:/).map { String($0.1) }
                open = (String(trimmed.dropFirst(3)), file, [], index + 1)
            case let block? where trimmed == "```":
                let text = block.lines.map { $0 + "\n" }.joined()
                blocks.append(
                    Block(article: path, language: block.language, text: text, file: block.file, line: block.line))
                open = nil
            default: open?.lines.append(line)
            }
            if !trimmed.isEmpty { before = trimmed }
        }
        self.blocks = blocks
    }

    /// The pages of all catalogues but the page of the scenario format, which is made from `Scenarios/FORMAT.md` and
    /// tested there.
    static let all: [Article] = Package.files(below: "Sources", named: "md")
        .filter { $0.contains(".docc/") && !$0.hasSuffix("/ScenarioFormat.md") }
        .map { Article(path: $0, text: (try? Package.text(of: $0)) ?? "") }

    /// The blocks of all pages but those that `ReadmeTests` checks.
    static func blocks(in languages: String...) -> [Block] {
        all.filter { !$0.isOfTour }.flatMap(\.blocks).filter { languages.contains($0.language) }
    }
}
