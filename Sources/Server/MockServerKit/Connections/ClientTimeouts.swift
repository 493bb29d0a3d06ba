/// The timeouts for the client of a connection, one for each part that it has to send. While the client waits for the
/// server, no timeout runs.
struct ClientTimeouts {
    /// The part that the server waits for.
    enum Phase: Hashable {
        /// The rest of HTTP/2's connection preface.
        case preface
        /// The rest of the head of an HTTP/1.1 request; `request` is the number of earlier requests.
        case head(request: Int)
        /// The rest of a header or trailer section of HTTP/2.
        case section
        /// The next piece of a request's content.
        case body
        /// The next request, if none is in progress.
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

    /// The end of the timeout, on the clock of `EventLoop.now`; nil if none runs.
    private(set) var end: Int64?
    private var phase: Phase?
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    /// Continues the timeout of `phase`, or starts it at `now` if the phase is new; nil stops the timeout.
    ///
    /// - Parameter now: asked only where a timeout starts. An earlier reading of the clock would end it too early.
    mutating func wait(for phase: Phase?, from now: @autoclosure () -> Int64) {
        guard phase != self.phase || phase == nil else { return }
        self.phase = phase
        end = phase.map { now() + limit(of: $0) }
    }

    /// Lets the next wait start a new timeout: the part is complete or, with a phase, a piece of it has arrived.
    mutating func renew(_ phase: Phase? = nil) {
        if phase == nil || phase == self.phase { self.phase = nil }
    }

    /// The phase whose timeout has expired, reported once; nil while there is time.
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
