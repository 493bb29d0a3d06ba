import Dispatch
import Locking
import MockServerKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the command serves, from the loading of a scenario to the verdict. Used by the main thread.
struct Session {
    let settings: MockServerCommand
    let scenario: String
    private let mailbox = SessionEventQueue()
    /// The verdicts in a line of runs that an admin ended, as far as they were printed whole.
    private let printed = Locked<Set<String>>([])

    init(settings: MockServerCommand, scenario: String) {
        self.settings = settings
        self.scenario = scenario
    }

    /// Serves until a signal or the last step ends it.
    func serve() throws(CommandFailure) -> ExitStatus {
        let signals = SignalWatch(hasChild: false, posting: mailbox)
        let console = Console.standardOutput
        let server = try start(logTo: settings.quiet ? nil : RequestLog(console), console, signals)
        let endpointText = server.endpointText
        signals.waitUntilRegistered()
        try publishAuthority(of: server)
        defer { settings.tls.authorityFile?.remove() }
        try readyFile?.announce(endpointText + "\n")
        defer { readyFile?.remove() }
        if !settings.quiet {
            console.print(
                "\(console.style.bold(endpointText))  \(console.style.dim(Printable.line(server.scenario.name)))")
            if let admin = server.adminURLText { console.print(console.style.dim("admin: \(admin)")) }
            if let advice = settings.tls.advice { console.print(console.style.dim(advice)) }
        }
        if settings.exitWhenComplete {
            let mailbox = mailbox
            Task {
                await server.waitUntilComplete()
                mailbox.post(.complete)
            }
        }
        waitForEnd()
        signals.setInterrupt(.endsAtOnce)
        // The verdict stands apart from the lines above it.
        if !settings.quiet { console.print("") }
        return try finish(server, console)
    }

    /// Serves as long as a command runs.
    func run(_ command: [String]) throws(CommandFailure) -> ExitStatus {
        let signals = SignalWatch(hasChild: true, posting: mailbox)
        let console = Console.standardError
        let server = try start(logTo: settings.verbose ? RequestLog(console) : nil, console, signals)
        let endpointText = server.endpointText
        signals.waitUntilRegistered()
        try publishAuthority(of: server)
        defer { settings.tls.authorityFile?.remove() }
        try readyFile?.announce(endpointText + "\n")
        defer { readyFile?.remove() }
        let url = server.urlText
        var authority: TemporaryTrustFile?
        if let pem = server.certificateAuthority?.pem { authority = try TemporaryTrustFile(pem: pem) }
        defer { authority?.remove() }
        let meantForUs = EnvironmentArguments.variables(
            among: Environment.variables(beginningWith: EnvironmentArguments.Option.prefix))
        let environment = Environment.setting(
            [
                // One of a server that this one runs under would mislead, as would what was meant for this one.
                ("MOCKSERVER_URL", url), ("MOCKSERVER_UNIX_SOCKET", settings.listening.socketPath),
                ("MOCKSERVER_CA_FILE", authority?.path), ("MOCKSERVER_ADMIN_URL", server.adminURLText),
            ], without: meantForUs)
        let child = try ChildProcess(Self.filling(url, into: command), environment: environment)
        let (end, wasAskedToEnd) = supervise(child)
        if !wasAskedToEnd {
            signals.setInterrupt(.asksForEnd)
            let mailbox = mailbox
            DispatchQueue.global().async {
                _ = server.verify()
                mailbox.post(.settled)
            }
            waitForEnd()
        }
        signals.setInterrupt(.endsAtOnce)
        return try finish(server, console, command: end, named: command[0])
    }

    /// The command with the server's URL, if it has one, in place of each `{url}` of its arguments.
    static func filling(_ url: String?, into command: [String]) -> [String] {
        guard let url else { return command }
        return command.map { $0.replacing("{url}", with: url) }
    }

