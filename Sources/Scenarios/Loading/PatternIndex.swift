import ExactJSON

/// Rules by the path they want, so that ten thousand are compared with those of their path only.
struct PatternIndex {
    private var byPath: [String: [(place: Int, entry: ReachabilityCheck.Entry)]] = [:]
    private var withoutPath: [(place: Int, entry: ReachabilityCheck.Entry)] = []

    mutating func add(_ entry: ReachabilityCheck.Entry, at place: Int) {
        if let path = entry.path {
            byPath[path, default: []].append((place, entry))
        } else {
            withoutPath.append((place, entry))
        }
    }

    /// The first rule that takes every request that `entry` does.
    func first(covering entry: ReachabilityCheck.Entry) -> Int? {
        var candidates = withoutPath
        if let path = entry.path { candidates += byPath[path] ?? [] }
        return candidates.filter { Self.covers($0.entry, entry) }.map(\.place).min()
    }

    /// The rules all of whose requests `entry` takes, in order.
    func all(coveredBy entry: ReachabilityCheck.Entry) -> [Int] {
        let candidates =
            entry.path.map { byPath[$0] ?? [] } ?? withoutPath + byPath.values.flatMap(\.self)
        return candidates.filter { Self.covers(entry, $0.entry) }.map(\.place).sorted()
    }

    /// Whether every request that fits `b` fits `a`. It claims only what is certain: each condition of `a` stands in `b`
    /// too, or is a list of methods or a literal path of which `b` has a part.
    static func covers(_ a: ReachabilityCheck.Entry, _ b: ReachabilityCheck.Entry) -> Bool {
        guard let aNode = a.node, let bNode = b.node else { return false }
        let others = b.request.conditions
        return a.request.conditions.allSatisfy { condition in
            switch condition.kind {
            case .method(let methods):
                return others.contains {
                    if case .method(let narrower) = $0.kind { narrower.allSatisfy(methods.contains) } else { false }
                }
            case .path(.template(let path)):
                return others.contains {
                    if case .path(.template(let narrower)) = $0.kind { covers(path, narrower) } else { false }
                }
            default:
                return isWrittenAlike(condition, aNode, bNode)
            }
        }
    }

    private static func covers(_ a: PathTemplate, _ b: PathTemplate) -> Bool {
        if a.text.isExactly(b.text) { return true }
        guard let a = a.decodedLiteral, let b = b.decodedLiteral else { return false }
        return a.isExactly(b)
    }

    /// Whether a condition other than method and path is written alike in both.
    private static func isWrittenAlike(_ condition: Condition, _ a: Node, _ b: Node) -> Bool {
        if let text = a.text { return b.text?.isExactly(text) ?? false }
        // An alias gives several keys a value of one place; then all of them must be there.
        let entries = (a.entries ?? []).filter { $0.value.position == condition.position }
        return !entries.isEmpty
            && entries.allSatisfy { entry in
                b.entries?.contains { $0.name == entry.name && $0.value.isSame(as: entry.value) } ?? false
            }
    }
}

extension Node {
    /// Whether two values are written alike, positions aside.
    func isSame(as other: Node) -> Bool {
        switch (kind, other.kind) {
        case (.scalar(let a), .scalar(let b)): a.isText == b.isText && a.text.isExactly(b.text)
        case (.sequence(let a), .sequence(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let a), .mapping(let b)):
            a.entries.count == b.entries.count
                && zip(a.entries, b.entries).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
        default: false
        }
    }
}
