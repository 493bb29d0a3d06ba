import Scenarios

/// Reads `cors`: `true`, `false` or a map.
struct CrossOriginReader {
    let state: LoadingContext

    /// nil if `cors` is off.
    func policy(_ node: Node) -> CrossOriginPolicy? {
        switch node.plainText {
        case "true", "True", "TRUE", "false", "False", "FALSE":
            return state.flag(node) ? CrossOriginPolicy() : nil
        default: break
        }
        guard let keyed = state.entries(of: node, .crossOrigin) else { return nil }
        if node.entries?.isEmpty ?? true {
            state.error("cors says nothing: write true or \(KeyTable.crossOriginExample)", at: node.position)
        }
        return CrossOriginPolicy(
            origins: keyed["origins"].flatMap { origins($0) }, headers: keyed["headers"].map { headers($0) },
            maxAge: keyed["max_age"].flatMap { maxAge($0) }, originsPosition: keyed.entry("origins")?.position,
            headersPosition: keyed.entry("headers")?.position)
    }

    // MARK: - Origins

    /// The origins of a list; nil for any.
    private func origins(_ node: Node) -> [String]? {
        guard let items = node.items else {
            state.error(
                "origins is a list: write [\(node.text?.asFlowScalar ?? "http://localhost:3000")]", at: node.position)
            return nil
        }
        if items.isEmpty {
            state.error("origins has no origin; leave it out to allow any, or write cors: false", at: node.position)
        }
        let origins = items.compactMap { origin($0) }
        guard let any = origins.firstIndex(of: "*") else { return origins }
        if items.count > 1, origins.count == items.count {
            state.error("\"*\" stands alone: it allows any origin; write ['*']", at: items[any].position)
        }
        return nil
    }

    private func origin(_ node: Node) -> String? {
        guard let text = state.constant(node, "an origin") else { return nil }
        // `null` is the origin of files and of pages in a sandbox.
        if text == "*" || text == "null" { return text }
        guard let origin = WebOrigin(text) else {
            state.error(
                "\"\(text)\" is not an origin; write scheme, host and port, like http://localhost:3000, "
                    + "or \"*\" for any origin",
                at: node.position)
            return nil
        }
        guard origin.serialized == text else {
            state.error("browsers send this origin as \(origin.serialized): write it so", at: node.position)
            return nil
        }
        return text
    }

    // MARK: - Preflights

    private func headers(_ node: Node) -> [String] {
        guard let items = node.items else {
            state.error(
                "headers is a list of names: write [\(node.text?.asFlowScalar ?? "Content-Type, X-Id")]",
                at: node.position)
            return []
        }
        return items.compactMap { item in
            guard let name = state.constant(item, "a header name") else { return nil }
            if name == "*" {
                state.error(
                    "\"*\" is not a wildcard where credentials are allowed; leave headers out to allow any header",
                    at: item.position)
            } else {
                HeaderRules.check(name: name, at: item.position, state: state)
            }
            return name.lowercased()
        }
    }

    /// The number of seconds.
    private func maxAge(_ node: Node) -> Int? {
        guard let duration = state.duration(node) else { return nil }
        let (seconds, rest) = duration.components
        if rest != 0 { state.error("max_age has whole seconds: write \(seconds + 1)s", at: node.position) }
        return Int(seconds)
    }
}
