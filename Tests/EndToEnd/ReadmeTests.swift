import Foundation
import TestSupport
import Testing

/// Checks that the examples in README.md, and in the guides with the rest of its tour, are true.
@Suite("README.md and the guides of its tour", .timeLimit(.minutes(60))) struct ReadmeTests {
    /// A fenced block.
    struct Block: Sendable, CustomTestStringConvertible {
        let page: String
        let language: String
        let text: String
        /// The line of its fence.
        let line: Int

        var testDescription: String { "\(language) at \(page):\(line)" }
    }

    private static let readme: String = contents(of: "README.md")

    /// All pages, README.md first.
    static let text: String = ([readme] + TourGuides.paths.map { contents(of: $0) }).joined(separator: "\n")

    static let blocks: [Block] = (["README.md"] + TourGuides.paths).flatMap { fencedBlocks(of: $0) }

    private static func contents(of page: String) -> String { (try? file(page)) ?? "" }

    private static func fencedBlocks(of page: String) -> [Block] {
        var blocks: [Block] = []
        var open: (language: String, lines: [Substring], line: Int)?
        for (index, line) in contents(of: page).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            switch open {
            case nil where line.hasPrefix("```"): open = (String(line.dropFirst(3)), [], index + 1)
            case let block? where line == "```":
                let text = block.lines.map { $0 + "\n" }.joined()
                blocks.append(Block(page: page, language: block.language, text: text, line: block.line))
                open = nil
            default: open?.lines.append(line)
            }
        }
        return blocks
    }

    private static func blocks(in language: String) -> [Block] { blocks.filter { $0.language == language } }

    @Test("README.md is short enough for a reader in a hurry, and leads to each guide of its tour")
    func size() {
        #expect(Self.readme.count { $0 == "\n" } <= 350)
        for path in TourGuides.paths {
            #expect(!Self.fencedBlocks(of: path).isEmpty || Self.contents(of: path).contains("\n| "), "\(path)")
            #expect(Self.readme.contains("](\(path)"), "\(path)")
        }
    }

    private static func file(_ path: String) throws -> String {
        try String(contentsOf: Program.package.appendingPathComponent(path), encoding: .utf8)
    }

    /// A reader's folder, with the package's scenarios and a client that plays the token refresh.
    private static func readersFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        // Not a link: a scenario that a client of the admin API names must not lead out of the folder.
        try manager.copyItem(
            atPath: Program.package.appendingPathComponent("Scenarios").path, toPath: "\(folder.path)/Scenarios")
        let clients = Program.package.appendingPathComponent("Tests/EndToEnd/clients").path
        try manager.copyItem(
            atPath: "\(clients)/token-refresh_right.py", toPath: "\(folder.path)/client.py")
        try manager.copyItem(atPath: "\(clients)/support.py", toPath: "\(folder.path)/support.py")
        for block in blocks(in: "yaml") {
            // A file name in the first line means that commands play it.
            guard let name = try /# ([a-z-]+\.yaml)\n/.prefixMatch(in: block.text)?.1 else { continue }
            _ = try folder.file(String(name), block.text)
        }
        return folder
    }

    /// A shell line as a reader types it, run in a folder, with the built `mockserver` in `PATH`.
    private static func typed(_ line: String, in folder: String) throws -> Program {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let tools = URL(fileURLWithPath: Program.binary).deletingLastPathComponent().path
        return try Program(
            ["sh", "-c", #"cd "$1" && exec \#(line)"#, "sh", folder], environment: ["PATH": "\(tools):\(path)"])
    }

    // MARK: - The two commands

    @Test("it gives two commands of one line, and the checks run them as they stand")
    func commands() async throws {
        let commands = Self.blocks(in: "bash").map(\.text)
        try #require(commands.count == 2)
        for (command, name) in zip(commands, ["main", "tests"]) {
            #expect(command.filter { $0 == "\n" }.count == 1)
            #expect(command.hasPrefix("apt-get update && apt-get install -y --no-install-recommends "))
            #expect(try await Program.output(of: ".ci/readme-command", name) == command)
            let checks = try Self.file(".ci/run")
            let variable = checks.firstMatch(of: try Regex(#"(\w+)=\$\(\.ci/readme-command \#(name)\)"#))?[1].substring
            #expect(checks.contains(#"bash -c "$\#(try #require(variable))""#))
        }
        #expect(commands[1].hasSuffix(" && swift test --traits Combine\n"))
    }

    @Test("the first command ends by showing that a real client passes")
    func mainCommand() async throws {
        let command = try #require(Self.blocks(in: "bash").first?.text)
        let run = try #require(command.range(of: " && swift run "))
        let line = command[run.upperBound...].trimmingCharacters(in: .newlines)
        let outcome = try await Self.typed(line, in: Program.package.path).outcome()
        #expect(outcome.status == 0)
        #expect(outcome.error.hasPrefix("passed: An expired token is refreshed once, then the call is retried ("))
    }

    @Test("what it has readers build to keep is what the image has, and what is measured and checked")
    func release() throws {
        let command = "swift build -c release --product mockserver --toolset docker/static.json"
        #expect(Self.text.contains("`\(command)`"))
        #expect(try Self.file("docker/Dockerfile").contains(command))
        let benchmarks = try Self.file("Tests/Benchmarks/harness/programs.py")
        #expect(benchmarks.contains(#""-c", "release", "--toolset", str(toolset)]"#))
        #expect(benchmarks.contains("def build(*products, toolset=STATIC):"))
        #expect(benchmarks.contains(#"STATIC = HERE.parent.parent / "docker" / "static.json""#))
        for name in ["docker/no-unwind.ld", "docker/run-functions.txt"] {
            #expect(try Self.file("docker/static.json").contains(name))
            #expect(try Self.file("docker/Dockerfile").contains(" \(name) "))
            #expect(try Self.file(".dockerignore").contains("!\(name)\n"))
            #expect(try !Self.file(name).isEmpty)
        }
    }

    // MARK: - Scenarios

    @Test("its first scenario is the file that it names")
    func firstScenario() throws {
        #expect(try Self.blocks(in: "yaml").first?.text == Self.file("Scenarios/token-refresh.yaml"))
    }

    @Test("each of its scenarios loads without a word", arguments: blocks(in: "yaml"))
    func scenarios(_ block: Block) async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("profile.json", Self.file("Scenarios/profile.json"))
        let path = try folder.file("readme.yaml", block.text)
        let outcome = try await Program([Program.binary, "validate", "--strict", path]).outcome()
        #expect(outcome == Program.Outcome(status: 0, output: "1 file: no errors, no warnings\n", error: ""))
    }

    /// What plays a scenario, by the scenario's name.
    private static let players = [
        (
            "What can be said of a request",
            """
            curl -sS -H 'Authorization: Bearer t' -H 'Idempotency-Key: 2f0c6d1e-55b1-4ac2-8bd2-7e4ef3ee2f4a' \
                -d '{"items": [{"sku": "A-1", "price": 1.1, "size": 4}]}' "$MOCKSERVER_URL/orders?dry_run=true"
            """
        ),
        (
            "Polling until an export is ready, with its two parts fetched in any order",
            """
            url=$MOCKSERVER_URL
            where=$(curl -sS -o /dev/null -w '%header{location}' -H 'X-Request-Id: e1' -X POST "$url/exports")
            curl -sS "$url/health" "$url$where" "$url$where" "$url$where" "$url/parts/b" "$url/parts/a"
            """
        ),
        (
            "A server in trouble",
            """
            curl -sS "$MOCKSERVER_URL/slow"
            curl -sS "$MOCKSERVER_URL/gone" 2>/dev/null; test $? = 56 || exit 9
            curl -sS "$MOCKSERVER_URL/limited" "$MOCKSERVER_URL/limited"
            """
        ),
        (
            "What can be said of a body",
            #"""
            curl -sS -f -d '{"items": [{"sku": "A-1", "price": 9}, {"sku": "B-2", "price": 900}]}' "$MOCKSERVER_URL/orders"
            cd "$(mktemp -d)" && echo photo > cat.jpg
            curl -sS -f -F 'meta={"album": 7, "title": "Cat"}' -F photo=@cat.jpg "$MOCKSERVER_URL/photos"
            curl -sS -f -d '{"query": "query Hero($id: ID!) {\n  hero(id: $id) { name }\n}", "variables": {"id": 7}}' \
                "$MOCKSERVER_URL/graphql"
            """#
        ),
        (
            "Responses that come in pieces",
            """
            test "$(curl -sS "$MOCKSERVER_URL/feed" | grep -c '"id"')" = 2 || exit 9
            test "$(curl -sS -r 3-5 "$MOCKSERVER_URL/download")" = 345 || exit 8
            curl -sS "$MOCKSERVER_URL/cut" 2>/dev/null; test $? = 18 || exit 7
            head -c 1000000 /dev/zero | curl -sS -T - "$MOCKSERVER_URL/upload"
            """
        ),
        (
            "Three calls find the token expired, and one refresh serves them all",
            """
            me() { for call in 1 2 3; do curl -sS "$@" "$MOCKSERVER_URL/me" & done; wait; }
            me && curl -sS -X POST "$MOCKSERVER_URL/auth/refresh" && me -H 'Authorization: Bearer at-2'
            """
        ),
        (
            "A page saves a profile",
            """
            /usr/bin/python3 Tests/EndToEnd/peers/fetch_peer.py http1 http://localhost:3000 PUT /me x-request-id=1 \
                | grep '^etag: "v2"$'
            """
        ),
        (
            "One connection for all, whatever breaks on it",
            "nghttp -n $MOCKSERVER_URL/login $MOCKSERVER_URL/me $MOCKSERVER_URL/bye 2>/dev/null"
        ),
        ("Health", #"curl -sS -f "$MOCKSERVER_URL/health""#),
    ]

    @Test("each of its scenarios can be played", arguments: players)
    func played(name: String, client: String) async throws {
        let block = try #require(Self.blocks(in: "yaml").first { $0.text.contains("\nname: \(name)\n") })
        let path = try TemporaryFile(block.text)
        let outcome = try await Program.mockserver("--scenario", path.path, "--", "sh", "-c", client).outcome()
        #expect(outcome.status == 0)
        #expect(outcome.error.hasPrefix("passed: \(name) ("), "\(outcome.error)")
    }

    @Test("every scenario but the first is played by these tests, and is the same on each page")
    func allPlayed() throws {
        let named = try Self.blocks(in: "yaml").dropFirst().map { block in
            (String(try #require(block.text.firstMatch(of: /(?m)^name: (.+)$/)).1), block.text)
        }
        #expect(Set(named.map(\.0)) == Set(Self.players.map(\.0)))
        for (name, text) in named { #expect(named.allSatisfy { $0.0 != name || $0.1 == text }, "\(name)") }
    }

    // MARK: - What it shows of a run

    @Test("the failure that it shows is what a client with the old token gets")
    func failure() async throws {
        let shown = try #require(Self.blocks(in: "").first?.text)
        #expect(Self.blocks(in: "").count == 1)
        let outcome = try await Program.mockserver(
            "--scenario", Program.scenario("token-refresh"), "--", "python3",
            "Tests/EndToEnd/clients/token-refresh_broken.py"
        ).outcome()
        #expect(outcome.error.steady.hasPrefix(shown.steady + "\nfailed: "), "\(outcome.error)")
    }

    @Test("its commands run as they stand", arguments: blocks(in: "console").flatMap { $0.text.split(separator: "\n") })
    func console(_ line: Substring) async throws {
        if line.hasPrefix("$ docker ") {
            // Those need a daemon: `.ci/container` has one, and `.ci/guides` compares the guide's with the README's.
            #expect(try Self.file("Sources/Guides/Guides.docc/Container.md").contains("\n\(line)\n"))
            return
        }
        try #require(line.hasPrefix("$ mockserver "))
        // The only change: another process may have the port.
        let command = line.dropFirst(2).replacingOccurrences(of: "--port 8080", with: "--port 0")
        let folder = try Self.readersFolder()
        if command.contains("--tls-ca ca ") {
            // Run the line before it.
            #expect(try await Self.typed("mockserver ca --out ca", in: folder.path).outcome().status == 0)
        }
        let program = try Self.typed(command, in: folder.path)
        let isServing = command.contains(" --scenario ") && !command.contains(" -- ")
        if isServing {
            let url = try await program.url()
            let name = try #require(try /Scenarios\/([a-z-]+)\.yaml/.firstMatch(in: command)?.1)
            let client = Client(file: "\(name)_right.py")
            let played = try await Program(client.command(url)).outcome()
            #expect(played.status == 0)
            if !command.contains("--exit-when-complete") { program.send(SIGINT) }
        }
        let outcome = await program.outcome()
        let isRefusal = outcome.output.contains(": nothing takes it (unmatched)\n")
        #expect(outcome.status == (isRefusal ? 1 : 0), "\(outcome)")
        #expect(
            isRefusal
                || (outcome.output + outcome.error).contains(
                    /(?m)^(passed: |[0-9]+ files: no(ne would change$|ne changed$| errors, no warnings[;\n])|Made a certificate authority|Wrote |POST .* takes it$|hold  \(|Recipes$)/
                ) || command.hasPrefix("mockserver schema "))
    }

    // MARK: - Swift and links

    @Test("its Swift is compiled, and run, by this package's tests")
    func swift() throws {
        /// The lines without their indentation.
        func bare(_ text: String) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let examples = try Self.swiftExamples.map { bare(try Self.file("Tests/\($0).swift")) }
        let blocks = Self.blocks(in: "swift")
        #expect(blocks.count >= Self.swiftExamples.count)
        for block in blocks {
            #expect(examples.contains { $0.contains(bare(block.text)) }, "\(block.text)")
        }
    }

    /// The tests with examples of the README.
    private static let swiftExamples = [
        "Testing/MockServerXCTestTests/ReadmeExamples", "Testing/MockServerTestingTests/ReadmeExamples",
        "Testing/MockServerRemoteTests/ReadmeExamples", "GuideTests/GettingStarted/URLSessionGuideTests",
    ]

    @Test("its test for pytest is one of the fixtures' own, which `.ci/fixtures` runs")
    func pytest() throws {
        let blocks = Self.blocks(in: "python")
        #expect(blocks.count == 1)
        for block in blocks {
            #expect(try Self.file("Tests/EndToEnd/fixtures/pytest/test_right.py").contains("\n\n" + block.text))
        }
    }

    @Test("what it shows is in a language that is checked here")
    func everything() {
        // What is in `text` is for ExplainTests; what is in `yml` is for Prometheus, whose own tool checks it: Tests/EndToEnd/metrics/check.
        #expect(Set(Self.blocks.map(\.language)) == ["bash", "yaml", "yml", "", "console", "swift", "text", "python"])
        // What is not seen as a block would not be checked.
        #expect(Self.text.matches(of: /(?m)^ *```/).count == 2 * Self.blocks.count)
    }
}

/// A scenario file for a single test.
private struct TemporaryFile {
    let path: String
    private let folder: TemporaryFolder

    init(_ text: String) throws {
        folder = try TemporaryFolder()
        path = try folder.file("scenario.yaml", text)
    }
}
