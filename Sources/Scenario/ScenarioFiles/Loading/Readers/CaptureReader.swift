import Scenarios
import RegularExpressions

/// Reads `capture`: names for values of the request.
struct CaptureReader {
    let state: LoadingContext
    let context: TemplateContext

    func captures(_ node: Node) -> [Capture] {
        guard let entries = node.entries else {
            state.error(
                "capture is a map of names and where each is taken from: write {id: {path: id}}", at: node.position)
            return []
        }
        return entries.compactMap { entry in
            guard let variable = state.defined(entry) else { return nil }
            return capture(variable, entry.value)
        }
    }

    private func capture(_ variable: Int, _ node: Node) -> Capture? {
        guard let keyed = state.entries(of: node, .capture) else { return nil }
        let sources = keyed.entries.filter { $0.name != "matches" }
        guard let entry = sources.first else {
            // A misspelled source has been reported already.
            if keyed.isComplete {
                state.error(
                    "a capture needs a source, like {json: $.id}: write \(KeyTable.captureSources.alternatives)",
                    at: node.position)
            }
            return nil
        }
        if let second = sources.dropFirst().first {
            state.error(
                "a capture has one source: \"\(second.name)\" can't stand beside \"\(entry.name)\"; leave one out",
                at: second.position)
        }
        if ["form", "json", "text"].contains(entry.name), let refusal = context.refusal(ofBodyPart: entry.name) {
            return state.refuse(refusal, at: entry.position)
        }
        guard let source = source(entry) else { return nil }
        var matches: RegularExpressionTemplate?
        if let regex = keyed["matches"] {
            matches = ValueReader(state: state, context: context.at(.assertion)).regex(regex)
            if case .constant(let constant)? = matches, constant.groupCount == 0 {
                state.error(
                    "the regular expression has no group, and the first group is the value; write one, like (.+)",
                    at: regex.position)
            }
        }
        return Capture(variable: variable, source: source, matches: matches, position: node.position)
    }

    private func source(_ entry: Node.Entry) -> Capture.Source? {
        switch entry.name {
        case "text", "method", "host":
            guard entry.value.isNull || entry.value.plainText == "true" else {
                return state.refuse("\(entry.name) takes no name: write {\(entry.name)}", at: entry.value.position)
            }
            let part: RequestPart = entry.name == "text" ? .text : entry.name == "method" ? .method : .host
            return .part(state.reading(part))
        case "json":
            return path(entry.value)
        default:
            guard !entry.value.isNull else {
                return state.refuse("\(entry.name) needs a name: write {\(entry.name): id}", at: entry.position)
            }
            guard let name = state.constant(entry.value, "the name of a captured value", like: "id") else { return nil }
            return source(entry.name, name, node: entry.value)
        }
    }

    private func source(_ key: String, _ name: String, node: Node) -> Capture.Source? {
        switch key {
        case "path":
            let parameters = context.parameters ?? []
            guard parameters.contains(name) else {
                return state.refuse(
                    state.missingParameter(name, among: parameters, of: context.rule), at: node.position)
            }
            return .part(.pathParameter(name))
        case "header":
            HeaderRules.check(name: name, at: node.position, state: state)
            return .part(.header(name))
        case "query": return named(.query, name)
        case "cookie": return named(.cookie, name)
        default: return named(.form, name)
        }
    }

    private func named(_ part: NamedPart, _ name: String) -> Capture.Source {
        state.needs.formUnion(part.needs)
        return .part(part(name))
    }

    private func path(_ node: Node) -> Capture.Source? {
        guard let text = state.text(node) else { return nil }
        state.needs.formUnion(RequestPart.json("$").needs)
        return state.query(text).map { .json($0) }
    }
}

extension LoadingContext {
    /// The variable that an entry of `vars`, `capture` or `set` defines; a name that can't be one is reported.
    func defined(_ entry: Node.Entry) -> Int? {
        guard entry.name.isName else {
            return refuse(
                "\"\(entry.name)\" is not a name; use letters, digits and _, and begin with a letter or _, like "
                    + entry.name.asVariableName,
                at: entry.position)
        }
        guard !VariableTable.builtIn.contains(entry.name) else {
            let meaning = VariableTable.meaning(ofBuiltIn: entry.name)
            return refuse(
                "\"\(entry.name)\" can't be a variable: in every template it is \(meaning); write another name, like "
                    + "my_\(entry.name)", at: entry.position)
        }
        return variables.index(of: entry.name)
    }

    /// The assignments of `vars` or `set`, in order.
    func assignments(_ node: Node, _ what: String, context: TemplateContext) -> [Assignment] {
        guard let entries = node.entries else {
            error(ShapeAdvice.inPlaceOfNames(node, of: what), at: node.position)
            return []
        }
        return entries.enumerated().compactMap { order, entry in
            if context.usage == .vars { variables.reading = order }
            let variable = defined(entry)
            let value = JSONValueReader(state: self, context: context).template(entry.value)
            return variable.map { Assignment(variable: $0, value: value, position: entry.value.position) }
        }
    }
}