    private func start(
        logTo log: RequestLog?, _ console: Console, _ signals: SignalWatch
    ) throws(CommandFailure) -> MockServer {
        try checkFiles()
        // A file of an earlier run would mislead whoever waits for this one.
        readyFile?.remove()
        settings.tls.authorityFile?.remove()
        settings.reports.removeOld()
        let scenario = try load()
        signals.beginServing()
        if settings.exitWhenComplete, scenario.steps.allSatisfy({ $0.rule.times.lower == 0 }) {
            throw CommandFailure(
                .usage,
                "--exit-when-complete: the scenario has no step that needs a request, so the run would end at once; "
                    + "add such a step, or leave the option out")
        }
        warnOfVariables()
        var options = MockServer.Options()
        settings.listening.fill(&options)
        options.seed = settings.seed
        options.maxBody = settings.maxBody.bytes
        options.recordsResponses = settings.reports.showResponses
        options.journalLimit = settings.reports.journalLimit
        options.protocols = settings.protocols
        options.tls = try settings.tls.serverOptions()
        options.admin = settings.admin.serverOptions(scenario: self.scenario, settings.environment.loadOptions)
        // A run that an admin ends counts like the last one, but one that nobody came to was only reset to be on the safe
        // side.
        let (quiet, printed) = (settings.quiet, printed)
        options.admin?.onEnd = { verdict in
            guard verdict.requests > 0, !(quiet && verdict.passed) else { return }
            console.print(verdict.text(style: console.style))
            printed.withLock { _ = $0.insert(verdict.summary()) }
        }
        if let log {
            options.onRequest = { log.add($0) }
            options.onInterruption = { log.add($0) }
            options.onUnfinished = { log.add($0) }
        }
        do {
            return try MockServer(scenario, options: options)
        } catch {
            switch error.reason {
            case .noProtocol: throw CommandFailure(.usage, "--protocols: \(error)")
            case .unreadableFile, .unusableCertificates: throw settings.tls.failure(error)
            case .adminRefused, .tokenMissing: throw settings.admin.failure(error)
            default: throw settings.listening.failure(error)
            }
        }
    }

    /// Says which variables were probably meant for this command and are not read.
    private func warnOfVariables() {
        let variables = Environment.variables(beginningWith: EnvironmentArguments.Option.prefix)
        guard !settings.quiet, !variables.isEmpty else { return }
        let console = Console.standardError
        for warning in EnvironmentArguments.warnings(on: variables) {
            console.print("\(console.style.yellow("Warning:")) \(warning)")
        }
        console.flush()
    }

    /// Looks whether all files can be written, which is better known now than at the end.
    private func checkFiles() throws(CommandFailure) {
        let scenario = AtomicFile(option: "--scenario", path: scenario)
        var known: [String: AtomicFile] = [:]
        known[scenario.identity ?? ""] = scenario
        for file in settings.reports.files + [readyFile, settings.tls.authorityFile].compactMap({ $0 }) {
            guard let identity = file.identity, let other = known.updateValue(file, forKey: identity) else { continue }
            throw CommandFailure(
                .usage,
                "\(file.option) \(file.path): \(other.option) \(other.path) is the same file; give each its own")
        }
        try settings.reports.check()
        try readyFile?.check()
        try settings.tls.authorityFile?.check()
    }

    private var readyFile: AtomicFile? {
        settings.readyFile.map { AtomicFile(option: "--ready-file", path: $0) }
    }

    /// Has whoever waits for the ready file find the authority's, too.
    private func publishAuthority(of server: MockServer) throws(CommandFailure) {
        guard let file = settings.tls.authorityFile else { return }
        guard let pem = server.certificateAuthority?.pem else {
            throw CommandFailure(
                .usage,
                "\(file.option) \(file.path): the authority of your own certificate is not known here; leave the option out, "
                    + "or put the authority's certificate behind your own in its file")
        }
        try file.announce(pem)
    }

