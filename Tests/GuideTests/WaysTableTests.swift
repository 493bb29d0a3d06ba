import Testing

@Suite("The table of ways to write a network layer") struct WaysTableTests {
    private static let ways = [
        "Small core", "async/await: REST calls", "async/await: tokens that are refreshed",
        "async/await: the signed-in user", "Callbacks: a typed web client", "Callbacks: a test records completions",
        "Combine: publishers of calls",
        "Combine: retries and tokens", "Combine: the signed-in user", "Combine: a test awaits a publisher",
        "Dependency injection: a container", "Dependency injection: a reactive view model",
        "Protocol seam and mocks: typed doubles", "Protocol seam and mocks: the network behind it",
        "Protocol seam and mocks: publishers", "Protocol seam and mocks: a test matches results",
        "URLProtocol: a stub by a closure", "URLProtocol: a stub by a scenario",
        "UI tests: an app that is told what to call", "Repository: several sources of a value",
        "Repository: request values of an API", "Repository: an API of several hosts",
        "Endpoints as values: kinds and hosts", "Endpoints as values: publishers",
        "Endpoints as values: a test compares what was sent", "GraphQL: named operations", "Production: retries",
        "Production: pagination", "Production: upload", "Production: download and streams",
        "Production: server-sent events", "Production: cache", "Production: pinning",
    ]

    private static func hasTest(_ path: String) -> Bool {
        ((try? Package.text(of: path)) ?? "").contains(/(@Test\b|func test[A-Z])/)
    }

    @Test("each way has its guide, its files and its tests, and each file of the client layer a way")
    func table() throws {
        let table = WaysTable(try Package.text(of: "Sources/Guides/Guides.docc/WaysToWriteATestableNetworkLayer.md"))
        let sources = ["APIClient", "APIClientCombine"].flatMap {
            Package.files(below: "Sources/Clients/\($0)", named: "swift")
        }
        try #require(sources.count > 100)
        let problems = table.problems(
            ways: Self.ways, sources: sources, exists: Package.exists, text: { try? Package.text(of: $0) },
            hasTest: Self.hasTest)
        #expect(problems == [])
    }

    @Test("the first way, the core, has at most 8 files with 400 lines")
    func core() throws {
        let table = WaysTable(try Package.text(of: "Sources/Guides/Guides.docc/WaysToWriteATestableNetworkLayer.md"))
        let files = try #require(table.rows.first).files.flatMap { Package.files(below: $0, named: "swift") }
        #expect((1...8).contains(files.count))
        let lines = try files.map { try Package.text(of: $0).count { $0 == "\n" } }.reduce(0, +)
        #expect(lines <= 400)
    }

    @Test("columns are found by their names, in every order")
    func columns() {
        let table = WaysTable(
            "| tests | way | guide | files |\n|---|---|---|---|\n| `T.swift` | A | [B](B.md) | `A` |\n")
        #expect(table.rows.map(\.way) == ["A"])
        #expect(table.rows.map(\.guides) == [["Sources/Guides/Guides.docc/B.md"]])
        #expect(table.rows.map(\.files) == [["Sources/A"]])
        #expect(table.rows.map(\.tests) == [["Tests/T.swift"]])
    }

    @Test(
        "a wrong row is found",
        arguments: [
            ("| A | [G](Ways/G.md) | `A` | `T.swift` |", []),
            ("| A | [G](Ways/G.md) | `A`, `Tests/Support` | `T.swift` |", []),
            ("| A | [G](Ways/G.md) | | `T.swift` |", ["A: no files", "Sources/A/a.swift is in no row"]),
            ("| A | [G](Ways/G.md) | `A` | |", ["A: no tests"]),
            ("| A | [G](Ways/G.md) | `A` |", ["A: no tests"]),
            ("| A | [G](Ways/G.md) | `A`, `none` | `T.swift` |", ["A: there is no Sources/none"]),
            ("| A | [G](Ways/G.md) | `A` | `none`, `T.swift` |", ["A: there is no Tests/none"]),
            ("| A | [G](Ways/G.md) | `A` | `T.swift`, `Support` |", ["A: no test in Tests/Support"]),
            (
                "| A | [G](Ways/G.md) | `A/b.swift` | `T.swift` |",
                ["A: there is no Sources/A/b.swift", "Sources/A/a.swift is in no row"]
            ),
            ("| B | [G](Ways/G.md) | `A` | `T.swift` |", ["A: not one row"]),
            ("| A | | `A` | `T.swift` |", ["A: no guide"]),
            ("| A | [H](H.md) | `A` | `T.swift` |", ["A: there is no Sources/Guides/Guides.docc/H.md"]),
            (
                "| A | [N](Ways/N.md) | `A` | `T.swift` |",
                ["A: Sources/Guides/Guides.docc/Ways/N.md does not name it"]
            ),
            ("| A | [G](Ways/G.md) | `A` | `T.swift` |\n| A | [G](Ways/G.md) | `A` | `T.swift` |", ["A: not one row"]),
        ])
    func wrong(rows: String, expected: [String]) {
        let table = WaysTable(
            "# Title\n\nText.\n\n| way | guide | files | tests |\n|---|---|---|---|\n\(rows)\n\nText.\n")
        let problems = table.problems(
            ways: ["A"], sources: ["Sources/A/a.swift"],
            exists: { ["Sources/A", "Sources/A/a.swift", "Tests/T.swift", "Tests/Support"].contains($0) },
            text: { $0.hasSuffix("/Ways/G.md") ? "the rows *a*\n*b*" : $0.hasSuffix("/Ways/N.md") ? "no row" : nil },
            hasTest: { $0 == "Tests/T.swift" })
        #expect(problems == expected)
    }
}
