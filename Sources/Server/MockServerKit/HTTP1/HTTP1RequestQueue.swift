import Bytes
import Dispatch
import HTTPMessage
import HTTPWire
import MockRuntime
import Sockets

/// What has come on an HTTP/1.1 connection behind a request that is being decided, in order. A request belongs to its run
/// from its arrival on, whatever happens to the session or the run before it is decided.
struct HTTP1RequestQueue: ~Copyable {
    struct Entry: ~Copyable {
        enum Content {
            /// A request, for which its run's verdict waits.
            case pending(PendingExchange, DecisionsInProgress.Decision)
            /// A request that no run gets, with the response to it.
            case refused(LocalErrorResponse)
            /// What is no request.
            case rejected(RejectedRequest, PartialHead?)
        }

        let content: Content
        let context: ResponseContext
        fileprivate let size: Int
    }

    /// The most requests, and bytes of their heads and bodies, that wait before no more is read.
    private static let limit = (requests: 1_024, bytes: 16 << 20)

    private var entries = Queue<Entry>()
    private var bytes = 0

    var isEmpty: Bool { entries.isEmpty }
    var isFull: Bool { entries.count >= Self.limit.requests || bytes >= Self.limit.bytes }
    /// Whether the last that has come is no request, so that the run has still to be told of it.
    private(set) var endsRejected = false

    mutating func append(_ pending: PendingExchange, size: Int, answering context: ResponseContext) {
        let decision = pending.run.decisions.begin()
        bytes += size
        entries.append(Entry(content: .pending(pending, decision), context: context, size: size))
    }

    mutating func append(_ refusal: LocalErrorResponse, answering context: ResponseContext) {
        entries.append(Entry(content: .refused(refusal), context: context, size: 0))
    }

    mutating func append(_ rejected: RejectedRequest, _ partial: PartialHead?) {
        endsRejected = true
        entries.append(Entry(content: .rejected(rejected, partial), context: ResponseContext(rejected), size: 0))
    }

    mutating func popFirst() -> Entry? {
        guard let entry = entries.popFirst() else { return nil }
        bytes -= entry.size
        if entries.isEmpty { endsRejected = false }
        return entry
    }

    /// Forgets what is behind a response that closes the connection: the client will send it again.
    mutating func withdraw() {
        while let entry = popFirst() {
            guard case .pending(let pending, let decision) = entry.content else { continue }
            pending.withdraw()
            decision.end()
        }
    }

    /// The channel has closed: has the runs decide what has come, on a queue.
    mutating func tellUnanswerable(
        _ reason: Channel.CloseReason, _ reporter: ConnectionReporter, on queue: @autoclosure () -> DispatchQueue
    ) {
        while let entry = popFirst() {
            switch entry.content {
            case .pending(let pending, let decision):
                pending.finish(after: reason, on: queue())
                decision.end()
            case .refused: continue
            case .rejected(let rejected, let partial): _ = reporter.refuse(rejected, partial)
            }
        }
    }
}
