import ExactJSON
import RegularExpressions
import TextCoding

extension ValueMatcher {
    /// The reasons why the values don't match, a leaf each; empty if they match.
    func explain(
        _ values: ValueList, _ style: ValueStyle, subject: RequestPart, in scope: EvaluationContext
    ) -> [Mismatch] {
        var context = MatchContext()
        let result = match(values, style, in: scope, context: &context)
        if result == .matches || context.isOpenByRedaction(result) { return [] }
        func leaf(_ problem: String, _ expected: [Mismatch.ComparedValue]) -> [Mismatch] {
            if result == .undetermined, context.error == nil, context.stop != nil {
                let undecided = Mismatch(subject, blockedBy: context, at: position)
                return [
                    Mismatch(
                        subject: subject, problem: undecided.problem, expected: [comparedValue(in: scope)],
                        received: Self.lines(of: values), position: position)
                ]
            }
            if result == .undetermined { return [Mismatch(subject, blockedBy: context, at: position)] }
            return [
                Mismatch(
                    subject: subject, problem: problem, expected: expected, received: Self.lines(of: values),
                    position: position)
            ]
        }
        switch kind {
        case .present: return leaf(Mismatch.isMissing, [])
        case .absent: return leaf(Mismatch.mustNotBeThere, [])
        case .not: return leaf(Mismatch.mustNotHold, [comparedValue(in: scope)])
        case .allOf(let matchers):
            let branches = matchers.flatMap { $0.explain(values, style, subject: subject, in: scope) }
            if !branches.isEmpty { return values.isEmpty ? Array(branches.prefix(1)) : branches }
            return leaf("has no value that passes all of these", matchers.map { $0.comparedValue(in: scope) })
        case .anyOf(let matchers):
            return leaf(values.isEmpty ? Mismatch.isMissing : Mismatch.differs, alternatives(matchers, scope))
        case .list(let matchers) where !values.isEmpty && !matchers.isEmpty:
            return explain(list: matchers, values, style, subject: subject, in: scope)
        case .list(let matchers):
            return leaf(
                values.isEmpty ? Mismatch.isMissing : Mismatch.mustNotBeThere,
                matchers.map { $0.comparedValue(in: scope) })
        default: break
        }
        if values.isEmpty, let error = operandError(in: scope) {
            // The expected value does not exist, so nothing can be called missing.
            _ = context.meet(error)
            return [Mismatch(subject, blockedBy: context, at: position)]
        }
        if result == .undetermined || values.isEmpty { return leaf(Mismatch.isMissing, [comparedValue(in: scope)]) }
        return [explain(leaf: values, subject, scope)]
    }

    /// The first expression of the expected value that has no value.
    private func operandError(in scope: EvaluationContext) -> EvaluationError? {
        for template in operands {
            do throws(EvaluationError) { _ = try template.bytes(in: scope) } catch { return error }
        }
        return nil
    }

    /// The expected values that are not in a matcher of their own.
    var operands: [Template] {
        switch kind {
        case .scalar(let template), .equals(let template), .equalsIgnoreCase(let template),
            .contains(let template), .startsWith(let template), .endsWith(let template),
            .matches(.template(let template)), .compare(_, .template(let template)):
            [template]
        case .oneOf(let templates): templates
        default: []
        }
    }

    private func alternatives(_ matchers: [ValueMatcher], _ scope: EvaluationContext) -> [Mismatch.ComparedValue] {
        matchers.enumerated().map { $1.comparedValue(in: scope).behind($0 == 0 ? "" : "or ") }
    }

