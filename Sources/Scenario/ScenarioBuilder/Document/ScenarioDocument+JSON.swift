import ExactJSON

/// A document as JSON text, and the Swift position of each of its lines.
package struct WrittenDocument: Sendable {
    /// The text, with each value on a line of its own.
    package let text: String
    /// The position in Swift source of each line of the text.
    package let sites: [CallSite]
}

extension ScenarioDocument {
    /// The document as JSON, for a server elsewhere. A value that can't be written is `null` there; `problems` has it.
    package var written: WrittenDocument {
        var writer = DocumentWriter()
        writer.write(root, prefix: "", suffix: "", depth: 0)
        return WrittenDocument(text: writer.lines.joined(separator: "\n") + "\n", sites: writer.sites)
    }

    /// What can't be written, with its position.
    package var problems: [(site: CallSite, message: String)] {
        var found: [(site: CallSite, message: String)] = []
        root.collectProblems(in: &found)
        return found
    }
}

extension DocumentNode {
    fileprivate func collectProblems(in found: inout [(site: CallSite, message: String)]) {
        switch kind {
        case .invalid(let message): found.append((site, message))
        case .list(let nodes): for node in nodes { node.collectProblems(in: &found) }
        case .map(let entries): for entry in entries { entry.value.collectProblems(in: &found) }
        case .null, .bool, .number, .string: break
        }
    }
}

private struct DocumentWriter {
    var lines: [String] = []
    var sites: [CallSite] = []

    private mutating func add(_ text: String, _ site: CallSite, depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + text)
        sites.append(site)
    }

    mutating func write(_ node: DocumentNode, prefix: String, suffix: String, depth: Int) {
        switch node.kind {
        case .null, .invalid: add(prefix + "null" + suffix, node.site, depth: depth)
        case .bool(let value): add("\(prefix)\(value)\(suffix)", node.site, depth: depth)
        case .number(let text): add(prefix + text + suffix, node.site, depth: depth)
        case .string(let text): add(prefix + Self.quoted(text) + suffix, node.site, depth: depth)
        case .list(let nodes):
            add(prefix + "[", node.site, depth: depth)
            for (index, node) in nodes.enumerated() {
                write(node, prefix: "", suffix: index + 1 < nodes.count ? "," : "", depth: depth + 1)
            }
            add("]" + suffix, node.site, depth: depth)
        case .map(let entries):
            add(prefix + "{", node.site, depth: depth)
            for (index, entry) in entries.enumerated() {
                write(
                    entry.value, prefix: Self.quoted(entry.key) + ": ", suffix: index + 1 < entries.count ? "," : "",
                    depth: depth + 1)
            }
            add("}" + suffix, node.site, depth: depth)
        }
    }

    private static func quoted(_ text: String) -> String { JSON.string(text).text() }
}
