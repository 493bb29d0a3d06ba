import ArgumentParser
import Libc
import MockServerKit

@main
enum EntryPoint {
    static func main() {
        // If a reader leaves early, the verdict must not be lost. The child gets the default disposition back.
        signal(SIGPIPE, SIG_IGN)
        // Swift's runtime treats SIGQUIT as a crash: it prints a backtrace and lets the process continue.
        if !SignalWatch.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        SignalWatch.endByCrashesThatAreSent()
        unblockSignals()
        StandardDescriptors.fillStandard()
        do throws(CommandFailure) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let console = Console.standardError
            console.print("\(console.style.red("Error:")) \(error)")
            console.flush(timeout: Console.readerTimeout)
            exit(error.status.rawValue)
        }
    }

    private static func run(_ arguments: [String]) throws(CommandFailure) {
        do {
            try refuseUnreadable(arguments)
            var command = try MockServerCommand.reading(
                arguments, environment: Environment.variables(beginningWith: EnvironmentArguments.Option.prefix))
            // A run does it itself once its arguments are right; a health check is made again and again.
            if !(command is MockServerCommand), !(command is HealthCommand) { EnvironmentArguments.printWarnings() }
            try command.run()
        } catch let status as ExitCode {
            // The parser would make its help text first, which takes longer than parsing the arguments.
            exit(status.rawValue)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            let status = MockServerCommand.exitCode(for: error)
            guard status.isSuccess else {
                let console = Console.standardError
                console.print(UsageAdvice(arguments: arguments).text(of: error, style: console.style))
                console.flush()
                exit(status.rawValue)
            }
            // The parser itself would not notice that the text can't be written.
            let console = Console.standardOutput
            let text = MockServerCommand.fullMessage(for: error)
            console.print(text)
            if let variables = EnvironmentArguments.help(following: text) { console.print("\n\(variables)") }
            try console.finish()
            exit(status.rawValue)
        }
    }

    /// Rejects an argument that is not UTF-8, which no path in Swift can be. Those of a command to run are not our own.
    private static func refuseUnreadable(_ arguments: [String]) throws(CommandFailure) {
        let isSubcommand = EnvironmentArguments.subcommand(of: arguments) != nil
        let own = isSubcommand ? arguments[...] : arguments.prefix { $0 != "--" }
        for index in own.indices {
            guard let bytes = CommandLine.unsafeArgv[index + 1], String(validatingCString: bytes) == nil
            else { continue }
            throw CommandFailure(
                .usage,
                "the argument \"\(Printable.line(ShownArguments(own).texts[index]))\" is not UTF-8; rename the file that it "
                    + "names")
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
    /// number, and log lines would go to a client. It can only be read, so that lost output is noticed.
    static func fillStandard() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
