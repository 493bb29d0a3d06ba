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
        // If a reader leaves early, the verdict must not be lost. The child gets the default disposition back.
        signal(SIGPIPE, SIG_IGN)
        // Swift's runtime treats SIGQUIT as a crash: it prints a backtrace and lets the process continue.
        if !SignalWatch.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        unblockSignals()
        StandardDescriptors.fillStandard()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try MockServerCommand.reading(
                arguments, environment: Environment.variables(beginningWith: EnvironmentArguments.Option.prefix))
            try command.run()
        } catch let status as ExitCode {
            // The parser would make its help text first, which takes longer than parsing the arguments.
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

    /// Unblocks all signals. A parent thread that blocks them, such as one of Dispatch, passes its mask on to us.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}

/// The descriptors that every program expects to have.
private enum StandardDescriptors {
    /// Opens /dev/null for each standard descriptor that the caller closed. Otherwise the first socket would get its
    /// number, and log lines would go to a client.
    static func fillStandard() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
