import CPlatform
import Libc
import ProcessSpawn

/// The command that runs against the server, with our standard input, output and error. Used by one thread.
struct ChildProcess {
    let pid: pid_t
    /// Whether the process leads a process group of its own, to which its descendants belong.
    private let ownsGroup: Bool
    /// Whether its descendants become our children when their parents end, so that `endRest` finds those that have left
    /// its group.
    private let adoptsOrphans: Bool

    /// Starts a command, which is looked up in `PATH` if its name has no slash.
    ///
    /// - Parameters:
    ///   - environment: entries `NAME=value`.
    ///   - ownsGroup: whether it gets a process group of its own, so that all its descendants can be ended. Then it is in the
    ///     background of a terminal, whose keys reach it only through `pass`.
    /// - Throws: `CommandFailure` with 127 if there is no such command, 126 if it can't be executed.
    init(_ command: [String], environment: [String], ownsGroup: Bool = false) throws(CommandFailure) {
        guard let name = command.first, !name.isEmpty else {
            throw CommandFailure(.notFound, "the command after -- has an empty name")
        }
        var program = ProcessSpawn(command, environment: environment)
        program.ownsGroup = ownsGroup
        // Keeps the setting of `nohup`. SIGPIPE gets its default effect back, which the command has taken from it.
        if SignalWatch.isIgnored(SIGHUP) { program.ignoredSignals = [SIGHUP] }
        // Children that were there before are not the command's, and later nothing would tell them apart.
        adoptsOrphans = ownsGroup && cplatform_signal_children(0) == 0 && cplatform_adopt_orphans() != 0
        do { pid = try program.start() } catch { throw Self.failure(of: name, error) }
        self.ownsGroup = ownsGroup
    }

    /// How the process ended; nil until it has. Must not be called again after that.
    ///
    /// Call it at each SIGCHLD, and once after the start, in case the process ended before the signal was watched.
    func end() -> ProcessEnd? {
        // Process 1 inherits every orphan of the container and must reap them too.
        let wanted = adoptsOrphans || getpid() == 1 ? -1 : pid
        while true {
            var status: Int32 = 0
            let reaped = waitpid(wanted, &status, WNOHANG)
            if reaped == pid { return ProcessEnd(waitStatus: status) }
            if reaped > 0 || (reaped < 0 && errno == EINTR) { continue }
            return nil
        }
    }

    /// Reaps all children, for which nobody else waits.
    static func reapAll() {
        var status: Int32 = 0
        while waitpid(-1, &status, WNOHANG) > 0 {}
    }

    /// Forwards a signal, unless the terminal has sent it to the child as well.
    func pass(_ signal: Int32) {
        if signal == SIGINT || signal == SIGQUIT, !ownsGroup, Self.isInForeground { return }
        send(signal)
    }

    /// Sends a signal to the process, and to its descendants if it has a group of its own.
    func send(_ signal: Int32) { _ = kill(ownsGroup ? -pid : pid, signal) }

    /// Ends what is left of the command once its process has ended: its group and, on Linux, other descendants.
    func endRest() {
        send(SIGKILL)
        guard adoptsOrphans else { return }
        // Each one that ends may leave us its own children. One that the system keeps from ending is not waited for.
        var attempts = 1_000
        while attempts > 0, cplatform_signal_children(SIGKILL) > 0 {
            Self.reapAll()
            poll(nil, 0, 1)
            attempts -= 1
        }
    }

    /// Asks the process to end, also if it is stopped, as one that reads from the terminal in the background is.
    func askToEnd() {
        send(SIGTERM)
        send(SIGCONT)
    }

    /// Whether the terminal's keys signal this process group, which includes the child.
    private static var isInForeground: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    private static func failure(of name: String, _ failure: ProcessSpawn.Failure) -> CommandFailure {
        switch failure.code {
        case ENOENT where name.contains("/") && access(name, F_OK) == 0:
            return CommandFailure(.notFound, "\(name): the program that its first line names does not exist")
        case ENOENT where name.contains(" "):
            return CommandFailure(
                .notFound,
                "\(name): there is no such program; write the words after -- apart, or give the line to a shell: -- sh -c "
                    + ShellQuoting.single(name))
        case ENOENT where name.contains("/"):
            return CommandFailure(.notFound, "\(name): no such file")
        case ENOENT, ENOTDIR:
            return CommandFailure(.notFound, "\(name): command not found; give its path, or add its folder to PATH")
        case EACCES:
            return CommandFailure(.notExecutable, "\(name): not executable; is it a program, and has it been chmod +x?")
        case ENOEXEC:
            return CommandFailure(.notExecutable, "\(name): not a program; does its first line begin with #!?")
        default:
            return CommandFailure(.notExecutable, "\(name): can't be run: \(failure.reason)")
        }
    }
}

extension ProcessEnd {
    /// How it failed, such as `ended with status 3`; nil if it did not.
    var text: String? {
        switch self {
        case .exited(0): nil
        case .exited(let status): "ended with status \(status)"
        case .killed(let signal):
            "was ended by signal \(signal)" + (Self.names[signal].map { " (\($0))" } ?? "")
        }
    }

    /// The names of the signals that end a process.
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
}
