import ExactJSON
import TextCoding

/// What a value is, where that decides how it is compared.
enum ValueStyle {
    case plain
    /// A scalar compares as a media type.
    case contentType
    /// Case, port and brackets of what is wanted do not count; the value is `RequestView.host`.
    case host

    static func header(_ name: String) -> ValueStyle {
        name.utf8.count == 12 && name.lowercased() == "content-type" ? .contentType : .plain
    }
}

extension ValueMatcher {
    /// Whether the values that a name has fulfil this.
    func judge(
        _ values: ValueList, _ style: ValueStyle, _ scope: Scope, _ obstacle: inout Obstacle
    ) -> Judgement {
        switch kind {
        case .present: return Judgement(!values.isEmpty)
        case .absent: return Judgement(values.isEmpty)
        case .list(let matchers):
            let all = values.all
            guard all.count == matchers.count else { return .fails }
            var judgement = Judgement.holds
            for (matcher, value) in zip(matchers, all) {
                judgement.and(matcher.judge(ValueList(value), style, scope, &obstacle))
                if judgement == .fails { return .fails }
            }
            return judgement
        case .not(let matcher): return !matcher.judge(values, style, scope, &obstacle)
        case .anyOf(let matchers):
            var judgement = Judgement.fails
            for matcher in matchers {
                judgement.or(matcher.judge(values, style, scope, &obstacle))
                if judgement == .holds { return .holds }
            }
            return judgement
        case .allOf(let matchers): return judge(allOf: matchers, values, style, scope, &obstacle)
        default: break
        }
        guard let first = values.first else { return .fails }
        var judgement = judge(one: first, style, scope, &obstacle)
        for value in values.others where judgement != .holds {
            judgement.or(judge(one: value, style, scope, &obstacle))
        }
        return judgement
    }

    /// One value must pass all the operators that look at a value (`{gt: 1, lt: 5}` is not held by 0 and 9 together);
    /// those that look at all of the values, such as `not`, are judged by themselves.
    private func judge(
        allOf matchers: [ValueMatcher], _ values: ValueList, _ style: ValueStyle, _ scope: Scope,
        _ obstacle: inout Obstacle
    ) -> Judgement {
        var judgement = Judgement.holds
        var looksAtOne = false
        for matcher in matchers {
            guard matcher.looksAtAll else {
                looksAtOne = true
                continue
            }
            judgement.and(matcher.judge(values, style, scope, &obstacle))
            if judgement == .fails { return .fails }
        }
        guard looksAtOne else { return judgement }
        var some = Judgement.fails
        for value in values.all {
            var one = Judgement.holds
            for matcher in matchers where !matcher.looksAtAll {
                one.and(matcher.judge(ValueList(value), style, scope, &obstacle))
                if one == .fails { break }
            }
            some.or(one)
            if some == .holds { break }
        }
        judgement.and(some)
        return judgement
    }

    /// Whether it is about all values of a name together.
    private var looksAtAll: Bool {
        switch kind {
        case .present, .absent, .list, .not: true
        case .allOf(let matchers), .anyOf(let matchers): matchers.contains(where: \.looksAtAll)
        default: false
        }
    }

    private func judge(
        one value: ArraySlice<UInt8>, _ style: ValueStyle, _ scope: Scope, _ obstacle: inout Obstacle
    ) -> Judgement {
        switch kind {
        case .scalar(let template):
            let test: TextTest = style == .contentType ? .mediaType : .equals
            return template.judge(value, test, style, scope, &obstacle)
        case .equals(let template): return template.judge(value, .equals, style, scope, &obstacle)
        case .equalsIgnoreCase(let template): return template.judge(value, .equalsIgnoreCase, style, scope, &obstacle)
        case .contains(let template): return template.judge(value, .contains, style, scope, &obstacle)
        case .startsWith(let template): return template.judge(value, .startsWith, style, scope, &obstacle)
        case .endsWith(let template): return template.judge(value, .endsWith, style, scope, &obstacle)
        case .matches(let pattern): return pattern.judge(value, scope, &obstacle)
        case .oneOf(let templates):
            var judgement = Judgement.fails
            for template in templates where judgement != .holds {
                judgement.or(template.judge(value, .equals, style, scope, &obstacle))
            }
            return judgement
        case .compare(let comparison, let bound):
            let number = UTF8Text.decode(value).flatMap { JSONNumber(lexeme: $0) }
            return comparison.judge(number, bound, scope, &obstacle)
        case .length(let count): return count.judge(Self.length(value), scope, &obstacle)
        case .list, .present, .absent, .allOf, .anyOf, .not:
            return judge(ValueList(value), style, scope, &obstacle)
        }
    }

    /// Unicode scalars, each ill-formed sequence counted as the one scalar that repairs it.
    static func length(_ value: ArraySlice<UInt8>) -> Int {
        UTF8Text.firstInvalid(in: value) == nil
            ? UTF8Text.scalarCount(value) : String(decoding: value, as: UTF8.self).unicodeScalars.count
    }
}

extension Template {
    /// Whether a value passes the test against this; a stated text is compared where it lies.
    fileprivate func judge(
        _ value: ArraySlice<UInt8>, _ test: TextTest, _ style: ValueStyle, _ scope: Scope, _ obstacle: inout Obstacle
    ) -> Judgement {
        if style != .host, let constant { return Judgement(test.holds(value, constant.utf8)) }
        do throws(EvaluationError) {
            let wanted = try bytes(in: scope)
            return Judgement(test.holds(value, style == .host ? test.hostForm(of: wanted) : wanted))
        } catch {
            return obstacle.meet(error)
        }
    }
}

extension TextTest {
    /// What is wanted of a host, as hosts are compared: a whole one loses its port and brackets, a part only its case.
    fileprivate func hostForm(of wanted: [UInt8]) -> [UInt8] {
        switch self {
        case .equals, .equalsIgnoreCase, .mediaType: Host.bare(wanted)
        case .contains, .startsWith, .endsWith: wanted.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        }
    }
}
