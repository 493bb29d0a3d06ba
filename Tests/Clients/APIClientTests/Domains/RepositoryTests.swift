import APIClient
import ClientTestSupport
import Foundation
import Testing

@Suite("A repository of any values") struct RepositoryTests {
    private struct Item: Identifiable, Codable, Sendable, Equatable {
        let id: Int
        var name = "Lamp"
    }

    private static func current(_ id: Int) -> APIRequest<Item> { APIRequest(.get, "/items/\(id)", expecting: .json()) }
    private static func past(_ id: Int) -> APIRequest<Item> { APIRequest(.get, "/past/\(id)", expecting: .json()) }
    private static let change = APIRequest(.put, "/past/1", expecting: .json(Item.self))

    private let service = NetworkingDouble()

    private func items(capacity: Int = 100) -> Repository<Item> {
        Repository(service: service, capacity: capacity, asking: .eachTime(Self.current), .once(Self.past))
    }

    /// Answers requests with 404.
    private func miss(_ requests: APIRequest<Item>...) {
        for request in requests { service.answer(request.expecting(.raw), with: RESTResponse(status: 404)) }
    }

    /// Only the past knows these.
    private func archive(_ ids: ClosedRange<Int>) {
        for id in ids {
            miss(Self.current(id))
            service.answer(Self.past(id), with: Item(id: id))
        }
    }

    @Test("asks a source each time whose values change, and no later source")
    func eachTime() async throws {
        service.answer(Self.current(1), with: Item(id: 1))
        let items = items()
        for _ in 1...2 { #expect(try await items.value(1) == Item(id: 1)) }
        #expect(service.received == [Self.current(1).expecting(.raw), Self.current(1).expecting(.raw)])
    }

    @Test("asks the sources in their order, and keeps a value that does not change")
    func once() async throws {
        archive(1...1)
        let items = items()
        for _ in 1...2 { #expect(try await items.value(1) == Item(id: 1)) }
        #expect(service.received == [Self.current(1).expecting(.raw), Self.past(1).expecting(.raw)])
    }

    @Test("has no value that no source knows, and asks again for it")
    func missing() async throws {
        miss(Self.current(1), Self.past(1))
        let items = items()
        for _ in 1...2 { #expect(try await items.value(1) == nil) }
        #expect(service.calls(of: Self.past(1)) == 2)
        #expect(try await Repository<Item>(service: service).value(1) == nil)
    }

    @Test("takes no failure for a missing value")
    func failure() async throws {
        service.answer(Self.current(1)) { _ in throw RESTError.timedOut }
        await #expect(throws: RESTError.timedOut) { try await items().value(1) }
    }

    @Test("keeps the latest values, as many as it may", arguments: [nil, 0, 1, 3])
    func capacity(_ given: Int?) async throws {
        let capacity = given ?? 100
        archive(0...capacity)
        let items =
            given.map { self.items(capacity: $0) } ?? Repository(service: service, asking: .once(Self.past))
        for id in 0...capacity { _ = try await items.value(id) }
        for id in (0...capacity).dropFirst() { _ = try await items.value(id) }
        for id in 0...capacity { #expect(service.calls(of: Self.past(id)) == 1) }
        _ = try await items.value(0)
        #expect(service.calls(of: Self.past(0)) == 2)
    }

    @Test("keeps a value once that was asked for twice at a time")
    func twice() async throws {
        archive(1...1)
        let pending = PendingAnswer<Item>()
        miss(Self.current(2))
        service.answer(Self.past(2)) { _ in try await pending.value() }
        let items = items(capacity: 2)
        _ = try await items.value(1)
        async let first = Result.of { try await items.value(2) }
        async let second = Result.of { try await items.value(2) }
        for _ in 1...2 { try #require(await pending.next()).resume(returning: Item(id: 2)) }
        for value in await [first, second] { expect(value, to: beSuccess(Item(id: 2))) }
        _ = try await items.value(1)
        #expect(service.calls(of: Self.past(1)) == 1)
    }

    @Test("asks again for a value that it has changed, and only for that one")
    func changed() async throws {
        archive(1...2)
        let items = items()
        for id in 1...2 { _ = try await items.value(id) }
        service.answer(Self.change, with: Item(id: 1, name: "Desk"))
        #expect(try await items.send(Self.change) == Item(id: 1, name: "Desk"))
        service.answer(Self.past(1), with: Item(id: 1, name: "Desk"))
        #expect(try await items.value(1) == Item(id: 1, name: "Desk"))
        _ = try await items.value(2)
        #expect(service.calls(of: Self.past(1)) == 2)
        #expect(service.calls(of: Self.past(2)) == 1)
    }

    @Test("keeps no value that was asked for before a change or before all were forgotten", arguments: [true, false])
    func overtaken(byChange: Bool) async throws {
        let pending = PendingAnswer<Item>()
        miss(Self.current(1))
        service.answer(Self.past(1)) { _ in try await pending.value() }
        service.answer(Self.change, with: Item(id: 1, name: "Desk"))
        let items = items()
        async let value = Result.of { try await items.value(1) }
        let answer = try #require(await pending.next())
        if byChange { _ = try await items.send(Self.change) } else { await items.forgetAll() }
        answer.resume(returning: Item(id: 1))
        await expect(value, to: beSuccess(Item(id: 1)))
        service.answer(Self.past(1), with: Item(id: 1, name: "Desk"))
        #expect(try await items.value(1) == Item(id: 1, name: "Desk"))
    }

    @Test("asks again for all values that it has forgotten")
    func forgotten() async throws {
        archive(1...2)
        let items = items()
        for id in 1...2 { _ = try await items.value(id) }
        await items.forgetAll()
        for id in 1...2 { _ = try await items.value(id) }
        #expect(service.received.count == 8)
    }
}
