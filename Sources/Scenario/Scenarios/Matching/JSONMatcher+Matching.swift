import ExactJSON

extension JSONMatcher {
    /// Whether a value matches this; nil stands for a missing member.
    ///
    /// - Parameter exact: whether an object may have only the expected members.
    func match(_ value: JSON?, exact: Bool, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        context.comparisons += 1
        if let result = context.count(1, in: scope) { return result }
        if case .operators(let operators) = kind {
            var result = MatchResult.matches
            for operation in operators {
                result.and(operation.match(value, exact: exact, in: scope, context: &context))
                if result == .differs { break }
            }
            return result
        }
        guard let value else { return .differs }
        if scope.isRecorded, value.isRedacted { return context.meetRedacted() }
        switch (kind, value) {
        case (.scalar(let wanted), _) where scope.isRecorded && wanted.isContainer:
            return match(stating: wanted, value, exact: exact, in: scope, context: &context)
        case (.scalar(let wanted), _): return value.match(wanted, exact: exact, in: scope, context: &context)
        case (.template(let template), _):
            do throws(EvaluationError) {
                let wanted = try template.json(in: scope)
                if scope.isRecorded, wanted.isRedacted { return context.meetRedacted() }
                if scope.isRecorded, wanted.isContainer {
                    return match(stating: wanted, value, exact: exact, in: scope, context: &context)
                }
                return value.match(wanted, exact: exact, in: scope, context: &context)
            } catch {
                return context.meet(error)
            }
        case (.array(let matchers), .array(let elements)):
            guard matchers.count == elements.count else { return .differs }
            var result = MatchResult.matches
            for (matcher, element) in zip(matchers, elements) {
                result.and(matcher.match(element, exact: exact, in: scope, context: &context))
                if result == .differs { break }
            }
            return result
        case (.object(let members), .object(let object)):
            if exact, Self.others(in: object, than: members).first != nil { return .differs }
            var result = MatchResult.matches
            for member in members {
                result.and(member.matcher.match(object[member.name], exact: exact, in: scope, context: &context))
                if result == .differs { break }
            }
            return result
        default: return .differs
        }
    }

    /// Compares part by part, since parts of a recorded value may be redacted.
    private func match(
        stating wanted: JSON, _ value: JSON, exact: Bool, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        JSONMatcher(stating: wanted, position: position).match(value, exact: exact, in: scope, context: &context)
    }

    /// The members of an object that are not expected.
    static func others(in object: JSONObject, than members: [Member]) -> [(name: String, value: JSON)] {
        if members.count > 16 {
            let wanted = JSONObject(members.map { ($0.name, .null) })
            return object.filter { wanted[$0.name] == nil }
        }
        return object.filter { member in !members.contains { $0.name.isExactly(member.name) } }
    }

    /// A matcher of exactly this value, with the same position for each part.
    init(stating value: JSON, position: Position) {
        switch value {
        case .array(let elements):
            self.init(.array(elements.map { JSONMatcher(stating: $0, position: position) }), position: position)
        case .object(let object):
            let members = object.map { member in
                Member(
                    name: member.name, position: position,
                    matcher: JSONMatcher(stating: member.value, position: position))
            }
            self.init(.object(members), position: position)
        default: self.init(.scalar(value), position: position)
        }
    }
}

extension JSON {
    /// Whether this is the expected value or, unless `exact`, has at least its members at every depth. Counts the
    /// values that are compared.
    fileprivate func match(
        _ wanted: JSON, exact: Bool, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        guard scope.work != nil, wanted.isContainer else { return MatchResult(matches(wanted, exact: exact)) }
        var compared = 0
        let result = MatchResult(matches(wanted, exact: exact, &compared))
        return context.count(compared, in: scope) ?? result
    }

    /// Whether this is the expected value or, unless `exact`, has at least its members at every depth.
    func matches(_ wanted: JSON, exact: Bool) -> Bool {
        var compared = 0
        return matches(wanted, exact: exact, &compared)
    }

