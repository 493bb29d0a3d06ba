import ExactJSON
import TextCoding

extension GraphQLMatcher {
    /// Whether a request is a GraphQL request that matches, or a batch with one.
    func match(_ view: RequestView, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        var result = MatchResult.differs
        for request in Self.requests(view) where result != .matches {
            result.or(match(request, in: scope, context: &context))
        }
        return result
    }

    private static func requests(_ view: RequestView) -> [GraphQLRequest] {
        switch GraphQLRequests(view) {
        case .single(let request): [request]
        case .batch(let requests): requests
        case .invalid: []
        }
    }

    func match(_ request: GraphQLRequest, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        var result = MatchResult.matches
        if let operation {
            result.and(operation.match(request.operationValues, .plain, in: scope, context: &context))
        }
        if let query, result != .differs { result.and(match(query, request.document, in: scope, context: &context)) }
        if let variables, result != .differs {
            result.and(variables.match(request.variables, exact: false, in: scope, context: &context))
        }
        return result
    }

    private func match(
        _ query: Template, _ document: GraphQLDocument?, in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        do throws(EvaluationError) {
            let expected = GraphQLDocument(Array(try query.text(in: scope).utf8))
            guard let document else { return .differs }
            switch expected.compare(document) {
            case .same: return .matches
            case .differs, .invalid: return .differs
            case .invalidExpected(let error):
                throw EvaluationError(
                    .invalid(
                        "the expected query is not GraphQL at \(expected.place(of: error.offset)): \(error.reason)"),
                    position: query.position)
            }
        } catch {
            return context.meet(error)
        }
    }
}

extension GraphQLRequest {
    /// The operation's name as the value that its condition compares.
    var operationValues: ValueList { ValueList(operation.map { Array($0.utf8)[...] }) }
}
