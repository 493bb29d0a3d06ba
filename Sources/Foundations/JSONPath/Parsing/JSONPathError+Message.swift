extension JSONPathError.Reason {
    /// The sentence for the user: what is wrong, and what to write instead.
    var message: String {
        switch self {
        case .empty: "the JSONPath is empty; write $ for the whole document"
        case .missingRoot(let found):
            "a JSONPath begins with $, not with \(found); write "
                + (found == "@" ? "$ in place of it" : found == "." || found == "[" ? "$ before it" : "$. before it")
        case .leadingBlank: "blank space before $ is not allowed; remove it"
        case .trailingBlank: "blank space at the end is not allowed; remove it"
        case .blank(let before): "blank space after \(before) is not allowed; remove it"
        case .missingDot(let found): "\(found) follows without a dot; write .\(found)"
        case .missingSegment(let found):
            "\(found) stands where . or [ should; a name with other characters is written ['…']"
        case .missingName(let dots, let found):
            "\(found) stands where a name or * should, after \(dots); put a name with other characters in quotes and "
                + "brackets: ['…']"
        case .digitAfterDot:
            "a name after a dot does not begin with a digit; write [0] for an element or ['0'] for a member"
        case .dotBeforeBracket: "a dot stands before [; remove it"
        case .missingSelector(let found):
            "\(found) stands where a selector should: a name in quotes, an index, a slice such as 0:2, * or a filter "
                + "such as ?@.name"
        case .unquotedName(let name): "\(name) stands in brackets without quotes; write ['\(name)'] or .\(name)"
        case .unclosedBracket: "this [ has no closing ]; write it"
        case .missingComma(let found): "\(found) stands where , or ] should"
        case .missingDigit: "a digit is missing after -"
        case .leadingZero(let digits): "\(digits) begins with a zero that more digits follow; remove the zero"
        case .negativeZero: "-0 is not an index; write 0"
        case .plusSign: "a number has no + before it; remove it"
        case .notInteger(let number): "\(number) is not an integer; an index is written with digits only"
        case .outOfRange(let number):
            "\(number) is out of range; an integer is from -9007199254740991 to 9007199254740991"
        case .unclosedQuote, .controlCharacter, .unknownEscape, .unneededEscape, .malformedUnicodeEscape,
            .loneSurrogate:
            stringMessage
        case .unknownFunction, .valueAsTest, .comparedTest, .argumentCount, .missingArgumentComma, .nodesForValue,
            .testForValue, .valueForNodes:
            functionMessage
        default: filterMessage
        }
    }

    private var stringMessage: String {
        switch self {
        case .unclosedQuote: "this quote has no closing one; write it"
        case .controlCharacter(let escape): "a control character stands between the quotes; write it as \(escape)"
        case .unknownEscape(let escape): "\(escape) is not an escape; write \\\\ for a backslash"
        case .unneededEscape(let quote): "\\\(quote) is not an escape in the other kind of quotes; write \(quote)"
        case .malformedUnicodeEscape: "\\u must be followed by four hexadecimal digits"
        case .loneSurrogate(let escape): "\(escape) is half of a surrogate pair without its other half"
        default: ""
        }
    }

    private var filterMessage: String {
        switch self {
        case .missingOperand(let found):
            "\(found) stands where a query such as @.name, a value, a function or ( should"
        case .unknownWord(let word): "\(word) is not a value; write @.\(word) for a member or '\(word)' for a text"
        case .wrongCase(let word): "\(word) is written in lower case: \(word.lowercased())"
        case .structuredLiteral: "an array or object can't be written in a filter; compare its members one by one"
        case .malformedNumber(let expected): "the number lacks \(expected)"
        case .missingOperator(let found): "\(found) stands where a comparison, &&, || or the end of the filter should"
        case .unknownOperator(let found, let instead): "\(found) is not an operator of JSONPath; write \(instead)"
        case .unclosedParenthesis: "this ( has no closing ); write it"
        case .negatedComparison: "! does not negate a comparison without parentheses; write !(a == b) or a != b"
        case .negatedTwice: "! stands twice; remove both"
        case .comparedParentheses: "an expression in parentheses can't be compared; write the value without them"
        case .comparedTwice: "a comparison can't be compared again; join two with &&"
        case .comparedNodes:
            "a query that may select several nodes can't be compared; use only names and indices, or write value(…) or "
                + "count(…)"
        case .blankInSingularQuery:
            "blank space inside the brackets of a query that gives a value is not allowed; remove it"
        case .literalAsTest: "a value alone is not a test; compare it, as in @.name == 1"
        case .tooDeep(let limit): "filters, parentheses and functions are nested more than \(limit) deep"
        default: ""
        }
    }

    private var functionMessage: String {
        switch self {
        case .unknownFunction(let name, let nearest?):
            "\(name)() is not a function of JSONPath; did you mean \(nearest)()?"
        case .unknownFunction(let name, nil):
            "\(name)() is not a function of JSONPath; there are length, count, match, search and value"
        case .valueAsTest(let function):
            "\(function)() gives a value, not a test; compare it, as in \(function)(…) == 1"
        case .comparedTest(let function):
            "\(function)() is true or false and can't be compared; write it alone or after !"
        case .argumentCount(let function, let expected, let found):
            "\(function)() has \(expected) argument\(expected == 1 ? "" : "s"), not \(found)"
        case .missingArgumentComma(let function, let found):
            "\(found) stands where , or ) should, after an argument of \(function)()"
        case .nodesForValue(let function):
            "\(function)() takes one value, but this query may select several; use only names and indices, or write "
                + "value(…)"
        case .testForValue(let function): "the argument of \(function)() must be a value, not a test"
        case .valueForNodes(let function): "the argument of \(function)() must be a query such as @.*"
        default: ""
        }
    }
}
