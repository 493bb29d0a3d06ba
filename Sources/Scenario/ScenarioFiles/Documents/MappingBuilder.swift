import Scenarios
import ExactJSON

/// Collects a map's entries and finds duplicate keys.
struct MappingBuilder {
    /// Above this many keys, an index is faster than a linear search.
    private static let indexedAbove = 8

    /// The stack on top of which the entries are, from `start` on.
    private let stack: ElementStack<Node.Entry>
    private let start: Int
    /// The key whose value is read next.
    private var open: Node.Key?
    /// A bit for each key: if a key's bit is not there, the key is new.
    private var marks: UInt64 = 0
    /// What few maps have.
    private var rare: Rare?

    private final class Rare {
        /// Keys whose values were left out of `entries`.
        var withoutValue: [Node.Key] = []
        /// The position of each key; empty while there are few keys.
        var positions: [UnicodeScalarKey: Position] = [:]
    }

    init(_ stack: ElementStack<Node.Entry>) {
        self.stack = stack
        start = stack.count
    }

    /// The text of the key whose value is read next.
    var openKey: String? { open?.text }

    private var entries: UnsafeBufferPointer<Node.Entry> { stack.elements(from: start) }

    /// Notes a key; returns false, with an error, if the map has it already.
    mutating func begin(_ key: consuming Node.Key, _ diagnostics: inout Diagnostics) -> Bool {
        let mark = Self.mark(of: key.text)
        if marks & mark != 0, let first = position(of: key.text) {
            let position = first.line == key.position.line ? "column \(first.column)" : "line \(first.line)"
            diagnostics.error(
                at: key.position, "the key \"\(key.text)\" is there twice, first at \(position); leave one out")
            return false
        }
        marks |= mark
        if let rare, !rare.positions.isEmpty {
            rare.positions[UnicodeScalarKey(key.text)] = key.position
        } else if entries.count + (rare?.withoutValue.count ?? 0) >= Self.indexedAbove {
            let keys = entries.map(\.key) + (rare?.withoutValue ?? []) + [copy key]
            let rare = madeRare()
            for known in keys { rare.positions[UnicodeScalarKey(known.text)] = known.position }
        }
        open = key
        return true
    }

    /// One of 64 bits, by the length and the first and last byte.
    private static func mark(of text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = bytes.first, let last = bytes.last else { return 1 }
            return 1 << ((UInt64(first) &+ UInt64(last) &* 5 &+ UInt64(truncatingIfNeeded: bytes.count) &* 11) & 63)
        }
    }

    private mutating func madeRare() -> Rare {
        if let rare { return rare }
        let made = Rare()
        rare = made
        return made
    }

    /// Adds the value of the key that `begin` took.
    mutating func add(_ value: consuming Node) {
        guard let key = open.take() else { return }
        stack.push(Node.Entry(key: key, value: value))
    }

    /// Leaves out the value of the key that `begin` took.
    mutating func skip() {
        guard let key = open.take() else { return }
        madeRare().withoutValue.append(key)
    }

    private func position(of text: String) -> Position? {
        if let rare, !rare.positions.isEmpty { return rare.positions[UnicodeScalarKey(text)] }
        for entry in entries where entry.name.isExactly(text) {
            return entry.position
        }
        return rare?.withoutValue.first { $0.text.isExactly(text) }?.position
    }

    /// The map, which is complete.
    func finish() -> Node.Mapping { Node.Mapping(entries: stack.take(from: start)) }
}
