import Scenarios

extension Scenario {
    /// The variables with redacted values: captured from redacted parts, or set to such values.
    var maskedVariables: Set<Int> {
        guard redaction != Redaction() else { return [] }
        var masked: Set<Int> = []
        var assignments: [Assignment] = []
        for rule in steps.map(\.rule) + stubs where !(rule.captures.isEmpty && rule.sets.isEmpty) {
            for capture in rule.captures where redaction.covers(capture.source) { masked.insert(capture.variable) }
            assignments += rule.sets
        }
        var before = -1
        while masked.count != before {
            before = masked.count
            for assignment in assignments where redaction.covers(assignment.value, masked) {
                masked.insert(assignment.variable)
            }
        }
        return masked
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
        case .text: concernsBodies
        default: false
        }
    }

    fileprivate func covers(_ source: Capture.Source) -> Bool {
        switch source {
        case .part(let part): covers(part)
        case .json(let path): covers(.json(path.text))
        }
    }

    fileprivate func covers(_ value: JSONTemplate, _ masked: Set<Int>) -> Bool {
        if value.variables.contains(where: masked.contains) { return true }
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
