import ArgumentParser
import MockServerKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@main
enum EntryPoint {
    static func main() {
        // A reader that leaves early is not a reason to lose the verdict. The child gets the default back.
        signal(SIGPIPE, SIG_IGN)
        // Swift's runtime takes it for a crash: it prints where the program stood, and lets it go on.
        if !SignalWatch.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        unblockSignals()
        StandardDescriptors.fillStandard()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try MockServerCommand.reading(
                arguments, environment: Environment.variables(beginningWith: EnvironmentArguments.Option.prefix))
            try command.run()
        } catch let status as ExitCode {
            // The parser would make the text of its help first, which takes longer than its reading of the arguments.
            exit(status.rawValue)
        } catch let failure as CommandFailure {
            let console = Console.standardError
            console.print("\(console.style.red("Error:")) \(failure)")
            console.flush()
            exit(failure.status.rawValue)
        } catch {
            let help = MockServerCommand.fullMessage(for: error)
            if help.hasPrefix("OVERVIEW:") {
                let variables = EnvironmentArguments.help(ofSubcommand: EnvironmentArguments.subcommand(of: arguments))
                print(help, variables, separator: "\n\n")
                exit(MockServerCommand.exitCode(for: error).rawValue)
            }
            MockServerCommand.exit(withError: error)
        }
    }

    /// A parent whose thread blocks signals, as those of Dispatch do, hands its mask down; we are to be stopped all the same.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}

/// The descriptors that every program expects to have.
private enum StandardDescriptors {
    /// Gives those of input, output and error that the caller closed something harmless: the first socket would take
    /// their number, and log lines would go to a client.
    static func fillStandard() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
