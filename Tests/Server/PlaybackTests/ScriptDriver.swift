import HTTPMessage
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// A script with its own clock, to which a test reports events.
struct ScriptDriver {
    private(set) var script: Script
    /// The planned response to the last request.
    private(set) var plan: ResponsePlan?
    /// The failures of the last request.
    private(set) var failures: [Failure] = []
    /// The requests before, by which failures are explained; nil to explain them without.
    var earlier: [EarlierRequest]?
    var now = Instant(nanoseconds: 0)
    /// What the last event did to held responses: `holds #1`, `sends #2 #1`.
    private(set) var effects: [String] = []
    /// The requests by number, to name those whose responses are sent.
    private var exchanges: [ExchangeID: Int] = [:]
    /// The number of requests on each connection.
    var sent: [Int: Int] = [:]

    /// The scenario in `yaml`, as the file `script.yaml`.
    init(_ yaml: String, seed: UInt64 = 1) throws {
        let scenario = try Scenario(yaml: yaml, path: "script.yaml")
        let start = WallClockTime(nanoseconds: 1_700_000_000_000_000_000)
        let environment = Script.Environment(
            seed: scenario.seed ?? seed, serverURL: "http://127.0.0.1:1", start: start)
        script = Script(scenario, environment)
    }

    /// A complete request arrives, 1 ms after the previous event.
    ///
    /// - Returns: how it is answered: `step a`, `stub b`, `unmatched`, or the failure's kind.
    @discardableResult
    mutating func request(
        _ line: String, _ headers: [(String, String)] = [], body: String = "", bytes: [UInt8]? = nil,
        connection: Int = 1,
        version: HTTPVersion = .http11,
        tls: TLSInfo? = nil, response: Bool = true
    ) throws -> String {
        now = now + .milliseconds(1)
        sent[connection, default: 0] += 1
        let words = line.split(separator: " ").map { Array($0.utf8) }
        let target = words[1]
        var (authority, origin) = (Array("127.0.0.1:1".utf8)[...], target[...])
        if target.starts(with: "http://".utf8) {
            authority = target.dropFirst(7).prefix { $0 != UInt8(ascii: "/") }
            origin = target[authority.endIndex...]
        }
        let parts = origin.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let head = RequestHead(
            method: words[0][...], target: target[...], authority: authority, path: parts[0],
            query: parts.count > 1 ? parts[1] : nil, version: version, fields: Fields(headers), raw: nil)
        let request = Request(
            head: head, body: bytes ?? Array(body.utf8),
            connection: ConnectionInfo(index: connection, exchange: sent[connection, default: 0], tls: tls))
        let id = ExchangeID(request.connection)
        exchanges[id] = exchanges.count + 1
        file(script.arrived(id, RequestView(request, needs: script.scenario.needs), at: now))
        let plan = try #require(self.plan, "each request has an answer")
        earlier?.append(EarlierRequest(plan.entry, request, failure: failures.first?.kind, script.composer))
        if response {
            now = now + .microseconds(100)
            note(script.answered(id, at: now))
        }
        switch plan.entry.outcome {
        case .step(let id): return "step \(id)"
        case .stub(let id), .stubBeforeStep(let id, _): return "stub \(id)"
        case .failed(let kind): return kind.rawValue
        case .preflight, .refusedPreflight: return "preflight"
        }
    }

    /// The last request's client leaves without its response, 1 ms after the previous event.
    ///
    /// - Parameter mayRead: whether it has only sent its own last byte.
    mutating func leave(connection: Int = 1, mayRead: Bool = false) {
        now = now + .milliseconds(1)
        note(script.gone(last(connection), mayRead: mayRead, at: now).1)
    }

    /// The client's system has the last byte of a connection's last response, 1 ms after the previous event.
    mutating func deliver(connection: Int = 1) {
        now = now + .milliseconds(1)
        note(script.delivered(last(connection), at: now).0)
    }

    /// A verdict has waited for responses that are written to be delivered.
    mutating func awaitDeliveries(_ wait: DeliveryWait) { script.hasAwaitedDeliveries(wait) }

    /// The rest of a connection's last response waits.
    mutating func wait(for obstacle: DeliveryObstacle, connection: Int = 1) {
        script.waits(last(connection), for: obstacle)
    }

    /// No request has come for as long as each hold asks that waits for it.
    mutating func fallQuiet() {
        for hold in script.takeQuietHolds() { note(script.quieted(hold, at: now)) }
    }

    /// The last byte of a connection's last response is written, 1 ms after the previous event.
    mutating func answer(connection: Int) {
        now = now + .milliseconds(1)
        note(script.answered(last(connection), at: now))
    }

    /// The last byte of a connection's last response is handed to the system, which takes it or not.
    mutating func sends(connection: Int, isSent: Bool) {
        script.sending(last(connection), at: now)
        if !isSent { script.notSent(last(connection), at: now) }
    }

    /// Nothing happens for a while, but the run looks at its holds.
    mutating func pass(_ duration: Duration) {
        now = now + duration
        note(script.expireHolds(at: now))
    }

    /// The run gets no further request.
    ///
    /// - Parameter isSilent: whether nothing is sent any more.
    mutating func end(isSilent: Bool = false) {
        script.isSilent = isSilent
        note(script.endHolds(at: now))
    }

    private mutating func note(_ timing: TimingEffects?) {
        effects = []
        guard let timing else { return }
        if timing.isHeld { effects.append("holds #\(exchanges.count)") }
        if !timing.released.isEmpty {
            effects.append("sends " + timing.released.map { "#\(exchanges[$0] ?? 0)" }.joined(separator: " "))
        }
        for decided in timing.failures {
            script.file(script.composer.explain(decided, knowing: earlier ?? []))
            effects.append(decided.kind.rawValue)
        }
    }

    /// The planned response to the last request can't be rendered.
    mutating func fail(_ problem: ResponseProblem, connection: Int = 1) {
        file(script.unmade(last(connection), problem, at: now))
    }

    /// Explains a decision and files it, as a run does outside its lock.
    private mutating func file(_ decision: Decision) {
        plan = decision.plan
        failures = []
        note(decision.timing)
        guard let decided = decision.failure else { return }
        let explained = script.composer.explain(decided, knowing: earlier ?? [])
        script.file(explained)
        failures = explained.failures
    }

    private func last(_ connection: Int) -> ExchangeID {
        ExchangeID(connection: connection, exchange: sent[connection, default: 0])
    }

    /// A client sends a malformed request.
    mutating func malformed(
        _ reason: String, _ method: String = "", _ target: String = "", _ problem: MalformedRequest.Problem? = nil,
        status: Int? = 400, connection: Int = 1
    ) {
        now = now + .milliseconds(1)
        sent[connection, default: 0] += 1
        let facts = ConnectionInfo(index: connection, exchange: sent[connection, default: 0])
        let request = MalformedRequest(
            problem, status: status, reason: reason, method: method, target: target, connection: facts)
        file(script.malformed(request, at: now))
    }

    /// The whole text of the run's failures if it ended now.
    var report: String { script.verdict(at: now).failures.map { $0.text() }.joined(separator: "\n") }
}
