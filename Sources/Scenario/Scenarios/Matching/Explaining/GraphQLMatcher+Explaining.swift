import ExactJSON
import TextCoding

extension GraphQLMatcher {
    /// The leaves in which a GraphQL request differs; of a batch those of the request that is most like it.
    func mismatches(_ view: RequestView, at position: Position, in scope: EvaluationContext) -> [Mismatch] {
        switch GraphQLRequests(view) {
        case .single(let request): return mismatches(request, in: scope)
        case .batch(let requests):
            let all = requests.prefix(Self.explained).map { mismatches($0, in: scope) }
            guard let nearest = all.indices.min(by: { all[$0].count < all[$1].count }) else { return [] }
            return all[nearest].map { $0.adding(", in request \(nearest + 1) of \(requests.count) of the batch") }
        case .invalid(let sentence):
            return [
                Mismatch(
                    subject: .combination("graphql"), problem: "can't be read: \(sentence)", position: position)
            ]
        }
    }

    /// The most requests of a batch that are explained to find the nearest.
    private static let explained = 100

    private func mismatches(_ request: GraphQLRequest, in scope: EvaluationContext) -> [Mismatch] {
        var mismatches: [Mismatch] = []
        if let operation { mismatches += explain(operation, request, in: scope) }
        if let query, let mismatch = mismatch(query, request, in: scope) { mismatches.append(mismatch) }
        if let variables { mismatches += explain(variables: variables, request, in: scope) }
        return mismatches
    }

    private func explain(
        _ operation: ValueMatcher, _ request: GraphQLRequest, in scope: EvaluationContext
    ) -> [Mismatch] {
        let source = request.part(request.statedOperation == nil ? "query" : "operationName")
        return operation.explain(request.operationValues, .plain, subject: .graphQL("operation"), in: scope)
            .map { mismatch in
                let mismatch = mismatch.receiving(source)
                guard mismatch.problem == Mismatch.isMissing else { return mismatch }
                return mismatch.adding(": \(request.lackOfOperation)")
            }
    }

    private func mismatch(
        _ query: Template, _ request: GraphQLRequest, in scope: EvaluationContext
    ) -> Mismatch? {
        let subject = RequestPart.graphQL("query")
        let expected: GraphQLDocument
        do throws(EvaluationError) {
            expected = GraphQLDocument(Array(try query.text(in: scope).utf8))
        } catch {
            var context = MatchContext()
            _ = context.meet(error)
            return Mismatch(subject, blockedBy: context, at: query.position)
        }
        guard let document = request.document else {
            return Mismatch(subject: subject, problem: Mismatch.isMissing, position: query.position)
        }
        func leaf(
            _ problem: String, _ wanted: GraphQLToken? = nil, _ given: GraphQLToken? = nil, shows: Bool = true
        ) -> Mismatch {
            var expectedValue = expected.shown(wanted)
            expectedValue.variables = query.variables
            return Mismatch(
                subject: subject, problem: problem, expected: shows ? [expectedValue] : [],
                received: shows ? [document.shown(given).of(request.part("query"))] : [], position: query.position)
        }
        switch expected.compare(document) {
        case .same: return nil
        case .differs(let wanted, let given):
            let offset = given?.range.lowerBound ?? document.source.count
            return leaf("differs at \(document.place(of: offset)) of the received query", wanted, given)
        case .invalid(let error):
            return leaf("is not GraphQL at \(document.place(of: error.offset)): \(error.reason)", shows: false)
        case .invalidExpected(let error):
            let problem = "the expected query is not GraphQL at \(expected.place(of: error.offset)): \(error.reason)"
            return leaf("can't be compared: \(problem)", shows: false)
        }
    }

    private func explain(
        variables: JSONMatcher, _ request: GraphQLRequest, in scope: EvaluationContext
    ) -> [Mismatch] {
        switch request.origin {
        case .json(let path):
            return JSONExplanation.mismatches(
                variables, request.variables, exact: false, at: path + [.member("variables")], in: scope)
        case .document where request.variables == nil:
            return JSONExplanation.mismatches(variables, nil, exact: false, in: scope).map { mismatch in
                let mismatch = mismatch.naming(.graphQL("variables"))
                return mismatch.problem == Mismatch.isMissing ? mismatch.adding(": \(Self.documentAlone)") : mismatch
            }
        case .url, .document:
            // The parameter is redacted as a whole, so each value of it belongs to the parameter.
            return JSONExplanation.mismatches(variables, request.variables, exact: false, in: scope).map { mismatch in
                let place = mismatch.subject.description.dropFirst("json ".count)
                return mismatch.about(.query("variables"), place: String(place))
            }
        }
    }

    private static let documentAlone = "the body is the query alone; send JSON {query, variables}"

    /// The GraphQL requests that a request carries, for a failure of `not`.
    static func facts(_ view: RequestView) -> [Mismatch.ComparedValue] {
        requests(view).prefix(Mismatch.listedLines).map { request in
            let source = request.part(request.statedOperation == nil ? "query" : "operationName")
            let name = request.operation.map { Excerpt.text($0) } ?? "without a name"
            return Mismatch.ComparedValue(name).behind("graphql operation ").of(source)
        }
    }
}

extension GraphQLRequest {
    /// Why it has no operation's name, as a clause.
    fileprivate var lackOfOperation: String {
        let lack = operationName == nil ? "there is no operationName" : "operationName is empty"
        guard let document else {
            return operationName == nil
                ? "there is neither operationName nor a query" : "\(lack), and there is no query"
        }
        guard let names = document.operationNames else { return "\(lack), and the query can't be read" }
        if names.count == 1 { return "the query's operation has no name" }
        return "\(lack), and the query has \(EnglishText.count(names.count, "operation"))"
    }
}

extension GraphQLDocument {
    /// The text of a token; nil is the end.
    fileprivate func shown(_ token: GraphQLToken?) -> Mismatch.ComparedValue {
        Mismatch.ComparedValue(token.map { Excerpt.text(source[$0.range]) } ?? "the end of the query")
    }
}

extension Mismatch {
    /// This mismatch with `part` as the origin of its received values.
    fileprivate func receiving(_ part: RequestPart) -> Mismatch {
        var mismatch = self
        mismatch.received = received.map { $0.of(part) }
        return mismatch
    }

    /// This mismatch as one of `part`, a value of which is at `place`.
    fileprivate func about(_ part: RequestPart, place: String) -> Mismatch {
        naming(part, place == "$" ? problem : "\(problem) at \(place)")
    }
}
