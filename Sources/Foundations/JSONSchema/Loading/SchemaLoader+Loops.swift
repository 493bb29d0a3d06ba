extension SchemaLoader {
    /// Whether a schema's references and applicators are being followed.
    private enum Visit {
        case open, done
    }

    /// Files an error for each schema that applies itself to the same value under all conditions (Core, section 9.4.1).
    /// Loops through `then`, `dependentSchemas` or a `$dynamicRef` depend on the value; validation finds those.
    mutating func findLoops() {
        var visits: [Int: Visit] = [:]
        for start in nodes.indices where visits[start] == nil {
            var path = [(node: start, targets: targets(of: start)[...])]
            visits[start] = .open
            while let top = path.indices.last {
                guard let next = path[top].targets.popFirst() else {
                    visits[path.removeLast().node] = .done
                    continue
                }
                switch visits[next] {
                case .done: continue
                case .open: reportLoop(to: next, from: path[top].node)
                case nil:
                    visits[next] = .open
                    path.append((next, targets(of: next)[...]))
                }
            }
        }
    }

    /// The schemas that are applied to the same value under all conditions.
    private func targets(of node: Int) -> [Int] {
        nodes[node].applicators.flatMap { applicator -> [Int] in
            switch applicator {
            case .reference(let target, _): [target]
            case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): schemas
            case .not(let schema): [schema]
            case .condition(let condition): [condition.test]
            default: []
            }
        }
    }

    private mutating func reportLoop(to target: Int, from node: Int) {
        let source = nodes[node].location
        report(
            "the schema applies to the same value without end: it leads back to \(nodes[target].location)", at: source)
    }
}
