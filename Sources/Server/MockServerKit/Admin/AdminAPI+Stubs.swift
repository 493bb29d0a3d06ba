import ExactJSON
import MockRuntime
import Playback
import ReportValues
import ScenarioFiles
import Scenarios

// What the routes of a session's added stubs do.
extension AdminAPI {
    /// Adds the stub in the body, or each of a list of them, to the session's run.
    func addStubs(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let session = try session(of: request)
        guard !request.body.isEmpty else {
            throw .refusal(
                400, "Send a stub in YAML or JSON, like {request: GET /me, response: 200}, or a list of them.")
        }
        let name = request.query["name"].flatMap { $0.isEmpty ? nil : $0 }
        let (added, warnings, run) = try add(request.body, named: name, to: session)
        var body = JSONObject([("stubs", .array(added.map { Self.description(of: $0, run) }))])
        if !warnings.isEmpty { body["diagnostics"] = Self.list(warnings) }
        var response = AdminResponse(status: 201, body: .object(body))
        if let first = added.first {
            response.fields = [("Location", "/sessions/\(session.id)/stubs/\(first.number)")]
        }
        done(response)
    }

    func listStubs(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let (run, _, arrangement) = try arrangement(of: try session(of: request))
        done(.ok(["stubs": .array(arrangement.stubs.map { Self.description(of: $0, run) })]))
    }

    func removeStub(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let session = try session(of: request)
        let text = request.captures["stub"] ?? ""
        while true {
            let (run, scenario, former) = try arrangement(of: session)
            guard let number = text.allSatisfy(\.isNumber) ? Int(text) : nil,
                let stub = former.stubs.first(where: { $0.number == number })
            else {
                throw .refusal(
                    404, "The session has no added stub \(text); GET /sessions/\(session.id)/stubs lists them.")
            }
            var arrangement = former
            arrangement.remove(stub)
            if session.currentRun.replaceStubs(
                by: scenario.removing(stub: stub.index), arrangement, from: scenario, in: run)
            {
                return done(.ok(Self.description(of: stub, run)))
            }
        }
    }

    /// Adds stubs to the current run of a session; again if others are added, or another scenario begins, meanwhile.
    private func add(
        _ bytes: [UInt8], named name: String?, to session: Session
    ) throws(AdminResponse) -> (added: [StubArrangement.Added], warnings: [Diagnostic], run: ScenarioRun) {
        while true {
            let (run, former, arrangement) = try arrangement(of: session)
            let first = former.scenario.stubs.count
            let path = arrangement.path(
                like: name ?? "stubs-\(first + 1)\(Self.fileExtension(of: bytes))", in: former.scenario)
            let document = AddedStubs(path: path, bytes: bytes)
            guard let documents = arrangement.adding(document) else {
                let (count, bytes) = StubArrangement.limit
                throw .refusal(
                    409,
                    "A session takes at most \(count) documents of stubs and \(bytes >> 20) MiB of them, removed ones "
                        + "included: send several stubs as a list, or begin another session.")
            }
            let (scenario, warnings) = try load(arrangement.source, documents, path)
            guard let new = former.adding(stubsOf: scenario) else {
                throw Self.response(to: ScenarioCatalog.changed, "so no stub was added")
            }
            var changed = arrangement
            let added = changed.add(document, scenario, from: first)
            guard session.currentRun.replaceStubs(by: new, changed, from: former, in: run) else { continue }
            guard sessions?.session(session.id) != nil else { throw Self.gone(session) }
            return (added, warnings.filter { $0.position.path == path }, run)
        }
    }

    private func load(
        _ source: ScenarioSource, _ documents: [AddedStubs], _ path: String
    ) throws(AdminResponse) -> (scenario: Scenario, warnings: [Diagnostic]) {
        do throws(ScenarioCatalog.LookupError) {
            return try catalog.scenario(source, adding: documents)
        } catch {
            // Warnings of stubs that were added before are no news.
            var error = error
            error.diagnostics.removeAll { $0.severity == .warning && $0.position.path != path }
            throw Self.response(to: error, "so no stub was added")
        }
    }

    /// - Throws: the refusal if no stubs can be added to the session.
    private func arrangement(
        of session: Session
    ) throws(AdminResponse) -> (run: ScenarioRun, scenario: CompiledScenario, stubs: StubArrangement) {
        let (run, scenario, stubs) = session.currentRun.arranged
        guard let stubs else {
            throw .refusal(409, "The session was begun in Swift, where its scenario takes no further stubs.")
        }
        return (run, scenario, stubs)
    }

    private static func description(of stub: StubArrangement.Added, _ run: ScenarioRun) -> JSON {
        [
            "stub": .integer(stub.number), "id": .string(stub.rule.id),
            "request": .string(stub.rule.summary), "requests": .integer(run.count(ofStub: stub.index)),
        ]
    }
}
