import Dispatch
import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
import ReportValues
import Reports
import Sockets
import TextCoding

/// The admin API, by which a test suite in any language queries and controls a running server.
final class AdminAPI: Sendable {
    static let healthPath = "/health"
    /// The longest time that a request may wait for its response.
    static let longestWait = Duration.seconds(300)
    /// How long a request from this process waits for closures of which one may have sent it.
    private static let longestClosure = Duration.seconds(1)

    let access: AdminAccessCheck
    /// The server's own run.
    let currentRun: CurrentRun
    let sessions: SessionTable?
    private let metricsSource: MetricsSource?
    let work: AdminWork
    let catalog: ScenarioCatalog
    /// Called with the verdict of each run that an admin ends.
    private let onEnd: (@Sendable (Verdict) -> Void)?
    /// Called with the failures that a client gets and says it shows itself.
    private let onShown: (@Sendable (_ session: String?, [Failure]) -> Void)?

    init(
        _ currentRun: CurrentRun, _ sessions: SessionTable?, _ metricsSource: MetricsSource?, _ work: AdminWork,
        access: AdminAccessCheck, catalog: ScenarioCatalog,
        onEnd: (@Sendable (Verdict) -> Void)? = nil,
        onShown: (@Sendable (_ session: String?, [Failure]) -> Void)? = nil
    ) {
        self.currentRun = currentRun
        self.sessions = sessions
        self.metricsSource = metricsSource
        self.work = work
        self.access = access
        self.catalog = catalog
        self.onEnd = onEnd
        self.onShown = onShown
    }

    /// Notes that a request is refused before it is whole: with no session begun, that may be why.
    func refuses(method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, with response: AdminResponse) {
        let path = Percent.decode(target.prefix { $0 != UInt8(ascii: "?") }).text ?? ""
        let asksForSession = AdminRoute.all.contains {
            $0.beginsSession && method.elementsEqual($0.method.utf8) && $0.matches(path)
        }
        if asksForSession, let reason = response.reason { sessions?.refuses(reason) }
    }

    /// Calls `done` once, on any thread, with the response. What takes long is computed elsewhere.
    func respond(to request: AdminRequest, _ done: @escaping AdminReply) {
        let routes = AdminRoute.all.filter { $0.matches(request.path) }
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let route = routes.first(where: { $0.method == method }) else {
            return done(Self.refusal(of: request, routes))
        }
        do throws(AdminResponse) {
            try request.checkParameters(of: route)
        } catch {
            if route.beginsSession, let reason = error.reason { sessions?.refuses(reason) }
            return done(error)
        }
        var request = request
        request.captures = route.captures(in: request.path)
        let session = request.captures["session"].flatMap { SessionID($0) }.flatMap { sessions?.session($0) }
        session?.asks(1)
        let refusing = route.beginsSession ? sessions : nil
        let finish = { @Sendable (response: AdminResponse) in
            session?.asks(-1)
            if let reason = response.reason { refusing?.refuses(reason) }
            done(response)
        }
        guard let kind = route.work else { return handle(request, by: route, finish) }
        request.size = size(of: request, by: route, session)
        let isTaken = work.take(kind, size: request.size, body: request.body.count) { [self, request] in
            handle(request, by: route, finish)
        }
        if !isTaken { finish(Self.overloaded) }
    }

    private func handle(_ request: AdminRequest, by route: AdminRoute, _ done: @escaping AdminReply) {
        let run = request.captures["session"] == nil ? currentRun.run : try? session(of: request).currentRun.run
        guard route.awaitsDecisions, let run, run.closureText != nil, request.ends?.isWithinProcess ?? false else {
            return begin(request, by: route, done)
        }
        Task(priority: .userInitiated) {
            if await !run.decisions.ended(within: Self.longestClosure), let closure = run.closureText {
                return done(Self.refusal(toClosure: closure))
            }
            begin(request, by: route, done)
        }
    }

    /// The response to a request that may come from a closure, for whose response it would have to wait.
    private static func refusal(toClosure text: String) -> AdminResponse {
        .refusal(
            409,
            "This request comes from the process of the server, where \(text) has not returned: a closure can't reset or judge "
                + "its own run, which waits for its response. Let it return, and send this from the test.")
    }

    private func begin(_ request: AdminRequest, by route: AdminRoute, _ done: @escaping AdminReply) {
        do throws(AdminResponse) {
            try route.handle(self)(request, done)
        } catch {
            done(error)
        }
    }

    /// The response to a request that would have to wait behind too many others.
    private static let overloaded = {
        let (requests, bytes, _) = AdminWork.limit
        return AdminAPI.full("\(requests) requests or \(bytes >> 20) MiB of them waiting")
    }()

