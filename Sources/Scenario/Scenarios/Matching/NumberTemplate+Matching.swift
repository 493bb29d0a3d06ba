import ExactJSON

extension NumberTemplate {
    /// The number.
    func value(in scope: EvaluationContext) throws(EvaluationError) -> JSONNumber {
        switch self {
        case .constant(let number): return number
        case .template(let template):
            let value = try template.evaluate(in: scope)
            if case .json(.number(let number)) = value { return number }
            if let text = value.text, let number = JSONNumber(lexeme: text) { return number }
            throw EvaluationError(
                .invalid("a number is wanted here, and \(Excerpt.quoted(value.text ?? "bytes")) is not one"),
                position: template.soleExpression?.position ?? template.position)
        }
    }

    func comparedValue(in scope: EvaluationContext?) -> ComparedValue {
        switch self {
        case .constant(let number): ComparedValue(number.lexeme)
        case .template(let template): template.comparedValue(in: scope)
        }
    }

    typealias ComparedValue = Mismatch.ComparedValue
}

extension Comparison {
    func matches(_ value: JSONNumber, _ limit: JSONNumber) -> Bool {
        switch self {
        case .greater: value > limit
        case .greaterOrEqual: value >= limit
        case .less: value < limit
        case .lessOrEqual: value <= limit
        }
    }

    /// The comparison in the words of a failure.
    var words: String {
        switch self {
        case .greater: "greater than"
        case .greaterOrEqual: "at least"
        case .less: "less than"
        case .lessOrEqual: "at most"
        }
    }

    func match(
        _ value: JSONNumber?, _ limit: NumberTemplate, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        do throws(EvaluationError) {
            let limit = try limit.value(in: scope)
            return MatchResult(value.map { matches($0, limit) } ?? false)
        } catch {
            return context.meet(error)
        }
    }
}

extension CountMatcher {
    func match(_ count: Int, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        let count = JSONNumber(count)
        var result = MatchResult.matches
        for limit in limits {
            do throws(EvaluationError) {
                switch limit {
                case .equal(let number): result.and(MatchResult(try number.value(in: scope) == count))
                case .compare(let comparison, let number):
                    result.and(MatchResult(comparison.matches(count, try number.value(in: scope))))
                }
            } catch {
                result.and(context.meet(error))
            }
        }
        return result
    }

    /// `3`, `at least 1, at most 5`.
    func comparedValue(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        var comparedValue = Mismatch.ComparedValue("")
        for (index, limit) in limits.enumerated() {
            if index > 0 { comparedValue.append(", ") }
            switch limit {
            case .equal(let number): comparedValue.append(number.comparedValue(in: scope))
            case .compare(let comparison, let number):
                comparedValue.append(comparison.words + " ")
                comparedValue.append(number.comparedValue(in: scope))
            }
        }
        return comparedValue
    }
}
