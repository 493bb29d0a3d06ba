import ExactJSON
import Foundation
import Reports
import Testing

@Suite("--report writes a run's reports when it ends", .timeLimit(.minutes(60))) struct ReportTests {
    /// The arguments for a report of each format in a folder.
    private static func reports(in folder: TemporaryFolder) -> [String] {
        ReportFormat.allCases.flatMap { ["--report", "\($0.rawValue)=\(folder.path)/report.\($0.rawValue)"] }
    }

    private static func report(_ format: ReportFormat, in folder: TemporaryFolder) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/report.\(format.rawValue)")))
    }

    /// Checks the content of the reports in a folder, and that there are no other files.
    private static func check(_ folder: TemporaryFolder, passed: Bool, requests: Int, status: Int) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ReportFormat.allCases.map { "report.\($0.rawValue)" }.sorted())
        let text = String(decoding: try report(.text, in: folder), as: UTF8.self)
        #expect(text.contains(passed ? "passed: " : "failed: "))
        let json = try JSON(parsing: report(.json, in: folder))
        #expect(json["verdict"]?["passed"] == .bool(passed))
        #expect(json["verdict"]?["requests"] == .number(JSONNumber(requests)))
        let junit = String(decoding: try report(.junit, in: folder), as: UTF8.self)
        #expect(junit.contains(#" failures="0" "#) == passed)
        #expect(junit.hasSuffix("</testsuites>\n"))
        let run = try #require(try JSON(parsing: report(.sarif, in: folder))["runs"]?[0])
        #expect((run["results"]?[0] == nil) == passed)
        #expect(run["invocations"]?[0]?["exitCode"] == .number(JSONNumber(status)))
        let har = try JSON(parsing: report(.har, in: folder))
        guard case .array(let entries)? = har["log"]?["entries"] else {
            Issue.record("no entries in \(har)")
            return
        }
        #expect(entries.count == requests)
        #expect(entries.allSatisfy { $0["response"]?["status"] != 0 })
        let page = String(decoding: try report(.html, in: folder), as: UTF8.self)
        #expect(page.contains(passed ? "✓ </span>passed: " : "✕ </span>failed: "))
        #expect(page.matches(of: /<div id="request-/).count == requests)
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test("with a command, whether it passes or fails", arguments: ["right", "broken"])
    func command(_ client: String) async throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            [Program.binary, "--scenario", Program.scenario("token-refresh")] + Self.reports(in: folder)
                + ["--", "python3", "Tests/EndToEnd/clients/token-refresh_\(client).py"])
        let outcome = await program.outcome()
        #expect(outcome.status == (client == "right" ? 0 : 1))
        try Self.check(folder, passed: client == "right", requests: 3, status: Int(outcome.status))
    }

    @Test("by a signal, whether it passes or fails", arguments: [SIGTERM, SIGINT, SIGQUIT, SIGALRM], [true, false])
    func signal(_ signal: Int32, passed: Bool) async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("hello.yaml", "mockserver: 1\nsteps: [{request: GET /hello}]\n")
        let output = try TemporaryFolder()
        let server = try Program([Program.binary, "--scenario", scenario] + Self.reports(in: output))
        let url = try await server.url()
        _ = try await Program.output(of: "curl", "-sS", "\(url)/\(passed ? "hello" : "other")")
        server.send(signal)
        let outcome = await server.outcome()
        #expect(outcome.status == (passed ? 0 : 1))
        try Self.check(output, passed: passed, requests: 1, status: Int(outcome.status))
    }

    @Test("by a signal that ends a command")
    func signalledCommand() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("hello.yaml", "mockserver: 1\nsteps: [{request: GET /hello}]\n")
        let output = try TemporaryFolder()
        let script = #"curl -sS "$MOCKSERVER_URL/hello" && echo asked && exec sleep 3600"#
        let program = try Program(
            [Program.binary, "--scenario", scenario] + Self.reports(in: output) + ["--", "sh", "-c", script])
        try await program.output { $0.contains("asked\n") }
        program.send(SIGTERM)
        let outcome = await program.outcome()
        #expect(outcome.status == 128 + SIGTERM)
        try Self.check(output, passed: true, requests: 1, status: 143)
    }

    @Test("har tells what each protocol was answered: streams, and no body for HEAD")
    func protocols() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file(
            "hello.yaml",
            """
            mockserver: 1
            steps:
              - {request: HEAD /a, response: {text: hello}}
              - {request: GET /b, response: {text: hi}}
            """)
        let outcome = try await Program.shell(
            """
            exec "$mockserver" --scenario "$folder/hello.yaml" --tls --report har="$folder/a.har" -- \
                sh -c 'curl -sS --cacert $MOCKSERVER_CA_FILE --http1.1 -I {url}/a && \
                    curl -sS --cacert $MOCKSERVER_CA_FILE --http2 {url}/b'
            """, variables: ["folder": folder.path])
        #expect(outcome.status == 0, "\(outcome)")
        let har = try JSON(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/a.har"))))
        let entries = try #require(har["log"]?["entries"])
        #expect(entries[0]?["request"]?["httpVersion"] == "HTTP/1.1")
        #expect(entries[0]?["_stream"] == nil)
        #expect(entries[0]?["response"]?["content"]?["size"] == 0)
        #expect(entries[1]?["request"]?["httpVersion"] == "HTTP/2")
        #expect(entries[1]?["_stream"] == 1)
        #expect(entries[1]?["response"]?["content"]?["text"] == "hi")
        #expect(entries[1]?["serverIPAddress"] == "127.0.0.1")
        guard case .string(let url)? = entries[1]?["request"]?["url"] else {
            Issue.record("no url in \(entries)")
            return
        }
        #expect(url.hasPrefix("https://127.0.0.1:") && url.hasSuffix("/b"))
    }

    @Test("those that can't be written are told before anything is served, and reports that are there stay")
    func unwritable() async throws {
        let folder = try TemporaryFolder()
        let old = try folder.file("a.xml", "<old/>")
        let outcome = try await Program.mockserver(
            "--scenario", Program.scenario("token-refresh"), "--report", "har=\(folder.path)/none/a.har", "--report",
            "junit=\(old)", "--report", "text=\(folder.path)", "--", "echo", "ran"
        ).outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 73, output: "",
                    error: """
                        Error: --report har \(folder.path)/none/a.har: can't be written: No such file or directory; name a file \
                        in a folder you may write
                        --report text \(folder.path): can't be written: Is a directory; name a file in a folder you may write

                        """))
        #expect(try String(contentsOfFile: old, encoding: .utf8) == "<old/>")
        #expect(folder.names == ["a.xml"])
    }

    @Test("one that would be the scenario, or another one by another name, is refused, and nothing is lost")
    func sameFile() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("a.yaml", "mockserver: 1\nsteps: [{request: GET /hello}]\n")
        let (path, again) = ("\(folder.path)/b", "\(folder.path)/./b")
        for (arguments, text) in [
            (
                ["--report", "json=\(folder.path)/./a.yaml"],
                "--report json \(folder.path)/./a.yaml: --scenario \(scenario) is the same file"
            ),
            (
                ["--report", "json=\(path)", "--report", "junit=\(again)"],
                "--report junit \(again): --report json \(path) is the same file"
            ),
            (["--ready-file", scenario], "--ready-file \(scenario): --scenario \(scenario) is the same file"),
        ] {
            let outcome = try await Program([Program.binary, "--scenario", scenario] + arguments).outcome()
            let error = "Error: \(text); give each its own\n"
            #expect(outcome == Program.Outcome(status: 64, output: "", error: error))
            #expect(folder.names == ["a.yaml"])
        }
    }

    @Test(
        "one that can't be written any more is status 73 and its option's name, and the others and the verdict are there"
    )
    func unwritableAtTheEnd() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            #"""
            mkdir "$folder/none"
            $mockserver --scenario Scenarios/token-refresh.yaml --report har="$folder/none/a.har" --report junit="$folder/a.xml" \
                -- sh -c 'rmdir "$folder/none"; exec python3 Tests/EndToEnd/clients/token-refresh_right.py'
            """#, variables: ["folder": folder.path])
        #expect(outcome.status == 73)
        #expect(outcome.error.contains("passed: "))
        #expect(
            outcome.error.contains(
                "--report har \(folder.path)/none/a.har: can't be written: No such file or directory; "
                    + "name a file in a folder you may write"), "\(outcome.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.xml"])
    }

    @Test("one that can't be written to its end leaves no part of it")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let script = #"trap '' XFSZ; exec "$0" --scenario Scenarios/token-refresh.yaml --report json="$1/a.json""#
        let server = try Program(["sh", "-c", script, Program.binary, folder.path])
        _ = try await server.url()
        _ = try await Program.output(of: "prlimit", "--pid", "\(server.pid)", "--fsize=512")
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 73)
        #expect(outcome.output.contains("failed: "))
        #expect(
            outcome.error.contains("--report json \(folder.path)/a.json: can't be written: File too large"),
            "\(outcome.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(
        "one on standard output that is closed, full or not read is status 73, and a failed verdict is told",
        arguments: [
            ("stdout >&-", "Bad file descriptor", false), ("fd/1 >&-", "Bad file descriptor", false),
            ("stderr 2>&-", "", false), ("stdout >/dev/full", "No space left on device", true),
            ("stdout >&4", "Broken pipe", false),
        ])
    func lostStream(stream: String, reason: String, tellsVerdict: Bool) async throws {
        let folder = try TemporaryFolder()
        let script = #"""
            mkfifo "$folder/pipe"; exec 3<>"$folder/pipe"; exec 4>"$folder/pipe"; exec 3>&-
            $mockserver --scenario Scenarios/token-refresh.yaml --ready-file "$folder/url" --report json=/dev/\#(stream) &
            while kill -0 $! && ! [ -s "$folder/url" ]; do sleep 0.01; done 2>/dev/null
            kill -TERM $! 2>/dev/null
            wait $!
            """#
        let outcome = try await Program.shell(script, variables: ["folder": folder.path])
        #expect(outcome.status == 73, "\(outcome)")
        let error = "Error: --report json /dev/\(stream.prefix { $0 != " " }): can't be written: \(reason); "
        #expect(reason.isEmpty || outcome.error.contains(error), "\(outcome)")
        #expect(outcome.error.contains("\nfailed: An expired token") == tellsVerdict, "\(outcome)")
    }

    @Test("one on /dev/null is written, where standard output is closed, too")
    func nullDevice() async throws {
        let outcome = try await Program.shell(
            "$mockserver --scenario Scenarios/token-refresh.yaml --report json=/dev/null -- true >&-")
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("failed: An expired token"))
    }

    @Test("one of an earlier run is gone when this one has no end")
    func stale() async throws {
        let folder = try TemporaryFolder()
        let old = try folder.file("report.xml", "<old/>")
        let server = try Program.mockserver(
            "--scenario", Program.scenario("token-refresh"), "--report", "junit=\(old)")
        _ = try await server.url()
        #expect(!FileManager.default.fileExists(atPath: old))
        server.send(SIGKILL)
        _ = await server.outcome()
        #expect(!FileManager.default.fileExists(atPath: old))
    }
}
