import Scenarios

extension Scenario {
    /// The variables that hold what the scenario masks: captured from there, or set to such.
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
    fileprivate func covers(_ source: Capture.Source) -> Bool {
        switch source {
        case .header(let name): headers.contains(name.lowercased())
        case .cookie(let name): headers.contains("cookie") || cookies.contains(name)
        case .query(let name): query.contains(name)
        case .form(let name): form.contains(name)
        case .json(let path): jsonPaths.contains { $0.covers(path.text, isContainer: true) }
        case .text: concernsBodies
        case .path, .method, .host: false
        }
    }

    fileprivate func covers(_ value: JSONTemplate, _ masked: Set<Int>) -> Bool {
        if value.variables.contains(where: masked.contains) { return true }
        return value.templates.flatMap(\.expressions).contains { expression in
            guard case .request(let part) = expression.operand else { return false }
            return covers(part)
        }
    }

    private func covers(_ part: Operand.RequestOperand) -> Bool {
        switch part {
        case .header(let name): headers.contains(name.lowercased())
        case .cookie(let name): headers.contains("cookie") || cookies.contains(name)
        case .query(let name): query.contains(name)
        case .target: !query.isEmpty
        case .form(let name): form.contains(name)
        case .json: !jsonPaths.isEmpty
        case .body: concernsBodies
        case .method, .host, .pathParameter: false
        }
    }
}
