import Foundation
import Testing

@Suite("mockserver format", .timeLimit(.minutes(60))) struct FormatTests {
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
                    status: 0, output: "\(link): changed from line 1 on\n2 files: 1 changed\n", error: "")
        )
        #expect(try text(path) == Self.tidy)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.yaml")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(folder.names == ["a.yaml", "b.yaml", "link.yaml"])
        #expect(
            try await format(path, other) == Program.Outcome(status: 0, output: "2 files: none changed\n", error: ""))
    }

    @Test("a file with several names, or of another owner, keeps them")
    func ownerAndNames() async throws {
        let path = try folder.file("a.yaml", Self.untidy)
        let other = "\(folder.path)/other"
        try FileManager.default.linkItem(atPath: path, toPath: other)
        #expect(try await format(path).status == 0)
        #expect(try text(other) == Self.tidy)
        // Both longer and shorter than before.
        let longer = "mockserver: 1\nsteps: [{request: GET /a}, {request: GET /b,\n# c\nresponse: 204}]\n"
        try Data(longer.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try await format(path).status == 0)
        #expect(
            try text(other)
                == "mockserver: 1\nsteps:\n  - { request: GET /a }\n\n  - request: GET /b\n    # c\n    response: 204\n"
        )
        #expect(folder.names == ["a.yaml", "other"])
        guard getuid() == 0 else { return }
        let owned = try folder.file("owned.yaml", Self.untidy)
        try #require(chown(owned, 4_242, 4_243) == 0)
        try #require(chmod(owned, 0o4640) == 0)
        #expect(try await format(owned).status == 0)
        #expect(try text(owned) == Self.tidy)
        var facts = stat()
        try #require(stat(owned, &facts) == 0)
        #expect(facts.st_uid == 4_242 && facts.st_gid == 4_243 && facts.st_mode & 0o7777 == 0o4640)
    }

    @Test("a file that would not fit is left as it is, with several names or one", arguments: [false, true])
    func full(isLinked: Bool) async throws {
        let stubs = (0..<40).map { "{request: /\($0)}" }.joined(separator: ",")
        let untidy = "mockserver: 1\nstubs: [\(stubs)]\n"
        let path = try folder.file("a.yaml", untidy)
        if isLinked { try FileManager.default.linkItem(atPath: path, toPath: "\(folder.path)/b.yaml") }
        // As a full disk does, a limit lets the file be written but not grow.
        let script = """
            import os, resource, sys
            resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        try #require(untidy.utf8.count < 700)
        let outcome = try await Program(["python3", "-c", script, Program.binary, "format", path]).outcome()
        #expect(outcome.status == 73)
        #expect(outcome.output.hasPrefix("error: format \(path): can't be written: File too large; "))
        #expect(try text(path) == untidy)
        #expect(folder.names == (isLinked ? ["a.yaml", "b.yaml"] : ["a.yaml"]))
    }

    @Test("what is read-only, or no file at all, is left as it is")
    func unwritable() async throws {
        let path = try folder.file("a.yaml", Self.untidy)
        try #require(chmod(path, 0o444) == 0)
        #expect(
            try await format(path)
                == Program.Outcome(
                    status: 73,
                    output: """
                        error: format \(path): can't be written: it is read-only; leave it out, or allow writing: chmod u+w
                        1 file: none changed, 1 with errors

                        """, error: ""))
        #expect(try text(path) == Self.untidy)
        let pipe = "\(folder.path)/pipe.yaml"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(
            try await format(pipe)
                == Program.Outcome(
                    status: 66,
                    output: """
                        \(pipe): error: it is not a regular file, which could be replaced; give its text to mockserver format -
                        1 file: none changed, 1 with errors

                        """, error: ""))
        // In a folder it is not one of the files.
        #expect(
            try await format("--check", folder.path)
                == Program.Outcome(
                    status: 1, output: "\(path):1: the layout is another from here on\n1 file: 1 would change\n",
                    error: ""))
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
        #expect(lines[1] == "\(good): changed from line 1 on")
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
        let broken = try folder.file("broken.json", #"{"mockserver": 1, "steps": [}"#)
        #expect(try await format("--check", folder.path).output.contains("\(broken):1:29: error: "))
        try FileManager.default.removeItem(atPath: broken)
        let outcome = try await format(folder.path)
        #expect(
            outcome
                == Program.Outcome(
                    status: 0,
                    output: """
                        \(path): changed from line 1 on
                        \(part): changed from line 1 on
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
