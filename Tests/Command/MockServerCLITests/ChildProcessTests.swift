import ProcessSpawn
import Testing

@testable import MockServerCLI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ChildProcessTests {
    /// Runs a command to its end.
    private func end(of command: [String], environment: [String]? = nil) throws -> ProcessEnd? {
        let child = try ChildProcess(command, environment: environment ?? Environment.setting([("X", "y")]))
        return end(of: child)
    }

    private func end(of child: ChildProcess) -> ProcessEnd? {
        var facts = siginfo_t()
        // Waits, but leaves the child for `end()` to reap.
        waitid(P_PID, id_t(child.pid), &facts, WEXITED | WNOWAIT)
        return child.end()
    }

    @Test("a child ends with its status", arguments: [0, 3, 255] as [Int32])
    func status(_ status: Int32) throws {
        #expect(try end(of: ["sh", "-c", "exit \(status)"]) == .exited(status))
    }

    @Test("a child that a signal ends says which", arguments: [SIGTERM, SIGKILL, SIGINT])
    func killed(_ signal: Int32) throws {
        #expect(try end(of: ["sh", "-c", "kill -\(signal) $$"]) == .killed(signal))
    }

    @Test("a child that runs has no end yet")
    func running() throws {
        let child = try ChildProcess(["sleep", "600"], environment: Environment.setting([("X", "y")]))
        #expect(child.end() == nil)
        child.send(SIGKILL)
        #expect(end(of: child) == .killed(SIGKILL))
    }

    @Test(
        "a command that can't be started has the status that shells give it, and says why",
        arguments: [
            (
                ["no-such-command-here"], .notFound,
                "no-such-command-here: command not found; give its path, or add its folder to PATH"
            ),
            (["/no/such/file"], .notFound, "/no/such/file: no such file"),
            (
                ["/etc/passwd"], .notExecutable,
                "/etc/passwd: not executable; is it a program, and has it been chmod +x?"
            ),
            (["/"], .notExecutable, "/: not executable; is it a program, and has it been chmod +x?"),
            ([""], .notFound, "the command after -- has an empty name"),
        ] as [([String], MockServerCLI.ExitStatus, String)])
    func cannotStart(command: [String], status: MockServerCLI.ExitStatus, text: String) {
        #expect(throws: CommandFailure(status, text)) {
            try ChildProcess(command, environment: [])
        }
    }

    @Test("a child sees the environment it is given, and nothing twice")
    func environment() throws {
        let environment = Environment.setting([("MOCKSERVER_URL", "http://127.0.0.1:1")])
        #expect(environment.count { $0.hasPrefix("MOCKSERVER_") } == 1)
        #expect(Environment.setting([("PATH", "/bin")]).filter { $0.hasPrefix("PATH=") } == ["PATH=/bin"])
        let script = #"[ "$MOCKSERVER_URL" = http://127.0.0.1:1 ] && [ "$(env | grep -c ^MOCKSERVER_)" = 1 ]"#
        #expect(try end(of: ["sh", "-c", script], environment: environment) == .exited(0))
    }

    @Test("a variable that is given no value is left out")
    func leftOut() {
        #expect(Environment.setting([("PATH", nil)]).allSatisfy { !$0.hasPrefix("PATH=") })
        #expect(Environment.setting([("PATHS", nil)]).contains { $0.hasPrefix("PATH=") })
    }

    #if os(Linux)
    @Test("a child blocks no signal and ignores none, whatever its parent's thread does")
    func signals() throws {
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let ignored = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, ignored) }
        // glibc ignores two internal signals, 32 and 33, in all processes that it spawns.
        let pattern = "^Sig(Blk:\\s*0+|Ign:\\s*[0-9a-f]+0{7})$"
        // `grep` reads its own status: a shell would change the inherited masks.
        #expect(try end(of: ["sh", "-c", "[ $(grep -cE '\(pattern)' /proc/self/status) = 2 ]"]) == .exited(0))
    }
    #endif
}
