import ExactJSON
import HTTPMessage
import TextCoding

/// The kind of a value, if it affects the comparison.
enum ValueStyle {
    case plain
    /// A scalar compares as a media type.
    case contentType
    /// A host: case, port and brackets of the expected value are ignored; the value is `RequestView.host`.
    case host

    static func header(_ name: String) -> ValueStyle {
        name.utf8.count == 12 && name.lowercased() == "content-type" ? .contentType : .plain
    }
}

extension ValueMatcher {
    /// Whether the values of a name match this.
    func match(
        _ values: ValueList, _ style: ValueStyle, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        switch kind {
        case .present: return MatchResult(!values.isEmpty)
        case .absent: return MatchResult(values.isEmpty)
        case .list(let matchers):
            let all = values.all
            guard all.count == matchers.count else { return .differs }
            var result = MatchResult.matches
            for (matcher, value) in zip(matchers, all) {
                result.and(matcher.match(ValueList(value), style, in: scope, context: &context))
                if result == .differs { return .differs }
            }
            return result
        case .not(let matcher): return !matcher.match(values, style, in: scope, context: &context)
        case .anyOf(let matchers):
            var result = MatchResult.differs
            for matcher in matchers {
                result.or(matcher.match(values, style, in: scope, context: &context))
                if result == .matches { return .matches }
            }
            return result
        case .allOf(let matchers): return match(allOf: matchers, values, style, in: scope, context: &context)
        default: break
        }
        guard let first = values.first else { return .differs }
        if scope.isRecorded { return match(recorded: values, style, in: scope, context: &context) }
        var result = match(one: first, style, in: scope, context: &context)
        for value in values.others where result != .matches {
            result.or(match(one: value, style, in: scope, context: &context))
        }
        return result
    }

    /// Whether one of the values of a recorded request matches; nobody knows if a redacted one does, nor if it is compared
    /// with what was captured from one.
    private func match(
        recorded values: ValueList, _ style: ValueStyle, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        if operandHasMark(in: scope) { return context.meetRedacted() }
        var result = MatchResult.differs
        for value in values.all where result != .matches {
            result.or(
                RedactedMark.isIn(value)
                    ? context.meetRedacted() : match(one: value, style, in: scope, context: &context))
        }
        return result
    }

    /// One value must pass all the operators on single values: 0 and 9 together don't match `{gt: 1, lt: 5}`. Operators
    /// on all values, such as `not`, are matched separately.
    private func match(
        allOf matchers: [ValueMatcher], _ values: ValueList, _ style: ValueStyle, in scope: EvaluationContext,
        context: inout MatchContext
    ) -> MatchResult {
        var result = MatchResult.matches
        var looksAtOne = false
        for matcher in matchers {
            guard matcher.looksAtAll else {
                looksAtOne = true
                continue
            }
            result.and(matcher.match(values, style, in: scope, context: &context))
            if result == .differs { return .differs }
        }
        guard looksAtOne else { return result }
        var some = MatchResult.differs
        for value in values.all {
            var one = MatchResult.matches
            for matcher in matchers where !matcher.looksAtAll {
                one.and(matcher.match(ValueList(value), style, in: scope, context: &context))
                if one == .differs { break }
            }
            some.or(one)
            if some == .matches { break }
        }
        result.and(some)
        return result
    }

    /// Whether the expected value was captured from a redacted one.
    private func operandHasMark(in scope: EvaluationContext) -> Bool {
        operands.contains { template in
            template.constant == nil && ((try? template.bytes(in: scope)).map { RedactedMark.isIn($0) } ?? false)
        }
    }

    /// Whether it concerns all values of a name together.
    private var looksAtAll: Bool {
        switch kind {
        case .present, .absent, .list, .not: true
        case .allOf(let matchers), .anyOf(let matchers): matchers.contains(where: \.looksAtAll)
        default: false
        }
    }

    private func match(
        one value: ArraySlice<UInt8>, _ style: ValueStyle, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        switch kind {
        case .scalar(let template):
            let test: TextComparison = style == .contentType ? .mediaType : .equals
            return template.match(value, test, style: style, in: scope, context: &context)
        case .equals(let template): return template.match(value, .equals, style: style, in: scope, context: &context)
        case .equalsIgnoreCase(let template):
            return template.match(value, .equalsIgnoreCase, style: style, in: scope, context: &context)
        case .contains(let template):
            return template.match(value, .contains, style: style, in: scope, context: &context)
        case .startsWith(let template):
            return template.match(value, .startsWith, style: style, in: scope, context: &context)
        case .endsWith(let template):
            return template.match(value, .endsWith, style: style, in: scope, context: &context)
        case .matches(let regex): return regex.match(value, in: scope, context: &context)
        case .oneOf(let templates):
            var result = MatchResult.differs
            for template in templates where result != .matches {
                result.or(template.match(value, .equals, style: style, in: scope, context: &context))
            }
            return result
        case .compare(let comparison, let bound):
            let number = UTF8Text.decode(value).flatMap { JSONNumber(lexeme: $0) }
            return comparison.match(number, bound, in: scope, context: &context)
        case .length(let count): return count.match(Self.length(value), in: scope, context: &context)
        case .list, .present, .absent, .allOf, .anyOf, .not:
            return match(ValueList(value), style, in: scope, context: &context)
        }
    }

    /// The number of Unicode scalars; each ill-formed sequence counts as its one replacement character.
    static func length(_ value: ArraySlice<UInt8>) -> Int {
        UTF8Text.firstInvalid(in: value) == nil
            ? UTF8Text.scalarCount(value) : String(decoding: value, as: UTF8.self).unicodeScalars.count
    }
}

extension Template {
    /// Whether a value passes the test against this; a constant text is compared in place.
    fileprivate func match(
        _ value: ArraySlice<UInt8>, _ test: TextComparison, style: ValueStyle, in scope: EvaluationContext,
        context: inout MatchContext
    ) -> MatchResult {
        if style != .host, let constant { return MatchResult(test.matches(value, constant.utf8)) }
        do throws(EvaluationError) {
            let wanted = try bytes(in: scope)
            return MatchResult(test.matches(value, style == .host ? test.hostForm(of: wanted) : wanted))
        } catch {
            return context.meet(error)
        }
    }
}

extension TextComparison {
    /// The expected text in the form of hosts: a whole host loses its port and brackets, a part only its case.
    fileprivate func hostForm(of wanted: [UInt8]) -> [UInt8] {
        switch self {
        case .equals, .equalsIgnoreCase, .mediaType: Authority.host(of: wanted)
        case .contains, .startsWith, .endsWith: wanted.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        }
    }
}
