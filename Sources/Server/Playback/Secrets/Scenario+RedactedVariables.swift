import JSONPath
import Scenarios

extension Scenario {
    /// The variables with redacted values: captured from redacted parts, or set to such values.
    var redactedVariables: Set<Int> {
        guard redaction != Redaction() else { return [] }
        var redacted: Set<Int> = []
        var assignments: [Assignment] = []
        for rule in steps.map(\.rule) + stubs where !(rule.captures.isEmpty && rule.sets.isEmpty) {
            for capture in rule.captures where redaction.covers(capture.source) { redacted.insert(capture.variable) }
            assignments += rule.sets
        }
        var before = -1
        while redacted.count != before {
            before = redacted.count
            for assignment in assignments where redaction.covers(assignment.value, redacted) {
                redacted.insert(assignment.variable)
            }
        }
        return redacted
    }
}

extension Redaction {
    /// Whether the whole value of a part is redacted. `isContainer`: whether a JSON value can contain redacted values.
    func covers(_ part: RequestPart, isContainer: Bool = true) -> Bool {
        switch part {
        case .header(let name): headers.contains(name.lowercased())
        case .bearer: headers.contains("authorization")
        case .cookie(let name): headers.contains("cookie") || cookies.contains(name)
        case .query(let name): query.contains(name)
        case .form(let name): form.contains(name)
        case .json(let path): jsonPaths.contains { $0.covers(path, isContainer: isContainer) }
        case .basicUser, .basicPassword: headers.contains("authorization")
        case .text, .body: concernsBodies
        case .part(let name): form.contains(name)
        // Text of a part that is not redacted itself is searched for secrets.
        case .inPart(let name, .text): form.contains(name)
        case .inPart(let name, let part): form.contains(name) || covers(part, isContainer: isContainer)
        default: false
        }
    }

    fileprivate func covers(_ source: Capture.Source) -> Bool {
        switch source {
        case .part(let part): covers(part)
        case .json(let query): jsonPaths.contains { $0.covers(query) }
        }
    }

    fileprivate func covers(_ value: JSONTemplate, _ redacted: Set<Int>) -> Bool {
        if value.variables.contains(where: redacted.contains) { return true }
        return value.templates.flatMap(\.expressions).contains { expression in
            guard case .request(let operand) = expression.operand else { return false }
            return switch operand {
            case .part(.target): !query.isEmpty
            case .part(let part): covers(part)
            case .json: !jsonPaths.isEmpty
            }
        }
    }
}
