import ExactJSON
import RegularExpressions

/// Finds the leaves in which a JSON value differs from its matcher.
struct JSONExplanation {
    private(set) var mismatches: [Mismatch] = []
    private let scope: EvaluationContext
    /// The current location in the received value.
    private var path: [Operand.PathStep] = []
    /// The variables of a template that made the whole value being compared.
    private var variables: [Int] = []
    /// The number of leaves that are not listed.
    private var omitted = 0
    /// The number of values that may still be compared.
    private var comparisons: Int
    /// Whether it stopped early.
    private var isIncomplete = false

    /// Why `value` does not match `matcher`, leaf by leaf; empty if it matches. The last mismatch says whether the list
    /// is complete.
    ///
    /// - Parameter path: the location of `value` in the body.
    static func mismatches(
        _ matcher: JSONMatcher, _ value: JSON?, exact: Bool, at path: [Operand.PathStep] = [],
        in scope: EvaluationContext
    ) -> [Mismatch] {
        var explanation = JSONExplanation(scope: scope)
        explanation.path = path
        let allowed = explanation.comparisons
        explanation.explain(matcher, value, exact: exact)
        scope.work?.spend(comparisons: allowed - explanation.comparisons)
        var mismatches = explanation.mismatches
        if mismatches.isEmpty, explanation.isIncomplete {
            mismatches = [
                Mismatch(
                    subject: .json("$"),
                    problem: "differs somewhere in more values than are compared; assert a part of the body",
                    position: matcher.position)
            ]
        }
        if let last = mismatches.indices.last {
            mismatches[last].leaves += explanation.omitted
            mismatches[last].isIncomplete = explanation.isIncomplete
        }
        return mismatches
    }

    private init(scope: EvaluationContext) {
        self.scope = scope
        comparisons = scope.work?.comparisons ?? WorkBudget.limit.comparisons
    }

    /// Whether the explanation should stop: enough values were compared, or enough leaves are listed.
    private mutating func hasEnough() -> Bool {
        guard comparisons < 0 || mismatches.count >= Mismatch.listedLeaves else { return false }
        isIncomplete = true
        return true
    }

    private var subject: RequestPart { .json(NormalizedPath(path).rooted) }

    private mutating func explain(_ matcher: JSONMatcher, _ value: JSON?, exact: Bool) {
        if hasEnough() { return }
        var context = MatchContext()
        let result = matcher.match(value, exact: exact, in: scope, context: &context)
        comparisons -= context.comparisons
        if result == .matches || context.isOpenByRedaction(result) { return }
        if case .operators(let operators) = matcher.kind {
            if result == .undetermined, context.stop != nil {
                return block(context, at: operators.first?.position ?? matcher.position)
            }
            let first = mismatches.count
            for operation in operators { explain(operation, value, exact: exact) }
            if value == nil { mergeMissing(from: first) }
            return
        }
        guard let value else {
            if case .template(let template) = matcher.kind {
                // An expected value that does not exist can't be called missing.
                do throws(EvaluationError) { _ = try template.json(in: scope) } catch { _ = context.meet(error) }
            }
            return result == .undetermined || context.error != nil
                ? block(context, at: matcher.position)
                : add(Mismatch.isMissing, [comparedValue(of: matcher)], received: [], at: matcher.position)
        }
        switch (matcher.kind, value) {
        case (.object(let members), .object(let object)):
            let container = subject
            for member in members {
                let (value, listed) = (object[member.name], mismatches.count)
                visit(.member(member.name)) { $0.explain(member.matcher, value, exact: exact) }
                guard value == nil, listed < min(mismatches.count, Self.mostHints),
                    mismatches[listed].problem == Mismatch.isMissing
                else { continue }
                let hint = NameHint(missing: member.name, of: object, at: container) { name in
                    members.contains { $0.name == name }
                }
                mismatches[listed] = mismatches[listed].hinting(hint)
            }
            guard exact else { return }
            for (name, value) in JSONMatcher.others(in: object, than: members) {
                guard mismatches.count < Mismatch.listedLeaves else {
                    omitted += 1
                    continue
                }
                visit(.member(name)) {
                    $0.add(Mismatch.mustNotBeThere, [], received: [Self.comparedValue(of: value)], at: matcher.position)
                }
            }
        case (.array(let matchers), .array(let elements)):
            if !explain(orderOf: matcher, matchers, elements, exact: exact) {
                explain(matchers, elements, exact: exact, at: matcher.position)
            }
        case (.template(let template), _):
            explain(template, value, exact: exact, context: context, at: matcher.position)
        case (.scalar(.array), .array), (.scalar(.object), .object):
            guard case .scalar(let wanted) = matcher.kind else { return }
            explain(JSONMatcher(stating: wanted, position: matcher.position), value, exact: exact)
        case (.scalar(let wanted), _): differs(wanted, value, at: matcher.position)
        default:
            let isTwice = matcher.isContainer && ClientMistake.holdsContainer(value)
            add(
                Mismatch.differs + (isTwice ? ": \(ClientMistake.holdsJSON)" : ""), [comparedValue(of: matcher)],
                received: [Self.comparedValue(of: value)],
                at: matcher.position)
        }
    }

