import Foundation
import Testing

@Suite("mockserver init", .timeLimit(.minutes(60))) struct InitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a line in the test's folder, as it was printed, with the built `mockserver` in `PATH`.
    private func typed(_ line: String) throws -> Program {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let tools = URL(fileURLWithPath: Program.binary).deletingLastPathComponent().path
        return try Program(
            ["sh", "-c", #"cd "$1" && exec \#(line)"#, "sh", folder.path], environment: ["PATH": "\(tools):\(path)"])
    }

    @Test("the scenario that it writes passes with the lines that it prints")
    func played() async throws {
        let written = try await typed("mockserver init").outcome()
        #expect(written.status == 0 && written.error == "")
        #expect(
            written.output == """
                Wrote scenario.yaml. Next:

                Check it, after each change:
                  mockserver validate scenario.yaml

                Serve it:
                  mockserver --scenario scenario.yaml --port 8080 --exit-when-complete

                Be its client, in another terminal; the server then says that the run passed:
                  curl -sS -H 'Content-Type: application/json' -d '{"user": "ada"}' http://127.0.0.1:8080/login
                  curl -sS -H 'Authorization: Bearer t-1' http://127.0.0.1:8080/me

                Run your tests against it, with the address in MOCKSERVER_URL:
                  mockserver --scenario scenario.yaml -- npm test

                Have your editor complete it:
                  mockserver schema > scenario.schema.json

                """)
        let lines = written.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
        let check = try #require(lines.first { $0.contains(" validate ") })
        #expect(
            try await typed("\(check) --strict").outcome()
                == Program.Outcome(status: 0, output: "1 file: no errors, no warnings\n", error: ""))
        #expect(
            try await typed("mockserver format --check scenario.yaml").outcome().output == "1 file: none would change\n"
        )
        let serve = try #require(lines.first { $0.hasSuffix("--exit-when-complete") })
        // The only change: another process may have the port.
        let server = try typed(serve.replacingOccurrences(of: "8080", with: "0"))
        let url = try await server.url()
        let requests = lines.filter { $0.hasPrefix("curl ") }
        #expect(requests.count == 2)
        for line in requests {
            let line = line.replacingOccurrences(of: "http://127.0.0.1:8080", with: url)
            #expect(try await typed(line).outcome().status == 0)
        }
        let schema = try #require(lines.first { $0.contains(" schema > ") })
        #expect(try await typed("sh -c '\(schema)'").outcome() == Program.Outcome(status: 0, output: "", error: ""))
        #expect(folder.names == ["scenario.schema.json", "scenario.yaml"])
        let outcome = await server.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("passed: A user logs in and reads their profile ("), "\(outcome)")
    }

    @Test("its first line leads editors to the schema beside it")
    func editorLine() async throws {
        let outcome = try await typed("mockserver init -").outcome()
        #expect(outcome.status == 0 && outcome.error == "")
        #expect(outcome.output.hasPrefix("# yaml-language-server: $schema=./scenario.schema.json\n"))
        #expect(outcome.output.hasSuffix("\n") && !outcome.output.hasSuffix("\n\n"))
        #expect(folder.names == [])
    }

    @Test("a file that exists is kept, unless --force is given")
    func existing() async throws {
        let path = try folder.file("scenario.yaml", "mine\n")
        let kept = try await typed("mockserver init").outcome()
        #expect(
            kept
                == Program.Outcome(
                    status: 73, output: "",
                    error: """
                        Error: scenario.yaml is there already; name another file, or replace it: mockserver init --force \
                        scenario.yaml

                        """))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
        #expect(try await typed("mockserver init --force").outcome().status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("mockserver: 1\n"))
        #expect(folder.names == ["scenario.yaml"])
    }

    @Test("what can't be written is told")
    func unwritable() async throws {
        let missing = try await typed("mockserver init no/such.yaml").outcome()
        #expect(missing.status == 73)
        #expect(
            missing.error == "Error: init no/such.yaml: the folder no does not exist; make it first: mkdir -p no\n")
        let deep = try await typed("mockserver init 'a b/c/x.yaml'").outcome()
        #expect(
            deep.error
                == "Error: init a b/c/x.yaml: the folder a b/c does not exist; make it first: mkdir -p 'a b/c'\n")
        let itself = try await typed("mockserver init .").outcome()
        #expect(itself.status == 73)
        #expect(itself.error == "Error: . is a folder; name a file in it: mockserver init ./scenario.yaml\n")
        let json = try await typed("mockserver init a.json").outcome()
        #expect(json.status == 64)
        #expect(
            json.error.hasPrefix("Error: a.json: JSON has no comments, so init writes YAML: mockserver init a.yaml\n"))
        #expect(folder.names == [])
    }

    @Test("a path that a shell would split is quoted in what it prints")
    func quoted() async throws {
        let outcome = try await typed("mockserver init './it'\"'\"'s mine.yaml'").outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(#"  mockserver validate './it'\''s mine.yaml'"#), "\(outcome)")
        #expect(outcome.output.contains("  mockserver schema > ./scenario.schema.json\n"))
    }
}
