import Bytes

/// A table with a value for each open exchange.
///
/// Each request is inserted and removed. No client chooses the keys, so the hash needs no random seed.
struct ExchangeTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let id: ExchangeID
        let value: Value
    }

    private var table = OpenAddressingTable<Entry>()

    var count: Int { table.count }
    var isEmpty: Bool { table.isEmpty }

    // In a generic type the runtime makes a key path anew at each call.
    var values: some Sequence<Value> { table.elements.lazy.map { $0.value } }

    subscript(id: ExchangeID) -> Value? { table.first(hash: id.tableHash) { $0.id == id }?.value }

    /// Inserts a value for an exchange that has none.
    mutating func insert(_ value: consuming Value, for id: ExchangeID) {
        table.insert(Entry(id: id, value: value), hash: id.tableHash)
    }

    /// Removes and returns a value.
    mutating func remove(_ id: ExchangeID) -> Value? {
        table.remove(hash: id.tableHash) { $0.id == id }?.value
    }
}

extension ExchangeID {
    /// A hash in whose lower bits every bit of both numbers takes part: the upper half of a product.
    fileprivate var tableHash: Int {
        Int((UInt(bitPattern: connection &<< 32 ^ exchange) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}
