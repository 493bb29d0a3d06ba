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
            Package.files(below: "Sources/Clients/\($0)", named: "swift")
        }
        try #require(sources.count > 100)
        let problems = table.problems(
            ways: Self.ways, sources: sources, exists: Package.exists, hasTest: Self.hasTest)
        #expect(problems == [])
        let names = try sources.map { ($0, SourceNames(try Package.text(of: $0))) }
        #expect(table.missingTypes(in: Dictionary(uniqueKeysWithValues: names)) == [])
    }

    @Test("a row without the file of a type is found")
    func missingTypes() {
        let sources = [
            "Sources/Core/a.swift": "public struct A {}", "Sources/B/b.swift": "enum B { case a(A), c(C) }  // D",
            "Sources/C/c.swift": "@MainActor\nfinal class C {\n    let d = \"D\", b = B.self\n}",
            "Sources/C/d.swift": "protocol D {}",
        ]
        let rows = "| Core | `Core` | |\n| B | `B` | |\n| C | `C`, `B` | |"
        let table = WaysTable("| way | files | tests |\n|---|---|---|\n\(rows)\n")
        #expect(table.missingTypes(in: sources.mapValues(SourceNames.init)) == ["B: C is missing"])
    }

    @Test(
        "a wrong row is found",
        arguments: [
            ("| A | `A` | `T.swift` |", []),
            ("| A | `A`, `Tests/Support` | `T.swift` |", []),
            ("| A | | `T.swift` |", ["A: no files", "Sources/A/a.swift is in no row"]),
            ("| A | `A` | |", ["A: no tests"]),
            ("| A | `A` |", ["A: no tests"]),
            ("| A | `A`, `none` | `T.swift` |", ["A: there is no Sources/none"]),
            ("| A | `A` | `none`, `T.swift` |", ["A: there is no Tests/none"]),
            ("| A | `A` | `T.swift`, `Support` |", ["A: no test in Tests/Support"]),
            (
                "| A | `A/b.swift` | `T.swift` |",
                ["A: there is no Sources/A/b.swift", "Sources/A/a.swift is in no row"]
            ),
            ("| B | `A` | `T.swift` |", ["A: not one row"]),
            ("| A | `A` | `T.swift` |\n| A | `A` | `T.swift` |", ["A: not one row"]),
        ])
    func wrong(rows: String, expected: [String]) {
        let table = WaysTable("# Title\n\nText.\n\n| way | files | tests |\n|---|---|---|\n\(rows)\n\nText.\n")
        let problems = table.problems(
            ways: ["A"], sources: ["Sources/A/a.swift"],
            exists: { ["Sources/A", "Sources/A/a.swift", "Tests/T.swift", "Tests/Support"].contains($0) },
            hasTest: { $0 == "Tests/T.swift" })
        #expect(problems == expected)
    }
}
