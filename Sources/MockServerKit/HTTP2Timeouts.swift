import Sockets

/// How long the client of an HTTP/2 connection is waited for: for each thing that it is at, a time of its own. While it
/// is the server that lets it wait, it is given none.
struct HTTP2Timeouts {
    /// What a client is waited for.
    enum Phase: Hashable {
        case preface
        /// The rest of a header or trailer section.
        case section
        /// The next piece of a request's content.
        case body
        /// A stream, as there is none.
        case stream
    }

    /// When the time is over, as `EventLoop.now` tells.
    private(set) var end: Int64?
    private var phase: Phase?
    private let timeouts: Timeouts

    init(_ timeouts: Timeouts) { self.timeouts = timeouts }

    /// Goes on waiting, or gives the client its time for what it was not waited for before.
    mutating func wait(for phase: Phase?) {
        guard phase != self.phase || phase == nil else { return }
        self.phase = phase
        end = phase.map { EventLoop.now + limit(of: $0).wholeNanoseconds }
    }

    /// Has what comes next have its own time: all that was waited for is there, or the piece of content that was.
    mutating func renew(_ phase: Phase? = nil) {
        if phase == nil || phase == self.phase { self.phase = nil }
    }

    /// What was waited for until now and has not come, which is told once; nil while there is time.
    mutating func runOut(at now: Int64) -> Phase? {
        guard let end, end <= now else { return nil }
        self.end = nil
        defer { phase = nil }
        return phase
    }

    private func limit(of phase: Phase) -> Duration {
        switch phase {
        case .preface, .section: timeouts.head
        case .body: timeouts.body
        case .stream: timeouts.idle
        }
    }
}
