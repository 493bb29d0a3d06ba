import ExactJSON
import RegularExpressions

extension Evaluation {
    /// Whether the value satisfies a keyword of the schema `node`. A keyword ignores values of other types.
    mutating func check(_ assertion: Assertion, _ instance: JSON, _ node: Int) -> Bool {
        switch assertion {
        case .type(let types): return types.includes(instance)
        case .constant(let value):
            stepsLeft -= Self.cost(instance)
            return value == instance
        case .enumeration(let values):
            stepsLeft -= Self.cost(instance)
            return values.contains(instance)
        case .multipleOf(let divisor):
            guard case .number(let number) = instance else { return true }
            stepsLeft -= Self.divisionCost(number.lexeme.utf8.count, divisor.lexeme.utf8.count)
            guard stepsLeft >= 0 else {
                end(.steps, keyword: "multipleOf", at: node)
                return false
            }
            return number.isMultiple(of: divisor)
        default: break
        }
        switch instance {
        case .number(let number): return check(assertion, number)
        case .string(let text): return check(assertion, text, node)
        case .array(let elements): return check(assertion, elements)
        case .object(let object):
            stepsLeft -= Self.cost(ofNamesIn: assertion)
            return Self.check(assertion, object)
        case .null, .bool: return true
        }
    }

    private func check(_ assertion: Assertion, _ number: JSONNumber) -> Bool {
        switch assertion {
        case .maximum(let limit): number <= limit
        case .exclusiveMaximum(let limit): number < limit
        case .minimum(let limit): number >= limit
        case .exclusiveMinimum(let limit): number > limit
        default: true
        }
    }

    private mutating func check(_ assertion: Assertion, _ text: String, _ node: Int) -> Bool {
        switch assertion {
        case .maxLength(let limit): return text.utf8.count <= limit || Self.length(text) <= limit
        case .minLength(let limit): return text.utf8.count >= limit && Self.length(text) >= limit
        case .pattern(let pattern): return matches(pattern, text, keyword: "pattern", at: node)
        default: return true
        }
    }

    private mutating func check(_ assertion: Assertion, _ elements: [JSON]) -> Bool {
        switch assertion {
        case .maxItems(let limit): return elements.count <= limit
        case .minItems(let limit): return elements.count >= limit
        case .uniqueItems:
            stepsLeft -= Self.cost(elements)
            return Self.areUnique(elements)
        default: return true
        }
    }

    private static func check(_ assertion: Assertion, _ object: JSONObject) -> Bool {
        switch assertion {
        case .maxProperties(let limit): object.count <= limit
        case .minProperties(let limit): object.count >= limit
        case .required(let names): names.allSatisfy { object[$0] != nil }
        case .dependentRequired(let dependencies):
            dependencies.allSatisfy { dependency in
                object[dependency.name] == nil || dependency.required.allSatisfy { object[$0] != nil }
            }
        default: true
        }
    }

    /// Whether the text has a match of the regular expression. Where its engine reaches a limit, validation ends.
    mutating func matches(_ pattern: Pattern, _ text: String, keyword: String, at node: Int) -> Bool {
        let allowance = min(RegularExpression.stepLimit, max(0, stepsLeft))
        var left = allowance
        let outcome = pattern.regex.firstMatch(text.utf8, steps: &left)
        stepsLeft -= allowance - left
        switch outcome {
        case .matched: return true
        case .notMatched: return false
        case .limitExceeded, .invalidUTF8:
            end(stepsLeft > 0 ? .regex(pattern.source) : .steps, keyword: keyword, at: node)
            return false
        }
    }

    /// The number of Unicode scalars.
    static func length(_ text: String) -> Int {
        text.utf8.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    private static func areUnique(_ elements: [JSON]) -> Bool {
        guard elements.count > 8 else {
            return elements.indices.allSatisfy { !elements[..<$0].contains(elements[$0]) }
        }
        var seen = Set<JSON>(minimumCapacity: elements.count)
        return elements.allSatisfy { seen.insert($0).inserted }
    }

    /// The number of steps to divide numbers of so many digits. A divisor has up to four zeros for each digit appended to
    /// the number; each digit is taken from all those of the divisor, nine at a time.
    private static func divisionCost(_ digits: Int, _ divisorDigits: Int) -> Int {
        (digits + 4 * divisorDigits) * (1 + divisorDigits / 9) / 64
    }

    /// The number of steps to look for the names of a keyword.
    private static func cost(ofNamesIn assertion: Assertion) -> Int {
        switch assertion {
        case .required(let names): names.count / 8
        case .dependentRequired(let dependencies): dependencies.reduce(0) { $0 + 1 + $1.required.count } / 8
        default: 0
        }
    }

    /// The number of steps to compare the value.
    private static func cost(_ value: JSON) -> Int {
        switch value {
        case .array(let elements): cost(elements)
        case .object(let object): cost(object.values)
        case .string(let text): 1 + text.utf8.count / 64
        case .number(let number): 1 + number.lexeme.utf8.count / 64
        case .null, .bool: 1
        }
    }

    private static func cost(_ elements: [JSON]) -> Int {
        var cost = 1
        var pending = elements
        while let next = pending.popLast() {
            switch next {
            case .array(let elements): pending += elements
            case .object(let object): pending += object.values
            default: cost += Self.cost(next)
            }
            cost += 1
        }
        return cost
    }
}
