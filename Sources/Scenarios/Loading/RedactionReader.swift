/// Reads `redact`: more header names and JSON paths, or `none`.
struct RedactionReader {
    let state: LoadState

    func redaction(_ node: Node) -> Redaction {
        if node.text == "none" { return Redaction(headers: [], jsonPaths: []) }
        var headers = Redaction.standard.headers
        var paths: [JSONPath] = []
        for item in node.items ?? [node] {
            guard let text = state.text(item) else { continue }
            if text.scalars.first == "$" {
                do {
                    paths.append(try JSONPathReader.read(text.string))
                } catch {
                    state.error(error.message, at: text.position(at: error.offset))
                }
            } else if text.string == "none" {
                state.error("none stands alone: write redact: none", at: item.position)
            } else {
                HeaderRules.check(name: text.string, at: item.position, state: state)
                let name = text.string.lowercased()
                if !headers.contains(name) { headers.append(name) }
            }
        }
        return Redaction(headers: headers, jsonPaths: paths)
    }
}
