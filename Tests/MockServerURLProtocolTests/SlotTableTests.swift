import Testing

@testable import MockServerURLProtocol

@Suite struct SlotTableTests {
    private func transport() throws -> InProcessTransport {
        InProcessTransport(ScenarioRun(try Scenario(yaml: "mockserver: 1\nstubs: [{request: /x}]")), .init())
    }

    @Test("each slot has a class of its own, whose index is in its type")
    func classes() throws {
        var table = SlotTable(spare: 0)
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

    @Test("a released slot is empty, and used again when enough others have been released after it")
    func reuse() throws {
        var table = SlotTable(spare: 1)
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
}
