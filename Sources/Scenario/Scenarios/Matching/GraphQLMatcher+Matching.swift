import ExactJSON
import TextCoding

extension GraphQLMatcher {
    /// Whether a request is a GraphQL request that matches, or a batch with one.
    func match(_ view: RequestView, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        var result = MatchResult.differs
        var expected: GraphQLDocument?
        for request in Self.requests(view) where result != .matches {
            result.or(match(request, expected: &expected, in: scope, context: &context))
        }
        return result
    }

    static func requests(_ view: RequestView) -> [GraphQLRequest] {
        switch GraphQLRequests(view) {
        case .single(let request): [request]
        case .batch(let requests): requests
        case .invalid: []
        }
    }

    /// - Parameter expected: the expected query, once it is known: all requests of a batch are compared with it.
    private func match(
        _ request: GraphQLRequest, expected: inout GraphQLDocument?, in scope: EvaluationContext,
        context: inout MatchContext
    ) -> MatchResult {
        var result = MatchResult.matches
        if let operation {
            result.and(operation.match(request.operationValues, .plain, in: scope, context: &context))
        }
        if let query, result != .differs {
            result.and(match(query, request.document, expected: &expected, in: scope, context: &context))
        }
        if let variables, result != .differs {
            result.and(variables.match(request.variables, exact: false, in: scope, context: &context))
        }
        return result
    }

    /// The bytes of two queries that are compared in a step of work.
    private static let bytesPerStep = 16

    private func match(
        _ query: Template, _ document: GraphQLDocument?, expected known: inout GraphQLDocument?,
        in scope: EvaluationContext, context: inout MatchContext
    ) -> MatchResult {
        do throws(EvaluationError) {
            let expected = if let known { known } else { GraphQLDocument(Array(try query.text(in: scope).utf8)) }
            known = expected
            guard let document else { return .differs }
            let size = expected.source.count + document.source.count
            if let result = context.count(size / Self.bytesPerStep, in: scope) { return result }
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
