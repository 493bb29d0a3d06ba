package import ExactJSON
import HTTPMessage
import JSONPath
import RegularExpressions
import TextCoding

/// Why a capture has no value.
package struct CaptureProblem: Error, Hashable, Sendable {
    /// The missing part of the request, as a sentence.
    package let sentence: String

    package init(_ sentence: String) {
        self.sentence = Excerpt.visible(sentence)
    }
}

extension Capture {
    /// The captured value of a request: the first value of the name, a string unless it is JSON; of a singular query its
    /// value, of any other the array of its values. With a regular
    /// expression it is the first group, or the whole match if there are no groups.
    package func value(from view: RequestView, in scope: EvaluationContext) -> Result<JSON, CaptureProblem> {
        let found = found(in: view, within: scope.work)
        if scope.isRecorded, isRedacted(found, view) { return .success(.string(RedactedMark.unknown)) }
        guard let matches, case .success(let value) = found else { return found }
        return group(of: matches, in: value, scope)
    }

    /// Whether the value, or whether there is one, can't be told from a recorded request, because it is redacted.
    private func isRedacted(_ found: Result<JSON, CaptureProblem>, _ view: RequestView) -> Bool {
        if case .success(let value) = found, matches != nil, value.hasRedacted { return true }
        switch source {
        case .part(let part): return view.hides(part)
        case .json(let query): return view.hides(.text) || view.json.value.map(query.dependsOnRedacted) ?? false
        }
    }

    private func found(in view: RequestView, within work: WorkBudget?) -> Result<JSON, CaptureProblem> {
        switch source {
        case .part(.pathParameter(let name)):
            let parameter = view.parameters.first { $0.name == name }
            return parameter.map { .success(.string($0.value)) } ?? .failure(.init("the path has no parameter \(name)"))
        case .part(let part):
            if let problem = view.problem(of: part) { return .failure(.init(problem)) }
            return text(view.values(of: part).first, part.noun)
        case .json(let query):
            switch view.json {
            case .value(let root): return result(of: query, in: root, size: view.bodySize, within: work)
            case .invalid(let sentence, _):
                return .failure(.init(view.problem(of: .text) ?? "the body is not JSON: \(sentence)"))
            case .notRead: return .failure(.init("the body was not read as JSON"))
            }
        }
    }

    private func result(
        of query: JSONPathQuery, in body: JSON, size: Int, within work: WorkBudget?
    ) -> Result<JSON, CaptureProblem> {
        guard let nodes = query.nodes(in: body, size: size, within: work) else {
            return .failure(.init("\(query.source) \(JSONPathQuery.takesTooLong)"))
        }
        guard let value = query.value(of: nodes) else {
            return .failure(.init("the body has nothing at \(query.source)"))
        }
        return .success(value)
    }

    private func text(_ bytes: ArraySlice<UInt8>?, _ noun: String) -> Result<JSON, CaptureProblem> {
        guard let bytes else { return .failure(.init("the request has no \(noun)")) }
        return UTF8Text.decode(bytes).map { .success(.string($0)) } ?? .failure(.init("the \(noun) is not UTF-8"))
    }

    private func group(of template: RegularExpressionTemplate, in value: JSON, _ scope: EvaluationContext) -> Result<
        JSON, CaptureProblem
    > {
        let bytes = TemplateValue.json(value).bytes
        let shown = Excerpt.text(value.text(), limit: Excerpt.sentenceLimit)
        do throws(EvaluationError) {
            let regex = try template.compiled(in: scope)
            switch regex.wholeMatch(bytes[...], within: scope.work) {
            case .matched(let groups):
                let group = regex.groupCount > 0 ? groups.dropFirst().first : groups.first
                guard let range = group ?? nil, range.upperBound <= bytes.count else {
                    return .failure(.init("the first group of \(regex.source) took no part in matching \(shown)"))
                }
                return .success(.string(String(decoding: bytes[range], as: UTF8.self)))
            case .notMatched: return .failure(.init("\(shown) does not match \(regex.source)"))
            case .limitExceeded:
                return .failure(.init("\(shown) was not matched to its end: \(RegularExpressionTemplate.tooManySteps)"))
            case .invalidUTF8: return .failure(.init("\(shown) is not UTF-8"))
            }
        } catch {
            switch error.reason {
            case .invalid(let sentence): return .failure(.init(sentence))
            case .unset, .broken: return .failure(.init("a variable that its regular expression uses has no value"))
            }
        }
    }
}
