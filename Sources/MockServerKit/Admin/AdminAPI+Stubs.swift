import Dispatch
import ExactJSON
import MockRuntime
import Playback
import ScenarioFiles

// What the routes of a session's added stubs do.
extension AdminAPI {
    /// Adds the stub in the body, or each of a list of them, to the session's run.
    func addStubs(
        _ request: AdminRequest, _ done: @escaping @Sendable (AdminResponse) -> Void
    ) throws(AdminResponse) {
        let session = try session(of: request)
        guard !request.body.isEmpty else {
            throw .refusal(
                400, "Send a stub in YAML or JSON, like {request: GET /me, response: 200}, or a list of them.")
        }
        let count = try arrangement(of: session).stubs.documents.count
        let path = request.query["name"] ?? "stubs-\(count + 1)\(Self.fileExtension(of: request.body))"
        let document = AddedStubs(path: path, bytes: request.body)
        // Reading a large scenario takes time, and the connections of an event loop must not wait for it.
        DispatchQueue.global().async { [self] in
            do throws(AdminResponse) {
                let (added, run) = try add(document, to: session)
                var response = AdminResponse(status: 201, body: Self.list(added, run))
                if let first = added.first {
                    response.fields = [("Location", "/sessions/\(session.id)/stubs/\(first.number)")]
                }
                done(response)
            } catch {
                done(error)
            }
        }
    }

    func listStubs(_ request: AdminRequest, _ done: (AdminResponse) -> Void) throws(AdminResponse) {
        let (run, _, arrangement) = try arrangement(of: try session(of: request))
        done(.ok(Self.list(arrangement.stubs, run)))
    }

    func removeStub(_ request: AdminRequest, _ done: (AdminResponse) -> Void) throws(AdminResponse) {
        let session = try session(of: request)
        let text = request.captures["stub"] ?? ""
        while true {
            let (run, scenario, former) = try arrangement(of: session)
            guard let number = Int(text), let stub = former.stubs.first(where: { $0.number == number }) else {
                throw .refusal(
                    404, "The session has no added stub \(text); GET /sessions/\(session.id)/stubs lists them.")
            }
            var arrangement = former
            arrangement.remove(stub)
            if session.currentRun.become(scenario.removing(stub: stub.index), arrangement, from: scenario) {
                return done(.ok(Self.description(of: stub, run)))
            }
        }
    }

    /// Adds stubs to the current run of a session; again if others are added, or another scenario begins, meanwhile.
    private func add(
        _ document: AddedStubs, to session: Session
    ) throws(AdminResponse) -> (added: [StubArrangement.Added], run: ScenarioRun) {
        while true {
            let (run, former, arrangement) = try arrangement(of: session)
            guard let documents = arrangement.adding(document) else {
                let (count, bytes) = StubArrangement.limit
                throw .refusal(
                    409,
                    "A session takes at most \(count) documents of stubs and \(bytes >> 20) MiB of them, removed ones "
                        + "included: send several stubs as a list, or begin another session.")
            }
            do throws(ScenarioCatalog.LookupError) {
                let scenario = try catalog.scenario(arrangement.source, adding: documents)
                guard let new = former.adding(stubsOf: scenario) else { throw ScenarioCatalog.changed }
                var arrangement = arrangement
                let added = arrangement.add(document, scenario, from: former.scenario.stubs.count)
                if session.currentRun.become(new, arrangement, from: former) { return (added, run) }
            } catch {
                throw Self.response(to: error, "so no stub was added")
            }
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

    private static func list(_ stubs: [StubArrangement.Added], _ run: ScenarioRun) -> JSON {
        ["stubs": .array(stubs.map { description(of: $0, run) })]
    }

    private static func description(of stub: StubArrangement.Added, _ run: ScenarioRun) -> JSON {
        [
            "stub": .number(JSONNumber(stub.number)), "id": .string(stub.rule.id),
            "request": .string(stub.rule.summary), "requests": .number(JSONNumber(run.count(ofStub: stub.index))),
        ]
    }
}