    private func load() throws(CommandFailure) -> Scenario {
        let file = ScenarioFile(path: scenario, options: settings.environment.loadOptions)
        if let problem = file.problem {
            throw CommandFailure(.missingFile, "--scenario \(scenario): \(problem); give the path of a scenario file")
        }
        let console = Console.standardError
        if file.scenario == nil || !settings.quiet { file.report(to: console) }
        console.flush()
        guard let scenario = file.scenario else {
            let errors = file.errors == 1 ? "an error" : "\(file.errors) errors"
            throw CommandFailure(file.status, "the scenario has \(errors), so nothing was served")
        }
        return scenario
    }

    /// Waits for the child's end, handing signals on, and says whether one of them asked for the end.
    private func supervise(_ child: ChildProcess) -> (ChildProcess.End, wasAskedToEnd: Bool) {
        var wasAskedToEnd = false
        var wasTerminated = false
        // It may have ended before anybody listened.
        if let end = child.end() { return (end, false) }
        while true {
            switch mailbox.next() {
            case .signal(SIGCHLD):
                if let end = child.end() { return (end, wasAskedToEnd) }
            case .signal(let signal):
                child.pass(signal)
                wasAskedToEnd = wasAskedToEnd || SignalWatch.endingsOfChild.contains(signal)
                if signal == SIGTERM, !wasTerminated {
                    wasTerminated = true
                    mailbox.post(.killDue, after: 5)
                }
            case .killDue:
                child.send(SIGKILL)
            case .complete, .settled:
                break
            }
        }
    }

    /// Returns when there is nothing more to wait for, or somebody asks for the end.
    private func waitForEnd() {
        while true {
            switch mailbox.next() {
            case .complete, .settled: return
            case .signal(let signal) where SignalWatch.endings.contains(signal): return
            case .signal(SIGCHLD): ChildProcess.reapAll()
            case .signal, .killDue: break
            }
        }
    }

    /// Judges the run as it is now, stops, prints and reports.
    private func finish(
        _ server: MockServer, _ console: Console, command end: ChildProcess.End? = nil, named name: String = ""
    ) throws(CommandFailure) -> ExitStatus {
        // A client may have read a response, and had this run ended, before its last byte is counted as written.
        server.awaitWrites()
        var report = server.report()
        // The main thread is not an event loop, so that this can't be refused.
        try? server.stop()
        // What a client had begun to send when the server stopped is known only now.
        report.unfinishedRequests = server.unfinishedRequests
        if let end { report.notes = notes(report, end, name) }
        if !(settings.quiet && report.passed) {
            // What came to an earlier run after its verdict was printed.
            for verdict in report.earlierRuns.map(\.verdict) where !verdict.passed {
                guard !printed.withLock({ $0.contains(verdict.summary()) }) else { continue }
                console.print(verdict.text(style: console.style) + "\n")
            }
            console.print(report.closingText(style: console.style))
        }
        console.flush()
        let status = ExitStatus(passed: report.passed, command: end)
        try settings.reports.write(report, status)
        return status
    }

    /// Sentences about a command that failed or did not find the server.
    private func notes(_ report: RunReport, _ end: ChildProcess.End, _ name: String) -> [String] {
        var notes: [String] = []
        let wasReached = report.unfinishedRequests.contains { $0.requestLine != nil }
        if !report.passed, report.earlierRuns.isEmpty, report.verdict.requests == 0, !wasReached {
            notes.append(
                settings.listening.unix == nil
                    ? "No request reached the server. A client finds it by {url} in the command's arguments or by "
                        + "$MOCKSERVER_URL in its environment."
                    : "No request reached the server. A client finds it by $MOCKSERVER_UNIX_SOCKET in the command's "
                        + "environment.")
            // Of others the report tells itself.
            if let first = report.unfinishedRequests.first(where: { $0.requestLine == nil }) {
                notes.append("A client connected, but sent no request: \(first.text)")
            }
        }
        if let text = end.text { notes.append("The command \"\(name)\" \(text).") }
        return notes
    }
}

extension MockServer {
    /// Where it listens, as a line of text: its URL, or `unix:` and a path.
    fileprivate var endpointText: String { urlText ?? endpoint.description }
}
