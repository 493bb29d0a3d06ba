import Dispatch
import Libc
import Locking
import MockServerKit
import ProcessSpawn

/// What the command does, from the loading of a scenario to the verdict. Used by the main thread.
struct CommandRun {
    let settings: MockServerCommand
    /// The scenario's path; nil if only sessions of the admin API have scenarios.
    let scenario: String?
    private let events = CommandEventQueue()
    private let printed = PrintedVerdicts()

    init(settings: MockServerCommand, scenario: String?) {
        self.settings = settings
        self.scenario = scenario
    }

    /// Serves until a signal or the last step ends it.
    func serve() throws(CommandFailure) -> ExitStatus {
        let signals = SignalWatch(hasChild: false, posting: events)
        let console = Console.sentences
        let (server, watch) = try start(logTo: settings.quiet ? nil : RequestLog(console), console, signals)
        defer { watch?.stop() }
        let endpointText = server.endpointText
        signals.waitUntilRegistered()
        try publishAuthority(of: server)
        defer { settings.tls.authorityFile?.remove() }
        try readyFile?.announce(endpointText + "\n")
        defer { readyFile?.remove() }
        if !settings.quiet {
            let name = scenario == nil ? "sessions only" : Printable.line(server.scenario.name)
            console.print("\(console.style.bold(endpointText))  \(console.style.dim(name))")
            if let admin = server.adminURLText { console.print(console.style.dim("admin: \(admin)")) }
            if let advice = settings.tls.advice { console.print(console.style.dim(advice)) }
        }
        startTimeLimit()
        if settings.exitWhenComplete {
            let events = events
            Task {
                await server.runToCompletion()
                events.post(.complete)
            }
        }
        // While the verdict and the reports are made, a first interrupt loses neither.
        let isTimedOut = waitForEnd(of: server, console, watch)
        watch?.stop()
        // An empty line separates the verdict from the lines above.
        if !settings.quiet { console.print("") }
        return try finish(server, console, isTimedOut: isTimedOut)
    }