    /// Makes one mismatch of those from `first` on if all operators miss the same value.
    private mutating func mergeMissing(from first: Int) {
        let missing = mismatches[first...]
        guard missing.count > 1,
            missing.allSatisfy({ $0.problem == Mismatch.isMissing && $0.subject == subject && $0.blocked == nil })
        else { return }
        let merged = Mismatch(
            subject: subject, problem: Mismatch.isMissing, expected: missing.flatMap(\.expected),
            position: mismatches[first].position)
        mismatches.replaceSubrange(first..., with: CollectionOfOne(merged))
    }

    private mutating func explain(
        _ template: Template, _ value: JSON, exact: Bool, context: MatchContext, at position: Position
    ) {
        guard let wanted = try? template.json(in: scope) else { return block(context, at: position) }
        let outer = variables
        variables = distinct(variables + template.variables)
        explain(JSONMatcher(stating: wanted, position: position), value, exact: exact)
        variables = outer
    }

    /// The most missing members for which others are looked at.
    private static let mostHints = 20
    /// The most elements that are compared in any order, unless all are strings, numbers and the like.
    private static let mostUnordered = 100

    /// Explains an array that only has another order; false if more is wrong.
    private mutating func explain(
        orderOf matcher: JSONMatcher, _ matchers: [JSONMatcher], _ elements: [JSON], exact: Bool
    ) -> Bool {
        guard matchers.count == elements.count, matchers.count > 1,
            matchers.count <= Self.mostUnordered || matchers.allSatisfy(\.isPlain)
        else { return false }
        let pairing = UnorderedMatching(matchers, elements, exact: exact, in: scope)
        comparisons -= pairing.context.comparisons
        guard pairing.isComplete else { return false }
        add(
            "has the same values in another order; $unordered takes any order", [comparedValue(of: matcher)],
            received: [Self.comparedValue(of: .array(elements))], at: matcher.position)
        return true
    }

    private mutating func explain(
        _ matchers: [JSONMatcher], _ elements: [JSON], exact: Bool, at position: Position
    ) {
        let scope = scope
        var left = comparisons
        let alignment = Alignment(matchers.count, elements.count) {
            left > 0 ? matchers[$0].distance(to: elements[$1], exact: exact, scope, &left) : nil
        }
        comparisons = left
        omitted += alignment.omitted
        var hints = 0
        for pair in alignment.pairs {
            switch pair {
            case .onlyExpected, .onlyReceived:
                guard mismatches.count < Mismatch.listedLeaves else {
                    omitted += 1
                    continue
                }
            case .both: break
            }
            switch pair {
            case .both(let wanted, let given):
                visit(.element(given)) { $0.explain(matchers[wanted], elements[given], exact: exact) }
            case .onlyExpected(let wanted):
                let matcher = matchers[wanted]
                visit(.element(wanted)) {
                    $0.add(Mismatch.isMissing, [$0.comparedValue(of: matcher)], received: [], at: matcher.position)
                }
            case .onlyReceived(let given):
                hints += 1
                let twin = hints > Self.mostHints ? nil : Self.twin(of: given, in: elements)
                let problem = twin.map { "\(Mismatch.isDuplicate)\(subject(ofElement: $0))" } ?? Mismatch.mustNotBeThere
                visit(.element(given)) {
                    $0.add(
                        problem, [], received: [Self.comparedValue(of: elements[given])],
                        at: position)
                }
            }
        }
    }

