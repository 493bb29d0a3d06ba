import ExactJSON

extension NumberTemplate {
    /// The number.
    func value(in scope: Scope) throws(EvaluationError) -> JSONNumber {
        switch self {
        case .constant(let number): return number
        case .template(let template):
            let value = try template.evaluate(in: scope)
            if case .json(.number(let number)) = value { return number }
            if let text = value.text, let number = JSONNumber(lexeme: text) { return number }
            throw EvaluationError(
                .invalid("a number is wanted here, and \(Excerpt.quoted(value.text ?? "bytes")) is none"),
                position: template.soleExpression?.position ?? template.position)
        }
    }

    func side(in scope: Scope?) -> Side {
        switch self {
        case .constant(let number): Side(number.lexeme)
        case .template(let template): template.side(in: scope)
        }
    }

    typealias Side = Mismatch.Side
}

extension Comparison {
    func holds(_ value: JSONNumber, _ bound: JSONNumber) -> Bool {
        switch self {
        case .greater: value > bound
        case .greaterOrEqual: value >= bound
        case .less: value < bound
        case .lessOrEqual: value <= bound
        }
    }

    /// As a failure says it.
    var words: String {
        switch self {
        case .greater: "greater than"
        case .greaterOrEqual: "at least"
        case .less: "less than"
        case .lessOrEqual: "at most"
        }
    }

    func judge(
        _ value: JSONNumber?, _ bound: NumberTemplate, _ scope: Scope, _ obstacle: inout Obstacle
    ) -> Judgement {
        do throws(EvaluationError) {
            let bound = try bound.value(in: scope)
            return Judgement(value.map { holds($0, bound) } ?? false)
        } catch {
            return obstacle.meet(error)
        }
    }
}

extension CountMatcher {
    func judge(_ count: Int, _ scope: Scope, _ obstacle: inout Obstacle) -> Judgement {
        let count = JSONNumber(count)
        var judgement = Judgement.holds
        for bound in bounds {
            do throws(EvaluationError) {
                switch bound {
                case .equal(let number): judgement.and(Judgement(try number.value(in: scope) == count))
                case .compare(let comparison, let number):
                    judgement.and(Judgement(comparison.holds(count, try number.value(in: scope))))
                }
            } catch {
                judgement.and(obstacle.meet(error))
            }
        }
        return judgement
    }

    /// `3`, `at least 1, at most 5`.
    func side(in scope: Scope?) -> Mismatch.Side {
        var side = Mismatch.Side("")
        for (place, bound) in bounds.enumerated() {
            if place > 0 { side.append(", ") }
            switch bound {
            case .equal(let number): side.append(number.side(in: scope))
            case .compare(let comparison, let number):
                side.append(comparison.words + " ")
                side.append(number.side(in: scope))
            }
        }
        return side
    }
}
