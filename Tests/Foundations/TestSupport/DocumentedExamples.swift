package import Foundation

/// The examples in documentation comments and articles, to be compared with code that is compiled.
package enum DocumentedExamples {
    /// The examples of every Swift source and article in a folder, with the files' names.
    package static func all(in folder: URL) throws -> [(file: String, code: String)] {
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        var examples: [(file: String, code: String)] = []
        for case let file as URL in files {
            let found: [String]
            switch file.pathExtension {
            case "swift": found = inComments(of: try String(contentsOf: file, encoding: .utf8))
            case "md": found = inArticle(try String(contentsOf: file, encoding: .utf8))
            default: continue
            }
            examples += found.map { (file.lastPathComponent, $0) }
        }
        return examples
    }

    /// The examples in documentation comments: between fences of Swift, or indented by four spaces.
    package static func inComments(of source: String) -> [String] {
        var examples: [[Substring]] = []
        var isFenced = false
        var before: Substring?
        var isIndented = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            defer { before = trimmed }
            guard trimmed.hasPrefix("///") else {
                isIndented = false
                continue
            }
            let text = trimmed.dropFirst(3)
            if text.hasPrefix(" ```") {
                isFenced = text == " ```swift"
                if isFenced { examples.append([]) }
            } else if isFenced {
                examples[examples.count - 1].append(text)
            } else if text.hasPrefix("     "), isIndented || before == "///" {
                if !isIndented { examples.append([]) }
                isIndented = true
                examples[examples.count - 1].append(text)
            } else {
                isIndented = false
            }
        }
        return examples.map { bare($0) }
    }

    /// The blocks of Swift in an article.
    package static func inArticle(_ text: String) -> [String] {
        text.components(separatedBy: "```swift\n").dropFirst().map { block in
            bare(block.components(separatedBy: "```")[0].split(separator: "\n"))
        }
    }

    /// The source in the form in which examples are looked for, without lines that end in `// not in the guide`.
    package static func compiled(_ file: URL) throws -> String {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return bare(lines.filter { !$0.hasSuffix("// not in the guide") })
    }

    /// Lines without indentation, between line breaks; empty ones are left out.
    private static func bare(_ lines: some Sequence<Substring>) -> String {
        let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return "\n" + texts.joined(separator: "\n") + "\n"
    }
}
