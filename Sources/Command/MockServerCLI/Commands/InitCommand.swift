import ArgumentParser
import Libc
import MockServerKit

/// `mockserver init`: writes a first scenario and says what to do with it.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a first scenario, with comments, and say what to run next.",
        usage: "mockserver init [--force] [<file>]",
        discussion: """
            The folder must exist. A file that exists is kept, unless --force is given.

            EXAMPLES:
              mockserver init
              mockserver init Scenarios/login.yaml
              mockserver init - > login.yaml

            EXIT STATUS:
              0    the scenario is written
              64   wrong usage
              73   the file can't be written, or exists
            """)

    @ParentCommand var parent: MockServerCommand

    @Flag(help: "Replace a file that exists.")
    var force = false

    @Argument(
        help: ArgumentHelp("The file to write; - is standard output. (default: scenario.yaml)", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    private var path: String { file ?? "scenario.yaml" }

    func validate() throws {
        if let scenario = parent.scenario {
            throw ValidationError("init takes the file without --scenario: mockserver init \(scenario)")
        }
        if path.lowercased().hasSuffix(".json") {
            throw ValidationError(
                "\(path): JSON has no comments, so init writes YAML: mockserver init \(path.dropLast(5)).yaml")
        }
    }

    func run() throws {
        let console = Console.standardOutput
        guard path != "-" else {
            // Without its last line break, which the console adds.
            console.print(String(FirstScenario.text.dropLast()))
            try console.finish()
            return
        }
        var facts = stat()
        // A link that leads nowhere is there, too.
        if !force, lstat(path, &facts) == 0 {
            let isFolder = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
            let folder = path.hasSuffix("/") ? path : path + "/"
            throw CommandFailure(
                .cannotCreate,
                isFolder
                    ? "\(path) is a folder; name a file in it: mockserver init \(folder)scenario.yaml"
                    : "\(path) is there already; name another file, or replace it: mockserver init --force \(path)")
        }
        if let folder = AtomicFile.folder(of: path), stat(folder, &facts) != 0, errno == ENOENT {
            let name = folder == "/" ? folder : String(folder.dropLast())
            throw CommandFailure(
                .cannotCreate,
                "init \(path): the folder \(name) does not exist; make it first: mkdir -p \(FirstScenario.quoted(name))"
            )
        }
        try AtomicFile(option: "init", path: path).publish(Array(FirstScenario.text.utf8))
        console.print(FirstScenario.nextSteps(path: path))
        try console.finish()
    }
}

/// The scenario that `mockserver init` writes, and what to do with it.
enum FirstScenario {
    /// The file. Its values are fixed, so that the requests in `nextSteps` satisfy it.
    static let text = """
        # yaml-language-server: $schema=./scenario.schema.json
        #
        # A scenario is a script for the server, and what must be true of the client's requests. Change this one to what your
        # client does.
        mockserver: 1
        name: A user logs in and reads their profile

        # Values that are used more than once. "{{uuid}}" would be a new one in each run.
        vars:
          token: t-1

        # Steps run from top to bottom, and each takes one request. A request that no step takes is a failure, and so is a
        # step that never ran.
        steps:
          - id: login
            # Which requests the step takes.
            request: POST /login
            # What must then be true of them. The body may have other members, too.
            assert:
              headers: { Content-Type: application/json }
              json: { user: ada }
            response:
              status: 201
              json: { token: "{{token}}" }

          - id: profile
            request: GET /me
            assert:
              headers: { Authorization: "Bearer {{token}}" }
            response:
              json: { name: Ada Lovelace }

        # Stubs take what no step takes, as often as it comes.
        stubs:
          - request: GET /health
            response: 204

        """

    /// What to run next, with the requests that the scenario expects.
    static func nextSteps(path: String) -> String {
        let file = quoted(path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return """
            Wrote \(path). Next:

            Check it, after each change:
              mockserver validate \(file)

            Serve it:
              mockserver --scenario \(file) --port 8080 --exit-when-complete

            Be its client, in another terminal; the server then says that the run passed:
              curl -sS -H 'Content-Type: application/json' -d '{"user": "ada"}' http://127.0.0.1:8080/login
              curl -sS -H 'Authorization: Bearer t-1' http://127.0.0.1:8080/me

            Run your tests against it, with the address in MOCKSERVER_URL:
              mockserver --scenario \(file) -- npm test

            Have your editor complete it:
              mockserver schema > \(quoted(folder + "scenario.schema.json"))
            """
    }

    /// A path as a shell takes it; with `./` if it would be taken for an option.
    static func quoted(_ path: String) -> String {
        let path = path.hasPrefix("-") ? "./\(path)" : path
        let isPlain = path.unicodeScalars.allSatisfy {
            $0.isMemberPart || !$0.isASCII || "/.+@%".unicodeScalars.contains($0)
        }
        return isPlain ? path : ShellQuoting.single(path)
    }
}
