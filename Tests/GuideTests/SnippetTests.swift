import Foundation
import MockServerKit
import TestSupport
import Testing

@Suite("The documentation catalogues") struct SnippetTests {
    /// The tests of the guides, in the form in which snippets are looked for.
    private static let guideTests = Package.files(below: "Tests/GuideTests", named: "swift")

    /// Whether a Swift file has a test that runs.
    private static func hasTest(_ path: String) throws -> Bool {
        try Package.text(of: path).contains(/(@Test\b|func test[A-Z])/)
    }

    @Test("each piece of Swift is in a test that runs", arguments: Article.blocks(in: "swift"))
    func swift(_ block: Article.Block) throws {
        // `.ci/guides` makes, builds and tests the package of the article; only there does a server elsewhere run.
        if let file = block.file, file == "Package.swift" || block.text.contains("import MockServerRemote") {
            #expect(Article.all.contains { $0.path == block.article && $0.catalogue == "Guides" && $0.hasPackage })
            return
        }
        let code = try #require(DocumentedExamples.inArticle("```swift\n\(block.text)```\n").first)
        let catalogue = Article(path: block.article, text: "").catalogue
        // The other catalogues also show what the tests of their modules compile.
        let folder = catalogue == "Guides" ? nil : Checkout.path(of: "\(catalogue)Tests", in: "Tests")
        let modules = folder.map { Package.files(below: $0, named: "swift") } ?? []
        let found = try (Self.guideTests + modules).filter { path in
            try DocumentedExamples.compiled(Package.folder.appendingPathComponent(path)).contains(code)
        }
        #expect(!found.isEmpty, "\(block.testDescription): no test has this")
        if catalogue == "Guides" {
            let isRun = try found.contains { try Self.hasTest($0) }
            #expect(isRun, "\(block.testDescription): only in files without a test: \(found)")
        }
    }

    @Test(
        "each scenario is a file that loads without a word, and that a test plays",
        arguments: Article.blocks(in: "yaml"))
    func scenarios(_ block: Article.Block) throws {
        let files = ["Tests/GuideTests/Scenarios", "Scenarios"].flatMap { Package.files(below: $0, named: "yaml") }
        let path = try #require(
            try files.first { try Package.text(of: $0) == block.text }, "\(block.testDescription): no file has this")
        let loaded = try Scenario.load(path: Package.folder.appendingPathComponent(path).path)
        #expect(loaded.diagnostics.map(\.description) == [])
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let isPlayed = try Self.guideTests.contains { path in
            let text = try Package.text(of: path)
            return text.contains("\"\(name)\"") || text.contains("\(name).yaml")
        }
        #expect(isPlayed, "\(block.testDescription): no test plays \(name)")
    }

    @Test("the landing page leads to each article, and to each library product, which has a page of its own")
    func landing() throws {
        let landing = try Package.text(of: "Sources/Guides/Guides.docc/Guides.md")
        let topics = landing.matches(of: /- <doc:([\w\/]+)>/).map { String($0.1) }
        let articles = Article.all.filter { $0.catalogue == "Guides" }.map { article in
            URL(fileURLWithPath: article.path).deletingPathExtension().lastPathComponent
        }
        let products = try Package.text(of: "Package.swift").matches(of: /\.library\(name: "(\w+)"/).map {
            String($0.1)
        }
        try #require(articles.count > 10 && products.count >= 9)
        #expect(Set(articles).subtracting(topics) == ["Guides"])
        for product in products {
            #expect(topics.contains("/documentation/\(product)"), "the landing page has no link to \(product)")
            let page = try Package.text(of: "\(Checkout.path(of: product) ?? product)/\(product).docc/\(product).md")
            #expect(page.hasPrefix("# ``\(product)``\n"))
            #expect(page.contains("\n## Overview\n") && page.contains("\n## Topics\n"), "\(product)")
        }
    }

    @Test("README.md leads to each article but the landing page")
    func readme() throws {
        let readme = try Package.text(of: "README.md")
        let absent = Article.all.filter { $0.catalogue == "Guides" && !readme.contains("](\($0.path)") }
        #expect(absent.map(\.path) == ["Sources/Guides/Guides.docc/Guides.md"])
    }

    @Test("the landing page has the README's table of platforms")
    func platforms() throws {
        let table = try Package.text(of: "README.md").split(separator: "\n")
            .drop { $0 != "| product | what for | platforms |" }.prefix { $0.hasPrefix("|") }
        try #require(table.count > 4)
        let landing = try Package.text(of: "Sources/Guides/Guides.docc/Guides.md")
        #expect(landing.contains("\n\n" + table.joined(separator: "\n") + "\n\n"))
    }

    @Test("what the landing page shows of a failure is what a command of another page prints")
    func failure() throws {
        let landing = try #require(Article.all.first { $0.path.hasSuffix("/Guides.md") })
        let shown = try #require(landing.blocks.first { $0.language == "text" })
        #expect(Article.blocks(in: "console").contains { $0.text.contains(shown.text) })
    }

    @Test("what it shows is in a language that is checked")
    func languages() {
        // A test reads the `json`; `text` has what is printed and checked where it is; `yml` has files that are not
        // scenarios.
        let known: Set = ["swift", "yaml", "console", "bash", "json", "text", "yml"]
        let others = Article.all.flatMap(\.blocks).filter { !known.contains($0.language) }
        #expect(others.map(\.testDescription) == [])
        #expect(!Article.blocks(in: "swift").isEmpty && !Article.blocks(in: "yaml").isEmpty)
    }
}
