import Scenarios

/// Reads `redact`: more header names, `query.NAME`, `form.NAME`, `cookies.NAME` and JSON paths, or `none`.
struct RedactionReader {
    let state: LoadingContext

    /// The prefixes of names that are not header names.
    private static let prefixes = ["query", "form", "cookies"]

    /// The redaction of several files, in order: each adds to those before it, `none` empties what they have.
    func redaction(_ nodes: some Sequence<Node>) -> Redaction {
        nodes.reduce(.standard) { self.redaction($1, after: $0) }
    }

    private func redaction(_ node: Node, after earlier: Redaction) -> Redaction {
        if node.text == "none" { return Redaction() }
        var redaction = earlier
        // There can be very many.
        var seen = Seen(redaction)
        for item in node.items ?? [node] {
            guard let text = state.text(item, "what is redacted, like X-Api-Key") else { continue }
            if text.scalars.first == "$" {
                if let query = state.query(text, warnings: .refused) { redaction.jsonPaths.append(query) }
            } else if text.string == "none" {
                state.error("none stands alone: write redact: none", at: item.position)
            } else {
                read(text.string, at: item.position, into: &redaction, &seen)
            }
        }
        return redaction
    }

    private func read(_ text: String, at position: Position, into redaction: inout Redaction, _ seen: inout Seen) {
        guard let dot = text.firstIndex(of: ".") else {
            if Self.prefixes.contains(text) {
                state.warning(
                    .redactedHeader,
                    "this redacts a header named \(text); for a value of the \(text) write \(text).NAME", at: position)
            }
            HeaderRules.check(name: text, at: position, state: state)
            return Self.add(text.lowercased(), to: &redaction.headers, &seen.headers)
        }
        let (prefix, name) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
        switch prefix {
        case "query", "form", "cookies":
            guard !name.isEmpty else {
                return state.error("a name is missing after the dot: write \(prefix).NAME", at: position)
            }
            switch prefix {
            case "query": Self.add(name, to: &redaction.query, &seen.query)
            case "form": Self.add(name, to: &redaction.form, &seen.form)
            default: Self.add(name, to: &redaction.cookies, &seen.cookies)
            }
        case "cookie": state.error("\"\(text)\" is not known here; did you mean cookies.\(name)?", at: position)
        case "header", "headers":
            state.error("\"\(text)\" is not known here; a header is named alone: \(name)", at: position)
        case "json", "body":
            state.error("\"\(text)\" is not known here; write a JSON path: $.\(name)", at: position)
        case let other where Self.prefixes.contains(other.lowercased()):
            state.error(
                "\"\(text)\" is not known here; did you mean \(other.lowercased()).\(name)?", at: position)
        default:
            HeaderRules.check(name: text, at: position, state: state)
            Self.add(text.lowercased(), to: &redaction.headers, &seen.headers)
        }
    }

    /// The names that a redaction has already.
    private struct Seen {
        var headers: Set<String>
        var query: Set<String>
        var form: Set<String>
        var cookies: Set<String>

        init(_ redaction: Redaction) {
            (headers, query) = (Set(redaction.headers), Set(redaction.query))
            (form, cookies) = (Set(redaction.form), Set(redaction.cookies))
        }
    }

    private static func add(_ name: String, to names: inout [String], _ seen: inout Set<String>) {
        if seen.insert(name).inserted { names.append(name) }
    }
}
