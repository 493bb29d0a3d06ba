import Testing

@testable import APIClient

@Suite("A store that is bounded in bytes") struct ByteBoundedStoreTests {
    private func store(_ entries: [(String, Int)], capacity: Int = 10) -> ByteBoundedStore<String, Int> {
        var store = ByteBoundedStore<String, Int>(capacity: capacity)
        for (key, bytes) in entries { store.insert(bytes, byteCount: bytes, for: key) }
        return store
    }

    private func keys(_ store: ByteBoundedStore<String, Int>) -> [String] {
        var store = store
        return ["a", "b", "c", "d"].filter { store.value(for: $0) != nil }
    }

    @Test("keeps what has room, up to the last byte")
    func room() {
        let store = store([("a", 4), ("b", 6)])
        #expect(keys(store) == ["a", "b"])
        #expect(store.byteCount == 10)
        #expect(store.capacity == 10)
    }

    @Test("removes the least recently used for the next, and as many as it takes")
    func leastRecentlyUsed() {
        #expect(keys(store([("a", 4), ("b", 6), ("c", 1)])) == ["b", "c"])
        let full = store([("a", 4), ("b", 4), ("c", 2), ("d", 7)])
        #expect(keys(full) == ["c", "d"])
        #expect(full.byteCount == 9)
    }

    @Test("counts reading as use")
    func reading() {
        var store = store([("a", 5), ("b", 5)])
        #expect(store.value(for: "a") == 5)
        #expect(store.value(for: "c") == nil)
        store.insert(1, byteCount: 5, for: "c")
        #expect(keys(store) == ["a", "c"])
    }

    @Test("removes values in the order in which they were last read")
    func order() {
        let names = (1...9).map { "\($0)" }
        var store = store(names.map { ($0, 1) }, capacity: 9)
        for name in names.reversed() { _ = store.value(for: name) }
        for (index, name) in names.reversed().enumerated() {
            store.insert(1, byteCount: 1, for: "new \(index)")
            #expect(store.byteCount == 9)
            var copy = store
            #expect(names.filter { copy.value(for: $0) != nil } == names.filter { $0 < name })
        }
    }

    @Test("counts writing as use")
    func writing() {
        var store = store([("a", 5), ("b", 4)])
        store.insert(1, byteCount: 5, for: "a")
        store.insert(1, byteCount: 3, for: "c")
        #expect(keys(store) == ["a", "c"])
    }

    @Test("replaces the value of a key, whose old bytes no longer count")
    func replacing() {
        var store = store([("a", 4), ("b", 6), ("a", 3)])
        #expect(keys(store) == ["a", "b"])
        #expect(store.value(for: "a") == 3)
        #expect(store.byteCount == 9)
    }

    @Test("does not keep what is larger than all its room, and removes nothing else for it")
    func tooLarge() {
        let store = store([("a", 4), ("b", 6), ("a", 11)])
        #expect(keys(store) == ["b"])
        #expect(store.byteCount == 6)
    }

    @Test("removes keys, and those that satisfy a condition")
    func removing() {
        var store = store([("a", 1), ("b", 2), ("c", 4)])
        store.remove("b")
        store.remove("d")
        #expect(keys(store) == ["a", "c"])
        #expect(store.byteCount == 5)
        store.removeAll { $0 == "a" }
        #expect(keys(store) == ["c"])
        #expect(store.byteCount == 4)
    }
}