    /// The most elements that are compared with one to find the same.
    private static let mostTwins = 1_000

    /// The index of another element that is the same.
    private static func twin(of index: Int, in elements: [JSON]) -> Int? {
        elements.prefix(mostTwins).indices.first { $0 != index && elements[$0] == elements[index] }
    }

    private func subject(ofElement index: Int) -> String { NormalizedPath(path + [.element(index)]).rooted }

    private mutating func explain(_ operation: JSONMatcher.Operator, _ value: JSON?, exact: Bool) {
        if hasEnough() { return }
        var context = MatchContext()
        let result = operation.match(value, exact: exact, in: scope, context: &context)
        comparisons -= 1 + context.comparisons
        if result == .matches || context.isOpenByRedaction(result) { return }
        switch (operation.kind, value) {
        case (.allOf(let matchers), _):
            for matcher in matchers { explain(matcher, value, exact: exact) }
            return
        case (.equals(let matcher), .some): return explain(matcher, value, exact: true)
        default: break
        }
        if result == .undetermined { return block(context, at: operation.position) }
        let received = value.map { [Self.comparedValue(of: $0)] } ?? []
        switch (operation.kind, value) {
        case (.absent, _): add(Mismatch.mustNotBeThere, [], received: received, at: operation.position)
        case (.present, _): add(Mismatch.isMissing, [], received: [], at: operation.position)
        case (.not, _):
            add(Mismatch.mustNotHold, [comparedValue(of: operation)], received: received, at: operation.position)
        case (_, nil): add(Mismatch.isMissing, [comparedValue(of: operation)], received: [], at: operation.position)
        case (.anyOf(let matchers), let value?), (.oneOf(let matchers), let value?):
            explain(anyOf: matchers, operation, value, exact: exact)
        case (.unordered(let matchers), .array(let elements)?):
            let pairing = UnorderedMatching(matchers, elements, exact: exact, in: scope)
            comparisons -= pairing.context.comparisons
            let listed = Mismatch.listedLines
            add(
                "differs in any order", pairing.missing.prefix(listed).map { comparedValue(of: matchers[$0]) },
                received: pairing.others.prefix(listed).map { Self.comparedValue(of: elements[$0]) },
                at: operation.position)
            mismatches[mismatches.count - 1].omitted = (
                max(0, pairing.missing.count - listed), max(0, pairing.others.count - listed)
            )
        case (.text(let matcher), .string(let text)?): explain(matcher, text, at: operation.position)
        case (.text, _), (.compare, _):
            let wanted = if case .text = operation.kind { "string" } else { "number" }
            let isWanted = value?.kind.rawValue == wanted
            add(
                isWanted ? Mismatch.differs : "differs: the received value is not a \(wanted)",
                [comparedValue(of: operation)], received: received, at: operation.position)
        case (.length, let value?):
            let remark = value.length.map { ": the length is \($0)" } ?? ": \(value.kind.withArticle) has no length"
            add(Mismatch.differs + remark, [comparedValue(of: operation)], received: received, at: operation.position)
        default: add(Mismatch.differs, [comparedValue(of: operation)], received: received, at: operation.position)
        }
    }

    /// A string that does not match an operator, explained like a header but with the quotes of JSON.
    private mutating func explain(_ matcher: ValueMatcher, _ text: String, at position: Position) {
        var expected = matcher.comparedValue(in: scope, quoted: true)
        expected.variables = distinct(expected.variables + variables)
        var problem = Mismatch.differs
        if case .matches(let regex) = matcher.kind, let regex = try? regex.compiled(in: scope),
            regex.firstMatch(text).isMatch
        {
            problem += ": \(ClientMistake.partMatches)"
        }
        add(problem, [expected], received: [Self.comparedValue(of: .string(text))], at: position)
    }

