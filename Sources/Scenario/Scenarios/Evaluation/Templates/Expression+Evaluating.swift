import ExactJSON
import HTTPMessage
import TextCoding

extension Expression {
    /// The operand's value after all filters.
    ///
    /// - Throws: a variable that is unset or broken, an operand without a value, or a filter that failed.
    package func evaluate(in scope: EvaluationContext) throws(EvaluationError) -> TemplateValue {
        var outcome = operand.outcome(in: scope, at: position)
        for filter in filters {
            switch (filter, outcome) {
            case (_, .broken), (_, .failed): break
            case (.default(let other), .missing), (.default(let other), .unset):
                outcome = other.outcome(in: scope, at: position)
            case (.default, .value): break
            case (_, .missing), (_, .unset): break
            case (_, .value(let value)):
                // Before the filter makes anything of it. A variable may have the digest of a body above its own limit.
                if filter.leastSize(of: value) > ValueLimit.rendered {
                    throw EvaluationError(
                        .invalid(ValueLimit.sentence(ValueLimit.rendered)), position: position, isTooLarge: true)
                }
                try spend(on: value, filtered: true, in: scope)
                outcome = filter.apply(to: value, in: scope, at: position)
            }
        }
        switch outcome {
        case .value(let value):
            try scope.check(value.leastSize, at: position)
            try spend(on: value, filtered: false, in: scope)
            return value
        case .missing(let sentence): throw EvaluationError(.invalid(sentence), position: position)
        case .failed(let sentence): throw EvaluationError(.invalid(sentence), position: position)
        case .unset(let variable): throw EvaluationError(.unset(variable: variable), position: position)
        case .broken(let variable, let source):
            throw EvaluationError(.broken(variable: variable, at: source), position: position)
        }
    }

    private func spend(
        on value: TemplateValue, filtered: Bool, in scope: EvaluationContext
    ) throws(EvaluationError) {
        guard let work = scope.work, !work.spend(on: value, filtered: filtered) else { return }
        throw EvaluationError(.invalid(WorkBudget.exhausted), position: position)
    }

    /// The value as text, behind `length` bytes of text.
    package func text(in scope: EvaluationContext, besides length: Int = 0) throws(EvaluationError) -> String {
        let value = try evaluate(in: scope)
        try scope.check(length + value.size(upTo: scope.valueLimit), at: position)
        guard let text = value.text else {
            throw EvaluationError(TemplateValue.noText(value.bytes.count), position: position)
        }
        return text
    }
}

/// The result of an operand or filter.
enum Outcome {
    case value(TemplateValue)
    /// There is no value; `default` can supply one.
    case missing(String)
    case unset(Int)
    case broken(Int, Position)
    /// A filter failed; `default` does not help.
    case failed(String)

    static func text(_ text: String) -> Outcome { .value(.json(.string(text))) }
}

extension Operand {
    func outcome(in scope: EvaluationContext, at position: Position) -> Outcome {
        switch self {
        case .literal(let value): return .value(.json(value))
        case .variable(let variable, let path):
            guard scope.variables.indices.contains(variable) else { return .unset(variable) }
            switch scope.variables[variable] {
            case .unset: return .unset(variable)
            case .broken(let position): return .broken(variable, position)
            case .value(let value, _): return Self.walk(path, from: value)
            }
        case .request(let part):
            guard let view = scope.request else { return .missing("there is no request here") }
            if scope.isRecorded, view.isBodyCut, part.isInBody { return .text(RedactedMark.unknown) }
            return part.outcome(in: view)
        case .count: return .value(.json(.number(JSONNumber(scope.count))))
        case .uuid:
            var generator = scope.randomSource.generator(at: position)
            return .text(generator.uuid())
        case .randomInt(let range):
            var generator = scope.randomSource.generator(at: position)
            return .value(.json(.number(JSONNumber(generator.integer(in: range)))))
        case .randomString(let length):
            var generator = scope.randomSource.generator(at: position)
            return .text(generator.text(length: length))
        case .now(let format, let offset): return .value(.json(scope.now.advanced(by: offset).written(as: format)))
        case .environment(_, let value): return .text(value)
        case .serverURL: return .text(scope.serverURL)
        }
    }

    /// The value at a path.
    static func walk(_ path: [PathStep], from root: JSON) -> Outcome {
        var value = root
        for (index, step) in path.enumerated() {
            let next: JSON? =
                switch step {
                case .member(let name): value[name]
                case .element(let index): value[index]
                }
            guard let next else {
                return .missing("there is no \(NormalizedPath(path[...index]).text): \(value.lack(step))")
            }
            value = next
        }
        return .value(.json(value))
    }
}

extension Operand.RequestOperand {
    fileprivate var isInBody: Bool {
        switch self {
        case .part(let part): part.isInBody
        case .json: true
        }
    }

    fileprivate func outcome(in view: RequestView) -> Outcome {
        switch self {
        case .part(.pathParameter(let name)):
            guard let parameter = view.parameters.first(where: { $0.name == name }) else {
                return .missing("the path has no parameter \(name)")
            }
            return .text(parameter.value)
        case .part(let part):
            if let problem = view.problem(of: part) { return .missing(problem) }
            let value = view.values(of: part).first.map { TemplateValue(received: $0) }
            return value.map { .value($0) } ?? .missing("the request has no \(part.noun)")
        case .json(let path):
            switch view.json {
            case .value(let value): return Operand.walk(path, from: value)
            case .invalid(let sentence, _):
                return .missing(view.problem(of: .text) ?? "the request's body is not JSON: \(sentence)")
            case .notRead: return .missing("the request's body was not read as JSON")
            }
        }
    }
}

extension JSON {
    /// Why `step` leads to no value from here.
    fileprivate func lack(_ step: Operand.PathStep) -> String {
        switch (self, step) {
        case (.object, .member(let name)): "the object has no member \(JSON.string(name))"
        case (.array(let elements), .element):
            "the array has \(EnglishText.count(elements.count, "element"))"
        case (_, .member): "\(kind.withArticle) has no members"
        case (_, .element): "\(kind.withArticle) has no elements"
        }
    }
}
