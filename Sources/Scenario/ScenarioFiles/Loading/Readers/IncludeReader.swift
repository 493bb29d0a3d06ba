import Scenarios

/// Reads the files that `include` names, and those that they include.
///
/// Breadth first: of two files at the same depth the later one wins, and each file wins over those that it includes.
struct IncludeReader {
    /// A file with parts of the scenario.
    struct Part {
        let keyed: KeyedEntries
        /// The paths of the files that led to it, itself last, relative to the scenario's folder.
        fileprivate let chain: [String]
    }

    /// The most files that a scenario may include.
    private static let limit = 1_000

    let state: LoadingContext

    /// The included files, the one that wins over all others first.
    func parts(of scenario: KeyedEntries) -> [Part] {
        var levels: [[Part]] = [[Part(keyed: scenario, chain: [state.fileName])]]
        var known: Set<String> = []
        while let level = levels.last, !level.isEmpty {
            var next: [Part] = []
            for part in level {
                for item in items(of: part) {
                    if let included = read(item, from: part, &known) { next.append(included) }
                }
            }
            levels.append(next)
        }
        return levels.dropFirst().flatMap { $0.reversed() }
    }

    private func items(of part: Part) -> [Node] {
        guard let node = part.keyed["include"] else { return [] }
        guard let items = node.items else {
            state.error(
                "include must be a list of files: write [\(node.text?.asFlowScalar ?? "common.yaml")]",
                at: node.position)
            return []
        }
        return items
    }

    private func read(_ item: Node, from part: Part, _ known: inout Set<String>) -> Part? {
        guard let name = state.string(item, "the path of a file, like common.yaml") else { return nil }
        let path = state.path(name, namedAt: item.position)
        if part.chain.contains(path) {
            let cycle = (part.chain.drop { $0 != path } + [path]).joined(separator: ", which includes ")
            return state.refuse("a file can't include itself: \(cycle); leave it out", at: item.position)
        }
        guard known.insert(path).inserted else { return nil }
        guard known.count <= Self.limit else {
            return state.refuse(
                "a scenario includes at most \(Self.limit) files; move their parts into fewer", at: item.position)
        }
        do throws(ScenarioFileAccess.AccessError) {
            let bytes = try state.contents(
                of: name, namedAt: item.position, limit: Scenario.fileLimit, insteadOf: part.chain)
            guard let keyed = entries(Document.read(path: state.display(path), bytes: bytes), path) else { return nil }
            return Part(keyed: keyed, chain: part.chain + [path])
        } catch {
            return state.refuse("the file \"\(name)\" \(error.reason)", at: item.position)
        }
    }

    /// The known keys of an included file.
    private func entries(_ document: Document, _ path: String) -> KeyedEntries? {
        state.add(document, at: path)
        guard document.isComplete, let root = document.root else { return nil }
        guard let entries = root.entries else {
            return state.refuse(
                "an included file is a map, not \(root.summary): write mockserver: 1 in its first line, and a list below stubs:",
                at: root.position)
        }
        state.schemas.add(root)
        let ours = entries.filter { !$0.name.hasPrefix("x-") }
        for entry in ours
        where KeyTable.scenario.known.contains(entry.name) && !KeyTable.included.known.contains(entry.name) {
            state.error(
                "\"\(entry.name)\" can't stand in an included file, which gives vars, defaults, stubs and redact; write it "
                    + "in the scenario that includes this one", at: entry.position)
        }
        let kept = ours.filter {
            KeyTable.included.known.contains($0.name) || !KeyTable.scenario.known.contains($0.name)
        }
        guard let keyed = state.entries(of: root.keeping(kept), .included) else { return nil }
        state.checkVersion(keyed, at: root.position)
        return keyed
    }
}

extension LoadingContext {
    /// The last component of the scenario's own path.
    var fileName: String {
        file.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? file.path
    }

    /// Reports a missing or unknown version of the format.
    func checkVersion(_ keyed: KeyedEntries, at position: Position) {
        guard let version = keyed["mockserver"] else {
            return error("the version of the format is missing: write mockserver: 1", at: position)
        }
        guard version.plainText == "1" else {
            let beside =
                version.entries == nil ? "" : ", and the keys of a scenario stand beside mockserver, at the top"
            let unquoted = version.text == "1" ? " without quotes" : ""
            return error(
                "this is version 1 of the format\(beside): write mockserver: 1\(unquoted)", at: version.position)
        }
    }
}
