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
        let meant = node.text == nil ? "" : ShapeAdvice.flag(meantBy: node)
        if meant == "true" || meant == "false" {
            let isQuoted = node.plainText == nil && node.text?.lowercased() == meant
            return state.refuse(
                "cors is true or false: write \(meant)\(isQuoted ? " without quotes" : "")", at: node.position)
        }
        guard let keyed = state.entries(of: node, .crossOrigin) else { return nil }
        if node.entries?.isEmpty ?? true {
            state.error("cors is empty: write true or \(KeyTable.crossOriginExample)", at: node.position)
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
            return state.refuse(
                "origins is a list: write [\(node.text?.asFlowScalar ?? "http://localhost:3000")]", at: node.position)
        }
        if items.isEmpty {
            state.error("origins has no origin; leave it out to allow any, or write cors: false", at: node.position)
        }
        let origins = items.compactMap { origin($0) }
        guard let any = origins.firstIndex(of: "*") else { return origins }
        if items.count > 1, origins.count == items.count {
            state.error(
                "\"*\" allows any origin, so no other may stand beside it: write ['*']", at: items[any].position)
        }
        return nil
    }

    private func origin(_ node: Node) -> String? {
        guard let text = state.constant(node, "an origin", like: "http://localhost:3000") else { return nil }
        // `null` is the origin of files and of pages in a sandbox.
        if text == "*" || text == "null" { return text }
        guard let origin = WebOrigin(text) else {
            return state.refuse(
                "\"\(text)\" is not an origin; write scheme, host and port, like http://localhost:3000, "
                    + "or \"*\" for any origin",
                at: node.position)
        }
        guard origin.serialized == text else {
            return state.refuse("browsers send this origin as \(origin.serialized): write it so", at: node.position)
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
            guard let name = state.constant(item, "a header name", like: "X-Id") else { return nil }
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
        if let text = node.plainText, Int(text) != nil {
            return state.refuse("a unit is needed: write \(text)s", at: node.position)
        }
        guard let duration = state.duration(node) else { return nil }
        let (seconds, rest) = duration.components
        if rest != 0 { state.error("max_age has whole seconds: write \(seconds + 1)s", at: node.position) }
        return Int(seconds)
    }
}
