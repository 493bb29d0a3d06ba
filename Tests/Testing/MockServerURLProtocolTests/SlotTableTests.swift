import Testing

@testable import MockServerURLProtocol

@Suite struct SlotTableTests {
    private func transport() throws -> InProcessTransport {
        InProcessTransport(ScenarioRun(try Scenario(yaml: "mockserver: 1\nstubs: [{request: /x}]")), .init())
    }

    @Test("each slot has a class of its own, whose index is in its type")
    func classes() throws {
        var table = SlotTable(rest: 0)
        let transports = try (0..<40).map { _ in try transport() }
        let slots = transports.map { table.take(for: $0) }
        #expect(slots.map(\.index) == Array(0..<40))
        #expect(Set(slots.map { ObjectIdentifier($0.protocolClass) }).count == 40)
        for (slot, transport) in zip(slots, transports) {
            #expect(table.transport(of: slot.protocolClass) === transport)
            #expect(table.transport(at: slot.index) === transport)
        }
        #expect(ZeroSlot.index == 0)
        #expect(OddSlot<EvenSlot<OddSlot<ZeroSlot>>>.index == 5)
    }

    @Test("a released slot is empty, and used again when enough others have been taken since")
    func reuse() throws {
        var table = SlotTable(rest: 1)
        let transports = try (0..<5).map { _ in try transport() }
        let slots = transports.prefix(3).map { table.take(for: $0) }
        table.release(slots[1], of: transports[1])
        #expect(table.transport(at: 1) == nil)
        #expect(table.take(for: transports[3]).index == 3)
        table.release(slots[0], of: transports[0])
        let again = table.take(for: transports[4])
        #expect(again.index == 1)
        #expect(again.protocolClass == slots[1].protocolClass)
        // Its former server has no say in it.
        table.release(slots[1], of: transports[1])
        #expect(table.transport(at: 1) === transports[4])
    }

    @Test("what was taken before a slot was released doesn't count, and the longest released slot is used first")
    func order() throws {
        var table = SlotTable(rest: 3)
        let transport = try transport()
        let slots = (0..<8).map { _ in table.take(for: transport) }
        for index in [5, 2] { table.release(slots[index], of: transport) }
        #expect((0..<3).map { _ in table.take(for: transport).index } == [8, 9, 10])
        #expect((0..<3).map { _ in table.take(for: transport).index } == [5, 2, 11])
    }

    @Test("a slot of this process is taken again only after 4,096 others")
    func rest() throws {
        var table = SlotTable(rest: ProtocolSlots.rest)
        let transport = try transport()
        for index in 0...4_096 {
            let slot = table.take(for: transport)
            #expect(slot.index == index)
            table.release(slot, of: transport)
        }
        #expect(table.take(for: transport).index == 0)
    }
}
