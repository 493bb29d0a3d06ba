import HTTPMessage
import TextCoding

extension RequestPattern {
    /// Whether a request fits. A variable that is unset or broken leaves open whether it would.
    ///
    /// Where the scope has no request, `request` in a template is this one.
    public func match(_ view: RequestView, in outer: Scope) -> PatternMatch {
        // Candidates for a request share what it may use. What it must fulfil once taken has a bound of its own, so that
        // whoever asks again has the same answer.
        let scope = outer.working(within: outer.request == nil ? view.work : view.work.map { _ in Work() })
        var obstacle = Obstacle()
        var parameters: [PathParameter] = []
        var judgement = judge(view, scope, &obstacle, &parameters)
        if judgement == .undecided, obstacle.error != nil, scope.request == nil {
            let seeing = scope.seeing(view, parameters)
            (obstacle, parameters) = (Obstacle(), [])
            judgement = judge(view, seeing, &obstacle, &parameters)
        }
        switch judgement {
        case .holds: return .matched(parameters: parameters)
        case .fails: return .notMatched
        case .undecided:
            switch obstacle.error?.reason {
            case .unset(let variable), .broken(let variable, _): return .waiting(variable: variable)
            case .invalid, nil: return .notMatched
            }
        }
    }

    func judge(
        _ view: RequestView, _ scope: Scope, _ obstacle: inout Obstacle, _ parameters: inout [PathParameter]
    ) -> Judgement {
        var judgement = Judgement.holds
        for condition in conditions {
            judgement.and(condition.judge(view, scope, &obstacle, &parameters))
            if judgement == .fails { return .fails }
        }
        return judgement
    }

    /// The template that a request's path must fit; nil where nothing is said of the path, or not by a template.
    public var pathTemplate: PathTemplate? {
        for condition in conditions {
            if case .path(.template(let template)) = condition.kind { return template }
        }
        return nil
    }
}

extension RequestPattern {
    /// Whether a request fits, where no variable has a part in that; nil where one may.
    public func fits(_ view: RequestView) -> Bool? { plain?.holds(view) }
}

extension RequestPattern.Plain {
    fileprivate func holds(_ view: RequestView) -> Bool {
        if let path, !view.path.withUnsafeBufferPointer({ $0.equals(path) }) { return false }
        guard let methods else { return true }
        for method in methods where view.request.head.hasMethod(method) { return true }
        return false
    }
}

extension Scope {
    /// This with the bound of work that the request has.
    package func working(for view: RequestView) -> Scope { working(within: view.work) }

    /// This with a bound of work.
    func working(within work: Work?) -> Scope {
        guard let work else { return self }
        var scope = self
        scope.work = work
        return scope
    }

    /// This with the request that is being matched, for the few patterns that name it.
    func seeing(_ view: RequestView, _ parameters: [PathParameter]) -> Scope {
        var scope = self
        scope.request = view
        if view.parameters.isEmpty { scope.request?.parameters = parameters }
        return scope
    }
}

extension Condition {
    func judge(
        _ view: RequestView, _ scope: Scope, _ obstacle: inout Obstacle, _ parameters: inout [PathParameter]
    ) -> Judgement {
        switch kind {
        case .method(let methods):
            let method = view.request.head.method
            for wanted in methods where method.elementsEqual(wanted.utf8) { return .holds }
            return .fails
        case .path(.template(let template)): return template.judge(view, scope, &obstacle, &parameters)
        case .query(let named): return named.judge(view, .query, scope, &obstacle)
        case .headers(let named): return named.judge(view, .header, scope, &obstacle)
        case .cookies(let named): return named.judge(view, .cookie, scope, &obstacle)
        case .form(let named): return named.judge(view, .form, scope, &obstacle)
        case .host(let matcher): return matcher.judge(ValueList(view.host), .host, scope, &obstacle)
        case .path(.value(let matcher, let base)):
            guard let path = view.path(behind: base) else { return .fails }
            return matcher.judge(ValueList(path), .plain, scope, &obstacle)
        case .text(let matcher):
            guard UTF8Text.firstInvalid(in: view.request.body) == nil else { return .fails }
            return matcher.judge(values(view), .plain, scope, &obstacle)
        case .target(let matcher), .bearer(let matcher):
            return matcher.judge(values(view), .plain, scope, &obstacle)
        case .json(let matcher, let exact):
            guard let value = view.json.value else { return .fails }
            return matcher.judge(value, exact: exact, scope, &obstacle)
        case .protocolName(let name): return Judgement(name.holds(view))
        case .tls(let matchers):
            var judgement = Judgement.holds
            for matcher in matchers where judgement != .fails { judgement.and(matcher.judge(view, scope, &obstacle)) }
            return judgement
        case .connection(let matcher): return Judgement(matcher.holds(view, scope))
        case .allOf(let patterns):
            var judgement = Judgement.holds
            for pattern in patterns where judgement != .fails {
                judgement.and(pattern.judge(view, scope, &obstacle, &parameters))
            }
            return judgement
        case .anyOf(let patterns):
            var judgement = Judgement.fails
            for pattern in patterns where judgement != .holds {
                var taken: [PathParameter] = []
                let branch = pattern.judge(view, scope, &obstacle, &taken)
                if branch == .holds { parameters += taken }
                judgement.or(branch)
            }
            return judgement
        case .not(let pattern):
            var taken: [PathParameter] = []
            return !pattern.judge(view, scope, &obstacle, &taken)
        }
    }

    /// The value of a condition on a part of the request that has one at most.
    func values(_ view: RequestView) -> ValueList {
        switch kind {
        case .host: ValueList(view.host)
        case .target: ValueList(view.request.head.target)
        case .bearer: ValueList(view.bearer)
        case .text: ValueList(view.request.body[...])
        default: ValueList()
        }
    }
}

extension NamedMatchers {
    func judge(
        _ view: RequestView, _ place: RequestView.Place, _ scope: Scope, _ obstacle: inout Obstacle
    ) -> Judgement {
        if exact, hasOtherNames(view, place) { return .fails }
        var judgement = Judgement.holds
        for entry in entries {
            let style: ValueStyle = place == .header ? .header(entry.name) : .plain
            let values = view.values(place, named: entry.name)
            judgement.and(entry.matcher.judge(values, style, scope, &obstacle))
            if judgement == .fails { return .fails }
        }
        return judgement
    }

    private func isWanted(_ pair: Form.Pair) -> Bool {
        entries.contains { pair.name.elementsEqual($0.name.utf8) }
    }

    func hasOtherNames(_ view: RequestView, _ place: RequestView.Place) -> Bool {
        !view.pairs(place).allSatisfy(isWanted)
    }

    /// The names in the request that no entry wants, none twice, with their values.
    func others(_ view: RequestView, _ place: RequestView.Place) -> [(name: [UInt8], values: ValueList)] {
        var others: [(name: [UInt8], values: ValueList)] = []
        var indices: [[UInt8]: Int] = [:]
        for pair in view.pairs(place) where !isWanted(pair) {
            if let index = indices[pair.name] {
                others[index].values.append(pair.value[...])
            } else {
                indices[pair.name] = others.count
                others.append((pair.name, ValueList(pair.value[...])))
            }
        }
        return others
    }
}

extension RequestView {
    /// What follows a literal base path; nil where the path does not begin with it and a slash.
    func path(behind base: String) -> ArraySlice<UInt8>? {
        guard !base.isEmpty else { return path }
        let rest = path.dropFirst(base.utf8.count)
        return path.starts(with: base.utf8) && rest.first == UInt8(ascii: "/") ? rest : nil
    }
}
