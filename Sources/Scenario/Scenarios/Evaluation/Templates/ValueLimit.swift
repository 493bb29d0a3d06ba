package import ExactJSON

/// The most bytes of what templates make. A few lines of a file can ask for any number of them: `{{v}}{{v}}` doubles
/// with each request.
package enum ValueLimit {
    /// One value of a variable, as compact JSON; of a text its bytes.
    package static let variable = 1 << 20
    /// All variables of a run together.
    package static let variables = 16 << 20
    /// Anything else, such as a response's body. It has no variable's limit, because a response may echo an upload.
    package static let rendered = 64 << 20
    /// How deep arrays and objects of a variable are nested, as in a body.
    static let depth = JSON.depthLimit

    /// The sentence about a value above a limit.
    static func sentence(_ limit: Int) -> String {
        limit <= variable
            ? "the value is larger than 1 MiB, the most that a variable holds"
            : "the templates make more than \(limit >> 20) MiB, the most of one response or comparison"
    }

    /// The sentence about a variable that has a good value, but has no room for it beside the others.
    static let noRoom =
        "the variables of the run are larger than \(variables >> 20) MiB together with this value"

    /// The sentence about a value that is nested too deep.
    static let tooDeep = "the value is nested more than \(depth) deep"
}

/// The size of a value.
enum ValueSize {
    case bytes(Int)
    case tooLarge
    case tooDeep
}

extension JSON {
    /// The number of bytes of the compact text without escapes, of a string without its quotes. Stops above `limit`, so
    /// that a value whose parts are shared costs no more than that to measure.
    func size(upTo limit: Int) -> ValueSize {
        if case .string(let text) = self { return text.utf8.count <= limit ? .bytes(text.utf8.count) : .tooLarge }
        var left = limit
        if measure(&left, depth: 0) { return .bytes(limit - left) }
        return left < 0 ? .tooLarge : .tooDeep
    }

    /// Takes the size from `left`; false if it becomes less than nothing or the value is nested too deep.
    private func measure(_ left: inout Int, depth: Int) -> Bool {
        switch self {
        case .null, .bool: left -= 4
        case .number(let number): left -= number.lexeme.utf8.count
        case .string(let text): left -= text.utf8.count + 2
        case .array(let elements):
            left -= 2 + elements.count
            guard left >= 0, depth < ValueLimit.depth else { return false }
            for element in elements where !element.measure(&left, depth: depth + 1) { return false }
        case .object(let object):
            left -= 2 + object.count
            guard left >= 0, depth < ValueLimit.depth else { return false }
            for (name, value) in zip(object.names, object.values) {
                left -= name.utf8.count + 3
                if !value.measure(&left, depth: depth + 1) { return false }
            }
        }
        return left >= 0
    }
}

extension VariableState {
    /// The bytes that the value counts for; nothing without one.
    package var size: Int {
        guard case .value(let value, _) = self, case .bytes(let count) = value.size(upTo: ValueLimit.variable) else {
            return 0
        }
        return count
    }
}

extension EvaluationContext {
    /// Sets a variable, if there is room for the value.
    ///
    /// - Returns: why there is not, as a sentence.
    package mutating func set(_ variable: Int, to value: JSON, at position: Position) -> String? {
        switch value.size(upTo: ValueLimit.variable) {
        case .tooLarge: return ValueLimit.sentence(ValueLimit.variable)
        case .tooDeep: return ValueLimit.tooDeep
        case .bytes(let size):
            let total = variablesSize - variables[variable].size + size
            guard total <= ValueLimit.variables else { return ValueLimit.noRoom }
            variables[variable] = .value(value, setAt: position)
            variablesSize = total
            return nil
        }
    }

    /// Notes that a variable got no value.
    package mutating func breakVariable(_ variable: Int, at position: Position) {
        variablesSize -= variables[variable].size
        variables[variable] = .broken(at: position)
    }

    /// Evaluates an assignment with a variable's limit, and sets the variable.
    ///
    /// - Parameter steps: the most steps of work that this may take; reduced by those taken. If they do not suffice, they
    ///   become negative, and the variable's value has no meaning.
    /// - Throws: a template without a value, or a value for which there is no room; the variable is broken then.
    package mutating func assign(_ assignment: Assignment, steps: inout Int) throws(EvaluationError) {
        let work = WorkBudget(steps: steps)
        defer { steps = work.isExhausted ? -1 : steps - work.spent }
        try assign(assignment, within: work)
    }

    /// Like the other one, with no limit of work.
    package mutating func assign(_ assignment: Assignment) throws(EvaluationError) {
        try assign(assignment, within: nil)
    }

    private mutating func assign(_ assignment: Assignment, within work: WorkBudget?) throws(EvaluationError) {
        let limit = valueLimit
        valueLimit = ValueLimit.variable
        defer { valueLimit = limit }
        do throws(EvaluationError) {
            let value = try assignment.value.evaluate(in: working(within: work))
            if let sentence = set(assignment.variable, to: value, at: assignment.position) {
                throw EvaluationError(.invalid(sentence), position: assignment.position, isTooLarge: true)
            }
        } catch {
            breakVariable(assignment.variable, at: assignment.position)
            throw error
        }
    }

    /// Refuses what templates have made, `count` bytes, if that is above the limit. Without a position there is no
    /// template in it, and so no limit.
    ///
    /// - Throws: that it is too large.
    package func check(_ count: Int, at position: Position?) throws(EvaluationError) {
        if count > valueLimit, let position {
            throw EvaluationError(.invalid(ValueLimit.sentence(valueLimit)), position: position, isTooLarge: true)
        }
    }
}
