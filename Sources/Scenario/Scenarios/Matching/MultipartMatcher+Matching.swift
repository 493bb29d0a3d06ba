extension MultipartMatcher {
    /// Whether a multipart body has these parts, in order.
    func match(_ view: RequestView, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        guard case .parts(let received) = view.multipart else { return .differs }
        if exact {
            guard received.count == parts.count else { return .differs }
            var result = MatchResult.matches
            for (wanted, part) in zip(parts, received) where result != .differs {
                result.and(wanted.match(part, in: scope, context: &context))
            }
            return result
        }
        // Each wanted part takes the first one that matches: if any choice succeeds, this one does.
        if finds(in: received, accepting: [.matches], scope, &context) { return .matches }
        let mayMatch = finds(in: received, accepting: [.matches, .undetermined], scope, &context)
        return mayMatch ? .undetermined : .differs
    }

    private func finds(
        in received: [RequestView], accepting accepted: Set<MatchResult>, _ scope: EvaluationContext,
        _ context: inout MatchContext
    ) -> Bool {
        var rest = received[...]
        for wanted in parts {
            guard
                let index = rest.firstIndex(where: { accepted.contains(wanted.match($0, in: scope, context: &context)) }
                )
            else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}

extension MultipartMatcher.Part {
    /// Whether a part matches; its content is read last.
    func match(_ part: RequestView, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        var result = MatchResult.matches
        for readsBody in [false, true] {
            for condition in conditions where condition.readsBody == readsBody {
                var parameters: [PathParameter] = []
                result.and(condition.match(part, in: scope, context: &context, &parameters))
                if result == .differs { return .differs }
            }
        }
        return result
    }
}
