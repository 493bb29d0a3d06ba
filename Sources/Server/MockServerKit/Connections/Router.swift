import HTTPMessage
import HTTPWire
import MockRuntime
import Playback

/// Finds whose a request is: the server's own run's, a session's, or nobody's. It alone refuses a request for that.
struct Router: Sendable {
    /// The server's own run.
    let currentRun: CurrentRun
    /// The sessions that requests may name; nil if there can't be any.
    let sessions: SessionTable?

    /// Who gets a request.
    struct Recipient {
        let currentRun: CurrentRun
        /// nil for the server's own run.
        let session: Session?

        /// Has the run decide a complete request.
        ///
        /// - Parameter spent: the steps of work that the connection's other requests have taken in this turn of its event
        ///   loop; increased by those of this one.
        func decide(
            _ request: consuming Request, after examined: ExaminedHead?, spent: inout Int
        ) -> ExchangeDecision {
            let (run, scenario) = currentRun.playing
            guard let examined else { return run.decide(request, by: scenario, spent: &spent) }
            return run.decide(request, by: scenario, after: examined, spent: &spent)
        }

        /// Has the run wait for a complete request that is decided after others.
        func announced(_ request: consuming Request) -> PendingExchange {
            let (run, scenario) = currentRun.playing
            return run.announced(request, by: scenario)
        }

        /// Has the run decide a request of which only the head has come; nil if it needs the body first.
        func decide(head request: consuming Request, examined: inout ExaminedHead?) -> ExchangeDecision? {
            let (run, scenario) = currentRun.playing
            return run.decide(head: request, by: scenario, examined: &examined)
        }

        /// A text about a request with the session's part of its path taken off.
        func relative(_ text: String) -> String { session.map { SessionRoute.removing($0.id, from: text) } ?? text }
    }

    enum Route {
        case recipient(Recipient)
        /// No run gets it.
        case refused(UnroutedRequest)
    }

    /// Whether requests of several runs may come, so that what ends the connection may harm others.
    var hasSessions: Bool { sessions != nil }

    /// Who gets a request of which nothing is known, or nothing that names a session.
    var server: Recipient { Recipient(currentRun: currentRun, session: nil) }

    /// The way of a request. The session's part of the path is taken off.
    func route(_ head: inout RequestHead) -> Route {
        guard let sessions else { return .recipient(server) }
        let named = SessionRoute(head, hosts: sessions.hosts)
        guard case .session(let id) = named, let session = sessions.current(id) else {
            return route(toNoSession: named, in: sessions)
        }
        if SessionRoute.inPath(head.path) != nil { head.dropFromPath(SessionRoute.prefixLength) }
        return .recipient(Recipient(currentRun: session.currentRun, session: session))
    }

    /// The way of a request that can't be read to its end.
    ///
    /// - Parameters:
    ///   - head: the request's head, if that is whole.
    ///   - partial: what has come of it, if it is not.
    func route(_ head: RequestHead?, _ partial: @autoclosure () -> PartialHead?) -> Route {
        guard let sessions else { return .recipient(server) }
        if var head { return route(&head) }
        guard let partial = partial() else { return .recipient(server) }
        switch SessionRoute(partial, hosts: sessions.hosts) {
        // The rest may name a session, or can't be read.
        case .none: return .recipient(server)
        case let named:
            guard case .session(let id) = named, let session = sessions.session(id) else {
                return route(toNoSession: named, in: sessions)
            }
            return .recipient(Recipient(currentRun: session.currentRun, session: session))
        }
    }

    private func route(toNoSession named: SessionRoute, in sessions: SessionTable) -> Route {
        func refused(_ reason: UnroutedRequest.Reason) -> Route {
            .refused(UnroutedRequest(sessions: sessions, reason: reason))
        }
        switch named {
        case .none: return sessions.options.isRequired ? refused(.unnamed) : .recipient(server)
        case .conflict(let ids): return refused(.conflict(ids))
        case .invalid(let text): return refused(.invalid(text))
        case .session(let id): return refused(.gone(id))
        }
    }
}

/// A request that no run gets.
struct UnroutedRequest {
    fileprivate let sessions: SessionTable
    fileprivate let reason: Reason

    fileprivate enum Reason {
        /// It names no session, and the server has no scenario of its own.
        case unnamed
        /// It names several sessions.
        case conflict([SessionID])
        /// Its header is not the id of a session.
        case invalid(String)
        /// There is no such session, or no more.
        case gone(SessionID)

        /// What the request names; empty if nothing.
        var name: String {
            switch self {
            case .unnamed: ""
            case .conflict(let ids): ids.map(\.description).joined(separator: " and ")
            case .invalid(let text): text
            case .gone(let id): id.description
            }
        }
    }

    /// Notes that it has come.
    ///
    /// - Parameters:
    ///   - target: as much of it as the request line has; nil if that has not come.
    ///   - run: the server's own run, as whose requests it is redacted.
    /// - Returns: what it names, as texts show it; empty if nothing.
    @discardableResult
    func note(
        method: ArraySlice<UInt8>?, target: ArraySlice<UInt8>?, _ head: PartialHead?, redactedBy run: ScenarioRun
    ) -> String {
        let field = if case .invalid = reason { SessionRoute.header } else { String?.none }
        let (entry, name) = run.undelivered(
            method: method ?? [], target: target ?? [], naming: reason.name, by: field, head: head,
            isTold: sessions.tellsUnknown)
        let path = (target ?? []).prefix { $0 != UInt8(ascii: "?") }
        sessions.note(unknown: name, entry, isStray: SessionTable.isStray(method: method ?? [], path: path))
        return name
    }

    /// Notes that it has come, and returns the response to it.
    ///
    /// - Parameter run: the server's own run, as whose requests it is redacted.
    func response(to head: borrowing RequestHead, redactedBy run: ScenarioRun) -> LocalErrorResponse {
        let name = note(method: head.method, target: head.path, PartialHead(copy head), redactedBy: run)
        switch reason {
        case .unnamed:
            return LocalErrorResponse(
                status: 421,
                "this server has no scenario of its own: send the request to a session's URL, or name the session by the "
                    + "header \(SessionRoute.header)")
        case .conflict:
            return LocalErrorResponse(
                status: 421,
                "the request names several sessions by its path, its header and its host, \(reason.name): name one")
        case .invalid:
            return LocalErrorResponse(
                status: 410,
                "\(Printable.line(name)) in the header \(SessionRoute.header) is not the id of a session, which is 26 "
                    + "letters and digits as POST /sessions gave it")
        case .gone(let id):
            let timeout = sessions.options.timeout.wholeNanoseconds / 1_000_000_000
            return LocalErrorResponse(
                status: 410,
                "there is no session \(id): it was deleted, has expired after \(timeout) s without a request, or "
                    + "never was on this server; make one by POST /sessions on its admin port")
        }
    }
}
