import JSONPath
import Scenarios

/// Reads `json_path`: a map of queries, and of what the result of each must be.
struct JSONPathConditionReader {
    let state: LoadingContext
    let context: TemplateContext

    func matcher(_ node: Node) -> JSONPathMatcher? {
        guard let entries = node.entries, !entries.isEmpty else {
            let problem = node.entries == nil ? "is a map of queries and values, not \(node.summary)" : "is empty"
            return state.refuse("json_path \(problem): write {\"$.items[*].id\": {contains: 7}}", at: node.position)
        }
        return JSONPathMatcher(entries.compactMap { entry($0) })
    }

    private func entry(_ entry: Node.Entry) -> JSONPathMatcher.Entry? {
        guard let query = state.query(PositionedText(key: entry.key)) else { return nil }
        var reader = JSONValueReader(state: state, context: context)
        reader.comparesData = true
        let matcher = reader.resultMatcher(entry.value)
        if !query.isSingular, let advice = matcher.adviceForArray {
            state.warning(
                .jsonPathList, "the query yields an array of all that it selects, \(advice)", at: entry.value.position)
        }
        return JSONPathMatcher.Entry(query, matcher, position: entry.position)
    }
}

extension JSONMatcher {
    /// Why it never matches an array, and what to write instead; nil if it may match one.
    fileprivate var adviceForArray: String? {
        guard case .operators(let operators) = kind else { return nil }
        for each in operators {
            switch each.kind {
            case .equals(let matcher) where matcher.isScalar:
                return "which never equals this: write {contains: …} or a list"
            case .compare, .text:
                return "for which this never holds: write a query for one value, or filter in the query, like "
                    + "\"$.items[?@.price > 1]\": {present: true}"
            default: continue
            }
        }
        return nil
    }

    /// Whether it expects one value that is not an array.
    private var isScalar: Bool {
        switch kind {
        case .scalar, .object: true
        case .array, .operators, .template: false
        }
    }
}
