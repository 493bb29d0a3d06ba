import Foundation
import Testing

@Suite("mockserver format", .timeLimit(.minutes(10))) struct FormatTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let untidy = "mockserver:   1\nsteps:\n- request: GET /a   # first\n  response:   {status: 200}\n"
    private static let tidy =
        "mockserver: 1\nsteps:\n  - request: GET /a  # first\n    response: { status: 200 }\n"

    private func format(_ arguments: String...) async throws -> Program.Outcome {
        try await Program([Program.binary, "format"] + arguments).outcome()
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("files are laid out in place and keep their mode, and links stay links")
    func inPlace() async throws {
        let path = try folder.file("a.yaml", Self.untidy)
        let other = try folder.file("b.yaml", Self.tidy)
        let link = "\(folder.path)/link.yaml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let outcome = try await format(link, other)
        #expect(
            outcome
                == Program.Outcome(
                    status: 0, output: "\(link):1: the layout is another from here on\n2 files: 1 changed\n", error: "")
        )
        #expect(try text(path) == Self.tidy)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.yaml")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(folder.names == ["a.yaml", "b.yaml", "link.yaml"])
        #expect(
            try await format(path, other) == Program.Outcome(status: 0, output: "2 files: none changed\n", error: ""))
    }

    @Test("--check names the files that would change, and changes none")
    func check() async throws {
        let path = try folder.file("a.yaml", "mockserver: 1\n\n\nsteps: []\n")
        let other = try folder.file("b.yaml", Self.tidy)
        let outcome = try await format("--check", path, other)
        #expect(
            outcome
                == Program.Outcome(
                    status: 1, output: "\(path):3: the layout is another from here on\n2 files: 1 would change\n",
                    error: ""))
        #expect(try text(path) == "mockserver: 1\n\n\nsteps: []\n")
        #expect(
            try await format("--check", other)
                == Program.Outcome(status: 0, output: "1 file: none would change\n", error: ""))
    }

    @Test("a file with errors is left as it is, and so is a missing one; the others are laid out")
    func errors() async throws {
        let bad = try folder.file("bad.yaml", "mockserver: 1\nsteps: [ {request: GET /a }\n")
        let good = try folder.file("good.yaml", Self.untidy)
        let outcome = try await format(bad, good)
        #expect(outcome.status == 65)
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 3, "\(outcome)")
        #expect(lines[0].hasPrefix("\(bad):2:8: error: "))
        #expect(lines[1] == "\(good):1: the layout is another from here on")
        #expect(lines[2] == "2 files: 1 changed, 1 with errors")
        #expect(try text(bad) == "mockserver: 1\nsteps: [ {request: GET /a }\n")
        #expect(try text(good) == Self.tidy)
        let missing = try await format("no-such.yaml", bad)
        #expect(missing.status == 66)
        #expect(missing.output.hasPrefix("no-such.yaml: error: there is no such file\n"))
    }

    @Test("a folder stands for its scenarios and what they include")
    func folders() async throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/in", withIntermediateDirectories: true)
        let path = try folder.file("in/a.yaml", Self.untidy)
        let part = try folder.file("part.yml", "mockserver:  1\nvars: {a: 1}\n")
        let body = try folder.file("body.json", #"{"a":1}"#)
        let outcome = try await format(folder.path)
        #expect(
            outcome
                == Program.Outcome(
                    status: 0,
                    output: """
                        \(path):1: the layout is another from here on
                        \(part):1: the layout is another from here on
                        2 files: 2 changed

                        """, error: ""))
        #expect(try text(path) == Self.tidy)
        #expect(try text(part) == "mockserver: 1\nvars: { a: 1 }\n")
        #expect(try text(body) == #"{"a":1}"#)
        try FileManager.default.removeItem(atPath: part)
        try FileManager.default.removeItem(atPath: "\(folder.path)/in")
        #expect(
            try await format(folder.path)
                == Program.Outcome(
                    status: 66,
                    output: """
                        \(folder.path): error: the folder has no scenario: no .yaml, .yml or .json file with the key mockserver
                        1 file: none changed, 1 with errors

                        """, error: ""))
    }

    @Test("standard input is laid out on standard output")
    func standardInput() async throws {
        let path = try folder.file("a.yaml", Self.untidy)
        let outcome = try await Program.shell(
            #""$mockserver" format - < "$file"; "$mockserver" format --check - < "$file""#, variables: ["file": path])
        #expect(
            outcome
                == Program.Outcome(
                    status: 1, output: Self.tidy, error: "<stdin>:1: the layout is another from here on\n"))
        let json = try await Program.shell(#"echo '{"mockserver":1}' | "$mockserver" format -"#)
        #expect(json == Program.Outcome(status: 0, output: "{\n  \"mockserver\": 1\n}\n", error: ""))
        let bad = try await Program.shell(#"echo '{' | "$mockserver" format -"#)
        #expect(bad.status == 65)
        #expect(bad.output == "")
        #expect(bad.error.hasPrefix("<stdin>:"))
        #expect(try await format("-", path).status == 64)
    }

    @Test("the scenarios that ship are laid out")
    func shipped() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(Program.package.path)/Scenarios")
        let files = names.filter { $0.hasSuffix(".yaml") }.sorted().map { "Scenarios/\($0)" }
        let outcome = try await Program([Program.binary, "format", "--check"] + files).outcome()
        #expect(
            outcome == Program.Outcome(status: 0, output: "\(files.count) files: none would change\n", error: ""))
    }
}