    private static func full(_ what: String) -> AdminResponse {
        var response = AdminResponse.refusal(503, "The admin API has \(what): send this one again later.")
        response.fields = [("Retry-After", "1")]
        return response
    }

    /// Calls `done` once the event loops of clients have read what has come, also where one of them calls this.
    static func afterTurns(_ done: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "mockserver-admin-turns").async { EventLoop.afterTurns(done) }
    }

    /// What to call with the response of a request that waits for an event of a run.
    ///
    /// - Throws: a refusal if too many requests do so.
    func waiting(_ done: @escaping AdminReply) throws(AdminResponse) -> AdminReply {
        guard work.beginWait() else {
            throw Self.full("\(AdminWork.limit.waiters) requests that wait for something to happen")
        }
        return { [work] response in
            work.endWait()
            done(response)
        }
    }

    /// About how many bytes the server reads for a request: of the run, or of what is loaded. A file counts as not
    /// small, because its size is not known before it is opened.
    private func size(of request: AdminRequest, by route: AdminRoute, _ session: Session?) -> Int {
        let currentRun = session?.currentRun ?? currentRun
        switch route.work {
        case .loading?:
            let isFile = request.body.isEmpty && request.query["name"] != nil
            let source = session?.currentRun.arranged.stubs?.size ?? 0
            return request.body.count + source + (isFile ? 64 << 10 : 0)
        case .reading? where route.isReport: return .max
        case .reading?: return currentRun.run.size + (session == nil ? (sessions?.counts.open ?? 0) * 256 : 0)
        case .endingRun?, .endingSession?, nil: return 0
        }
    }

    private static func refusal(of request: AdminRequest, _ routes: [AdminRoute]) -> AdminResponse {
        guard routes.isEmpty else {
            let allowed = routes.map(\.method).joined(separator: ", ")
            var response = AdminResponse.refusal(405, "\(request.path) takes \(allowed), not \(request.method).")
            response.fields = [("Allow", allowed)]
            return response
        }
        return .refusal(404, "There is nothing at \(request.path); GET /openapi.json says what there is.")
    }

    /// The run that a request is about: a session's if its path names one, else the server's own.
    func run(of request: AdminRequest) throws(AdminResponse) -> CurrentRun {
        guard request.captures["session"] != nil else { return currentRun }
        return try session(of: request).currentRun
    }

    // MARK: - What the routes do

    func describe(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        done(.ok(OpenAPI.document))
    }

    func health(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        // A Unix-domain socket has no URL that every client can use.
        let url = currentRun.serverURL.map(JSON.string)
        done(.ok(.members([("status", "ok"), ("scenario", .string(currentRun.run.scenario.name)), ("url", url)])))
    }

    /// What the server has counted, for Prometheus.
    func metrics(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        guard let metricsSource else { throw .refusal(404, "This server counts nothing.") }
        let done = try waiting(done)
        // Every response which a client has received is counted then.
        EventLoop.afterTurns { [work] in
            work.go(on: .reading, size: request.size) {
                done(.ok(Array(metricsSource.text.utf8), as: MetricsSource.mediaType))
            }
        }
    }

    /// The verdict now, when the run has settled, or when every step is complete and the run has settled.
    func verdict(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let currentRun = try run(of: request)
        let run = currentRun.run
        let (wait, settle) = (try request.duration("wait"), try request.duration("settle"))
        if wait != nil, settle != nil { throw .refusal(400, "wait, settle: give one of them; wait settles, too.") }
        let tellShown = try shown(by: request)
        let done = try wait ?? settle != nil || currentRun.isDeciding ? waiting(done) : done
        let tell = { @Sendable in
            let events = currentRun.events
            let verdict = run.verdict
            guard verdict.unjudged == nil else { return done(Self.unjudged) }
            currentRun.verdictReminder.tells(events)
            tellShown(verdict)
            done(.ok(verdict.json))
        }
        // The run settles on an event loop. What has come whole by then is judged.
        let finish = { @Sendable [work] in
            Self.afterTurns {
                currentRun.awaitDecisions { work.go(on: .reading, size: request.size, tell) }
            }
        }
        if let timeout = wait {
            let end = run.clock.realNow() + timeout
            run.wait(for: .complete, timeout: timeout) { _ in
                currentRun.settle(end - run.clock.realNow(), finish)
            }
        } else if let timeout = settle {
            currentRun.settle(timeout, finish)
        } else if run.watchesDelivery {
            // The client may have a response that its system has not acknowledged yet.
            EventLoop.afterTurns { run.awaitDeliveries(judges: false, finish) }
        } else {
            finish()
        }
    }

    /// What to call with the verdict that a client gets: its failures need not be told again if the client shows them.
    ///
    /// - Throws: a refusal if the request's `shown` is not valid.
    func shown(by request: AdminRequest) throws(AdminResponse) -> @Sendable (Verdict) -> Void {
        guard try request.flag("shown"), let onShown else { return { _ in } }
        let session = request.captures["session"]
        return { onShown(session, $0.failures) }
    }

    /// The response while the verdict is open: only in the test's own process, on its thread, may closures judge.
    static let unjudged = AdminResponse.refusal(
        409,
        "Requests of this run wait for closures of its scenario to judge them, which only the test's own process does: "
            + "call await server.verify() there first.")

    func journal(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let run = try run(of: request).run
        let (journal, unfinished) = (run.journal.map(\.json), run.unfinishedRequests.map(\.json))
        done(
            .ok(ReportMember.Journal.object([(.journal, .array(journal)), (.unfinishedRequests, .array(unfinished))])))
    }

    /// The requests that a step took, as soon as there are enough of them.
    func requests(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let run = try run(of: request).run
        guard let step = request.query["step"] else {
            throw .refusal(400, "step: name the step whose requests are asked for; GET /journal has all.")
        }
        guard run.count(ofStep: step) != nil else {
            let known = run.scenario.steps.map { "\"\($0.rule.id)\"" }.joined(separator: ", ")
            throw .refusal(
                404, "step: the scenario has no step \"\(step)\"; it has \(known.isEmpty ? "none" : known).")
        }
        let timeout = try request.duration("timeout") ?? .seconds(5)
        guard let count = try request.count("wait") else { return done(.ok(Self.taken(by: step, run))) }
        let done = try waiting(done)
        run.wait(for: .step(step, count: count), timeout: timeout) { [work] came in
            // The request comes on an event loop.
            work.go(on: .reading, size: request.size) {
                guard !came else { return done(.ok(Self.taken(by: step, run))) }
                let error = WaitError.timedOut(
                    step: step, count: run.count(ofStep: step) ?? 0, expected: count, after: timeout,
                    verdict: run.verdict)
                done(.refusal(504, error.description))
            }
        }
    }

    private static func taken(by step: String, _ run: ScenarioRun) -> JSON {
        [
            "step": .string(step), "count": .integer(run.count(ofStep: step) ?? 0),
            "requests": .array(run.journal.filter { $0.step == step }.map(\.json)),
        ]
    }

    /// The runs in one of the formats of reports.
    func report(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let name = request.query["format"] ?? ReportFormat.html.rawValue
        guard let format = ReportFormat(rawValue: name) else {
            let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .refusal(400, "format: there is no \"\(name)\"; there are \(known).")
        }
        let currentRun = try run(of: request)
        let id = request.captures["session"]
        let (address, sessions) = (sessions?.serverURL ?? currentRun.serverURL ?? "", sessions)
        let tell = { @Sendable (done: AdminReply) in
            let events = currentRun.events
            let report =
                id == nil
                ? currentRun.report(address: address, with: sessions)
                : currentRun.report(address: address, session: id)
            guard !report.hasUnjudged else { return done(Self.unjudged) }
            currentRun.verdictReminder.tells(events)
            done(.ok(report.bytes(as: format), as: format.mediaType))
        }
        let others = id == nil ? sessions?.unsettled.map(\.currentRun) ?? [] : []
        let runs = [currentRun] + others
        let done = try runs.contains(where: \.isDeciding) ? waiting(done) : done
        let decided = { @Sendable [work] in work.go(on: .reading, size: request.size) { tell(done) } }
        EventLoop.afterTurns { runs.awaitAll(decided) { run, isOver in run.awaitDecisions(isOver) } }
    }

    func reset(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        try play(nil, try run(of: request), request, done)
    }

    /// The time of the run's clock, now or as soon as enough sleepers wait for it.
    func clock(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let currentRun = try run(of: request)
        let clock = currentRun.clock
        let timeout = try request.duration("timeout") ?? .seconds(5)
        guard let sleepers = try request.count("sleepers") else { return done(.ok(Self.state(of: clock))) }
        guard let time = currentRun.run.clock.virtualTime else {
            throw .refusal(409, "\(ClockError.notVirtual(clock.kind)).")
        }
        let done = try waiting(done)
        guard let watcher = time.notify(atSleepers: sleepers, { done(.ok(Self.state(of: clock))) }) else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: timeout.wholeNanoseconds))) {
            guard time.stopWatching(watcher) else { return }
            done(.refusal(504, "\(time.sleepers) of \(sleepers) sleepers waited for the clock within \(timeout)."))
        }
    }

    private static func state(of clock: ScenarioClock) -> JSON {
        ReportMember.Clock.object([(.now, .string(clock.now.description)), (.sleepers, .integer(clock.sleepers))])
    }

    /// Moves the run's virtual clock by the duration in the body.
    func advance(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        guard case .string(let text)? = (try? JSON(parsing: request.body))?["advance"] else {
            throw .refusal(400, "Send how far to move the clock, as JSON: {\"advance\": \"1h\"}.")
        }
        let duration: Duration
        do {
            duration = try DurationReader.read(text)
        } catch {
            throw .refusal(400, "advance: \(error.message(for: text)).")
        }
        let clock = try run(of: request).clock
        // A client waits for this, where a process of tests may have started thousands of other tasks.
        Task(priority: .userInitiated) {
            do {
                try await clock.advance(by: duration, timeout: Self.longestWait)
                done(.ok(Self.state(of: clock)))
            } catch {
                let isLate = if case .notWritten = error as? ClockError { true } else { false }
                done(.refusal(isLate ? 504 : 409, "\(error)."))
            }
        }
    }

    /// Plays the scenario in the body, or the file `name`.
    func replace(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let currentRun = try run(of: request)
        try play(try load(request, orElse: "so the one before stays"), currentRun, request, done)
    }

    /// The scenario in the body, or in the file `name`.
    ///
    /// - Throws: the response with its errors.
    func load(_ request: AdminRequest, orElse consequence: String) throws(AdminResponse) -> SourcedScenario {
        let name = request.query["name"]
        let variables = try request.variables()
        guard !request.body.isEmpty || name != nil else {
            throw .refusal(
                400, "Send a scenario in YAML or JSON, or name a file of the scenarios' folder: ?name=<file>.")
        }
        do throws(ScenarioCatalog.LookupError) {
            return if !request.body.isEmpty {
                try catalog.scenario(request.body, named: name ?? Self.name(of: request.body), variables: variables)
            } else {
                try catalog.scenario(named: name ?? "", variables: variables)
            }
        } catch {
            throw Self.response(to: error, consequence)
        }
    }

    /// A name for a scenario that came without one. Its extension marks JSON, not all of which the YAML reader accepts.
    private static func name(of body: [UInt8]) -> String { "scenario" + fileExtension(of: body) }

    /// The extension for a text in YAML or JSON that came without a name.
    static func fileExtension(of body: [UInt8]) -> String {
        Document.Format(ofText: body) == .json ? ".json" : ".yaml"
    }

    static func response(to refusal: ScenarioCatalog.LookupError, _ consequence: String) -> AdminResponse {
        let message = refusal.diagnostics.isEmpty ? refusal.message : "\(refusal.message), \(consequence)."
        return .refusal(refusal.status, message, refusal.diagnostics)
    }

    static func list(_ diagnostics: [Diagnostic]) -> JSON {
        .array(
            diagnostics.map { found in
                ReportMember.Diagnostic.object([
                    (.severity, .string(found.severity.rawValue)), (.path, .string(found.position.file.path)),
                    (.line, .integer(found.position.line)), (.column, .integer(found.position.column)),
                    (.message, .string(found.message)), (.code, found.code.map { .string($0.rawValue) }),
                ])
            })
    }

    /// Does something to the server's runs.
    ///
    /// - Throws: a refusal if the server is stopped.
    func changing<Result>(_ change: () -> Result) throws(AdminResponse) -> Result {
        var result: Result?
        _ = work.change { result = change() }
        guard let result else { throw .refusal(503, "The server is stopped.") }
        return result
    }

    /// Begins another run, and reports the verdict of the one that it ends, once the responses that it has sent are
    /// delivered.
    private func play(
        _ scenario: SourcedScenario?, _ currentRun: CurrentRun, _ request: AdminRequest,
        _ done: @escaping AdminReply
    ) throws(AdminResponse) {
        guard !currentRun.run.hasUnjudgedRequests else { throw Self.unjudged }
        let tellShown = try shown(by: request)
        let ending = try changing { currentRun.replace(by: scenario?.compiled, source: scenario?.source) }
        let name = currentRun.run.scenario.name
        let end = { @Sendable [self] in
            let ended = currentRun.end(ending)
            tellShown(ended.verdictNow)
            // Those of sessions are told of when the session ends.
            if currentRun === self.currentRun { onEnd?(ended.verdict) }
            done(.ok(["scenario": .string(name), "ended": ended.verdictNow.json]))
        }
        currentRun.awaitEnd(of: ending) { [work] in work.go(on: .endingRun, size: request.size, end) }
    }
}
