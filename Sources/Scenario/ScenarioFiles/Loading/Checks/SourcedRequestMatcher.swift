import Scenarios
import ExactJSON

/// A rule's request matcher and the node that it was read from. Rules are compared as they are written.
///
/// A class, since a scenario has one for each of its rules, and an index looks at them again and again.
final class SourcedRequestMatcher {
    private let request: RequestMatcher
    private let node: Node?
    /// A hash of each condition other than method and path, as it is written.
    let conditions: [Int]
    /// A hash of each entry of the node, if it is a map.
    private let mapEntries: [Int]
    /// The path that the request requires; nil if it requires none or uses operators.
    let path: PathTemplate?
    /// About how much longer a comparison of this with another takes than one of a short form.
    let cost: Int

    init(_ request: RequestMatcher, _ node: Node?) {
        self.request = request
        self.node = node
        path = request.pathTemplate
        let others = request.conditions.lazy.filter { condition in
            switch condition.kind {
            case .method, .path(.template): false
            default: true
            }
        }
        conditions = others.flatMap { condition in
            node?.text.map { [$0.hashValue] } ?? node?.entries(of: condition).map(\.hash) ?? []
        }
        mapEntries = node?.entries?.map(\.hash) ?? []
        cost = 1 + (node?.length ?? 0) / 64
    }

    /// Whether it can be compared with others.
    var isComparable: Bool { node != nil }

    /// A hash of each entry of the node; of a short form that of the whole.
    var entries: [Int] { node?.text.map { [$0.hashValue] } ?? mapEntries }

    /// Whether this matches every request that `other` matches. True only if that is certain: `other` has each
    /// condition too, or a subset of its methods or paths.
    func covers(_ other: SourcedRequestMatcher) -> Bool {
        guard let node, let otherNode = other.node else { return false }
        // Most stubs have no other conditions than method and path.
        guard conditions.isEmpty || conditions.allSatisfy(other.entries.contains) else { return false }
        let others = other.request.conditions
        return request.conditions.allSatisfy { condition in
            switch condition.kind {
            case .method(let methods):
                return others.contains {
                    guard case .method(let narrower) = $0.kind else { return false }
                    if narrower.count == 1 { return methods.contains(narrower[0]) }
                    return Set(narrower).isSubset(of: methods)
                }
            case .path(.template(let path)):
                return others.contains {
                    if case .path(.template(let narrower)) = $0.kind { path.covers(narrower) } else { false }
                }
            default:
                return Self.isWrittenAlike(condition, node, as: otherNode)
            }
        }
    }

    /// Whether a condition other than method and path is written identically in both.
    private static func isWrittenAlike(_ condition: Condition, _ a: Node, as b: Node) -> Bool {
        if let text = a.text { return b.text?.isExactly(text) ?? false }
        // An alias gives several keys a value with one position; then both need all of these keys.
        let entries = a.entries(of: condition)
        return !entries.isEmpty
            && entries.allSatisfy { entry in
                b.entries?.contains { $0.name == entry.name && $0.value.isSame(as: entry.value) } ?? false
            }
    }
}

extension Node {
    /// The entries that a condition was read from.
    fileprivate func entries(of condition: Condition) -> [Entry] {
        (entries ?? []).filter { $0.value.position == condition.position }
    }

    /// Whether two values are written identically, positions aside.
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

    /// The bytes of all texts that `isSame` compares.
    fileprivate var length: Int {
        switch kind {
        case .scalar(let scalar): scalar.text.utf8.count
        case .sequence(let items): items.reduce(0) { $0 + 1 + $1.length }
        case .mapping(let mapping): mapping.entries.reduce(0) { $0 + $1.name.utf8.count + $1.value.length }
        }
    }

    /// Hashes the parts that `isSame` compares.
    fileprivate func hash(into hasher: inout Hasher) {
        switch kind {
        case .scalar(let scalar): hasher.combine(scalar.text)
        case .sequence(let items): for item in items { item.hash(into: &hasher) }
        case .mapping(let mapping): for entry in mapping.entries { entry.hash(into: &hasher) }
        }
    }
}

extension Node.Entry {
    fileprivate func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        value.hash(into: &hasher)
    }

    fileprivate var hash: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}
