import HTTPMessage
import TextCoding

extension RequestMatcher {
    /// Whether a request matches. A variable that is unset or broken can leave that undecided.
    ///
    /// If the scope has no request, `request` in a template is this one.
    ///
    /// - Parameter steps: the most steps of work that it may take; reduced by those taken. If they do not suffice, they
    ///   become negative, and the result has no meaning.
    package func match(_ view: RequestView, in outer: EvaluationContext, steps: inout Int) -> RequestMatch {
        let work = WorkBudget(steps: steps)
        let result = match(view, in: outer.working(within: work))
        steps -= work.spent
        if work.isExhausted { steps = -1 }
        return result
    }

    /// Whether a request matches, with as many steps of work as a whole decision may take.
    package func match(_ view: RequestView, in outer: EvaluationContext) -> RequestMatch {
        // Before the body has come, a value made of it would be made of nothing.
        if view.isHeadOnly, cost.templatesReadBody { return .needsBody }
        let (result, context, parameters) = decide(view, in: outer)
        switch result {
        case .matches: return .matched(parameters: parameters)
        case .differs: return .notMatched
        case .undetermined where context.isOpenByRedaction(result): return .matched(parameters: parameters)
        case .undetermined where context.lacksBody: return .needsBody
        case .undetermined:
            switch context.error?.reason {
            case .unset(let variable), .broken(let variable, _): return .waiting(variable: variable)
            case .invalid: return .notMatched
            case nil: return context.stop == nil ? .notMatched : .undecided
            }
        }
    }

    /// Why comparing a request stopped at the limit of a single comparison, as a clause; nil if it did not.
    package func stop(comparing view: RequestView, in scope: EvaluationContext) -> String? {
        let (result, context, _) = decide(view, in: scope)
        return result == .undetermined ? context.stop : nil
    }

    /// What is not known of a recorded request that counts as one that matches only because of that; nil for another one.
    package func unknownPart(deciding view: RequestView, in scope: EvaluationContext) -> UnknownPart? {
        let (result, context, _) = decide(view, in: scope)
        return context.unknownPart(in: result)
    }

    private func decide(
        _ view: RequestView, in outer: EvaluationContext
    ) -> (MatchResult, MatchContext, [PathParameter]) {
        let isLimited = outer.work == nil && cost.needsLimit
        let scope =
            isLimited ? outer.working(within: WorkBudget(steps: WorkBudget.steps(forSize: view.bodySize))) : outer
        var context = MatchContext()
        var parameters: [PathParameter] = []
        var result = match(view, in: scope, context: &context, &parameters)
        if result == .undetermined, context.error != nil, scope.request == nil {
            let seeing = scope.seeing(view, parameters)
            context.finishCounting(in: scope)
            (context, parameters) = (MatchContext(), [])
            result = match(view, in: seeing, context: &context, &parameters)
        }
        context.finishCounting(in: scope)
        return (result, context, parameters)
    }

    func match(
        _ view: RequestView, in scope: EvaluationContext, context: inout MatchContext,
        _ parameters: inout [PathParameter]
    ) -> MatchResult {
        var result = MatchResult.matches
        for condition in conditions {
            result.and(condition.match(view, in: scope, context: &context, &parameters))
            if result == .differs { return .differs }
        }
        return result
    }

    /// The template that a request's path must match; nil without a condition on the path that is a template.
    package var pathTemplate: PathTemplate? {
        for condition in conditions {
            if case .path(.template(let template)) = condition.kind { return template }
        }
        return nil
    }
}

extension RequestMatcher {
    /// Whether a request matches, if that does not depend on variables; nil if it may.
    package func matches(_ view: RequestView) -> Bool? { plain?.matches(view) }
}

extension RequestMatcher.Plain {
    fileprivate func matches(_ view: RequestView) -> Bool {
        if let path, !view.path.withUnsafeBufferPointer({ $0.equals(path) }) { return false }
        guard let methods else { return true }
        for method in methods where view.request.head.hasMethod(method) { return true }
        return false
    }
}

extension EvaluationContext {
    /// This context with the request that is being matched, for the few request matchers that refer to it.
    func seeing(_ view: RequestView, _ parameters: [PathParameter]) -> EvaluationContext {
        var scope = self
        scope.request = view
        if view.parameters.isEmpty { scope.request?.parameters = parameters }
        return scope
    }
}

extension Condition {
    func match(
        _ view: RequestView, in scope: EvaluationContext, context: inout MatchContext,
        _ parameters: inout [PathParameter]
    ) -> MatchResult {
        if scope.work != nil, let result = context.count(steps(view), in: scope) { return result }
        let result = compare(view, in: scope, context: &context, &parameters)
        guard scope.isRecorded, result != .undetermined, isHidden(in: view) else { return result }
        return context.meetHidden(in: view, isInBody: isAboutBody)
    }

    /// The steps of work to compare a request, without those that are counted where they are taken.
    private func steps(_ view: RequestView) -> Int {
        switch kind {
        case .named(let part, let named):
            let names = part == .header ? view.request.head.fields.count : view.pairs(part).count
            return 2 + named.entries.count * (2 + names / 8)
        case .value(.text, _), .bytes, .graphQL: return 2 + view.bodySize / 64
        case .values(let matchers): return 2 * matchers.count
        default: return 2
        }
    }

