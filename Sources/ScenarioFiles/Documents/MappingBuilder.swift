import Scenarios
import ExactJSON

/// Collects a map's entries and finds duplicate keys.
struct MappingBuilder {
    /// Above this many keys, an index is faster than a linear search.
    private static let indexedAbove = 8

    /// The stack on top of which the entries are, from `start` on.
    private let stack: ExactStack<Node.Entry>
    private let start: Int
    /// The key whose value is read next.
    private var open: Node.Key?
    /// Keys whose values were left out of `entries`.
    private var withoutValue: [Node.Key] = []
    /// The position of each key; empty while there are few keys.
    private var positions: [UnicodeScalarKey: Position] = [:]

    init(_ stack: ExactStack<Node.Entry>) {
        self.stack = stack
        start = stack.count
    }

    private var entries: UnsafeBufferPointer<Node.Entry> { stack.elements(from: start) }

    /// Notes a key; returns false, with an error, if the map has it already.
    mutating func begin(_ key: consuming Node.Key, _ diagnostics: inout Diagnostics) -> Bool {
        if let first = position(of: key.text) {
            let position = first.line == key.position.line ? "column \(first.column)" : "line \(first.line)"
            diagnostics.error(at: key.position, "the key \"\(key.text)\" is there twice, first at \(position)")
            return false
        }
        if !positions.isEmpty {
            positions[UnicodeScalarKey(key.text)] = key.position
        } else if entries.count + withoutValue.count >= Self.indexedAbove {
            let keys = entries.map(\.key) + withoutValue + [copy key]
            for known in keys { positions[UnicodeScalarKey(known.text)] = known.position }
        }
        open = key
        return true
    }

    /// Adds the value of the key that `begin` took.
    mutating func add(_ value: consuming Node) {
        guard let key = open.take() else { return }
        stack.push(Node.Entry(key: key, value: value))
    }

    /// Leaves out the value of the key that `begin` took.
    mutating func skip() {
        guard let key = open.take() else { return }
        withoutValue.append(key)
    }

    private func position(of text: String) -> Position? {
        if !positions.isEmpty { return positions[UnicodeScalarKey(text)] }
        for entry in entries where entry.name.isExactly(text) {
            return entry.position
        }
        return withoutValue.first { $0.text.isExactly(text) }?.position
    }

    /// The map, which is complete.
    func finish() -> Node.Mapping { Node.Mapping(entries: stack.take(from: start)) }
}
