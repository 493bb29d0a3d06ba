import HTTPMessage
import Playback
import Sockets

// Requests that have begun.
extension ConnectionReporter {
    /// Who waits for a request that has begun.
    struct Receiving {
        enum Owner {
            /// The current run of the server or of a session.
            case run(CurrentRun)
            /// Each run, because it is not known yet whose request it is.
            case everyRun(UnclaimedRequests)
            /// No run gets it.
            case nobody
        }

        let owner: Owner
        let request: BegunRequest
        /// Whether its head has come, so that its owner stays.
        let hasHead: Bool

        fileprivate func isSame(as other: Receiving) -> Bool {
            switch (owner, other.owner) {
            case (.run(let run), .run(let otherRun)): run === otherRun && request == other.request
            case (.everyRun, .everyRun), (.nobody, .nobody): request == other.request
            case (.run, _), (.everyRun, _), (.nobody, _): false
            }
        }

        fileprivate func tell(_ isReceiving: Bool) {
            switch owner {
            case .run(let currentRun): currentRun.receives(request, isReceiving)
            case .everyRun(let unclaimed): unclaimed.receives(onConnection: request.connection, isReceiving)
            case .nobody: break
            }
        }
    }

    /// Whether a request has begun that is not whole.
    var isReceiving: Bool { !receiving.isEmpty }

    /// Tells the run that a request has begun and is not whole, or that none has on the connection. Called after every
    /// change, and after the run was told what came of the request: without one the run may end.
    ///
    /// - Parameters:
    ///   - stream: its stream in HTTP/2, once that is known.
    ///   - head: its head, once that has come: the request may be a session's.
    ///   - target: its target, if that has come before the head.
    ///   - partial: what has come of its head before the end.
    func receives(
        _ isReceiving: Bool, onStream stream: Int = 0, head: @autoclosure () -> RequestHead? = nil,
        target: @autoclosure () -> ArraySlice<UInt8>? = nil, partial: @autoclosure () -> PartialHead? = nil
    ) {
        guard isReceiving else { return receivesOnly { _ in false } }
        let former = receiving[stream]
        if let former, former.hasHead { return }
        let now = begun(onStream: stream, head(), target(), partial())
        receiving[stream] = now
        if let former, now.isSame(as: former) {
            if now.hasHead || now.request.hasMore(than: former.request) { now.tell(true) }
            return
        }
        // In this order, so that somebody waits for it at any time.
        now.tell(true)
        former?.tell(false)
    }

    /// Tells the runs of requests that are decided, refused or given up: those on other streams than these.
    func receivesOnly(onStreams hasBegun: (Int) -> Bool) {
        guard !receiving.isEmpty else { return }
        for stream in receiving.keys.filter({ !hasBegun($0) }) { receiving.removeValue(forKey: stream)?.tell(false) }
    }

    /// The connection has closed. What the server's stop cuts off stays unfinished, of the server's own run if nobody knows
    /// whose it is.
    func receivesNoMore(_ reason: Channel.CloseReason) {
        guard reason == .stopped else { return receives(false) }
        for begun in receiving.values {
            guard case .everyRun = begun.owner else { continue }
            router.currentRun.receives(begun.request, true)
            begun.tell(false)
        }
    }

    private func begun(
        onStream stream: Int, _ head: RequestHead?, _ target: ArraySlice<UInt8>?,
        _ partial: @autoclosure () -> PartialHead?
    ) -> Receiving {
        let known = head == nil && target != nil ? partial() : nil
        let part = head.map { BegunRequest.Part($0) } ?? known.map { BegunRequest.Part(method: nil, head: $0) }
        let request = BegunRequest(onConnection: connection, stream: stream, part: part)
        switch router.route(head, known ?? partial()) {
        case .refused:
            return Receiving(owner: .nobody, request: request, hasHead: head != nil)
        case .recipient(let recipient):
            guard let session = recipient.session else {
                if head == nil, let sessions = router.sessions, sessions.mayTakeRequests {
                    return Receiving(owner: .everyRun(sessions.unclaimed), request: request, hasHead: false)
                }
                return Receiving(owner: .run(recipient.currentRun), request: request, hasHead: head != nil)
            }
            let request = BegunRequest(
                onConnection: connection(in: session), stream: stream, part: part?.removing(session.id))
            return Receiving(owner: .run(session.currentRun), request: request, hasHead: head != nil)
        }
    }

    /// Forgets the request that has begun, because another reporter of the same connection tells of it from now on. A run
    /// that waits for it there does not notice.
    func handOver(to other: ConnectionReporter) {
        for former in receiving.values where !other.receiving.values.contains(where: former.isSame) {
            former.tell(false)
        }
        receiving = [:]
    }
}

extension BegunRequest.Part {
    fileprivate init(_ head: RequestHead) { self.init(method: head.method, head: PartialHead(head)) }

    /// The same without the session's part of its path.
    fileprivate func removing(_ id: SessionID) -> BegunRequest.Part {
        var head = head
        let text = SessionRoute.removing(id, from: String(decoding: head.target, as: UTF8.self))
        head.target = Array(text.utf8)[...]
        return BegunRequest.Part(method: method, head: head)
    }
}
