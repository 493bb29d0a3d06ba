/// How long the client of a connection is waited for: each thing that it is to send has a time of its own. While the client
/// waits for the server, no time runs.
struct ClientTimeouts {
    /// What a client is waited for.
    enum Phase: Hashable {
        /// The rest of HTTP/2's connection preface.
        case preface
        /// The rest of the head of an HTTP/1.1 request, which so many others came before.
        case head(request: Int)
        /// The rest of a header or trailer section of HTTP/2.
        case section
        /// The next piece of a request's content.
        case body
        /// The next request, where none is under way.
        case request
    }

    /// The limits of `Timeouts` in nanoseconds, which each request asks for.
    struct Limits {
        fileprivate let head: Int64
        fileprivate let body: Int64
        fileprivate let idle: Int64

        init(_ timeouts: Timeouts) {
            head = timeouts.head.wholeNanoseconds
            body = timeouts.body.wholeNanoseconds
            idle = timeouts.idle.wholeNanoseconds
        }
    }

    /// When the time is over, on the clock of `EventLoop.now`; nil while none runs.
    private(set) var end: Int64?
    private var phase: Phase?
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    /// Goes on waiting, or from `now` on gives the client its time for what it was not waited for before; nil stops the time.
    mutating func wait(for phase: Phase?, from now: Int64) {
        guard phase != self.phase || phase == nil else { return }
        self.phase = phase
        end = phase.map { now + limit(of: $0) }
    }

    /// Lets the next thing have its own time: all that was waited for has come, or, with a phase, a piece of that.
    mutating func renew(_ phase: Phase? = nil) {
        if phase == nil || phase == self.phase { self.phase = nil }
    }

    /// What was waited for and has not come in time, which is told once; nil while there is time.
    mutating func runOut(at now: Int64) -> Phase? {
        guard let end, end <= now else { return nil }
        self.end = nil
        defer { phase = nil }
        return phase
    }

    private func limit(of phase: Phase) -> Int64 {
        switch phase {
        case .preface, .head, .section: limits.head
        case .body: limits.body
        case .request: limits.idle
        }
    }
}
