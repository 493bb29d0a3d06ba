import ExactJSON

/// An operand of a filter that has been read, before its context tells which type it must have.
struct ParsedOperand {
    enum Content {
        case literal(JSON)
        case query(FilterQuery)
        /// A function whose result is a value.
        case value(Function, ValueExpression)
        /// A function that is a test.
        case test(Function, RegularExpressionTest)
    }

    let content: Content
    let offset: Int
    /// The offset of the first blank space in the brackets of a query.
    var blank: Int?
}

extension JSONPathParser {
    /// The operand as a test (RFC 9535, section 2.4.3: `test-expr`).
    func test(_ operand: ParsedOperand) throws(JSONPathError) -> LogicalExpression {
        switch operand.content {
        case .query(let query): return .exists(query)
        case .test(_, let test): return .regularExpression(test)
        case .literal: throw error(.literalAsTest, at: operand.offset)
        case .value(let function, _): throw error(.valueAsTest(function: function.rawValue), at: operand.offset)
        }
    }

    /// The operand as one side of a comparison (RFC 9535, section 2.4.3: `comparable`).
    func comparable(_ operand: ParsedOperand) throws(JSONPathError) -> ValueExpression {
        switch operand.content {
        case .literal(let value): return .literal(value)
        case .query(let query):
            guard query.singularSteps != nil else { throw error(.comparedNodes, at: operand.offset) }
            if let blank = operand.blank { throw error(.blankInSingularQuery, at: blank) }
            return .query(query)
        case .value(_, let expression): return expression
        case .test(let function, _): throw error(.comparedTest(function: function.rawValue), at: operand.offset)
        }
    }

    /// The operand as an argument for a parameter that is a value.
    func value(_ operand: ParsedOperand, for function: Function) throws(JSONPathError) -> ValueExpression {
        switch operand.content {
        case .literal(let value): return .literal(value)
        case .query(let query):
            guard query.singularSteps != nil else {
                throw error(.nodesForValue(function: function.rawValue), at: operand.offset)
            }
            if let blank = operand.blank { throw error(.blankInSingularQuery, at: blank) }
            return .query(query)
        case .value(_, let expression): return expression
        case .test: throw error(.testForValue(function: function.rawValue), at: operand.offset)
        }
    }

    /// The operand as an argument for a parameter that is a list of nodes.
    func nodes(_ operand: ParsedOperand, for function: Function) throws(JSONPathError) -> FilterQuery {
        guard case .query(let query) = operand.content else {
            throw error(.valueForNodes(function: function.rawValue), at: operand.offset)
        }
        return query
    }
}