    private func explain(
        list matchers: [ValueMatcher], _ values: ValueList, _ style: ValueStyle, subject: RequestPart,
        in scope: EvaluationContext
    ) -> [Mismatch] {
        let all = values.all
        if let joined = joined(matchers, all, style, subject: subject, in: scope) { return [joined] }
        if Self.areSame(matchers, all, style, in: scope) {
            return [
                Mismatch(
                    subject: subject, problem: "has the same values in another order",
                    expected: matchers.map { $0.comparedValue(in: scope) }, received: Self.lines(of: values),
                    position: position)
            ]
        }
        let alignment = Alignment(matchers.count, all.count) { wanted, given -> Int? in
            var context = MatchContext()
            let result = matchers[wanted].match(ValueList(all[given]), style, in: scope, context: &context)
            return result == .matches ? 0 : result == .undetermined ? 1 : 2 * Alignment.skip - 100
        }
        let pairs = alignment.pairs.prefix(Mismatch.listedLeaves)
        var mismatches = pairs.flatMap { pair -> [Mismatch] in
            switch pair {
            case .both(let wanted, let given):
                matchers[wanted].explain(ValueList(all[given]), style, subject: subject, in: scope)
                    .map { all.count == 1 ? $0 : $0.adding(", value \(given + 1) of \(all.count)") }
            case .onlyExpected(let wanted):
                [
                    Mismatch(
                        subject: subject, problem: "lacks a value",
                        expected: [matchers[wanted].comparedValue(in: scope)],
                        position: matchers[wanted].position)
                ]
            case .onlyReceived(let given):
                [
                    Mismatch(
                        subject: subject, problem: "has a value too many, value \(given + 1) of \(all.count)",
                        received: Self.lines(of: ValueList(all[given])), position: position)
                ]
            }
        }
        if let last = mismatches.indices.last {
            mismatches[last].leaves += alignment.omitted
            mismatches[last].isIncomplete = alignment.pairs.count > pairs.count
        }
        return mismatches
    }

    /// The mismatch of a query or form that has the values of a list in one, behind each other.
    private func joined(
        _ matchers: [ValueMatcher], _ values: [ArraySlice<UInt8>], _ style: ValueStyle, subject: RequestPart,
        in scope: EvaluationContext
    ) -> Mismatch? {
        guard matchers.count > 1, values.count == 1, values[0].count <= Excerpt.limit else { return nil }
        let name: String
        switch subject {
        case .query(let query): name = query
        case .form(let field): name = field
        default: return nil
        }
        let separator = Self.separators.first { separator in
            let pieces = values[0].split(separator: separator, omittingEmptySubsequences: false)
            return pieces.count == matchers.count
                && zip(matchers, pieces).allSatisfy { matcher, piece in
                    var context = MatchContext()
                    return matcher.match(ValueList(piece), style, in: scope, context: &context) == .matches
                }
        }
        guard let separator else { return nil }
        // The values may be secret.
        let pair = "\(Excerpt.text(name))=…"
        return Mismatch(
            subject: subject,
            problem: "differs: its values are joined by \"\(Unicode.Scalar(separator))\"; "
                + "send \(pair)&\(pair) with a value each",
            expected: matchers.map { $0.comparedValue(in: scope) }, received: Self.lines(of: ValueList(values[0])),
            position: position)
    }

    /// What clients write between the values of a list.
    private static let separators = [",", ";", "|", " "].compactMap(\.utf8.first)

    /// The most values that are compared in any order.
    private static let mostUnordered = 50

    /// Whether each matcher has a value of its own, in some order (Kuhn's algorithm).
    private static func areSame(
        _ matchers: [ValueMatcher], _ values: [ArraySlice<UInt8>], _ style: ValueStyle, in scope: EvaluationContext
    ) -> Bool {
        guard matchers.count == values.count, values.count <= mostUnordered else { return false }
        let fitting = matchers.map { matcher in
            values.indices.filter { index in
                var context = MatchContext()
                return matcher.match(ValueList(values[index]), style, in: scope, context: &context) == .matches
            }
        }
        var takers: [Int?] = values.map { _ in nil }
        func findsValue(_ matcher: Int, _ seen: inout Set<Int>) -> Bool {
            for value in fitting[matcher] where seen.insert(value).inserted {
                if let taker = takers[value], !findsValue(taker, &seen) { continue }
                takers[value] = matcher
                return true
            }
            return false
        }
        return matchers.indices.allSatisfy { matcher in
            var seen: Set<Int> = []
            return findsValue(matcher, &seen)
        }
    }

