import HTTPMessage

extension ConnectionMatcher {
    func matches(_ view: RequestView, _ scope: EvaluationContext) -> Bool {
        switch kind {
        case .new: view.request.connection.exchange == 1
        case .sameAs(let step, _): scope.connections[step] == view.request.connection.index
        }
    }

    /// The mismatch of a connection that does not match.
    func mismatch(_ view: RequestView, _ scope: EvaluationContext) -> Mismatch {
        let facts = view.request.connection
        func differs(_ expected: String, _ received: Mismatch.ComparedValue, remark: String = "") -> Mismatch {
            Mismatch(
                subject: .connection, problem: Mismatch.differs + remark, expected: [Mismatch.ComparedValue(expected)],
                received: [received], position: position)
        }
        switch kind {
        case .new: return differs("a new connection", facts.comparedValue)
        case .sameAs(let step, let id):
            let received = Mismatch.ComparedValue("connection \(facts.index)")
            guard let number = scope.connections[step] else {
                let remark = ": \(RuleNoun.step.text(id)) has taken no request"
                return differs("the connection of \(RuleNoun.step.text(id))", received, remark: remark)
            }
            return differs("the connection of \(RuleNoun.step.text(id)) (connection \(number))", received)
        }
    }
}

extension ConnectionInfo {
    /// `connection 2, its 3rd request`
    var comparedValue: Mismatch.ComparedValue {
        Mismatch.ComparedValue("connection \(index), its \(EnglishText.ordinal(exchange)) request")
    }
}

extension TLSMatcher {
    func match(_ view: RequestView, in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        matcher.match(values(view), field.style, in: scope, context: &context)
    }

    func explain(_ view: RequestView, _ scope: EvaluationContext) -> [Mismatch] {
        let mismatches = matcher.explain(values(view), field.style, subject: field.subject, in: scope)
        guard view.request.connection.tls == nil else { return mismatches }
        return mismatches.map { $0.blocked == nil ? $0.adding(": the connection has no TLS") : $0 }
    }

    /// The received values, a line each.
    func comparedValues(_ view: RequestView) -> [Mismatch.ComparedValue] {
        let name = field.subject.description
        let lines = ValueMatcher.lines(of: values(view))
        return lines.isEmpty ? [Mismatch.ComparedValue(name + " is absent")] : lines.map { $0.behind(name + " ") }
    }

    private func values(_ view: RequestView) -> ValueList {
        let tls = view.request.connection.tls
        return switch field {
        case .serverName: ValueList(tls?.serverName.map { Authority.host(of: $0.utf8)[...] })
        case .clientSubject: ValueList(tls?.clientSubject.map { Array($0.utf8)[...] })
        }
    }
}

extension TLSMatcher.Field {
    fileprivate var style: ValueStyle { self == .serverName ? .host : .plain }

    fileprivate var subject: RequestPart {
        switch self {
        case .serverName: .serverName
        case .clientSubject: .clientSubject
        }
    }
}
