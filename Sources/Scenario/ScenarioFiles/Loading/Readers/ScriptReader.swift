import Scenarios

/// Reads `steps`: first their structure and ids, since a step may wait for a later one, then each step.
struct ScriptReader {
    /// A step whose position is known.
    struct Seed {
        let entries: KeyedEntries
        let id: String
        let position: Position
        let list: Int
        let indexInList: Int
    }

    private let state: LoadingContext
    private(set) var seeds: [Seed] = []
    private var lists: [(block: Int?, items: [Dependency])] = [(nil, [])]
    private var blocks: [ParallelBlock] = []
    private var dependencies: [String: Dependency] = [:]
    private var positions: [String: Position] = [:]

    init(_ node: Node?, state: LoadingContext) {
        self.state = state
        guard let node else { return }
        guard let items = node.items else {
            state.error("steps must be a list\(ShapeAdvice.inPlaceOfList(node, of: .step))", at: node.position)
            return
        }
        for item in items { read(item, into: 0) }
    }

    // MARK: The shape

    private mutating func read(_ node: Node, into list: Int) {
        guard let entries = node.entries else {
            state.reportNoMap(node, .step)
            return
        }
        if let parallel = entries.first(where: { $0.isNamed("parallel") }) {
            readBlock(node, parallel, into: list)
            return
        }
        guard let keyed = state.entries(of: node, .step) else { return }
        let number = seeds.count + 1
        let position = entries.first?.position ?? node.position
        let id = identity(keyed["id"], dependency: .step(seeds.count)) ?? name("step \(number)", keyed, at: position)
        seeds.append(
            Seed(entries: keyed, id: id, position: position, list: list, indexInList: lists[list].items.count))
        lists[list].items.append(.step(number - 1))
    }

    private mutating func readBlock(_ node: Node, _ parallel: Node.Entry, into list: Int) {
        guard let keyed = state.entries(of: node, .parallel) else { return }
        let number = blocks.count
        let position = node.entries?.first?.position ?? node.position
        let id = identity(keyed["id"], dependency: .block(number))
        let indexInList = lists[list].items.count
        lists[list].items.append(.block(number))
        blocks.append(
            ParallelBlock(id: id, position: position, list: list, indexInList: indexInList, entries: []))
        if let entries = parallel.value.entries, entries.count == 1, let entry = entries.first,
            entry.value.items?.first?.entries != nil, !KeyTable.step.known.contains(entry.name)
        {
            state.error(
                "parallel is the list itself: leave \(entry.name) out, and write its items below parallel",
                at: entry.position)
            return
        }
        guard let items = parallel.value.items, !items.isEmpty else {
            let hint = ShapeAdvice.inPlaceOfList(
                parallel.value, of: .step, like: "{request: GET /a}, {request: GET /b}")
            state.error("parallel takes a list of at least one step\(hint)", at: parallel.value.position)
            return
        }
        var entries: [Int] = []
        for item in items {
            let entry = lists.count
            entries.append(entry)
            lists.append((number, []))
            guard let steps = item.items else {
                read(item, into: entry)
                continue
            }
            if steps.isEmpty { state.error("a list of steps must not be empty; leave it out", at: item.position) }
            for step in steps { read(step, into: entry) }
        }
        blocks[number] = ParallelBlock(
            id: id, position: position, list: list, indexInList: indexInList, entries: entries)
    }

    /// An id, which must be unique.
    private mutating func identity(_ node: Node?, dependency: Dependency) -> String? {
        guard let node, let id = state.identity(node) else { return nil }
        if let taken = positions[id] {
            state.error(
                "the id \"\(id)\" is taken already, in \(taken.seen(from: node.position)); write another",
                at: node.position)
            return id
        }
        positions[id] = node.position
        dependencies[id] = dependency
        return id
    }

    /// The name of a step or stub without an id. It must differ from the ids read before; a later id can't repeat it.
    private mutating func name(_ name: String, _ keyed: KeyedEntries, at position: Position) -> String {
        guard let taken = positions[name] else {
            positions[name] = position
            return name
        }
        if keyed["id"] == nil {
            state.error(
                "without an id this is \"\(name)\", which is an id in \(taken.seen(from: position)); write an id of its own",
                at: position)
        }
        return name
    }

    /// Makes room for the ids of this many stubs.
    mutating func reserveIdentities(_ count: Int) { positions.reserveCapacity(positions.count + count) }

    /// The id or name of a stub; both follow the rules for steps.
    mutating func stubIdentity(_ keyed: KeyedEntries, number: Int, at position: Position) -> String {
        guard let node = keyed["id"], let id = state.identity(node) else {
            return name("stub \(number)", keyed, at: position)
        }
        if let taken = positions[id] {
            state.error(
                "the id \"\(id)\" is taken already, in \(taken.seen(from: node.position)); write another",
                at: node.position)
        }
        positions[id] = node.position
        return id
    }

    // MARK: The steps

    var names: StepNames { StepNames(dependencies: dependencies, steps: seeds.map(\.id)) }

    func steps(_ reader: RuleReader) -> [Step] {
        seeds.map { seed in
            let rule = reader.rule(seed.entries, id: seed.id, position: seed.position)
            return Step(
                rule: rule, list: seed.list, indexInList: seed.indexInList,
                after: seed.entries["after"].map { dependencies($0) })
        }
    }

    private func dependencies(_ node: Node) -> [Dependency] {
        (node.items ?? [node]).compactMap { item in
            guard let id = state.string(item, "the id of a step, like login") else { return nil }
            if let dependency = state.stepNames[id] { return dependency }
            if let time = Self.time(in: item) {
                state.error(
                    "after names steps that must be complete, and \"\(id)\" is a time: write response: {delay: \(time)} for a "
                        + "pause before the response, or interval: {gte: \(time)} for the time that the client has to wait",
                    at: item.position)
            } else {
                state.reportUnknownStep(id, at: item.position)
            }
            return nil
        }
    }

    /// The duration that stands where the name of a step should, with its unit; nil for another text.
    private static func time(in node: Node) -> String? {
        guard let text = node.plainText else { return nil }
        if (try? DurationReader.read(text)) != nil { return text }
        return Int(text).map { "\($0)ms" }
    }

    var stepLists: [StepList] { lists.map { StepList(block: $0.block, items: $0.items) } }
    var parallelBlocks: [ParallelBlock] { blocks }
}

extension LoadingContext {
    /// The text of an `id`: a line that is not empty.
    func identity(_ node: Node) -> String? {
        guard let id = string(node) else { return nil }
        warnOfNull(node, "leave the id out for a step or stub without one")
        guard !id.isEmpty, !id.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return refuse("an id must be one line and not empty: write one word, or leave id out", at: node.position)
        }
        return id
    }
}
