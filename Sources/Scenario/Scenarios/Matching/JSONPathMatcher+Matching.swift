import ExactJSON
import JSONPath

extension JSONPathMatcher {
    /// Whether the results of all queries on `body` match.
    func match(_ body: JSON, in scope: EvaluationContext, size: Int, context: inout MatchContext) -> MatchResult {
        var result = MatchResult.matches
        for entry in entries where result != .differs {
            if scope.isRecorded, entry.query.dependsOnRedacted(in: body) {
                result.and(context.meetRedacted())
                continue
            }
            guard let nodes = entry.query.nodes(in: body, size: size, within: scope.work) else {
                result.and(context.giveUp("the query takes too long on this body"))
                continue
            }
            let value = entry.query.value(of: nodes)
            result.and(entry.matcher.match(value, exact: true, in: scope, context: &context))
        }
        return result
    }

    /// Why the results do not match, a leaf each.
    func mismatches(_ body: JSON, in scope: EvaluationContext, size: Int) -> [Mismatch] {
        entries.flatMap { $0.mismatches(body, in: scope, size: size) }
    }
}

extension JSONPathMatcher.Entry {
    fileprivate func mismatches(_ body: JSON, in scope: EvaluationContext, size: Int) -> [Mismatch] {
        if scope.isRecorded, query.dependsOnRedacted(in: body) { return [] }
        guard let nodes = query.nodes(in: body, size: size, within: scope.work) else {
            return [mismatch(JSONPathQuery.takesTooLong)]
        }
        let value = query.value(of: nodes)
        let found = JSONExplanation.mismatches(matcher, value, exact: true, in: scope)
        guard !found.isEmpty, let first = nodes.first else {
            return found.map { $0.naming(.json(query.source)) }
        }
        if query.isSingular {
            return found.map { mismatch in
                guard case .json(let inside) = mismatch.subject else { return mismatch }
                return mismatch.naming(.json(first.path + inside.dropFirst()))
            }
        }
        if let blocked = found.first(where: { $0.blocked != nil }) { return [blocked.naming(.json(query.source))] }
        return [manyNodes(nodes, in: scope)]
    }

    /// The mismatch of a query with several results, which names the location of each.
    private func manyNodes(_ nodes: JSONPathNodes, in scope: EvaluationContext) -> Mismatch {
        let shown = nodes.prefix(Mismatch.listedLines).map { node in
            Mismatch.ComparedValue(received: node.value).behind("\(node.path): ").of(.json(node.path))
        }
        var mismatch = Mismatch(
            subject: .json(query.source), problem: Mismatch.differs, expected: [matcher.comparedValue(in: scope)],
            received: shown, position: matcher.position)
        mismatch.omitted.received = nodes.count - shown.count
        return mismatch
    }

    private func mismatch(_ problem: String) -> Mismatch {
        Mismatch(subject: .json(query.source), problem: problem, position: position)
    }
}

extension Mismatch {
    /// This mismatch as one of another part.
    func naming(_ subject: RequestPart, _ problem: String? = nil) -> Mismatch {
        var mismatch = self
        mismatch.subject = subject
        if let problem { mismatch.problem = Excerpt.visible(problem) }
        mismatch.hint = hint?.about { _ in subject }
        return mismatch
    }
}
