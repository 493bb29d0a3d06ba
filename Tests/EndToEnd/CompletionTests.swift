import Foundation
import Testing

@Suite("mockserver completions and mockserver manual", .timeLimit(.minutes(60))) struct CompletionTests {
    static let shells = ["bash", "zsh", "fish"]

    private static func script(_ shell: String) async throws -> String {
        try await Program.output(of: Program.binary, "completions", shell)
    }

    /// Whether a program is installed.
    static func isInstalled(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// The command's options and subcommands, as its own description says.
    private static func words() async throws -> (options: [String], subcommands: [String]) {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        struct Argument: Decodable { let names: [Name]? }
        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]?
            let subcommands: [Command]?
        }
        struct Tool: Decodable { let command: Command }
        let text = try await Program.output(of: Program.binary, "--experimental-dump-help")
        let command = try JSONDecoder().decode(Tool.self, from: Data(text.utf8)).command
        let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
        let names = ([command] + subcommands).flatMap { $0.arguments ?? [] }.flatMap { $0.names ?? [] }
        let options = Set(names.map { ($0.kind == "long" ? "--" : "-") + $0.name })
        return (options.sorted(), subcommands.map(\.commandName))
    }

    @Test("each script, and the manual, has every option and every subcommand")
    func complete() async throws {
        let (options, subcommands) = try await Self.words()
        #expect(options.count > 25 && subcommands.count >= 7)
        for shell in Self.shells {
            let script = try await Self.script(shell)
            for option in options {
                let name = option.drop { $0 == "-" }
                let inFish = "\(option.hasPrefix("--") ? "-l" : "-s") \(name) "
                #expect(script.contains(shell == "fish" ? inFish : option), "\(shell): \(option)")
            }
            for name in subcommands { #expect(script.contains(name), "\(shell): \(name)") }
        }
        let manual = try await Program.output(of: Program.binary, "manual")
        for option in options {
            #expect(
                manual.contains("\\fB\(option.replacingOccurrences(of: "-", with: "\\-"))\\fR"), "manual: \(option)")
        }
        for name in subcommands { #expect(manual.contains(".SS \"mockserver \(name)\""), "manual: \(name)") }
    }

    /// What bash offers for a line whose last word is being written; the words are as bash splits them.
    private static func offered(_ words: [String]) async throws -> [String] {
        let script = #"""
            source <("$mockserver" completions bash)
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _mockserver mockserver "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            if [[ ${#COMPREPLY[@]} -gt 0 ]]; then printf '%s\n' "${COMPREPLY[@]}"; fi
            """#
        let outcome = try await Program(
            ["bash", "-c", script, "bash"] + words, environment: ["mockserver": Program.binary]
        ).outcome()
        #expect(outcome.error == "" && outcome.status == 0, "\(words): \(outcome)")
        return outcome.output.split(separator: "\n").map(String.init).sorted()
    }

    @Test(
        "bash completes subcommands, options, their values and files",
        arguments: [
            (["val"], ["validate"]), (["--sc"], ["--scenario"]), (["validate", "--st"], ["--strict"]),
            (["completions", ""], ["bash", "fish", "zsh"]), (["--client-certificate", "req"], ["request", "require"]),
            (["--client-certificate", "=", "requi"], ["require"]), (["--report", "j"], ["json=", "junit="]),
            (["--report", "junit", "=", "READ"], ["README.md"]),
            (["--report", "=", "har", "=", "READ"], ["README.md"]),
            (["--tls-fault", "wr"], ["wrong_host"]), (["--protocols", "http"], ["http/1.1", "http/1.1,h2"]),
            (["--scenario", "Scenarios/tok"], ["Scenarios/token-refresh.yaml"]),
            (["--scenario", "=", "Scenarios/tok"], ["Scenarios/token-refresh.yaml"]),
            (["validate", "a.yaml", "Scenarios/tok"], ["Scenarios/token-refresh.yaml"]),
            (["Scenarios/tok"], ["Scenarios/token-refresh.yaml"]), (["--scenario", "Scenarios/FORM"], []),
            (["--tls-certificate", "Scenarios/FORM"], ["Scenarios/FORMAT.md"]),
            (["ca", "--out", "Sourc"], ["Sources"]),
            (["--tls-key", "a", "--tls-k"], []), (["--var", "a=1", "--va"], ["--var"]), (["--port", ""], []),
            (["a.yaml", "--", "cat", "READ"], ["README.md"]),
        ])
    func bash(line: [String], expected: [String]) async throws {
        #expect(try await Self.offered(["mockserver"] + line) == expected)
    }

    @Test("zsh reads its script", .enabled(if: isInstalled("zsh")))
    func zsh() async throws {
        let outcome = try await Program.shell(#""$mockserver" completions zsh | zsh -n"#)
        #expect(outcome == Program.Outcome(status: 0, output: "", error: ""))
    }

    @Test(
        "fish reads its script, and completes by it", .enabled(if: isInstalled("fish")),
        arguments: [
            ("val", ["validate"]), ("--sc", ["--scenario"]), ("validate --st", ["--strict"]),
            ("completions ", ["bash", "fish", "zsh"]), ("--client-certificate req", ["request", "require"]),
            ("--scenario Scenarios/tok", ["Scenarios/token-refresh.yaml"]),
            ("validate a.yaml Scenarios/tok", ["Scenarios/token-refresh.yaml"]),
            ("--report junit=READ", ["junit=README.md"]), ("ca --out Sourc", ["Sources/"]),
            ("a.yaml -- cat READ", ["README.md"]),
        ])
    func fish(line: String, expected: [String]) async throws {
        let outcome = try await Program(
            ["fish", "--no-config", "-c", "$mockserver completions fish | source; complete -C \"mockserver $line\""],
            environment: ["mockserver": Program.binary, "line": line]
        ).outcome()
        #expect(outcome.status == 0 && outcome.error == "", "\(outcome)")
        let offered = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(offered.sorted() == expected)
    }

    @Test("the manual is formatted without a warning", .enabled(if: isInstalled("groff")))
    func manual() async throws {
        let outcome = try await Program.shell(
            // Without what makes letters bold on a terminal.
            #""$mockserver" manual | groff -man -Tutf8 -ww -rLL=80n -P-cbou"#)
        #expect(outcome.error == "" && outcome.status == 0)
        #expect(outcome.output.hasPrefix("MOCKSERVER(1)"))
        for part in ["NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "ENVIRONMENT", "EXAMPLES", "EXIT STATUS"] {
            #expect(outcome.output.contains("\n\(part)\n"), "\(part)")
        }
        #expect(outcome.output.contains("mockserver --scenario login.yaml -- curl -f {url}/login"))
    }

    @Test("a guide installs them by lines of the help, which write them")
    func installing() async throws {
        let lines = ReadmeTests.text.matches(of: /`(mockserver (completions|manual)[^`>]*) > ([^`]+)`/).map(\.output)
        #expect(lines.count == 4)
        for (line, command, subcommand, path) in lines {
            let help = try await Program.output(of: Program.binary, String(subcommand), "--help")
            #expect(help.contains("  \(line.dropFirst().dropLast())\n"), "\(path)")
            let words = command.split(separator: " ").dropFirst().map(String.init)
            let text = try await Program([Program.binary] + words).outcome()
            #expect(text.status == 0 && text.error == "" && text.output.contains("mockserver"))
        }
    }
}
