import JSONPath
import Scenarios

/// Reads `json_path`: a map of queries, and of what the result of each must be.
struct JSONPathConditionReader {
    let state: LoadingContext
    let context: TemplateContext

    func matcher(_ node: Node) -> JSONPathMatcher? {
        guard let entries = node.entries, !entries.isEmpty else {
            state.error(
                "json_path is a map of queries and values, like {\"$.items[*].id\": {contains: 7}}, not \(node.summary)",
                at: node.position)
            return nil
        }
        return JSONPathMatcher(entries.compactMap { entry($0) })
    }

    private func entry(_ entry: Node.Entry) -> JSONPathMatcher.Entry? {
        guard let query = state.query(PositionedText(key: entry.key)) else { return nil }
        var reader = JSONValueReader(state: state, context: context)
        reader.comparesData = true
        let matcher = reader.resultMatcher(entry.value)
        if !query.isSingular, matcher.isScalar {
            state.warning(
                "the query yields an array of all that it selects, which never equals this: write {contains: …} or a list",
                at: entry.value.position)
        }
        return JSONPathMatcher.Entry(query, matcher, position: entry.position)
    }
}

extension JSONMatcher {
    /// Whether it expects one value that is not an array.
    fileprivate var isScalar: Bool {
        guard case .operators(let operators) = kind, operators.count == 1, case .equals(let matcher) = operators[0].kind
        else { return false }
        switch matcher.kind {
        case .scalar, .object: return true
        case .array, .operators, .template: return false
        }
    }
}