    private func matches(_ wanted: JSON, exact: Bool, _ compared: inout Int) -> Bool {
        compared += 1
        switch (wanted, self) {
        case (.array(let wanted), .array(let elements)):
            guard wanted.count == elements.count else { return false }
            for (wanted, element) in zip(wanted, elements) where !element.matches(wanted, exact: exact, &compared) {
                return false
            }
            return true
        case (.object(let wanted), .object(let object)):
            if exact, wanted.count != object.count { return false }
            for (name, wanted) in wanted {
                guard let value = object[name], value.matches(wanted, exact: exact, &compared) else { return false }
            }
            return true
        default: return self == wanted
        }
    }
}

extension JSONMatcher.Operator {
    func match(_ value: JSON?, exact: Bool, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        switch kind {
        case .present: return MatchResult(value != nil)
        case .absent: return MatchResult(value == nil)
        case .not(let matcher): return !matcher.match(value, exact: exact, in: scope, context: &context)
        case .allOf(let matchers):
            var result = MatchResult.matches
            for matcher in matchers where result != .differs {
                result.and(matcher.match(value, exact: exact, in: scope, context: &context))
            }
            return result
        case .anyOf(let matchers), .oneOf(let matchers):
            return Self.any(matchers, value, exact: exact, in: scope, context: &context)
        default: break
        }
        guard let value else { return .differs }
        if scope.isRecorded, value.isRedacted { return context.meetRedacted() }
        switch (kind, value) {
        case (.equals(let matcher), _): return matcher.match(value, exact: true, in: scope, context: &context)
        case (.contains(let matcher), .string(let text)): return matcher.match(partOf: text, scope, &context)
        case (.contains(let matcher), .array(let elements)):
            var result = MatchResult.differs
            for element in elements where result != .matches {
                result.or(matcher.match(element, exact: exact, in: scope, context: &context))
            }
            return result
        case (.text(let matcher), .string(let text)):
            return matcher.match(ValueList(Array(text.utf8)[...]), .plain, in: scope, context: &context)
        case (.compare(let comparison, let bound), _):
            let number: JSONNumber? = if case .number(let number) = value { number } else { nil }
            return comparison.match(number, bound, in: scope, context: &context)
        case (.length(let count), _):
            guard let length = value.length else { return .differs }
            return count.match(length, in: scope, context: &context)
        case (.unordered(let matchers), .array(let elements)):
            guard matchers.count == elements.count else { return .differs }
            let pairing = UnorderedMatching(matchers, elements, exact: exact, in: scope)
            if pairing.isComplete { return .matches }
            if scope.isRecorded, elements.contains(where: \.isRedacted) { return context.meetRedacted() }
            return pairing.isDecided ? .differs : context.meet(pairing.context)
        default: return .differs
        }
    }

    private static func any(
        _ matchers: [JSONMatcher], _ value: JSON?, exact: Bool, in scope: EvaluationContext,
        context: inout MatchContext
    ) -> MatchResult {
        var result = MatchResult.differs
        for matcher in matchers where result != .matches {
            result.or(matcher.match(value, exact: exact, in: scope, context: &context))
        }
        return result
    }
}

extension JSONMatcher {
    /// Whether `text` contains the string of this matcher; any other matcher differs from each part of a string.
    fileprivate func match(partOf text: String, _ scope: EvaluationContext, _ context: inout MatchContext)
        -> MatchResult
    {
        let wanted: JSON
        switch kind {
        case .scalar(let value): wanted = value
        case .template(let template):
            do throws(EvaluationError) {
                wanted = try template.json(in: scope)
            } catch {
                return context.meet(error)
            }
        case .array, .object, .operators: return .differs
        }
        guard case .string(let part) = wanted else { return .differs }
        return MatchResult(TextComparison.contains.matches(Array(text.utf8)[...], part.utf8))
    }
}

extension JSON {
    /// The number of Unicode scalars of a string, elements of an array or members of an object.
    var length: Int? {
        switch self {
        case .string(let text): text.unicodeScalars.count
        case .array(let elements): elements.count
        case .object(let object): object.count
        case .null, .bool, .number: nil
        }
    }
}