    private func explain(leaf values: ValueList, _ subject: RequestPart, _ scope: EvaluationContext) -> Mismatch {
        var problem = Mismatch.differs
        var expected = comparedValue(in: scope)
        var received = Self.lines(of: values)
        var mistake: String?
        switch kind {
        case .scalar(let template), .equals(let template), .equalsIgnoreCase(let template):
            guard let wanted = try? template.bytes(in: scope), values.count == 1, let given = values.first else {
                break
            }
            mistake = ClientMistake.inValue(subject, expected: wanted, received: given)
            if subject == .path, mistake == ClientMistake.encodedTwice {
                expected = Mismatch.ComparedValue(
                    wanted.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                        .map { PathTemplate.encoded(Array($0)) }.joined(separator: "/"), variables: template.variables)
            }
            if wanted.contains(0x0A) || given.contains(0x0A) {
                return explain(lines: wanted, given, template.variables, subject: subject)
            }
            guard let a = UTF8Text.decode(wanted), let b = UTF8Text.decode(given) else {
                if expected.text == received.first?.text {
                    received[0] = received[0].noting(" (bytes that are not UTF-8)")
                }
                break
            }
            let notes = LookalikeExplanation.notes(expected: a, received: b)
            expected = expected.noting(notes.expected)
            received = received.map { $0.noting(notes.received) }
        case .startsWith:
            mistake = ClientMistake.inCredentials(subject, beginning: expected.value, received: values.first)
        case .matches(let regex):
            if values.all.contains(where: { UTF8Text.firstInvalid(in: $0) != nil }) {
                problem += ": the value is not UTF-8, so no expression matches it"
            } else if let compiled = try? regex.compiled(in: scope) {
                mistake = ClientMistake.inCredentials(subject, beginning: compiled.source, received: values.first)
                if values.all.contains(where: { compiled.firstMatch($0).isMatch }) {
                    mistake = ClientMistake.partMatches
                }
            }
        case .compare:
            let isNumber = values.all.contains { UTF8Text.decode($0).flatMap { JSONNumber(lexeme: $0) } != nil }
            if !isNumber { problem += ": the received value is not a number" }
        case .length:
            let lengths = values.all.prefix(Mismatch.listedLines).map { "\(Self.length($0))" }.joined(separator: ", ")
            problem += ": the length is \(lengths)"
        default: break
        }
        var mismatch = Mismatch(
            subject: subject, problem: problem, expected: [expected], received: received, position: position)
        mismatch.isOfForm = subject == .path && mistake != nil
        return mismatch.explained(by: mistake)
    }

    /// The difference between texts of several lines, without equal lines at the start and the end.
    private func explain(
        lines wanted: [UInt8], _ given: ArraySlice<UInt8>, _ variables: [Int], subject: RequestPart
    ) -> Mismatch {
        if let words = LineDifference.lineBreaks(wanted, Array(given)) {
            return Mismatch(subject: subject, problem: "differs: \(words)", position: position)
        }
        let difference = LineDifference(wanted, Array(given))
        let (a, b) = (difference.expected, difference.received)
        var expected = a.lines.map { Mismatch.ComparedValue(Excerpt.text($0)) }
        var received = b.lines.map { Mismatch.ComparedValue(received: $0) }
        if let first = expected.indices.first { expected[first].variables = variables }
        if expected.count == 1, received.count == 1, let a = UTF8Text.decode(a.lines[0]),
            let b = UTF8Text.decode(b.lines[0])
        {
            let notes = LookalikeExplanation.notes(expected: a, received: b)
            expected[0] = expected[0].noting(notes.expected)
            received[0] = received[0].noting(notes.received)
        }
        var mismatch = Mismatch(
            subject: subject, problem: "differs at line \(difference.start + 1)", expected: expected,
            received: received, position: position)
        mismatch.omitted = (a.omitted, b.omitted)
        return mismatch
    }

    /// The received values, a line each.
    static func lines(of values: ValueList) -> [Mismatch.ComparedValue] {
        values.all.prefix(Mismatch.listedLines).flatMap { value -> [Mismatch.ComparedValue] in
            if value.isEmpty { return [Mismatch.ComparedValue("\"\"")] }
            guard value.count <= Excerpt.limit else { return [Mismatch.ComparedValue(received: value)] }
            return value.split(separator: 0x0A, omittingEmptySubsequences: false).map {
                Mismatch.ComparedValue(received: $0)
            }
        }
    }
}