    /// Why nothing is known of the content that this is about; nil if something is.
    private func unknownContent(_ view: RequestView) -> String? {
        switch kind {
        case .bytes: nil
        case .json, .jsonPath, .jsonSchema: view.body.problem ?? view.json.limit
        default: view.body.problem
        }
    }

    private func compare(
        _ view: RequestView, in scope: EvaluationContext, context: inout MatchContext,
        _ parameters: inout [PathParameter]
    ) -> MatchResult {
        if isAboutBody {
            if view.isHeadOnly { return context.waitForBody() }
            if !scope.isRecorded, let problem = unknownContent(view) { return context.giveUp(problem) }
        }
        switch kind {
        case .method(let methods):
            let method = view.request.head.method
            for wanted in methods where method.elementsEqual(wanted.utf8) { return .matches }
            return .differs
        case .path(.template(let template)): return template.match(view, in: scope, context: &context, &parameters)
        case .named(let part, _) where part.isInBody && view.body.problem != nil: return .differs
        case .named(let part, let named): return named.match(view, part, in: scope, context: &context)
        case .value(.text, _) where !view.hasText: return .differs
        case .value(let part, let matcher):
            return matcher.match(view.values(of: part), part.style, in: scope, context: &context)
        case .values(let matchers):
            var result = MatchResult.matches
            for matcher in matchers where result != .differs {
                guard !scope.isRecorded || !view.hides(matcher.part) else {
                    result.and(context.meetHidden(in: view, isInBody: matcher.part.isInBody))
                    continue
                }
                let values = view.values(of: matcher.part)
                result.and(matcher.matcher.match(values, matcher.part.style, in: scope, context: &context))
            }
            return result
        case .bytes(let matcher): return matcher.match(view.request.body, in: scope, context: &context)
        case .multipart(let matcher): return matcher.match(view, in: scope, context: &context)
        case .graphQL(let matcher): return matcher.match(view, in: scope, context: &context)
        case .path(.value(let matcher, let base)):
            guard let path = view.path(behind: base) else { return .differs }
            return matcher.match(ValueList(path), .plain, in: scope, context: &context)
        case .json(let matcher, let exact):
            guard let value = view.json.value else { return .differs }
            return matcher.match(value, exact: exact, in: scope, context: &context)
        case .jsonPath(let matcher):
            guard let value = view.json.value else { return .differs }
            return matcher.match(value, in: scope, size: view.bodySize, context: &context)
        case .jsonSchema(let matcher):
            guard let value = view.json.value else { return .differs }
            return matcher.isValid(value, size: view.bodySize, in: scope).map { MatchResult($0) }
                ?? context.giveUp("the schema takes too long on this body")
        case .applicationProtocol(let name):
            return MatchResult(view.request.head.version.applicationProtocol == name)
        case .tls(let matchers):
            var result = MatchResult.matches
            for matcher in matchers where result != .differs {
                result.and(matcher.match(view, in: scope, context: &context))
            }
            return result
        case .connection(let matcher): return MatchResult(matcher.matches(view, scope))
        case .allOf(let requestMatchers):
            var result = MatchResult.matches
            for requestMatcher in requestMatchers where result != .differs {
                result.and(requestMatcher.match(view, in: scope, context: &context, &parameters))
            }
            return result
        case .anyOf(let requestMatchers):
            var result = MatchResult.differs
            for requestMatcher in requestMatchers where result != .matches {
                var taken: [PathParameter] = []
                let branch = requestMatcher.match(view, in: scope, context: &context, &taken)
                if branch == .matches { parameters += taken }
                result.or(branch)
            }
            return result
        case .not(let requestMatcher):
            var taken: [PathParameter] = []
            return !requestMatcher.match(view, in: scope, context: &context, &taken)
        }
    }
}

extension NamedMatchers {
    func match(
        _ view: RequestView, _ part: NamedPart, in scope: EvaluationContext,
        context: inout MatchContext
    ) -> MatchResult {
        if exact, hasOtherNames(view, part) { return .differs }
        var result = MatchResult.matches
        for entry in entries {
            let style: ValueStyle = part == .header ? .header(entry.name) : .plain
            let values = view.values(part, named: entry.name)
            result.and(entry.matcher.match(values, style, in: scope, context: &context))
            if result == .differs { return .differs }
        }
        return result
    }

    func isWanted(_ pair: Form.Pair) -> Bool {
        entries.contains { pair.name.elementsEqual($0.name.utf8) }
    }

    func hasOtherNames(_ view: RequestView, _ part: NamedPart) -> Bool {
        !view.pairs(part).allSatisfy(isWanted)
    }

    /// The names in the request that no entry expects, without duplicates, with their values.
    func others(_ view: RequestView, _ part: NamedPart) -> [(name: [UInt8], values: ValueList)] {
        var others: [(name: [UInt8], values: ValueList)] = []
        var indices: [[UInt8]: Int] = [:]
        for pair in view.pairs(part) where !isWanted(pair) {
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
    /// Whether the body is known and UTF-8.
    fileprivate var hasText: Bool { body.bytes.map { UTF8Text.firstInvalid(in: $0) == nil } ?? false }

    /// The path behind a literal base path; nil if the path does not begin with it and a slash.
    func path(behind base: String) -> ArraySlice<UInt8>? {
        guard !base.isEmpty else { return path }
        let rest = path.dropFirst(base.utf8.count)
        return path.starts(with: base.utf8) && rest.first == UInt8(ascii: "/") ? rest : nil
    }
}
