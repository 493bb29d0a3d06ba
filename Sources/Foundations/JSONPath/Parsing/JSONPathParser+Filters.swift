import ExactJSON

extension JSONPathParser {
    /// Parses a filter selector, from its question mark on.
    mutating func parseFilter() throws(JSONPathError) -> LogicalExpression {
        try nest(at: index)
        defer { nesting -= 1 }
        index += 1
        skipBlanks()
        let expression = try parseLogical()
        skipBlanks()
        if let next = peek(), next != "]", next != "," { throw wrongOperator() }
        return expression
    }

    /// Parses alternatives of conjunctions, with the cursor before the blank space after them.
    mutating func parseLogical() throws(JSONPathError) -> LogicalExpression {
        var alternatives = [try parseConjunction()]
        while takeOperator("|") {
            alternatives.append(try parseConjunction())
        }
        return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
    }

    private mutating func parseConjunction() throws(JSONPathError) -> LogicalExpression {
        var terms = [try parseBasic()]
        while takeOperator("&") {
            terms.append(try parseBasic())
        }
        return terms.count == 1 ? terms[0] : .and(terms)
    }

    /// Moves past `&&` or `||` and the blank space round it, if it comes next.
    private mutating func takeOperator(_ scalar: Unicode.Scalar) -> Bool {
        let start = index
        skipBlanks()
        guard peek() == scalar, peek(1) == scalar else {
            index = start
            return false
        }
        index += 2
        skipBlanks()
        return true
    }

    /// Parses a `basic-expr`: parentheses, a comparison or a test.
    private mutating func parseBasic() throws(JSONPathError) -> LogicalExpression {
        let start = index
        let isNegated = take("!")
        if isNegated {
            skipBlanks()
            if peek() == "!" { throw error(.negatedTwice, at: start) }
        }
        let expression = peek() == "(" ? try parseParentheses() : try parseTestOrComparison(isNegated ? start : nil)
        return isNegated ? .not(expression) : expression
    }

    private mutating func parseParentheses() throws(JSONPathError) -> LogicalExpression {
        let opening = index
        try nest(at: opening)
        defer { nesting -= 1 }
        index += 1
        skipBlanks()
        let expression = try parseLogical()
        skipBlanks()
        if peek() == nil { throw error(.unclosedParenthesis, at: opening) }
        guard take(")") else { throw wrongOperator() }
        if peekComparison() != nil { throw error(.comparedParentheses, at: opening) }
        return expression
    }

    /// - Parameter negation: the offset of the `!` before it, if there is one.
    private mutating func parseTestOrComparison(_ negation: Int?) throws(JSONPathError) -> LogicalExpression {
        let left = try parseOperand()
        guard let (`operator`, operatorEnd) = peekComparison() else {
            let end = index
            skipBlanks()
            if let wrong = unknownOperator() { throw wrong }
            index = end
            return try test(left)
        }
        if let negation { throw error(.negatedComparison, at: negation) }
        let leftValue = try comparable(left)
        index = operatorEnd
        skipBlanks()
        if peek() == "(" { throw error(.comparedParentheses) }
        let right = try comparable(try parseOperand())
        if peekComparison() != nil {
            skipBlanks()
            throw error(.comparedTwice)
        }
        return .comparison(ComparisonExpression(left: leftValue, operator: `operator`, right: right))
    }

    /// The comparison operator after blank space at the cursor, and the offset of its end.
    private func peekComparison() -> (operator: ComparisonExpression.Operator, end: Int)? {
        var start = index
        while start < scalars.count, isBlank(scalars[start]) { start += 1 }
        guard start < scalars.count else { return nil }
        let isFollowedByEqual = start + 1 < scalars.count && scalars[start + 1] == "="
        let operators: (plain: ComparisonExpression.Operator?, withEqual: ComparisonExpression.Operator)
        switch scalars[start] {
        case "=": operators = (nil, .equal)
        case "!": operators = (nil, .notEqual)
        case "<": operators = (.less, .lessOrEqual)
        case ">": operators = (.greater, .greaterOrEqual)
        default: return nil
        }
        if isFollowedByEqual {
            // `===` is not an operator.
            let isTripled = start + 2 < scalars.count && scalars[start + 2] == "="
            return isTripled ? nil : (operators.withEqual, start + 2)
        }
        let isUnequal = scalars[start] == "<" && start + 1 < scalars.count && scalars[start + 1] == ">"
        guard let plain = operators.plain, !isUnequal else { return nil }
        return (plain, start + 1)
    }

    /// The error at the cursor, where an operator or the end of the expression should be.
    private func wrongOperator() -> JSONPathError { unknownOperator() ?? error(.missingOperator(found: found)) }

    /// The error for an operator of other languages at the cursor; nil if there is none.
    private func unknownOperator() -> JSONPathError? {
        let symbols: [(wrong: String, right: String)] = [
            ("===", "=="), ("!==", "!="), ("=~", "match(@.name, '…')"), ("=", "=="), ("<>", "!="),
        ]
        for (wrong, right) in symbols where scalars[index...].starts(with: wrong.unicodeScalars) {
            return error(.unknownOperator(wrong, instead: right))
        }
        switch (peek(), peek(1), peekedName.lowercased()) {
        case ("&", let next, _) where next != "&": return error(.unknownOperator("&", instead: "&&"))
        case ("|", let next, _) where next != "|": return error(.unknownOperator("|", instead: "||"))
        case (_, _, "and"): return error(.unknownOperator(peekedName, instead: "&&"))
        case (_, _, "or"): return error(.unknownOperator(peekedName, instead: "||"))
        case (_, _, "in"): return error(.unknownOperator(peekedName, instead: "== for each value, joined with ||"))
        default: return nil
        }
    }
}
