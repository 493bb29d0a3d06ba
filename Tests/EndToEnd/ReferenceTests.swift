import Foundation
import Testing

@Suite("mockserver reference and mockserver schema", .timeLimit(.minutes(60))) struct ReferenceTests {
    private static func file(_ name: String) throws -> String {
        try String(contentsOf: Program.package.appendingPathComponent("Scenarios/\(name)"), encoding: .utf8)
    }

    @Test("print the page and the schema byte for byte")
    func whole() async throws {
        #expect(try await Program.output(of: Program.binary, "reference", "all") == Self.file("FORMAT.md"))
        #expect(try await Program.output(of: Program.binary, "schema") == Self.file("scenario.schema.json"))
    }

    @Test("explain a word, without colors in a pipe")
    func word() async throws {
        let outcome = try await Program.mockserver("reference", "hold.timeout").outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 0,
                    output: """
                        timeout  (Hold)
                          time after which the responses are sent and `hold_timeout` is recorded
                          default  5s
                          example  timeout: 1s
                          failure  hold_timeout

                        """, error: ""))
    }

    @Test("list what there is, and say so for a word that there is not")
    func unknown() async throws {
        let list = try await Program.mockserver("reference").outcome()
        #expect(list.status == 0)
        #expect(list.output.hasPrefix("The format of scenario files, in parts:\n\n  mockserver reference hold "))
        let lists = "mockserver reference lists what there is."
        for (word, text) in [
            ("holdd", "The format has no \"holdd\"; did you mean hold? \(lists)"),
            ("", "Name a word of the format, such as hold. \(lists)"),
        ] {
            let outcome = try await Program.mockserver("reference", word).outcome()
            #expect(outcome == Program.Outcome(status: 64, output: "", error: "Error: \(text)\n"))
        }
    }

    @Test("lead from another word, and from a warning's code, to what the page says")
    func otherWords() async throws {
        let recipe = try await Program.output(of: Program.binary, "reference", "cursor-pages")
        let pages = try await Program.output(of: Program.binary, "reference", "pagination")
        #expect(pages.hasPrefix("pagination  (Index)\n  Cursor pages, `request.query`\n\n\(recipe)"))
        let apart = try await Program.output(of: Program.binary, "reference", "rate", "limit")
        #expect(apart.hasPrefix("rate-limit  (Index)\n"))
        #expect(try await Program.output(of: Program.binary, "reference", "rate limit") == apart)
        let codes = try await Program.output(of: Program.binary, "reference", "warnings")
        #expect(codes.contains("\n  unused-capture       nothing uses a captured value\n"))
        let code = try await Program.output(of: Program.binary, "reference", "unused-capture")
        #expect(code.hasPrefix("unused-capture  (Warning codes)\n  nothing uses a captured value\n"))
    }

    @Test("are what the documentation, the loader and the page of Swift's words have")
    func derived() async throws {
        #expect(try await Program.output(of: ".ci/embed-reference", "--check") == "")
    }

    @Test("have a new key of the page wherever it is needed")
    func newKey() async throws {
        let row = "| `new_key` | the new one | `7` | `new_key: 9` | `assertion` |\n"
        let readers = "Sources/Scenario/ScenarioFiles/Loading/Readers"
        let ofPart = "| `new_key` | that of a part | any | `new_key: a` | `unmatched`, `assertion` |\n"
        // How often each file names it, for steps, for stubs and for parts, and its line there.
        let derived = [
            "\(readers)/KeyTable+Keys.swift": (3, "\"new_key\""),
            // A step and a stub refer to one definition, by a key and in an address each.
            "Scenarios/scenario.schema.json": (
                6,
                #""new_key": {"description": "The new one. Default: `7`.", "type": "integer", "default": 7, "examples": [9]}"#
            ),
            "Sources/Guides/Guides.docc/FileAndSwift.md": (4, "| `new_key` | `new_key: 9` | `.newKey(9)` |\n"),
            "Sources/Server/MockServerKit/MockServerKit.docc/ScenarioFormat.md": (4, row),
        ]
        let folder = try TemporaryFolder()
        let page = "Scenarios/FORMAT.md"
        func url(_ file: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(file)") }
        func text(_ file: String) throws -> String { try String(contentsOf: url(file), encoding: .utf8) }
        for file in derived.keys + [".ci/embed-reference", page, "\(readers)/KeyTable+Name.swift"] {
            try FileManager.default.createDirectory(
                at: url(file).deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Program.package.appendingPathComponent(file), to: url(file))
        }
        for (row, next) in [(row, "\n### Stub\n"), (ofPart, "\n### GraphQL\n")] {
            let old = try text(page)
            #expect(old.contains("|\n" + next))
            try old.replacingOccurrences(of: "|\n" + next, with: "|\n" + row + next)
                .write(to: url(page), atomically: true, encoding: .utf8)
        }

        let script = url(".ci/embed-reference").path
        // Not as a program: another test may start one while the copy is still open for writing, and keep it open.
        let check = try await Program(["python3", script, "--check"]).outcome()
        let stale = check.error.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(check.status == 1, "\(check)")
        #expect(stale.sorted() == derived.keys.sorted())
        let written = try await Program.output(of: "python3", script)
        #expect(written.split(separator: "\n").map(String.init).sorted() == derived.keys.sorted())
        for (file, (count, line)) in derived {
            let text = try text(file)
            #expect(text.components(separatedBy: "new_key").count - 1 == count, "\(file)")
            #expect(text.contains(line), "\(file)")
        }
        #expect(try await Program.output(of: "python3", script, "--check") == "")
    }
}
