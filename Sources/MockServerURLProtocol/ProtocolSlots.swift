import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which server each protocol class plays, in this process.
enum ProtocolSlots {
    private static let table = Locked(SlotTable(spare: 64))

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

    /// The number of released slots from which on one is used again. A session that outlives its server finds its slot
    /// empty for that long, and its requests fail.
    private let spare: Int
    private var classes: [URLProtocol.Type] = []
    /// The released slots, the longest released first.
    private var free: [Int] = []
    private(set) var transports: [InProcessTransport?] = []

    init(spare: Int) { self.spare = spare }

    func transport(at index: Int) -> InProcessTransport? { index < transports.count ? transports[index] : nil }

    func transport(of protocolClass: AnyClass) -> InProcessTransport? {
        classes.firstIndex { $0 === protocolClass }.flatMap { transports[$0] }
    }

    mutating func take(for transport: InProcessTransport) -> Taken {
        if free.count > spare {
            let index = free.removeFirst()
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
        free.append(slot.index)
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