    /// Alternatives that are single values are listed; of larger ones the nearest is explained leaf by leaf.
    private mutating func explain(
        anyOf matchers: [JSONMatcher], _ operation: JSONMatcher.Operator, _ value: JSON, exact: Bool
    ) {
        let branches = matchers.map { matcher in
            var explanation = JSONExplanation(scope: scope)
            explanation.path = path
            explanation.comparisons = comparisons
            explanation.explain(matcher, value, exact: exact)
            comparisons = explanation.comparisons
            return explanation.mismatches
        }
        guard let nearest = branches.indices.min(by: { branches[$0].count < branches[$1].count }),
            !branches[nearest].allSatisfy({ $0.subject == subject })
        else {
            let alternatives = matchers.enumerated().map { comparedValue(of: $1).behind($0 == 0 ? "" : "or ") }
            return add(
                Mismatch.differs, alternatives, received: [Self.comparedValue(of: value)], at: operation.position)
        }
        add(
            "matches none of \(matchers.count) alternatives, the nearest is the \(EnglishText.ordinal(nearest + 1))",
            branches[nearest].flatMap(\.namedComparedValues.expected),
            received: branches[nearest].flatMap(\.namedComparedValues.received),
            at: operation.position)
    }

    private mutating func differs(_ wanted: JSON, _ value: JSON, at position: Position) {
        let notes = LookalikeExplanation.notes(expected: wanted, received: value)
        let mistake = ClientMistake.inJSON(expected: wanted, received: value)
        add(
            Mismatch.differs + (mistake.map { ": \($0)" } ?? ""),
            [Mismatch.ComparedValue(Excerpt.json(wanted), variables: variables).noting(notes.expected)],
            received: [Mismatch.ComparedValue(received: value).noting(notes.received)], at: position)
    }

    private mutating func visit(_ step: Operand.PathStep, _ body: (inout JSONExplanation) -> Void) {
        path.append(step)
        body(&self)
        path.removeLast()
    }

    private mutating func add(
        _ problem: String, _ expected: [Mismatch.ComparedValue], received: [Mismatch.ComparedValue],
        at position: Position
    ) {
        mismatches.append(
            Mismatch(subject: subject, problem: problem, expected: expected, received: received, position: position))
    }

    private mutating func block(_ context: MatchContext, at position: Position) {
        mismatches.append(Mismatch(subject, blockedBy: context, at: position))
    }

    private func comparedValue(of matcher: JSONMatcher) -> Mismatch.ComparedValue {
        var comparedValue = matcher.comparedValue(in: scope)
        comparedValue.variables = distinct(comparedValue.variables + variables)
        return comparedValue
    }

    private func comparedValue(of operation: JSONMatcher.Operator) -> Mismatch.ComparedValue {
        var comparedValue = operation.comparedValue(in: scope)
        comparedValue.variables = distinct(comparedValue.variables + variables)
        return comparedValue
    }

    private static func comparedValue(of value: JSON) -> Mismatch.ComparedValue {
        Mismatch.ComparedValue(received: value)
    }
}

extension JSONMatcher {
    /// Whether it is an array or an object.
    fileprivate var isContainer: Bool {
        switch kind {
        case .array, .object: true
        case .scalar, .template, .operators: false
        }
    }

    /// Whether it is a value without parts.
    fileprivate var isPlain: Bool { if case .scalar(let value) = kind { !value.isContainer } else { false } }

    /// How far an element is from this matcher, for aligning arrays: 0 if it matches. Objects that agree in most
    /// members are nearer than those that agree in none.
    fileprivate func distance(to value: JSON, exact: Bool, _ scope: EvaluationContext, _ left: inout Int) -> Int {
        var context = MatchContext()
        defer { left -= context.comparisons }
        switch match(value, exact: exact, in: scope, context: &context) {
        case .matches: return 0
        case .undetermined: return 1
        case .differs: break
        }
        switch (kind, value) {
        case (.object(let members), .object(let object)):
            let failing = members.filter {
                $0.matcher.match(object[$0.name], exact: exact, in: scope, context: &context) == .differs
            }.count
            let others = exact ? Self.others(in: object, than: members).count : 0
            return Alignment.skip + Alignment.skip * (failing + others) / max(1, members.count + others)
        case (.array, .array), (.operators, _): return Alignment.skip * 3 / 2
        case (.scalar(let wanted), _) where wanted.kind == value.kind: return 2 * Alignment.skip - 100
        case (.template, _): return 2 * Alignment.skip - 100
        default: return 2 * Alignment.skip
        }
    }
}
