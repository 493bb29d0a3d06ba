import ExactJSON
import TextCoding

extension JSONPathParser {
    /// Parses a literal, a query or a function call.
    mutating func parseOperand() throws(JSONPathError) -> ParsedOperand {
        let start = index
        guard let next = peek() else { throw error(.missingOperand(found: found)) }
        switch next {
        case "'", "\"": return ParsedOperand(content: .literal(.string(try parseString())), offset: start)
        case "-", "0"..."9": return ParsedOperand(content: .literal(try parseNumber()), offset: start)
        case "@", "$":
            index += 1
            let (segments, blank) = try parseSegments()
            let query = FilterQuery(origin: next == "@" ? .currentNode : .root, segments: segments)
            return ParsedOperand(content: .query(query), offset: start, blank: blank)
        case "[", "{": throw error(.structuredLiteral)
        case "+": throw error(.plusSign)
        case _ where isNameFirst(next): return try parseWord()
        default: throw error(.missingOperand(found: found))
        }
    }

    /// Parses `true`, `false`, `null` or a function call.
    private mutating func parseWord() throws(JSONPathError) -> ParsedOperand {
        let start = index
        let word = peekedName
        index += word.unicodeScalars.count
        if peek() == "(" { return try parseFunction(word, at: start) }
        switch word {
        case "true": return ParsedOperand(content: .literal(true), offset: start)
        case "false": return ParsedOperand(content: .literal(false), offset: start)
        case "null": return ParsedOperand(content: .literal(nil), offset: start)
        default: break
        }
        let end = index
        skipBlanks()
        if peek() == "(", Function(rawValue: word) != nil { throw error(.blank(after: word), at: end) }
        let isWrongCase = ["true", "false", "null"].contains(word.lowercased())
        throw error(isWrongCase ? .wrongCase(word) : .unknownWord(word), at: start)
    }

    /// Parses the parentheses after a function's name.
    private mutating func parseFunction(_ name: String, at start: Int) throws(JSONPathError) -> ParsedOperand {
        guard let function = Function(rawValue: name) else {
            let known = nearest(to: name, among: Function.allCases.map(\.rawValue))
            throw error(.unknownFunction(name, nearest: known), at: start)
        }
        try nest(at: start)
        defer { nesting -= 1 }
        let arguments = try parseArguments(of: function)
        guard arguments.count == function.parameters.count else {
            let expected = function.parameters.count
            throw error(.argumentCount(function: name, expected: expected, found: arguments.count), at: start)
        }
        return ParsedOperand(content: try call(function, arguments), offset: start)
    }

    private mutating func parseArguments(of function: Function) throws(JSONPathError) -> [ParsedOperand] {
        let opening = index
        index += 1
        skipBlanks()
        var arguments: [ParsedOperand] = []
        if take(")") { return arguments }
        while true {
            arguments.append(try parseArgument(of: function))
            skipBlanks()
            if take(")") { return arguments }
            guard take(",") else {
                throw peek() == nil
                    ? error(.unclosedParenthesis, at: opening)
                    : error(.missingArgumentComma(function: function.rawValue, found: found))
            }
            skipBlanks()
        }
    }

    /// Parses an argument. No function has a parameter for a logical expression, so each of them is an error.
    private mutating func parseArgument(of function: Function) throws(JSONPathError) -> ParsedOperand {
        let start = index
        let operand: ParsedOperand? = peek() == "!" || peek() == "(" ? nil : try parseOperand()
        skipBlanks()
        if let operand, !isLogicalOperator { return operand }
        let isNodes = function.parameters.first == .nodes
        let name = function.rawValue
        throw error(isNodes ? .valueForNodes(function: name) : .testForValue(function: name), at: start)
    }

    private var isLogicalOperator: Bool {
        guard let next = peek() else { return false }
        return ["=", "!", "<", ">", "&", "|"].contains(next)
    }

    private mutating func call(
        _ function: Function, _ arguments: [ParsedOperand]
    ) throws(JSONPathError) -> ParsedOperand.Content {
        switch function {
        case .length: return .value(function, .length(try value(arguments[0], for: function)))
        case .count: return .value(function, .count(try nodes(arguments[0], for: function)))
        case .value: return .value(function, .value(try nodes(arguments[0], for: function)))
        case .match, .search:
            let text = try value(arguments[0], for: function)
            let expression = try regularExpression(arguments[1], for: function)
            return .test(
                function, RegularExpressionTest(isWhole: function == .match, text: text, expression: expression))
        }
    }

    private mutating func regularExpression(
        _ operand: ParsedOperand, for function: Function
    ) throws(JSONPathError) -> RegularExpressionTest.Expression {
        let value = try value(operand, for: function)
        guard case .literal(let literal) = value else { return .computed(value) }
        guard case .string(let source) = literal else {
            warn(
                "\(function.rawValue)() is always false, because its regular expression is not a string",
                at: operand.offset)
            return .computed(value)
        }
        let regexp = IRegexp(source)
        switch regexp.compiled {
        case .regularExpression: break
        case .invalid(let message):
            warn(
                "\(function.rawValue)() is always false, because its regular expression is not valid: \(message)",
                at: operand.offset)
        case .tooLarge:
            warn(
                "\(function.rawValue)() is always false, because its regular expression is too large",
                at: operand.offset)
        }
        return .compiled(regexp)
    }

    private mutating func warn(_ message: String, at offset: Int) {
        warnings.append(JSONPathWarning(offset: offset, message: message))
    }
}
