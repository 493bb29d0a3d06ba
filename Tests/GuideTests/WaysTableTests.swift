import Testing

@Suite("The table of ways to write a network layer") struct WaysTableTests {
    private static let ways = [
        "Reactive REST layer", "Injection into a view", "Typed web client", "Protocol stub under URLSession",
        "Request values", "Endpoint kinds and hosts", "Transport seam with typed doubles", "GraphQL",
        "Production: retries", "Production: pagination", "Production: upload", "Production: download and streams",
        "Production: server-sent events", "Production: cache", "Production: pinning",
    ]

    private static func hasTest(_ path: String) -> Bool {
        ((try? Package.text(of: path)) ?? "").contains(/(@Test\b|func test[A-Z])/)
    }

    @Test("each way has its files and its tests, and each file of the client layer a way")
    func table() throws {
        let table = WaysTable(try Package.text(of: "Sources/Guides/Guides.docc/WaysToWriteATestableNetworkLayer.md"))
        let sources = ["APIClient", "APIClientCombine"].flatMap {
            Package.files(below: "Sources/\($0)", named: "swift")
        }
        try #require(sources.count > 100)
        let problems = table.problems(
            ways: Self.ways, sources: sources, exists: Package.exists, hasTest: Self.hasTest)
        #expect(problems == [])
    }

    @Test(
        "a wrong row is found",
        arguments: [
            ("| A | `s/A` | `t/A` |", []),
            ("| A | | `t/A` |", ["A: no files", "s/A/a.swift is in no row"]),
            ("| A | `s/A` | |", ["A: no tests"]),
            ("| A | `s/A` |", ["A: no tests"]),
            ("| A | `s/A`, `s/none` | `t/A` |", ["A: there is no s/none"]),
            ("| A | `s/A` | `t/none`, `t/A` |", ["A: there is no t/none"]),
            ("| A | `s/A` | `t/A`, `t/support` |", ["A: no test in t/support"]),
            ("| A | `s/A/b.swift` | `t/A` |", ["A: there is no s/A/b.swift", "s/A/a.swift is in no row"]),
            ("| B | `s/A` | `t/A` |", ["A: not one row"]),
            ("| A | `s/A` | `t/A` |\n| A | `s/A` | `t/A` |", ["A: not one row"]),
        ])
    func wrong(rows: String, expected: [String]) {
        let table = WaysTable("# Title\n\nText.\n\n| way | files | tests |\n|---|---|---|\n\(rows)\n\nText.\n")
        let problems = table.problems(
            ways: ["A"], sources: ["s/A/a.swift"],
            exists: { ["s/A", "s/A/a.swift", "t/A", "t/support"].contains($0) }, hasTest: { $0 == "t/A" })
        #expect(problems == expected)
    }
}
