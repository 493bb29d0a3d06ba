import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which server each protocol class plays, in this process.
enum ProtocolSlots {
    /// How many other servers are made before a released slot is used again. A slot costs 3 µs to make, and about a
    /// kilobyte of memory for its types, which stay as long as the process: 4 MB for that many.
    static let rest = 4_096
    private static let table = Locked(SlotTable(rest: rest))

    /// The server of the slot; nil if it has been released.
    static func transport(at index: Int) -> InProcessTransport? { table.withLock { $0.transport(at: index) } }

    /// The server that a protocol class plays; nil if it is not one of ours, or if its server has been released.
    static func transport(of protocolClass: AnyClass) -> InProcessTransport? {
        table.withLock { $0.transport(of: protocolClass) }
    }

    /// The servers that have not been released.
    static var transports: [InProcessTransport] { table.withLock { $0.transports.compactMap { $0 } } }

    static func take(for transport: InProcessTransport) -> SlotTable.Taken {
        table.withLock { $0.take(for: transport) }
    }

    static func release(_ slot: SlotTable.Taken, of transport: InProcessTransport) {
        table.withLock { $0.release(slot, of: transport) }
    }
}

/// Protocol classes, each with the server that it plays.
struct SlotTable: Sendable {
    /// A slot that a server has taken.
    struct Taken: Sendable {
        let index: Int
        let protocolClass: URLProtocol.Type
    }

    /// How many other slots must have been taken after a slot's release before it is taken again. For that long a
    /// session that outlives its server finds its slot empty, and its requests fail.
    private let rest: Int
    private var classes: [URLProtocol.Type] = []
    /// The number of slots that were taken so far, a slot as often as it was taken.
    private var taken = 0
    /// The released slots, the longest released first, each with what `taken` was then.
    private var free: [(index: Int, taken: Int)] = []
    private(set) var transports: [InProcessTransport?] = []

    init(rest: Int) { self.rest = rest }

    func transport(at index: Int) -> InProcessTransport? { index < transports.count ? transports[index] : nil }

    func transport(of protocolClass: AnyClass) -> InProcessTransport? {
        classes.firstIndex { $0 === protocolClass }.flatMap { transports[$0] }
    }

    mutating func take(for transport: InProcessTransport) -> Taken {
        defer { taken += 1 }
        if let (index, released) = free.first, taken - released >= rest {
            free.removeFirst()
            transports[index] = transport
            return Taken(index: index, protocolClass: classes[index])
        }
        let index = classes.count
        classes.append(Self.protocolClass(at: index))
        transports.append(transport)
        return Taken(index: index, protocolClass: classes[index])
    }

    /// Releases the slot, unless it has become another server's already.
    mutating func release(_ slot: Taken, of transport: InProcessTransport) {
        guard transports[slot.index] === transport else { return }
        transports[slot.index] = nil
        free.append((slot.index, taken))
    }

    private static func protocolClass(at index: Int) -> URLProtocol.Type {
        func open<Slot: ProtocolSlot>(_: Slot.Type) -> URLProtocol.Type { MockServerProtocol<Slot>.self }
        return open(type(at: index))
    }

    private static func type(at index: Int) -> any ProtocolSlot.Type {
        guard index > 0 else { return ZeroSlot.self }
        func even<Half: ProtocolSlot>(_: Half.Type) -> any ProtocolSlot.Type { EvenSlot<Half>.self }
        func odd<Half: ProtocolSlot>(_: Half.Type) -> any ProtocolSlot.Type { OddSlot<Half>.self }
        let half = type(at: index >> 1)
        return index & 1 == 0 ? even(half) : odd(half)
    }
}
