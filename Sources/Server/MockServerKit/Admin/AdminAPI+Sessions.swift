import ExactJSON
import HTTPMessage
import MockRuntime
import Playback
import ReportValues
import Reports
import Scenarios
import Sockets
import TextCoding

// What the routes of sessions do.
extension AdminAPI {
    /// How long the end of a session waits for responses that are being sent.
    private static let endTimeout = Duration.seconds(1)

    /// The session that the path names.
    func session(of request: AdminRequest) throws(AdminResponse) -> Session {
        let text = request.captures["session"] ?? ""
        guard let session = SessionID(text).flatMap({ sessions?.session($0) }) else {
            throw .refusal(
                410,
                "There is no session \(Printable.line(text)): it was deleted, has expired, or never was; GET /sessions "
                    + "lists them.")
        }
        return session
    }

    private func requireSessions() throws(AdminResponse) -> SessionTable {
        guard let sessions else { throw .refusal(404, "This server has no sessions: its options don't enable them.") }
        return sessions
    }

    func beginSession(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let sessions = try requireSessions()
        let text = request.query["seed"]
        let seed = text.flatMap { UInt64($0) }
        if let text, seed == nil {
            throw .refusal(400, "seed: \"\(text)\" is not a whole number from 0 to \(UInt64.max).")
        }
        let scenario = try load(request, orElse: "so no session was made")
        do throws(SessionTable.Full) {
            let session = try sessions.begin(scenario.compiled, source: scenario.source, seed: seed)
            var response = AdminResponse(status: 201, body: description(of: session, sessions))
            response.fields = [("Location", "/sessions/\(session.id)")]
            done(response)
        } catch {
            throw .refusal(
                503,
                "There are \(error.limit) sessions already: DELETE those that are over, or give --session-timeout a "
                    + "shorter time.")
        }
    }

    func listSessions(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let sessions = try requireSessions()
        // First those that are open: one that ends meanwhile is told twice rather than not at all.
        let open = sessions.all
        let past = sessions.past
        // Values that were redacted since those requests came.
        let secrets = past.unknown.isEmpty ? SecretIndex() : currentRun.run.redactedSoFar
        done(
            .ok([
                "sessions": .array(open.map { description(of: $0, sessions) }),
                "ended": [
                    "passed": .integer(past.ended.passed), "failed": .integer(past.ended.failed),
                    "expired": .integer(past.expired),
                ],
                "unknown": .array(
                    past.unknown.map { unknown in
                        [
                            "session": .string(secrets.replacing(in: unknown.id) ?? unknown.id),
                            "requests": .integer(unknown.requests),
                            "last_request": .string(unknown.request.redacted(secrets).requestText),
                        ]
                    }),
            ]))
    }

    func describeSession(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        done(.ok(description(of: try session(of: request), try requireSessions())))
    }

    func endSession(_ request: AdminRequest, _ done: @escaping AdminReply) throws(AdminResponse) {
        let sessions = try requireSessions()
        let session = try session(of: request)
        let currentRun = session.currentRun
        let settling = try request.duration("settle")
        let tellShown = try shown(by: request)
        let done = try waiting(done)
        let timeout = settling ?? Self.endTimeout
        let last = ContinuousClock.now + timeout
        let endNow = { @Sendable [self] in
            // Only of a session that was begun in process.
            guard !currentRun.run.hasUnjudgedRequests else { return done(Self.unjudged) }
            do throws(AdminResponse) {
                guard let ending = try changing({ sessions.close(session) }) else { throw Self.gone(session) }
                let report = { @Sendable [work] in
                    work.go(on: .endingSession, size: request.size) {
                        // On the runs that a reset ended, too: a suite that only ends its session must learn of their
                        // failures.
                        let report = sessions.end(ending) { tellShown($0.verdictOnAllRuns) }
                        done(.ok(report.verdictOnAllRuns.statingUnjudged.json))
                    }
                }
                // Event loops may still be deciding requests that came before the end.
                EventLoop.afterTurns {
                    // Responses to what was decided late have the time that others have.
                    let isDeciding = currentRun.isDeciding
                    currentRun.awaitDecisions {
                        currentRun.end()
                        let left = isDeciding ? timeout : ContinuousClock.now.duration(to: last)
                        currentRun.awaitResponses(left) { currentRun.awaitDeliveries(nil, report) }
                    }
                }
            } catch {
                done(error)
            }
        }
        // The last response is sent on an event loop. What the session's clients have sent by then is still the session's.
        let end = { @Sendable [work] in
            Self.afterTurns { work.go(on: .endingSession, size: request.size, endNow) }
        }
        if let settling {
            currentRun.settle(settling, end)
        } else {
            currentRun.awaitAnswers(Self.endTimeout, end)
        }
    }

    static func gone(_ session: Session) -> AdminResponse {
        .refusal(410, "There is no session \(session.id) any more: it was deleted or has expired meanwhile.")
    }

    /// A session as JSON: how to reach it, what it plays, and how far it is.
    private func description(of session: Session, _ sessions: SessionTable) -> JSON {
        let run = session.currentRun.run
        let left = max(.zero, sessions.options.timeout - session.idleTime)
        let now = run.clock.start + run.clock.realNow()
        let expires = now.advanced(by: left).nanoseconds / 1_000_000
        let header = JSONObject([(SessionRoute.header, JSON.string(session.id.description))])
        let hosts = sessions.hostURLs(of: session).map(JSON.string)
        let url = session.url.map(JSON.string)
        return .members([
            ("session", .string(session.id.description)),
            ("scenario", .string(run.scenario.name)),
            ("url", url),
            ("host_urls", .array(hosts)),
            ("header", .object(header)),
            ("expires", .string(ISO8601.format(unixMilliseconds: expires))),
            ("requests", .integer(run.extent.requests)),
            ("is_complete", .bool(run.activity.isComplete)),
            ("seed", .string(String(run.seed))),
        ])
    }
}
