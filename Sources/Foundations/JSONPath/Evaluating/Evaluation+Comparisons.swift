import ExactJSON

extension Evaluation {
    /// RFC 9535, section 2.3.5.2.2.
    mutating func isTrue(_ comparison: ComparisonExpression, for node: JSON) throws(JSONPathLimitExceeded) -> Bool {
        let left = try value(of: comparison.left, for: node)
        let right = try value(of: comparison.right, for: node)
        switch comparison.operator {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .less: return try isLess(left, right)
        case .greater: return try isLess(right, left)
        case .lessOrEqual:
            if try isLess(left, right) { return true }
            return try areEqual(left, right)
        case .greaterOrEqual:
            if try isLess(right, left) { return true }
            return try areEqual(left, right)
        }
    }

    private mutating func isLess(_ a: JSON?, _ b: JSON?) throws(JSONPathLimitExceeded) -> Bool {
        switch (a, b) {
        case (.number(let a)?, .number(let b)?):
            try count(comparing: a, b)
            return a < b
        case (.string(let a)?, .string(let b)?):
            try count(reading: a)
            // The order of UTF-8 bytes is the order of Unicode scalar values.
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        default:
            return false
        }
    }

    private mutating func areEqual(_ a: JSON?, _ b: JSON?) throws(JSONPathLimitExceeded) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        guard a.isContainer else { return try areEqualScalars(a, b) }
        return try areEqualContainers(a, b)
    }

    private mutating func areEqualScalars(_ a: JSON, _ b: JSON) throws(JSONPathLimitExceeded) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)):
            try count(comparing: a, b)
            return a == b
        case (.string(let a), .string(let b)):
            try count(reading: a)
            return a.isExactly(b)
        case (.bool(let a), .bool(let b)): return a == b
        case (.null, .null): return true
        default: return false
        }
    }

    /// Numbers are short mostly; a long one takes steps for its digits.
    private mutating func count(
        comparing a: JSONNumber, _ b: JSONNumber
    ) throws(JSONPathLimitExceeded) {
        try count(1 + (a.lexeme.utf8.count + b.lexeme.utf8.count) / 32)
    }

    /// Compares arrays and objects on a stack of its own, so their depth does not matter.
    private mutating func areEqualContainers(_ a: JSON, _ b: JSON) throws(JSONPathLimitExceeded) -> Bool {
        var stack: [(a: JSON, b: JSON, position: Int)] = [(a, b, 0)]
        while let (a, b, position) = stack.last {
            try count()
            guard a.kind == b.kind, a.children.count == b.children.count else { return false }
            guard position < a.children.count else {
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].position += 1
            guard let other = counterpart(of: position, in: a, b) else { return false }
            let child = a.children[position]
            if child.isContainer {
                stack.append((child, other, 0))
            } else if try !areEqualScalars(child, other) {
                return false
            }
        }
        return true
    }

    /// The child of `b` that must equal the child of `a` at `position`.
    private func counterpart(of position: Int, in a: JSON, _ b: JSON) -> JSON? {
        guard case .object(let object) = a, case .object(let other) = b else { return b.children[position] }
        // Most equal objects have their members in the same order.
        if other.names[position].isExactly(object.names[position]) { return other.values[position] }
        return other[object.names[position]]
    }
}
