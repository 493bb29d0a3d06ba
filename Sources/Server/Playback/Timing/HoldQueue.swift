import HTTPMessage
import Scenarios

/// The responses that a rule's `hold` keeps back, and the order in which they are released.
struct HoldQueue: Sendable {
    /// A response that is held, or waits for its turn.
    private struct Held: Sendable {
        let id: ExchangeID
        /// The connection's stream in HTTP/2.
        let stream: Int?
        /// Whether nobody waits for it: its client left, or it was sent at once.
        var isOver = false
    }

    /// The responses that are released by one opening.
    private struct Batch: Sendable {
        /// The arrival of its first request.
        let start: Instant
        var members: [Held] = []
    }

    /// A batch that is released one after the other.
    private struct Turns: Sendable {
        let members: [Held]
        /// The members, by their index, that have not had their turn.
        var waiting: ArraySlice<Int>
        /// Whose response is being written.
        var current: ExchangeID?
    }

    /// What an event does.
    struct Outcome: Sendable {
        /// The responses that are sent now.
        var released: [ExchangeID] = []
        /// Why the order of release can't be kept; nil if it can.
        var conflict: OrderConflict?
    }

    /// Two responses that HTTP/1.1 sends in the opposite order, because their requests share a connection.
    struct OrderConflict: Sendable {
        let first: ExchangeID
        let second: ExchangeID
    }

    let hold: Hold
    private var batch: Batch?
    private var turns: [Turns] = []
    /// Whether further responses are not held.
    private(set) var isOpen = false

    init(_ hold: Hold) { self.hold = hold }

    /// The number of requests that came for the hold, as long as it is closed.
    var arrivals: Int { batch?.members.count ?? 0 }

    /// When the hold gives up waiting; nil if nothing is held.
    var deadline: Instant? { batch.map { $0.start + hold.timeout } }

    /// Those whose requests came for the hold, as long as it is closed.
    var held: [ExchangeID] { batch?.members.map(\.id) ?? [] }

    /// Whether it keeps a response back whose client waits.
    var keepsBack: Bool { batch?.members.contains { !$0.isOver } ?? false }

    // MARK: - Events

    /// The rule took a request while the hold is closed. If not `isHeld`, its response is sent at once, but the request
    /// counts.
    mutating func arrived(_ id: ExchangeID, stream: Int?, isHeld: Bool, at instant: Instant) -> Outcome {
        var current = batch ?? Batch(start: instant)
        current.members.append(Held(id: id, stream: stream, isOver: !isHeld))
        batch = current
        guard case .arrivals(let count, let isRepeated) = hold.until, current.members.count >= count else {
            return Outcome()
        }
        return open(forEver: !isRepeated)
    }

    /// The condition is met.
    mutating func open() -> Outcome { open(forEver: true) }

    /// The hold has waited too long: all responses are sent.
    mutating func giveUp() -> [ExchangeID] {
        let members = batch?.members ?? []
        close(forEver: !isRepeated)
        return members.map(\.id)
    }

    /// A held response can't be produced and is replaced by one that is sent at once.
    mutating func passTurn(_ id: ExchangeID) -> [ExchangeID] { ended(id) }

    /// A response is written, or its client has left. Returns the responses whose turn it is now.
    mutating func ended(_ id: ExchangeID) -> [ExchangeID] {
        if let index = batch?.members.firstIndex(where: { $0.id == id }) {
            batch?.members[index].isOver = true
            return []
        }
        guard let index = turns.firstIndex(where: { $0.members.contains { $0.id == id } }) else { return [] }
        var released: [ExchangeID] = []
        if turns[index].current == id {
            released = nextTurn(of: index)
        } else {
            turns[index].waiting.removeAll { [members = turns[index].members] in members[$0].id == id }
            // The client may have closed only its own direction and still reads.
            released = [id]
        }
        if turns[index].current == nil { turns.remove(at: index) }
        return released
    }

    // MARK: - Helpers

    private var isRepeated: Bool {
        if case .arrivals(_, each: true) = hold.until { true } else { false }
    }

    private mutating func close(forEver: Bool) {
        batch = nil
        if forEver { isOpen = true }
    }

    private mutating func open(forEver: Bool) -> Outcome {
        let members = batch?.members ?? []
        close(forEver: forEver)
        let order: [Int]
        switch hold.release {
        case .together:
            return Outcome(released: members.filter { !$0.isOver }.map(\.id) + members.filter(\.isOver).map(\.id))
        case .reverse: order = Array(members.indices.reversed())
        case .order(let arrivals): order = arrivals.map { $0 - 1 }.filter(members.indices.contains)
        }
        let over = members.filter(\.isOver).map(\.id)
        let waiting = order.filter { !members[$0].isOver }
        if let conflict = conflict(waiting.map { members[$0] }) {
            return Outcome(released: members.map(\.id), conflict: conflict)
        }
        turns.append(Turns(members: members, waiting: waiting[...], current: nil))
        let released = nextTurn(of: turns.count - 1)
        if turns[turns.count - 1].current == nil { turns.removeLast() }
        return Outcome(released: over + released)
    }

    private mutating func nextTurn(of index: Int) -> [ExchangeID] {
        guard let next = turns[index].waiting.popFirst() else {
            turns[index].current = nil
            return []
        }
        let id = turns[index].members[next].id
        turns[index].current = id
        return [id]
    }

    /// RFC 9112, section 9.3.2: a connection's responses are sent in the order of their requests.
    private func conflict(_ order: [Held]) -> OrderConflict? {
        var last: [Int: ExchangeID] = [:]
        for held in order where held.stream == nil {
            if let former = last[held.id.connection], former.exchange > held.id.exchange {
                return OrderConflict(first: former, second: held.id)
            }
            last[held.id.connection] = held.id
        }
        return nil
    }
}
