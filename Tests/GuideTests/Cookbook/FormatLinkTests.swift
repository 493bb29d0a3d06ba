import Testing

@Suite("The guides' links to the format") struct FormatLinkTests {
    @Test("lead to headings of its page")
    func headings() throws {
        let page = try Package.text(of: "Sources/MockServerKit/MockServerKit.docc/ScenarioFormat.md")
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("##") }.map { line in
            String(line.drop { $0 == "#" || $0 == " " }).replacing(" ", with: "-")
        }
        let articles = Article.all.filter { $0.catalogue == "Guides" }
        let linked = Set(articles.flatMap { $0.text.matches(of: /scenarioformat#([^)]+)/).map { String($0.1) } })
        #expect(!linked.isEmpty)
        #expect(linked.subtracting(headings).isEmpty)
    }
}
