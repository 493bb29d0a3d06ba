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

    @Test("are what the documentation has")
    func documentation() async throws {
        #expect(try await Program.output(of: ".ci/embed-reference", "--check") == "")
    }
}
