// Values are compared and hashed without recursion: a body may be nested so deeply that recursion would exceed the
// stack of a thread.
extension JSON: Hashable {
    /// Whether both mean the same.
    package static func == (a: JSON, b: JSON) -> Bool {
        var pending: [(JSON, JSON)] = []
        guard isEqual(a, b, &pending) else { return false }
        while let (a, b) = pending.popLast() {
            guard areMembersEqual(a, b, &pending) else { return false }
        }
        return true
    }

    /// Whether both are equal as far as that shows without looking at members or elements, which become pending.
    private static func isEqual(_ a: JSON, _ b: JSON, _ pending: inout [(JSON, JSON)]) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a == b
        case (.string(let a), .string(let b)): return a.isExactly(b)
        case (.array(let x), .array(let y)):
            guard x.count == y.count else { return false }
            if !x.isEmpty { pending.append((a, b)) }
            return true
        case (.object(let x), .object(let y)):
            guard x.count == y.count else { return false }
            if !x.isEmpty { pending.append((a, b)) }
            return true
        default: return false
        }
    }

    /// Compares the members or elements of two arrays or objects of the same size.
    private static func areMembersEqual(_ a: JSON, _ b: JSON, _ pending: inout [(JSON, JSON)]) -> Bool {
        switch (a, b) {
        case (.array(let a), .array(let b)):
            for index in a.indices {
                guard isEqual(a[index], b[index], &pending) else { return false }
            }
        case (.object(let a), .object(let b)):
            for (name, value) in a {
                guard let other = b[name], isEqual(value, other, &pending) else { return false }
            }
        default: break
        }
        return true
    }

    /// Gives values that mean the same the same hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        guard !hashScalar(into: &hasher) else { return }
        // The order of members must not matter. So each value inside is hashed alone, with the path that leads to it,
        // and the hashes are summed.
        var sum = 0
        var pending = [(value: self, path: 0)]
        while let (value, path) = pending.popLast() {
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    var hasher = Hasher()
                    hasher.combine(path)
                    hasher.combine(index)
                    element.hash(behind: hasher, &sum, &pending)
                }
            case .object(let object):
                for (name, member) in object {
                    var hasher = Hasher()
                    hasher.combine(path)
                    hasher.combineExactly(name)
                    member.hash(behind: hasher, &sum, &pending)
                }
            default: break
            }
        }
        hasher.combine(sum)
    }

    /// Adds the hash of a member or element; one with members or elements becomes pending.
    private func hash(behind path: Hasher, _ sum: inout Int, _ pending: inout [(value: JSON, path: Int)]) {
        var hasher = path
        hasher.combine(kind)
        if !hashScalar(into: &hasher) { pending.append((self, path.finalize())) }
        sum &+= hasher.finalize()
    }

    /// False for an array or object.
    private func hashScalar(into hasher: inout Hasher) -> Bool {
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combineExactly(value)
        case .array, .object: return false
        }
        return true
    }
}
