import Locking
import MockRuntime

/// Reads the decided requests of a server one after the other, over all its runs. Any number of tasks may read: each
/// request goes to one of them.
final class ExchangeReader: Sendable {
    private struct State {
        /// The runs that are not read to their ends, in order; never empty.
        var runs: [ScenarioRun]
        /// The number of the last request that was read of the first of them.
        var lastRead = 0
    }

    /// What the next request is.
    enum Next: Sendable {
        case request(ScenarioRun.UnreadRequest)
        /// None has come; wait for this condition of this run.
        case notYet(ScenarioRun, ScenarioRun.WaitCondition)
        /// The server has stopped.
        case end
    }

    private let identifier: Int
    private let keepsUnread: Bool
    private let state: Locked<State>

    init(_ run: ScenarioRun, identifier: Int, keepsUnread: Bool) {
        self.identifier = identifier
        self.keepsUnread = keepsUnread
        state = Locked(State(runs: [run]))
        if keepsUnread { run.keep(after: 0, forReader: identifier) }
    }

    deinit {
        guard keepsUnread else { return }
        for run in state.withLock({ $0.runs }) { run.keep(after: nil, forReader: identifier) }
    }

    /// Another run replaces the last one.
    func add(_ run: ScenarioRun) {
        if keepsUnread { run.keep(after: 0, forReader: identifier) }
        state.withLock { $0.runs.append(run) }
    }

    /// Reads the next request if it has come.
    func next() -> Next {
        state.withLock { state in
            while true {
                let run = state.runs[0]
                switch run.next(after: state.lastRead) {
                case .request(let request):
                    state.lastRead = request.number
                    if keepsUnread { run.keep(after: request.number, forReader: identifier) }
                    return .request(request)
                case .notYet: return .notYet(run, .request(after: state.lastRead))
                case .end where state.runs.count == 1: return .end
                case .end:
                    state.runs.removeFirst()
                    state.lastRead = 0
                }
            }
        }
    }
}

/// The readers of a server. They are not kept alive by it.
struct Readers: Sendable {
    private struct Entry: Sendable {
        weak var reader: ExchangeReader?
    }

    private var entries: [Entry] = []
    private var last = 0

    mutating func nextIdentifier() -> Int {
        last += 1
        return last
    }

    mutating func add(_ reader: ExchangeReader) {
        entries.removeAll { $0.reader == nil }
        entries.append(Entry(reader: reader))
    }

    /// Another run replaces the last one.
    func add(_ run: ScenarioRun) {
        for entry in entries { entry.reader?.add(run) }
    }
}
