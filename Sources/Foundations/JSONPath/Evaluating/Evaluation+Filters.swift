import ExactJSON

extension Evaluation {
    /// Whether a filter's expression is true for a node.
    mutating func isTrue(
        _ expression: LogicalExpression, for node: JSON
    ) throws(JSONPathLimitExceeded) -> Bool {
        try count()
        switch expression {
        case .or(let alternatives):
            for alternative in alternatives where try isTrue(alternative, for: node) { return true }
            return false
        case .and(let terms):
            for term in terms where try !isTrue(term, for: node) { return false }
            return true
        case .not(let expression):
            return try !isTrue(expression, for: node)
        case .exists(let query):
            return try countNodes(query, from: node, limit: 1) > 0
        case .comparison(let comparison):
            return try isTrue(comparison, for: node)
        case .regularExpression(let test):
            return try isTrue(test, for: node)
        }
    }

    /// The value of an expression; nil for Nothing.
    mutating func value(
        of expression: ValueExpression, for node: JSON
    ) throws(JSONPathLimitExceeded) -> JSON? {
        switch expression {
        case .literal(let value):
            return value
        case .query(let query), .value(let query):
            return try onlyValue(query, from: node)
        case .count(let query):
            return .number(JSONNumber(try countNodes(query, from: node, limit: .max)))
        case .length(let argument):
            guard let value = try value(of: argument, for: node) else { return nil }
            return try length(of: value)
        }
    }

    /// RFC 9535, section 2.4.4.
    private mutating func length(of value: JSON) throws(JSONPathLimitExceeded) -> JSON? {
        switch value {
        case .string(let text):
            try count(reading: text)
            return .number(JSONNumber(text.unicodeScalars.count))
        case .array, .object: return .number(JSONNumber(value.children.count))
        case .null, .bool, .number: return nil
        }
    }

    /// The number of nodes that a query selects, counted up to `limit`.
    private mutating func countNodes(
        _ query: FilterQuery, from node: JSON, limit: Int
    ) throws(JSONPathLimitExceeded) -> Int {
        let start = query.origin == .root ? root : node
        if let steps = query.singularSteps { return try follow(steps, from: start) == nil ? 0 : 1 }
        var walk = NodeWalk(query.segments, from: start)
        var found = 0
        while found < limit, try walk.next(&self) != nil { found += 1 }
        return found
    }

    /// The value of the node that a query selects; nil if it selects none or several.
    private mutating func onlyValue(
        _ query: FilterQuery, from node: JSON
    ) throws(JSONPathLimitExceeded) -> JSON? {
        let start = query.origin == .root ? root : node
        if let steps = query.singularSteps { return try follow(steps, from: start) }
        var walk = NodeWalk(query.segments, from: start)
        let first = try walk.next(&self)
        return try walk.next(&self) == nil ? first?.value : nil
    }

    /// The value at the end of a way; nil if it ends before.
    private mutating func follow(
        _ steps: [JSONPathStep], from start: JSON
    ) throws(JSONPathLimitExceeded) -> JSON? {
        try count(steps.count / Self.namesPerStep)
        var value = start
        for step in steps {
            guard let position = value.position(of: step) else { return nil }
            value = value.children[position]
        }
        return value
    }
}
