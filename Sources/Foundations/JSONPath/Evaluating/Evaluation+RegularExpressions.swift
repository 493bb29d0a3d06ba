import ExactJSON
import RegularExpressions

extension Evaluation {
    /// RFC 9535, sections 2.4.6 and 2.4.7.
    mutating func isTrue(_ test: RegularExpressionTest, for node: JSON) throws(JSONPathLimitExceeded) -> Bool {
        guard case .string(let text)? = try value(of: test.text, for: node) else { return false }
        guard let expression = try regexp(test.expression, for: node) else { return false }
        switch expression.compiled {
        case .regularExpression(let regex): return try matches(regex, text, wholly: test.isWhole)
        case .invalid: return false
        case .tooLarge:
            hasUndecidedTest = true
            return false
        }
    }

    private mutating func matches(
        _ regex: RegularExpression, _ text: String, wholly: Bool
    ) throws(JSONPathLimitExceeded) -> Bool {
        let limit = min(RegularExpression.stepLimit, steps)
        var left = limit
        let outcome =
            wholly ? regex.wholeMatch(text.utf8, steps: &left) : regex.firstMatch(text.utf8, steps: &left)
        // Making what a match needs takes longer than a step.
        try count(1 + limit - left)
        if outcome == .limitExceeded { hasUndecidedTest = true }
        return outcome.isMatch
    }

    /// The regular expression of a test; nil if it is not a string.
    private mutating func regexp(
        _ expression: RegularExpressionTest.Expression, for node: JSON
    ) throws(JSONPathLimitExceeded) -> IRegexp? {
        switch expression {
        case .compiled(let regexp): return regexp
        case .computed(let value):
            guard case .string(let source)? = try self.value(of: value, for: node) else { return nil }
            if let lastExpression, lastExpression.source.isExactly(source) { return lastExpression }
            // Compiling takes about as long as this many steps.
            try count(50 + min(source.utf8.count, IRegexp.sourceLimit))
            let regexp = IRegexp(source)
            lastExpression = regexp
            return regexp
        }
    }
}
