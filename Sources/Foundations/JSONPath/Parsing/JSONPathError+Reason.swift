extension JSONPathError {
    /// The kinds of errors.
    package enum Reason: Hashable, Sendable {
        // The path and its segments
        case empty
        case missingRoot(found: String)
        case leadingBlank
        case trailingBlank
        case blank(after: String)
        case missingDot(found: String)
        case missingSegment(found: String)
        case missingName(dots: String, found: String)
        case digitAfterDot
        case dotBeforeBracket
        // Selectors
        case missingSelector(found: String)
        case unquotedName(String)
        case unclosedBracket
        case missingComma(found: String)
        case missingDigit
        case leadingZero(String)
        case negativeZero
        case plusSign
        case notInteger(String)
        case outOfRange(String)
        // Strings
        case unclosedQuote
        case controlCharacter(String)
        case unknownEscape(String)
        case unneededEscape(String)
        case malformedUnicodeEscape
        case loneSurrogate(String)
        // Filters
        case missingOperand(found: String)
        case unknownWord(String)
        case wrongCase(String)
        case structuredLiteral
        case malformedNumber(expected: String)
        case missingOperator(found: String)
        case unknownOperator(String, instead: String)
        case unclosedParenthesis
        case negatedComparison
        case negatedTwice
        case comparedParentheses
        case comparedTwice
        case comparedNodes
        case blankInSingularQuery
        case literalAsTest
        case tooDeep(limit: Int)
        // Functions
        case unknownFunction(String, nearest: String?)
        case valueAsTest(function: String)
        case comparedTest(function: String)
        case argumentCount(function: String, expected: Int, found: Int)
        case missingArgumentComma(function: String, found: String)
        case nodesForValue(function: String)
        case testForValue(function: String)
        case valueForNodes(function: String)
    }
}