    /// Serves while a command runs.
    func run(_ command: [String]) throws(CommandFailure) -> ExitStatus {
        let signals = SignalWatch(hasChild: true, posting: events)
        let console = Console.standardError
        let (server, watch) = try start(logTo: settings.verbose ? RequestLog(console) : nil, console, signals)
        defer { watch?.stop() }
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
                // Replaces variables of an outer server and those meant for this one, which would mislead the command.
                ("MOCKSERVER_URL", url), ("MOCKSERVER_UNIX_SOCKET", settings.listening.socketPath),
                ("MOCKSERVER_CA_FILE", authority?.path), ("MOCKSERVER_ADMIN_URL", server.adminURLText),
            ], without: meantForUs)
        let child = try ChildProcess(
            Self.filling(url, into: command), environment: environment, ownsGroup: settings.timeout != nil)
        startTimeLimit()
        let (end, reason) = supervise(child)
        watch?.stop()
        var isTimedOut = false
        if reason == .timedOut {
            signals.setInterrupt(.asksForEnd)
            return try finish(server, console, command: command, isTimedOut: true)
        }
        if reason == .wasAskedTo {
            signals.setInterrupt(.askedForEnd(.now))
        } else {
            signals.setInterrupt(.asksForEnd)
            let events = events
            DispatchQueue.global().async {
                _ = server.verify()
                // A request that has begun has the time that clients have for one.
                if server.isReceiving { _ = server.verify(timeout: server.longestRequest) }
                events.post(.settled)
            }
            events.post(.stillWaiting, after: .seconds(1))
            isTimedOut = waitForEnd(of: server, console)
        }
        return try finish(server, console, command: command, end: end, isTimedOut: isTimedOut)
    }

    /// Begins the time that the run may take, as soon as clients can connect.
    private func startTimeLimit() {
        if let timeout = settings.timeout { events.post(.timedOut, after: timeout.duration) }
    }

    /// The command with each `{url}` in its arguments replaced by the server's URL, if it has one.
    static func filling(_ url: String?, into command: [String]) -> [String] {
        guard let url else { return command }
        return command.map { $0.replacing("{url}", with: url) }
    }

    private func start(
        logTo log: RequestLog?, _ console: Console, _ signals: SignalWatch
    ) throws(CommandFailure) -> (MockServer, ScenarioWatch?) {
        try checkFiles()
        // A file of an earlier run would mislead a process that waits for this one.
        readyFile?.remove()
        settings.tls.authorityFile?.remove()
        settings.reports.removeOld()
        let loaded = try self.scenario.map { path throws(CommandFailure) in try load(path) }
        let scenario = loaded?.scenario
        signals.beginServing()
        if settings.exitWhenComplete, let scenario, scenario.steps.allSatisfy({ $0.rule.times.lower == 0 }) {
            throw CommandFailure(
                .usage,
                "--exit-when-complete: the scenario has no step that needs a request, so the run would end at once; "
                    + "add such a step, or leave the option out")
        }
        if let problem = scenario.flatMap(unplayable) { throw CommandFailure(.usage, problem) }
        if !settings.quiet { EnvironmentArguments.printWarnings() }
        var options = MockServer.Options()
        // The command reports every run, or says why there was none.
        options.warnsIfUnverified = false
        settings.listening.fill(&options)
        options.seed = settings.seed
        options.maxBody = settings.maxBody.bytes
        options.recordsResponses = settings.reports.showResponses
        options.journalLimit = settings.reports.journalLimit
        options.protocols = settings.protocols
        options.trustsForwarded = settings.trustForwarded
        options.tls = try settings.tls.serverOptions()
        options.admin = settings.admin.serverOptions(
            scenario: self.scenario ?? "", settings.environment.otherLoadOptions)
        // A run that an admin ends counts like the last one. A run without requests was only reset as a precaution.
        let (quiet, verbose, printed) = (settings.quiet, settings.verbose, printed)
        let onEnd = { @Sendable (verdict: Verdict) in
            defer { printed.forgetShown() }
            guard verdict.counts, !(quiet && verdict.passed) else { return }
            let detail = VerdictDetail(
                showsSeed: verbose, listsConsequences: verbose, without: printed.shown(of: nil))
            let text = verdict.text(style: console.style, telling: detail)
            printed.print(Self.key(of: verdict), verdict.failures, of: nil) { console.print(text) }
        }
        options.admin?.onEnd = onEnd
        options.admin?.onShown = { printed.show($1, of: $0) }
        options.sessions = settings.admin.sessionOptions(isRequired: scenario == nil)
        options.sessions?.onEnd = { report in
            guard !(quiet && report.passed) else { return }
            let detail = VerdictDetail(
                showsSeed: verbose, listsConsequences: verbose, without: printed.shown(of: report.session))
            let text = report.sessionText(style: console.style, telling: detail)
            printed.print(Self.key(of: report), Self.failures(of: report), of: report.session) { console.print(text) }
        }
        if !quiet {
            options.sessions?.onUnknown = { session, request in
                guard !console.isStuck else { return }
                console.print("\(console.style.yellow("no session")) \(session)  \(request)")
            }
            options.onUnaccepted = { console.print("\(console.style.yellow("Warning:")) \($0)") }
        }
        if let log {
            let (events, awaitsEnd) = (events, Locked(settings.exitWhenComplete))
            options.onReport = { report in
                log.add(report)
                guard report.completeSteps == report.steps, awaitsEnd.withLock({ $0 }) else { return }
                awaitsEnd.withLock { $0 = false }
                events.post(.stillWaiting, after: .seconds(1))
            }
            options.onInterruptionReport = { log.add($0) }
            options.onUnfinished = { log.add($0) }
        }
        do throws(ServerStartError) {
            guard let loaded else {
                let sessions = options.sessions ?? MockServer.SessionOptions()
                return (try MockServer(sessions: sessions, options: options), nil)
            }
            let server = try MockServer(loaded.scenario, options: options)
            guard settings.watch else { return (server, nil) }
            return (server, ScenarioWatch(loaded.files) { self.reload(server, console, onEnd: onEnd) })
        } catch {
            switch error.reason {
            case .noProtocol: throw CommandFailure(.usage, "--protocols: \(error)")
            case .unreadableFile, .unusableCertificates: throw settings.tls.failure(error)
            case .adminRefused, .tokenMissing: throw settings.admin.failure(error)
            default: throw settings.listening.failure(error)
            }
        }
    }

    /// Checks that all files can be written, now rather than at the end.
    private func checkFiles() throws(CommandFailure) {
        var known: [String: AtomicFile] = [:]
        if let scenario {
            let file = AtomicFile(option: "--scenario", path: scenario)
            known[file.identity ?? ""] = file
        }
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

    /// Publishes the authority's file, before the ready file: a process that waits for the latter finds both.
    private func publishAuthority(of server: MockServer) throws(CommandFailure) {
        guard let file = settings.tls.authorityFile else { return }
        guard let pem = server.certificateAuthority?.pem else {
            throw CommandFailure(
                .usage,
                "\(file.option) \(file.path): the authority of your own certificate is not known here; leave the option out, "
                    + "or put the authority's certificate after your own in its file")
        }
        try file.announce(pem)
    }

    /// Why the command can't play a scenario without errors; nil if it can.
    private func unplayable(_ scenario: Scenario) -> String? {
        guard scenario.clock == .virtual, settings.admin.adminPort == nil else { return nil }
        return "--admin-port: the scenario's clock is virtual, so nothing would move it; give an admin port and send "
            + "POST /clock {\"advance\": \"1h\"}, or write clock: instant"
    }

    /// Loads the scenario again and plays it, unless it has errors: then they are printed, and the run goes on.
    ///
    /// - Returns: the files whose next change may matter.
    private func reload(
        _ server: MockServer, _ console: Console, onEnd: @Sendable (Verdict) -> Void
    ) -> WatchedFiles {
        let path = scenario ?? ""
        let state = FileState(path: path)
        var options = settings.environment.loadOptions
        // A pipe might never end, and then nothing else would.
        options.takesPipes = false
        let file = ScenarioFile(path: path, options: options)
        if file.scenario == nil || !settings.quiet { file.report(to: console) }
        let name = Printable.line(path)
        if let problem = file.scenario.flatMap(unplayable) { console.print("\(name): \(problem)") }
        if let scenario = file.scenario, unplayable(scenario) == nil {
            onEnd(server.reload(scenario))
            if !settings.quiet {
                console.print(console.style.dim("reloaded \(name): \(Printable.line(scenario.name)), in a new run"))
            }
        } else {
            console.print("\(name) is not reloaded; the run goes on with the scenario as it was")
        }
        return WatchedFiles(path: path, state: state, others: file.openedFiles)
    }

    private func load(
        _ path: String
    ) throws(CommandFailure) -> (scenario: Scenario, files: WatchedFiles) {
        let state = FileState(path: path)
        if settings.watch, state == nil, ScenarioFile.exists(path) {
            throw CommandFailure(
                .usage, "--watch: \(path) is not a regular file, so nobody can tell when it changes; leave it out")
        }
        let file = ScenarioFile(path: path, options: settings.environment.loadOptions)
        if let problem = file.problem {
            let advice = problem.hasSuffix("?") ? "" : "; give the path of a scenario file"
            throw CommandFailure(.missingFile, "--scenario \(path): \(problem)\(advice)")
        }
        let console = Console.standardError
        if file.scenario == nil || !settings.quiet { file.report(to: console) }
        console.flush()
        guard let scenario = file.scenario else {
            let errors = file.errors == 1 ? "an error" : "\(file.errors) errors"
            throw CommandFailure(file.status, "the scenario has \(errors), so nothing was served")
        }
        return (scenario, WatchedFiles(path: path, state: state, others: file.openedFiles))
    }

    /// Why a child ended.
    private enum EndReason {
        case byItself, wasAskedTo, timedOut
    }

    /// Waits for the child's end and forwards signals. A child that takes longer than the run may take is ended.
    private func supervise(_ child: ChildProcess) -> (ProcessEnd, EndReason) {
        var reason = EndReason.byItself
        var wasTerminated = false
        // The child may have ended before the signal was watched.
        if let end = child.end() { return (end, reason) }
        while true {
            switch events.next() {
            case .signal(SIGCHLD):
                guard let end = child.end() else { break }
                if reason == .timedOut { child.endRest() }
                return (end, reason)
            case .signal(let received):
                let (signal, asksForEnd) = SignalWatch.passed(received)
                child.pass(signal)
                if asksForEnd, reason == .byItself { reason = .wasAskedTo }
                if signal == SIGTERM, !wasTerminated {
                    wasTerminated = true
                    events.post(.killDue, after: .seconds(5))
                }
            case .timedOut:
                reason = .timedOut
                child.askToEnd()
                events.post(.killDue, after: .seconds(5))
            case .killDue:
                child.send(SIGKILL)
            case .complete, .settled, .stillWaiting:
                break
            }
        }
    }

    /// Returns when there is nothing more to wait for, or a signal asks for the end. With a watch, SIGHUP asks for the
    /// scenario to be loaded again.
    ///
    /// - Returns: whether the run's time limit ended the wait.
    private func waitForEnd(of server: MockServer, _ console: Console, _ watch: ScenarioWatch? = nil) -> Bool {
        while true {
            switch events.next() {
            case .complete, .settled: return false
            case .timedOut: return true
            case .stillWaiting:
                if !settings.quiet { console.print(console.style.dim(server.waitingText)) }
            case .signal(SIGHUP) where watch != nil: watch?.reload()
            case .signal(let signal) where SignalWatch.endings.contains(signal): return false
            case .signal(SIGCHLD): ChildProcess.reapAll()
            case .signal, .killDue: break
            }
        }
    }

    /// Stops the server, judges the run, prints and writes reports.
    ///
    /// - Parameters:
    ///   - command: the command that ran and its arguments, as given; nil if there was none.
    ///   - end: how it ended by itself; nil if the time limit ended it.
    private func finish(
        _ server: MockServer, _ console: Console, command: [String]? = nil, end: ProcessEnd? = nil,
        isTimedOut: Bool = false
    ) throws(CommandFailure) -> ExitStatus {
        var report = server.finalReport()
        let verbose = settings.verbose
        let name = command?.first
        if let command { report.notes += notes(report, end, command: command) }
        if isTimedOut, let timeout = settings.timeout {
            report.end(after: timeout.text)
            report.notes.append(timeout.note(on: report, command: end == nil ? name : nil))
        }
        // Earlier verdicts that changed after they were printed.
        let failed = report.earlierRuns.map(\.verdict).filter { !$0.passed }
        let verdicts = printed.rest(of: failed, key: Self.key) { _ = printed.takeTold($0.failures, of: nil) }
        let sessions = printed.rest(of: report.sessions.filter { !$0.passed }, key: Self.key)
        var detail = VerdictDetail(listsConsequences: verbose)
        if !(settings.quiet && report.passed) {
            for verdict in verdicts {
                detail.told = printed.takeTold(verdict.failures, of: nil) ?? .nothing
                console.print(verdict.text(style: console.style, telling: detail) + "\n")
            }
            for session in sessions {
                detail.told =
                    printed.takeTold(Self.failures(of: session), of: session.session)
                    ?? printed.shown(of: session.session)
                console.print(session.sessionText(style: console.style, telling: detail) + "\n")
            }
            detail = VerdictDetail(
                showsSeed: verbose, listsConsequences: verbose, without: printed.shown(of: nil))
            console.print(report.closingText(style: console.style, telling: detail))
        }
        let status = ExitStatus(passed: report.passed, command: end)
        // Before anybody who reads the output can delay them.
        let reports = Result { () throws(CommandFailure) in try settings.reports.write(report, status) }
        let isRead = console.flush(timeout: Console.readerTimeout)
        if !isRead || !report.passed && console.hasLostText { tellElsewhere(report, isRead ? nil : console.name) }
        try reports.get()
        return status
    }

    /// Tells on standard error what could not be written, unless that would wait for a reader, too.
    ///
    /// - Parameter unread: the name of the output that nobody reads; nil if it could not be written.
    private func tellElsewhere(_ report: RunReport, _ unread: String?) {
        let error = Console.standardError
        if let unread {
            guard error.isWritable else { return }
            error.print(
                "\(error.style.yellow("Warning:")) \(unread) has a reader that reads nothing, so the rest of the output is lost"
            )
        }
        // The verdict is told somewhere, however the command ends.
        if !report.passed {
            error.print(
                report.closingText(style: error.style, telling: VerdictDetail(listsConsequences: settings.verbose)))
        }
        error.flush(timeout: Console.readerTimeout)
    }

    /// What tells a session's verdict from others, and from that of the same session before something else happened.
    private static func key(of session: RunReport) -> String {
        ([session.session ?? ""] + session.namedVerdicts.map { key(of: $0.verdict) }).joined(separator: "\n")
    }

    /// What tells a run's verdict from others, and from that of the same run before something else happened.
    private static func key(of verdict: Verdict) -> String {
        ([verdict.summary()] + verdict.failures.map { $0.text() }).joined(separator: "\n")
    }

    private static func failures(of session: RunReport) -> [Failure] {
        session.namedVerdicts.flatMap(\.verdict.failures)
    }

    /// Sentences about a command that failed or did not find the server.
    private func notes(_ report: RunReport, _ end: ProcessEnd?, command: [String]) -> [String] {
        var notes: [String] = []
        let wasReached = report.unfinishedRequests.contains { $0.requestLine != nil }
        let isOnlyRun =
            report.earlierRuns.isEmpty && report.sessions.isEmpty && report.refusedRequests == nil
            && !report.refusedSessions
        let isUnreached = isOnlyRun && report.verdict.requests == 0 && !wasReached
        if isUnreached, !report.passed {
            notes.append(
                settings.listening.unix == nil
                    ? "No request reached the server. A client finds it by {url} in the command's arguments or by "
                        + "$MOCKSERVER_URL in its environment."
                    : "No request reached the server. A client finds it by $MOCKSERVER_UNIX_SOCKET in the command's "
                        + "environment.")
            // The report itself tells of the other requests.
            if let first = report.unfinishedRequests.first(where: { $0.requestLine == nil }) {
                notes.append("A client connected, but sent no request: \(first.text)")
            }
        }
        if isUnreached, !report.passed || end?.text != nil, settings.listening.unix == nil,
            Self.hasEmptiedAddress(command)
        {
            notes.append(
                "Your shell may have expanded $MOCKSERVER_URL in the arguments before the server had an address; write {url} in "
                    + "its place.")
        }
        if let text = end?.text { notes.append("The command \"\(command.first ?? "")\" \(text).") }
        return notes
    }

    /// Whether an argument can be what is left of `$MOCKSERVER_URL/me` where the variable is not set: nothing, or the path
    /// of no file.
    private static func hasEmptiedAddress(_ command: [String]) -> Bool {
        !command.contains { $0.contains("{url}") }
            && command.dropFirst().contains { $0.isEmpty || $0.hasPrefix("/") && !ScenarioFile.exists($0) }
    }
}

extension MockServer {
    /// The address as a line of text: its URL, or `unix:` and a path.
    fileprivate var endpointText: String { urlText ?? endpoint.description }
}
