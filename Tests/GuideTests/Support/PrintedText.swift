import Testing

/// What runs print, as articles show it.
enum PrintedText {
    /// Expects that an article shows what was printed.
    static func expect(_ printed: String, in article: String, at location: SourceLocation = #_sourceLocation) {
        let blocks = Article.blocks(in: "text").filter { $0.article.hasSuffix("/\(article).md") }
        let isShown = blocks.contains { withoutChance($0.text) == withoutChance(printed) }
        #expect(isShown, "\(article) does not show\n\(printed)", sourceLocation: location)
    }

    /// The text without what differs from run to run: times, connections, seeds, UUIDs and folders. Empty lines are left out.
    static func withoutChance(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { line in
            line.replacing(/[0-9]+(\.[0-9]+)? (µs|ms|s)\b/, with: "TIME")
                .replacing(/connection [0-9]+/, with: "connection N")
                .replacing(/seed [0-9]+/, with: "seed N")
                .replacing(/[^ ]*\.swift/, with: "FILE.swift")
                .replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "UUID")
                .split(separator: " ").joined(separator: " ")
        }
        return lines.joined(separator: "\n")
    }
}
