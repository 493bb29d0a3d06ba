package import ExactJSON

/// Several JSONPath queries that are evaluated together, so that each value is visited once.
package struct JSONPathSet: Sendable {
    /// The progress in a query: the query's index and the offset of its next segment.
    private struct Progress: Hashable {
        let path: Int
        let segment: Int
    }

    private let paths: [[JSONPath.Segment]]

    package init(_ paths: [JSONPath]) {
        self.paths = paths.map(\.segments)
    }

    /// The value with selected values replaced; of nested selections only the outer one. Nil if nothing is selected.
    package func replacing(in root: JSON, _ replacement: (JSON) -> JSON) -> JSON? {
        replace(in: root, start, replacement)
    }

    /// Calls `body` with each selected value; of nested selections only with the outer one.
    ///
    /// - Parameter limit: the most values that are visited.
    /// - Returns: whether all values were visited.
    package func forEachValue(in root: JSON, limit: Int, _ body: (JSON) -> Void) -> Bool {
        var left = limit
        return visit(root, start, &left, body)
    }

    private var start: [Progress] { paths.indices.map { Progress(path: $0, segment: 0) } }

    private func isSelected(_ states: [Progress]) -> Bool {
        states.contains { $0.segment == paths[$0.path].count }
    }

    private func replace(in value: JSON, _ states: [Progress], _ replacement: (JSON) -> JSON) -> JSON? {
        if isSelected(states) { return replacement(value) }
        switch value {
        case .array(var elements):
            var isChanged = false
            for index in elements.indices {
                let next = self.next(states, .index(index), fromEnd: index - elements.count)
                guard !next.isEmpty, let changed = replace(in: elements[index], next, replacement) else { continue }
                elements[index] = changed
                isChanged = true
            }
            return isChanged ? .array(elements) : nil
        case .object(let object):
            var values = object.values
            var isChanged = false
            for (index, name) in object.names.enumerated() {
                let next = self.next(states, .name(name))
                guard !next.isEmpty, let changed = replace(in: values[index], next, replacement) else { continue }
                values[index] = changed
                isChanged = true
            }
            return isChanged ? .object(JSONObject(names: object.names, values: values)) : nil
        case .null, .bool, .number, .string: return nil
        }
    }

    private func visit(_ value: JSON, _ states: [Progress], _ left: inout Int, _ body: (JSON) -> Void) -> Bool {
        left -= 1
        guard left >= 0 else { return false }
        if isSelected(states) {
            body(value)
            return true
        }
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                let next = self.next(states, .index(index), fromEnd: index - elements.count)
                if !next.isEmpty, !visit(element, next, &left, body) { return false }
            }
        case .object(let object):
            for (name, value) in object {
                let next = self.next(states, .name(name))
                if !next.isEmpty, !visit(value, next, &left, body) { return false }
            }
        case .null, .bool, .number, .string: break
        }
        return true
    }

    /// The progress of the queries in a child.
    private func next(_ states: [Progress], _ child: JSONPath.Selector, fromEnd index: Int? = nil) -> [Progress] {
        var next: [Progress] = []
        func add(_ progress: Progress) {
            if !next.contains(progress) { next.append(progress) }
        }
        for state in states {
            let segment = paths[state.path][state.segment]
            let isSelected = segment.selectors.contains { wanted in
                wanted == .wildcard || wanted == child || index.map { wanted == .index($0) } ?? false
            }
            if isSelected { add(Progress(path: state.path, segment: state.segment + 1)) }
            if segment.descendant { add(state) }
        }
        return next
    }
}
