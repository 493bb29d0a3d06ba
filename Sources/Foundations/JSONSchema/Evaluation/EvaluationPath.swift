import ExactJSON

/// The way from the roots of the schema and the value to where a validation stands.
struct EvaluationPath {
    /// The keywords as a JSON Pointer.
    var schema = ""
    /// The members and elements as a JSON Pointer.
    var instance = ""
    /// The member name that `propertyNames` looks at.
    var name: String?

    /// The path of a keyword of the schema; of the schema itself if it is empty.
    func schema(_ keyword: String) -> String { keyword.isEmpty ? schema : schema + JSONPointer.step(keyword) }
}

extension Evaluation {
    /// The path through the lowest `depth` frames to the schema that the last of them waits for.
    func path(depth: Int) -> EvaluationPath {
        var path = EvaluationPath()
        for frame in frames.prefix(depth) {
            let entry = entry(of: frame)
            for token in entry.schema { path.schema += JSONPointer.step(token) }
            if let token = entry.instance { path.instance += JSONPointer.step(token) }
            if let name = entry.name { path.name = name }
        }
        return path
    }

    /// The keyword and its parts that lead from a frame to the schema that it waits for, and the member or element that
    /// this applies to.
    func entry(of frame: EvaluationFrame) -> (schema: [String], instance: String?, name: String?) {
        let step = frame.step
        let applicators = schema.nodes[frame.node].applicators
        guard frame.applicator < applicators.count else { return ([""], nil, nil) }
        switch applicators[frame.applicator] {
        case .reference(_, let keyword): return ([keyword], nil, nil)
        case .dynamicReference: return (["$dynamicRef"], nil, nil)
        case .allOf: return (["allOf", "\(step)"], nil, nil)
        case .anyOf: return (["anyOf", "\(step)"], nil, nil)
        case .oneOf: return (["oneOf", "\(step)"], nil, nil)
        case .not: return (["not"], nil, nil)
        case .condition: return ([step == 0 ? "if" : step == 1 ? "then" : "else"], nil, nil)
        case .dependentSchemas(let schemas): return (["dependentSchemas", schemas[step].name], nil, nil)
        case .members(let schemas): return (keywords(of: frame, schemas), memberName(of: frame), nil)
        case .propertyNames: return (["propertyNames"], nil, memberName(of: frame))
        case .elements(let schemas):
            return (step < schemas.prefix.count ? ["prefixItems", "\(step)"] : ["items"], "\(step)", nil)
        case .contains: return (["contains"], "\(step)", nil)
        case .unevaluatedItems: return (["unevaluatedItems"], "\(step)", nil)
        case .unevaluatedProperties: return (["unevaluatedProperties"], memberName(of: frame), nil)
        }
    }

    private func keywords(of frame: EvaluationFrame, _ schemas: MemberSchemas) -> [String] {
        if frame.part == 0 { return ["properties", memberName(of: frame) ?? ""] }
        if frame.part > schemas.patterns.count { return ["additionalProperties"] }
        return ["patternProperties", schemas.patterns[frame.part - 1].pattern.source]
    }

    private func memberName(of frame: EvaluationFrame) -> String? {
        guard case .object(let object) = frame.instance, frame.step < object.count else { return nil }
        return object.names[frame.step]
    }
}
