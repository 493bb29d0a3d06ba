import ExactJSON
import Scenarios

/// A scenario's own entries together with those of the files that it includes.
struct MergedScenario {
    private let own: KeyedEntries
    /// The files from the one that wins over all others.
    private let included: [KeyedEntries]

    init(_ own: KeyedEntries, _ included: [IncludeReader.Part]) {
        self.own = own
        self.included = included.map(\.keyed)
    }

    /// All values of a key, the one that wins over all others first.
    func values(_ key: String) -> [Node] { ([own] + included).compactMap { $0[key] } }

    /// `vars` as one map, in the order of evaluation: those of a file after those that it includes. A constant takes the
    /// place of the value that it replaces, so that the variables made from that see it.
    func variables(_ state: LoadingContext) -> Node? {
        let nodes = values("vars")
        guard let first = nodes.first, nodes.count > 1 else { return nodes.first }
        // nil where the variable has moved to the end.
        var entries: [Node.Entry?] = []
        var indices: [UnicodeScalarKey: Int] = [:]
        for node in nodes.reversed() {
            guard let own = node.entries else { return node }
            for entry in own {
                let key = UnicodeScalarKey(entry.name)
                if let index = indices[key] {
                    if entry.value.isConstant {
                        entries[index] = entry
                        continue
                    }
                    entries[index] = nil
                }
                indices[key] = entries.count
                entries.append(entry)
            }
        }
        return first.keeping(entries.compactMap { $0 })
    }

    /// `defaults` as one map: of `response` each key, of its headers each name; other keys whole.
    func defaults() -> Node? {
        let nodes = values("defaults")
        guard let first = nodes.first, nodes.count > 1 else { return nodes.first }
        var entries: [Node.Entry] = []
        for node in nodes.reversed() {
            guard let own = node.entries else { return node }
            entries = merge(own, over: entries) { key, winner, other in
                key == "response" ? merge(response: winner, over: other) : winner
            }
        }
        return first.keeping(entries)
    }

    /// The items of `stubs`: those of the scenario first.
    func stubs(_ state: LoadingContext) -> [Node] {
        if let own = state.separateStubs.take(), !own.isEmpty {
            let others = stubs(state)
            return others.isEmpty ? own : own + others
        }
        return values("stubs").flatMap { node -> [Node] in
            guard let items = node.items else {
                state.error("stubs must be a list\(ShapeAdvice.inPlaceOfList(node, of: .stub))", at: node.position)
                return []
            }
            return items
        }
    }

    private func merge(response winner: Node, over other: Node) -> Node {
        guard let own = winner.entries, let others = other.entries else { return winner }
        let hasBody = own.contains { ResponseReader.bodyKeys.contains($0.name) }
        let kept = hasBody ? others.filter { !ResponseReader.bodyKeys.contains($0.name) } : others
        return winner.keeping(
            merge(own, over: kept) { key, winner, other in
                guard key == "headers", let own = winner.entries, let others = other.entries else { return winner }
                return winner.keeping(merge(own, over: others, ignoringCase: true) { _, winner, _ in winner })
            })
    }

    private func merge(
        _ own: [Node.Entry], over others: [Node.Entry], ignoringCase: Bool = false,
        _ combine: (_ key: String, _ winner: Node, _ other: Node) -> Node
    ) -> [Node.Entry] {
        func key(_ entry: Node.Entry) -> String { ignoringCase ? entry.name.lowercased() : entry.name }
        var entries = others
        var indices = Dictionary(others.enumerated().map { (key($1), $0) }) { first, _ in first }
        for entry in own {
            if let index = indices[key(entry)] {
                entries[index] = Node.Entry(
                    key: entry.key, value: combine(entry.name, entry.value, entries[index].value))
            } else {
                indices[key(entry)] = entries.count
                entries.append(entry)
            }
        }
        return entries
    }
}

extension Node {
    /// Whether no template stands anywhere in it.
    fileprivate var isConstant: Bool {
        switch kind {
        case .scalar(let scalar): !scalar.text.utf8.contains(UInt8(ascii: "{"))
        case .sequence(let items): items.allSatisfy(\.isConstant)
        case .mapping(let mapping): mapping.entries.allSatisfy { $0.value.isConstant && TemplateParser.isText($0.name) }
        }
    }
}
