import ExactJSON

extension JSONMatcher {
    /// Whether a value fulfils this; nil is a member that is not there.
    ///
    /// - Parameter exact: whether an object may have no members but the wanted ones.
    func judge(_ value: JSON?, exact: Bool, _ scope: Scope, _ obstacle: inout Obstacle) -> Judgement {
        obstacle.comparisons += 1
        if case .operators(let operators) = kind {
            var judgement = Judgement.holds
            for operation in operators {
                judgement.and(operation.judge(value, exact: exact, scope, &obstacle))
                if judgement == .fails { break }
            }
            return judgement
        }
        guard let value else { return .fails }
        switch (kind, value) {
        case (.scalar(let wanted), _): return Judgement(value.fulfils(wanted, exact: exact))
        case (.template(let template), _):
            do throws(EvaluationError) {
                return Judgement(value.fulfils(try template.json(in: scope), exact: exact))
            } catch {
                return obstacle.meet(error)
            }
        case (.array(let matchers), .array(let elements)):
            guard matchers.count == elements.count else { return .fails }
            var judgement = Judgement.holds
            for (matcher, element) in zip(matchers, elements) {
                judgement.and(matcher.judge(element, exact: exact, scope, &obstacle))
                if judgement == .fails { break }
            }
            return judgement
        case (.object(let members), .object(let object)):
            if exact, Self.others(in: object, than: members).first != nil { return .fails }
            var judgement = Judgement.holds
            for member in members {
                judgement.and(member.matcher.judge(object[member.name], exact: exact, scope, &obstacle))
                if judgement == .fails { break }
            }
            return judgement
        default: return .fails
        }
    }

    /// The members of an object that no wanted one names.
    static func others(in object: JSONObject, than members: [Member]) -> [(name: String, value: JSON)] {
        if members.count > 16 {
            let wanted = JSONObject(members.map { ($0.name, .null) })
            return object.filter { wanted[$0.name] == nil }
        }
        return object.filter { member in !members.contains { $0.name.isExactly(member.name) } }
    }

    /// A value as a matcher of it, each part at the same place.
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
    /// Whether this is the wanted value or, unless `exact`, has at least its members at every depth.
    func fulfils(_ wanted: JSON, exact: Bool) -> Bool {
        switch (wanted, self) {
        case (.array(let wanted), .array(let elements)):
            guard wanted.count == elements.count else { return false }
            for (wanted, element) in zip(wanted, elements) where !element.fulfils(wanted, exact: exact) { return false }
            return true
        case (.object(let wanted), .object(let object)):
            if exact, wanted.count != object.count { return false }
            for (name, wanted) in wanted {
                guard let value = object[name], value.fulfils(wanted, exact: exact) else { return false }
            }
            return true
        default: return self == wanted
        }
    }
}

extension JSONMatcher.Operator {
    func judge(_ value: JSON?, exact: Bool, _ scope: Scope, _ obstacle: inout Obstacle) -> Judgement {
        switch kind {
        case .present: return Judgement(value != nil)
        case .absent: return Judgement(value == nil)
        case .not(let matcher): return !matcher.judge(value, exact: exact, scope, &obstacle)
        case .allOf(let matchers):
            var judgement = Judgement.holds
            for matcher in matchers where judgement != .fails {
                judgement.and(matcher.judge(value, exact: exact, scope, &obstacle))
            }
            return judgement
        case .anyOf(let matchers), .oneOf(let matchers):
            return Self.any(matchers, value, exact: exact, scope, &obstacle)
        default: break
        }
        guard let value else { return .fails }
        switch (kind, value) {
        case (.equals(let matcher), _): return matcher.judge(value, exact: true, scope, &obstacle)
        case (.contains(let matcher), .string(let text)): return matcher.judge(partOf: text, scope, &obstacle)
        case (.contains(let matcher), .array(let elements)):
            var judgement = Judgement.fails
            for element in elements where judgement != .holds {
                judgement.or(matcher.judge(element, exact: exact, scope, &obstacle))
            }
            return judgement
        case (.text(let matcher), .string(let text)):
            return matcher.judge(ValueList(Array(text.utf8)[...]), .plain, scope, &obstacle)
        case (.compare(let comparison, let bound), _):
            let number: JSONNumber? = if case .number(let number) = value { number } else { nil }
            return comparison.judge(number, bound, scope, &obstacle)
        case (.length(let count), _):
            guard let length = value.length else { return .fails }
            return count.judge(length, scope, &obstacle)
        case (.unordered(let matchers), .array(let elements)):
            guard matchers.count == elements.count else { return .fails }
            let pairing = Pairing(matchers, elements, exact: exact, scope)
            if pairing.isComplete { return .holds }
            return pairing.isDecided ? .fails : obstacle.meet(pairing.obstacle)
        default: return .fails
        }
    }

    private static func any(
        _ matchers: [JSONMatcher], _ value: JSON?, exact: Bool, _ scope: Scope, _ obstacle: inout Obstacle
    ) -> Judgement {
        var judgement = Judgement.fails
        for matcher in matchers where judgement != .holds {
            judgement.or(matcher.judge(value, exact: exact, scope, &obstacle))
        }
        return judgement
    }
}

extension JSONMatcher {
    /// Whether `text` contains the string that this states; anything else is part of no string.
    fileprivate func judge(partOf text: String, _ scope: Scope, _ obstacle: inout Obstacle) -> Judgement {
        let wanted: JSON
        switch kind {
        case .scalar(let value): wanted = value
        case .template(let template):
            do throws(EvaluationError) {
                wanted = try template.json(in: scope)
            } catch {
                return obstacle.meet(error)
            }
        case .array, .object, .operators: return .fails
        }
        guard case .string(let part) = wanted else { return .fails }
        return Judgement(TextTest.contains.holds(Array(text.utf8)[...], part.utf8))
    }
}

extension JSON {
    /// Unicode scalars of a string, elements of an array, members of an object.
    var length: Int? {
        switch self {
        case .string(let text): text.unicodeScalars.count
        case .array(let elements): elements.count
        case .object(let object): object.count
        case .null, .bool, .number: nil
        }
    }
}
